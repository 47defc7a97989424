"""Steps, their costs, and heuristics."""
