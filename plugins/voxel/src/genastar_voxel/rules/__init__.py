"""The rules of a world: its sides, its prices, its estimates, and what they guarantee."""
