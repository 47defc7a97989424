"""The file formats of the Tiled editor: maps, tilesets and objects, as XML and as JSON."""
