"""Search problems: the plain one, and those with landmarks and in a hierarchy."""
