"""Search results as arrays, distance fields, text art and pictures."""
