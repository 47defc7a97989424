"""Searches in machine code, as Python sees them: one, a batch, a run that pauses, and their trees."""
