"""Square grids with every setting. `genastar.load("arena.map")` reads one."""
