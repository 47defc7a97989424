"""The loops in plain Python, the engine made of them, and the search that changes engines."""
