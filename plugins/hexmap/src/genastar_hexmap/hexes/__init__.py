"""The numbering of hexes, their distances, and their places in the plane."""
