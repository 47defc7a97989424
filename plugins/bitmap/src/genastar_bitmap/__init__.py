"""The bitmap domain: mazes and maps in image files. `genastar.load("maze.png")` reads one."""
