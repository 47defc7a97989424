"""The formats of worlds."""
