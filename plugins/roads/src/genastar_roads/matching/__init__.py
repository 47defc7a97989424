"""Map matching: from the points of a track to the roads that it follows."""
