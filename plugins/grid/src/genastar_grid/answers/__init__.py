"""What a search found: as arrays, as fields, on a screen and in pictures."""
