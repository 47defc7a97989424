"""Sources of graphs, and travel profiles."""
