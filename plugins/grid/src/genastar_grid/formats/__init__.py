"""The files that grids are read from and written to."""
