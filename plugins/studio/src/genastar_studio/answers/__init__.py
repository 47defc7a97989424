"""Answers as JSON: results, estimates, traces, and the stream of a running search."""
