"""Algorithms that repair an earlier answer."""
