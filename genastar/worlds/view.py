"""Views: worlds as data for interactive displays, such as the studio.

`Domain.draw` writes a picture of one search. A view gives the data of such a picture: numbered *places*, their shape and
colours, and the positions and states at each place. A web page, a game's editor or a notebook can so show any domain without
knowing it.

Numbers are bytes, little-endian and without gaps: ``array.tobytes()`` of numpy or of the module ``array``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import index
from typing import ClassVar, Generic, cast

from attrs import field, frozen
from typing_extensions import TypeVar

from genastar.errors import BadInput
from genastar.files import AnyPath, format_path
from genastar.values.node import K

S = TypeVar("S", default=K)
"""The type of a problem's states; see `genastar.Domain`."""

W = TypeVar("W", default=object)
"""The type of the domain that a canvas belongs to."""

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


@frozen
class Cells:
    """Places as squares in rows and columns, in one layer or several. The place is ``(layer * height + y) * width + x``."""

    width: int
    height: int
    colours: bytes = field(repr=False)
    """Red, green and blue of each place: 3 bytes."""
    layers: int = 1
    """The number of layers of the same size, one above the other; layer 0 is the lowest."""
    wraps: bool = False
    """Whether the edges are joined: a step across one edge enters at the opposite edge."""

    @property
    def places(self) -> int:
        """Return the number of places."""
        return self.width * self.height * self.layers


@frozen
class Tiles:
    """Places as tiles of one outline at any coordinates, such as hexagons."""

    centres: bytes = field(repr=False)
    """x and y of each place, to the right and down: two float32."""
    colours: bytes = field(repr=False)
    """Red, green and blue of each place: 3 bytes."""
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of a tile, relative to its centre."""
    sides: bytes = field(default=b"", repr=False)
    """The two places at each marked side, such as a river or a wall between tiles: two int32."""
    side_colours: bytes = field(default=b"", repr=False)
    """Red, green and blue of each marked side: 3 bytes."""

    @property
    def places(self) -> int:
        """Return the number of places."""
        return len(self.centres) // 8


@frozen
class Polygons:
    """Places as polygons, each with its own corners, such as those of a navigation mesh."""

    centres: bytes = field(repr=False)
    """x and y of a point inside each place, to the right and down: two float32."""
    colours: bytes = field(repr=False)
    """Red, green and blue of each place: 3 bytes."""
    corners: bytes = field(repr=False)
    """x and y of the corners of all polygons, in order around each: two float32 for each."""
    first_corner: bytes = field(repr=False)
    """The index of each place's first corner, and last the number of all corners: int32, one more than there are places."""

    @property
    def places(self) -> int:
        """Return the number of places."""
        return len(self.centres) // 8


@frozen
class LineClass:
    """A class of lines that is drawn in its own way, such as motorways."""

    name: str
    width: float = 1.0
    """The width of its lines; 1 is that of lines without a class."""
    colour: Colour | None = None
    """The colour of its lines; ``None`` for that of lines without a class."""


@frozen
class Lines:
    """Places as points with lines between them, such as a road map or a graph."""

    points: bytes = field(repr=False)
    """x and y of each place, to the right and down: two float32."""
    ends: bytes = field(repr=False)
    """The two places that each line joins: two int32."""
    bends: bytes = field(default=b"", repr=False)
    """x and y of the bends of all lines, from the first end to the second: two float32 for each."""
    first_bend: bytes = field(default=b"", repr=False)
    """The index of each line's first bend, and last the number of all bends: int32, one more than there are lines. Empty if all
    lines are straight."""
    credit: str = ""
    """The attribution text for the map, such as "© OpenStreetMap contributors"."""
    classes: tuple[LineClass, ...] = ()
    """The classes of lines, in the order in which they are drawn: the last are on top. At most 256."""
    line_classes: bytes = field(default=b"", repr=False)
    """The class of each line, as an index into ``classes``: 1 byte. Empty if there are no classes."""

    @property
    def places(self) -> int:
        """Return the number of places."""
        return len(self.points) // 8


Shape = Cells | Tiles | Polygons | Lines
"""The geometry of places."""


@frozen
class Instruction:
    """A part of an itinerary, such as a street to follow."""

    text: str
    place: int
    """The place where it begins."""
    length: str = ""
    """Its length in words, with the unit, such as "350 m"."""


@frozen
class Itinerary:
    """A path in words for people."""

    summary: str
    """The whole path with its units, such as "21 min, 18.2 km"."""
    instructions: tuple[Instruction, ...] = ()


@frozen
class Alternative(Generic[K]):
    """A path beside others with the same ends."""

    path: Sequence[K]
    """The positions, from the start to the goal."""
    cost: float
    """The cost of the path in the units of `Domain.search`."""


@frozen
class Levels:
    """A number for each place that an option compares with a threshold, such as the brightness of a pixel.

    A display can so show which places a threshold makes walls, without a request.
    """

    option: str
    """The name of the option; its values are 1 to 255."""
    values: bytes = field(repr=False)
    """The number of each place: 1 byte."""
    threshold: int
    """The value of the option in this world."""
    suggested: int
    """The value that the world itself suggests."""
    is_free_above: bool = True
    """Whether places from the threshold on are free, and those below are walls; otherwise the other way round."""


@frozen
class UnitForm:
    """The form of a unit that is larger than one place, relative to the middle of the place that is its position."""

    size: str
    """The size as text, such as ``2x2``."""
    outline: tuple[tuple[float, float], ...]
    """The corners of the unit, in the coordinates of the shape."""
    layers: int = 1
    """The number of layers that the unit fills, upwards from that of its position."""


@frozen
class Board:
    """A board whose state is an arrangement of pieces, such as a sliding-tile puzzle. `Domain.as_board` returns it.

    Such a world has no places: each state is a whole board. `Domain.format` writes a state row by row: pieces are separated by
    blanks, and rows by ``" / "``.
    """

    width: int
    height: int
    empty: tuple[str, ...] = ("0",)
    """The pieces that stand for an empty field."""


class View(ABC, Generic[K, S]):
    """The places of a world. `Domain.view` returns it."""

    @property
    @abstractmethod
    def shape(self) -> Shape:
        """Return the geometry of the places."""

    @property
    def unit(self) -> float:
        """Return the divisor that converts the costs in a trace to the units of `Domain.search`."""
        return 1.0

    @property
    def cost_unit(self) -> str:
        """Return the name of the unit of costs, such as ``"s"`` or ``"m"``; empty if they have none."""
        return ""

    @property
    def metres(self) -> float:
        """Return the length in metres of one unit of the shape's coordinates; 0 if the world has no scale."""
        return 0.0

    @property
    def asks(self) -> bool:
        """Return whether the start and the goals of the world are a question of its source.

        Otherwise they are places with another purpose, such as camps of players; a display may replace them if no path connects
        them.
        """
        return True

    @property
    def levels(self) -> Levels | None:
        """Return the numbers that an option divides into free places and walls; ``None`` if no option does."""
        return None

    @property
    def unit_form(self) -> UnitForm | None:
        """Return the form of a unit larger than one place; ``None``, the default, if the unit is one place.

        A display offers to show where such a unit fits only in views that override this property.
        """
        return None

    @property
    def fits(self) -> bytes:
        """Return 1 for each place where a unit of this form fits and 0 for the others: 1 byte each. Empty without a form."""
        return b""

    def describe_clearance(self, place: int) -> str:
        """Return the size of the largest unit of the same kind that fits at a place; empty if the place is blocked.

        Args:
            place: the number of a place.
        """
        return ""

    def label(self, position: K) -> str:
        """Return a position as text for people, if `Domain.format` writes something else, such as a number of the source.

        `Domain.parse` reads it, too. Empty by default: `Domain.format` is good enough.
        """
        return ""

    def itinerary(self, path: Sequence[K]) -> Itinerary | None:
        """Return a path in words; ``None`` if the world has none for it.

        Args:
            path: the positions of a path, from the start to the goal, at least one.
        """
        return None

    def alternatives(self, start: K, goal: K, count: int) -> Sequence[Alternative[K]]:
        """Return up to ``count`` paths among which people choose, the cheapest first; none if no path leads to the goal.

        A display offers them only in views that override this method. The default returns none.

        Args:
            start: the first position of each path.
            goal: the last position of each path.
            count: maximum number of paths, at least 1.
        """
        return ()

    @abstractmethod
    def place(self, position: K) -> int:
        """Return the place of a position; the nearest place if the position lies between places."""

    def points(self, path: Sequence[K]) -> Sequence[tuple[float, float]] | None:
        """Return x and y of each position of a path; ``None``, the default, if each lies in the middle of its place.

        The coordinates are those of the shape, to the right and down. The middle of the first of `Cells` is at (0.5, 0.5).
        """
        return None

    @abstractmethod
    def position(self, place: int) -> K:
        """Return the position at a place.

        Raises:
            BadInput: there is no such place, or it cannot be entered.
        """

    def place_of_state(self, state: S) -> int:
        """Return the place of a state of the problem; -1 if it has none. The default takes states for positions."""
        return self.place(cast(K, state))


@frozen
class Brush:
    """A value of a place, with a name and a colour, such as wall, swamp or water."""

    name: str
    value: float
    colour: Colour


class Canvas(View[K, S], Generic[K, S, W]):
    """A view that can be painted: each place has a number as its value. Painting returns a new world."""

    is_additive: ClassVar[bool] = False
    """Whether values are amounts, such as costs, to which any number may be added; otherwise brushes list all values."""

    is_complete: ClassVar[bool] = True
    """Whether size, options and values are the whole world. Otherwise its source has more, such as elevations."""

    saves: ClassVar[tuple[str, ...]] = ()
    """The suffixes that `save` can write and `Domain.read` can read. The first is the default."""

    @property
    @abstractmethod
    def brushes(self) -> tuple[Brush, ...]:
        """Return the brushes. The first fills a blank world, the second is an obstacle."""

    @property
    @abstractmethod
    def values(self) -> bytes:
        """Return the value of each place: a float64."""

    @abstractmethod
    def paint(self, changes: Mapping[int, float]) -> W:
        """Return the world with these values at these places.

        Raises:
            BadInput: there is no such place, or a place cannot have this value.
        """

    @abstractmethod
    def make_blank(self, width: int, height: int) -> W:
        """Return a new world of the same kind and options, filled with the first brush.

        Raises:
            BadInput: a world cannot have this size.
        """

    def save(self, out: AnyPath, start: K, goals: Sequence[K]) -> None:
        """Write the world to a file, whole or not at all, with the question and the options as far as the format allows.

        Raises:
            BadInput: this domain cannot save worlds in this format; or the file cannot be written.
        """
        raise BadInput(f"{format_path(out)}: this world cannot be saved")


def check_place(place: int, places: int) -> int:
    """Return the number of a place as a Python int, for `View.position`.

    Args:
        place: the number to check.
        places: the number of places.

    Raises:
        BadInput: there is no such place.
    """
    try:
        number = index(place)
    except TypeError:
        raise BadInput(f"place={place!r}: expected a whole number") from None
    if not 0 <= number < places:
        raise BadInput(f"place={number} is outside 0..{places - 1}")
    return number
