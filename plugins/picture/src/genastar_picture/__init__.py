"""What every domain that draws shares: palettes, options, painted rasters, stills and animations.

`genastar_picture.palette`, `genastar_picture.formats` and `genastar_picture.options` are light: they import neither numpy nor
Pillow, so that the metadata of a domain may use them. Of the rest, `genastar_picture.arrays` reads
files of numpy, `genastar_picture.scene` is what is drawn,
`genastar_picture.layers` makes one from a trace, `genastar_picture.raster` paints stills, `genastar_picture.gif` writes
animations, `genastar_picture.vector` writes SVG, and `genastar_picture.draw.draw` chooses by the name of the file.
"""
