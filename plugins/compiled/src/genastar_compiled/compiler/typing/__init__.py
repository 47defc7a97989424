"""From the syntax tree of a function to its typed tree: a function for each kind of node."""
