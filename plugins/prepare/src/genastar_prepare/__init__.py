"""Preparation: data computed once for a finite problem, so that each search takes microseconds."""
