"""Rewrite loops and what loops by itself: generators, aggregates, iterators."""
