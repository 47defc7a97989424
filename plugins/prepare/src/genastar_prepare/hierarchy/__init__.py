"""Contraction hierarchies: their preparation, and searches in them."""
