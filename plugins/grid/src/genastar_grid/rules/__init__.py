"""What steps there are, what they cost, and what is left."""
