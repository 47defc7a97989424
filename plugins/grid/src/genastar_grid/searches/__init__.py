"""The problems that are searched, and what they prepare."""
