"""The terrains of maps, and their costs for each movement type."""
