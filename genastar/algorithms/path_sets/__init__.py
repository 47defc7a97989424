"""Algorithms that give more than one path, and what they share."""
