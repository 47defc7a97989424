"""Conversion of Python values to machine code and back."""
