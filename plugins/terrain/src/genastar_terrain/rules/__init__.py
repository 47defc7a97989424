"""Rules: what a step over the ground costs."""
