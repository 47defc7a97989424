"""What is written: maps, and files for other programs."""
