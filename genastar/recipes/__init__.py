"""Entry points beside `AStar`: functions and classes made of searches."""
