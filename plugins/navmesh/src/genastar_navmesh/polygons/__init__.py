"""The cleaning, division and merging of polygons, before they are a mesh."""
