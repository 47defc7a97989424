"""Voxel worlds for genastar: 6, 18 and 26 neighbours, gravity, published 3D benchmarks."""
