"""Places in a graph: junctions and points on edges, found by coordinates or by number."""
