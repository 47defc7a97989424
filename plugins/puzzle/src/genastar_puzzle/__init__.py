"""Sliding-tile puzzles for genastar: the 8-, 15- and n-puzzle, packed into one integer."""
