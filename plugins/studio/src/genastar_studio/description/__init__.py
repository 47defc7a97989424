"""What the service tells of itself."""
