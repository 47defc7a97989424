"""Answers of worlds: runs, trees and batches of a problem, in the positions and units of the user."""
