"""The graph of moves of a problem, in steps of one tick."""
