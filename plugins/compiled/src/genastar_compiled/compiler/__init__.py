"""A small compiler: hooks and the kernel, from their source by a typed tree to machine code."""
