"""Jump point search and canonical successors, with and without a precomputed table."""
