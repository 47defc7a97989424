"""Containers: how lists, tuples of any length, dicts, sets and texts lie in memory, and what is done with them."""
