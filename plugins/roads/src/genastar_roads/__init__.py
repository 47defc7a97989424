"""Road graphs for genastar: OpenStreetMap and DIMACS, profiles, turn restrictions, contraction hierarchies."""
