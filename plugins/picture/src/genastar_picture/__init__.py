"""Drawing code shared by domains: palettes, options, rasters, still images, animations and SVG.

`genastar_picture.palette`, `genastar_picture.writers.formats` and `genastar_picture.options` import neither numpy nor
Pillow, so that the metadata of a domain may use them. `genastar_picture.sources.arrays` reads numpy files.
`genastar_picture.scene` describes a picture, and `genastar_picture.layers` makes a scene from a trace.
`genastar_picture.writers.raster` writes still images, `genastar_picture.writers.gif` animations, and
`genastar_picture.writers.vector` SVG; `genastar_picture.writers.draw.draw` chooses the format by the file's suffix.
"""
