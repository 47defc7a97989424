"""Many agents planned together: plans without collisions on grids, hex maps, voxels, roads and users' own problems."""
