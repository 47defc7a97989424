"""Preparation before queries: contraction hierarchies."""
