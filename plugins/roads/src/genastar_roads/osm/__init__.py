"""OpenStreetMap files, and the graphs that are built from them."""
