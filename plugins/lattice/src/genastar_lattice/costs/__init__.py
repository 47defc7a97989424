"""Costs of cells and of steps, the lengths of paths, and the units that they are counted in."""
