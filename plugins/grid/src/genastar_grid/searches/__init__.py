"""The problems that are searched, and their preparation."""
