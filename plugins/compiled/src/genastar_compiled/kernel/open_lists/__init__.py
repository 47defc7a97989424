"""Open lists in machine code."""
