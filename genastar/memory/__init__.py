"""The memory of a search: the open list, the closed list, and the tree that they leave."""
