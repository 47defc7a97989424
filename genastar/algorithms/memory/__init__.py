"""Algorithms for searches that must do with little memory or time."""
