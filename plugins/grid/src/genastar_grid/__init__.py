"""The grid domain: square grids with every setting. `genastar.load("arena.map")` reads one."""
