"""Heights of roads from a raster of elevations."""
