"""Functions on arrays that run as machine code where an engine compiles them, and as plain Python elsewhere."""
