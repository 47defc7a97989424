"""Algorithms that answer early and improve the answer while there is time."""
