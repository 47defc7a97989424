"""Readers: rasters from files and from arrays."""
