"""Writers of scenes: still images, animations and SVG."""
