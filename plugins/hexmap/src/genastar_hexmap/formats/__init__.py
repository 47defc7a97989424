"""The formats of maps."""
