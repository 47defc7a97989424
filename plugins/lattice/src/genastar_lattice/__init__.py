"""Code shared by domains whose positions are whole numbers: cells, pixels, voxels, hexes. It imports no domain."""
