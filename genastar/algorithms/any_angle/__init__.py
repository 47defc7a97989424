"""Algorithms whose paths leave the steps of the problem and follow straight lines."""
