"""The words by which readers look for a page and which it may not have in its title: the search puts that page first."""

from __future__ import annotations

from typing import Final

TAGS: Final = {
    "docs/install.md": ("install", "installation", "pip", "upgrade", "requirements"),
    "docs/trades/games.md": ("unit", "clearance", "smooth", "smoothing", "tiled", "flow", "crowd"),
    "docs/trades/maps.md": ("geotiff", "raster", "rasterio", "elevation", "dem", "slope", "nodata"),
    "docs/trades/roads.md": ("avoid", "isochrone", "gpx", "openstreetmap", "osm", "climb", "hills", "matching", "track", "gps"),
    "docs/trades/puzzles.md": ("planning", "plan", "pddl", "pareto"),
    "docs/trades/teaching.md": ("teach", "lesson", "pupils", "classroom"),
    "docs/trades/research.md": ("compare", "experiment", "cite"),
    "docs/grid-settings.md": ("corner", "cutting"),
    "docs/how-to/pictures.md": ("plot", "draw", "image", "animation"),
    "docs/notebooks.md": ("dataframe", "pandas", "jupyter"),
}
"""Single words for each page. A word leads to one page."""

EXCLUDED: Final = ("docs/decisions/", "CHANGELOG.md")
"""Pages that the search leaves out: reasons and history, in which every word occurs."""
