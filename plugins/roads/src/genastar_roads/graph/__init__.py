"""The graph: its rows, what is known of its roads, places in it, and the turns that split its junctions."""
