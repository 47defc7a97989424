"""The search over a graph of corners, and the preparation of that graph."""
