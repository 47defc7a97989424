"""Batches of questions for genastar: threads, processes, clusters, question files."""
