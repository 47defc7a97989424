"""Containers in machine code: those of fields, of positions, and those that hooks make."""
