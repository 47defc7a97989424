"""What the hooks of a solver can reach, and the translation of their functions."""
