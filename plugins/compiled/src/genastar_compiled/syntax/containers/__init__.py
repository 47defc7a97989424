"""Rewrite what makes, fills and asks containers and arrays."""
