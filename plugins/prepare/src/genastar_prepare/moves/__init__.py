"""First moves: compressed path databases, and paths that are read from them step by step."""
