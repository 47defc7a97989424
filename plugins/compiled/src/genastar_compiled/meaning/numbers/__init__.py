"""The meaning of numbers: their operators, conversions and functions."""
