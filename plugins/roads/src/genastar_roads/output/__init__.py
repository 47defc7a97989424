"""Output: maps, and files for other programs."""
