"""Algorithms that search from both ends, for problems that have ``reverse``."""
