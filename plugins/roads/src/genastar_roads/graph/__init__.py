"""The graph: its rows, what is known of its roads, and the turns that split its junctions."""
