"""What domains share whose positions are whole numbers: cells, pixels, voxels, hexes. It knows no domain."""
