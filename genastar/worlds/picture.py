"""Pictures of worlds for the cells of notebooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import field, frozen

from genastar.errors import BadInput
from genastar.files import AnyPath, write_to_bytes
from genastar.values import html
from genastar.worlds.view import Cells, Lines, Polygons, Shape

MEDIA_TYPES: Final = {".png": "image/png", ".svg": "image/svg+xml"}
"""The media types of pictures in a notebook by suffix, the preferred one first."""

MOST_PLACES: Final = 1_000_000
"""Maximum number of places of a world that is drawn without an explicit call."""


@frozen(eq=False)
class Picture:
    """A picture in a cell of a notebook, below a table. `Domain.show` makes it."""

    table: str = field(repr=False)
    """HTML."""
    name: str
    """The description of the picture."""
    kind: str
    """The media type of the picture: ``image/png`` or ``image/svg+xml``."""
    content: bytes = field(repr=False)
    """The file of the picture."""

    @classmethod
    def of(cls, table: str, name: str, writes: Sequence[str], draw: Callable[[AnyPath], None]) -> Picture:
        """Return the picture that a function draws into a file.

        Args:
            table: the HTML above the picture.
            name: the name of the domain.
            writes: the suffixes that the function can write.
            draw: writes the picture to a path.

        Raises:
            BadInput: no suffix is in `MEDIA_TYPES`, or the function raises it.
        """
        suffix = next((suffix for suffix in MEDIA_TYPES if suffix in writes), None)
        if suffix is None:
            raise BadInput(
                f"a {name} world cannot be shown: it draws {', '.join(writes) or 'nothing'}, and a notebook shows "
                f"{' and '.join(MEDIA_TYPES)}"
            )
        return cls(table, f"a {name} world", MEDIA_TYPES[suffix], write_to_bytes(f"world{suffix}", draw))

    def _repr_html_(self) -> str:
        return f"<div>{self.table}{html.format_image(self.kind, self.content, self.name)}</div>"


def format_size(shape: Shape) -> str:
    """Return the size of a world as text."""
    match shape:
        case Cells(width=width, height=height, layers=layers):
            return f"{width:,} × {height:,} cells" + (f" in {layers:,} layers" if layers > 1 else "")
        case Lines(ends=ends):
            return f"{shape.places:,} places, {len(ends) // 8:,} lines"
        case Polygons():
            return f"{shape.places:,} polygons"
    return f"{shape.places:,} tiles"
