"""Batches of questions, answered on threads, processes or a cluster: `AStar.search_many` with an executor."""
