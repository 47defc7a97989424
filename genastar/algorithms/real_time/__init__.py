"""Algorithms for an agent that must move before a search is complete."""
