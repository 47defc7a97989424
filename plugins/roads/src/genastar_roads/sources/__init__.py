"""Sources of graphs: which reader a source needs, DIMACS, and tables of other libraries."""
