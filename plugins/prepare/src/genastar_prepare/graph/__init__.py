"""The steps of a problem or a world, listed as a graph."""
