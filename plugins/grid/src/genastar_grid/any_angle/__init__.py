"""Exact shortest paths at any angle."""
