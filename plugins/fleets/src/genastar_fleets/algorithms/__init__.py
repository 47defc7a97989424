"""Algorithms that plan many agents together."""
