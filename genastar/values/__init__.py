"""Values that searches take and give."""
