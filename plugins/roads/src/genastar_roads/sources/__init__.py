"""What graphs are read from, and the profiles of who travels."""
