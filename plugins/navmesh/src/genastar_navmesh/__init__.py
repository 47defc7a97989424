"""Navigation meshes for genastar: exact shortest paths on meshes of convex polygons."""
