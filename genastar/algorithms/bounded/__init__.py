"""Algorithms whose answer costs at most a given number of times the optimum."""
