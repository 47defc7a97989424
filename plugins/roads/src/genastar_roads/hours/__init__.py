"""Questions with a departure: tags that hold at some hours, and speeds by the hour of the day."""
