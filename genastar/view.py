"""Views: a world as a screen shows it, for whoever draws it anew again and again, as the studio does.

`Domain.draw` writes a picture of one search. A view gives what such a picture is made of: numbered *places*, what they look
like, and which states and positions lie there. It is data and nothing is drawn here, so that a page in a browser, a game's
editor or a notebook can show any domain without knowing it.

Numbers go as bytes, little-endian and without gaps: ``array.tobytes()`` of numpy or of the module ``array``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import index
from typing import ClassVar, Generic, cast

from attrs import field, frozen
from typing_extensions import TypeVar

from genastar.errors import BadInput
from genastar.files import AnyPath, named
from genastar.node import K

S = TypeVar("S", default=K)
"""The type of a solver's states: see `genastar.Domain`."""

W = TypeVar("W", default=object)
"""The type of the domain that a canvas belongs to."""

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


@frozen
class Cells:
    """Places as squares in rows and columns, in one layer or in several: place ``(layer * height + y) * width + x``."""

    width: int
    height: int
    colours: bytes = field(repr=False)
    """Red, green and blue of each place: 3 bytes."""
    layers: int = 1
    """Of the same size, one above the other; layer 0 is the lowest."""
    wraps: bool = False
    """Whether what leaves at one edge enters at the other."""

    @property
    def places(self) -> int:
        """How many there are."""
        return self.width * self.height * self.layers


@frozen
class Tiles:
    """Places as tiles of one form, anywhere: hexagons, say."""

    centres: bytes = field(repr=False)
    """x and y of each place, to the right and down: two float32."""
    colours: bytes = field(repr=False)
    """Red, green and blue of each place: 3 bytes."""
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of a tile, from its centre."""
    sides: bytes = field(default=b"", repr=False)
    """The two places at each side that is marked, as a river or a wall between tiles is: two int32."""
    side_colours: bytes = field(default=b"", repr=False)
    """Red, green and blue of each of these sides: 3 bytes."""

    @property
    def places(self) -> int:
        """How many there are."""
        return len(self.centres) // 8


@frozen
class Lines:
    """Places as points, and lines between them: a road map, a graph."""

    points: bytes = field(repr=False)
    """x and y of each place, to the right and down: two float32."""
    ends: bytes = field(repr=False)
    """The places that each line joins: two int32."""
    bends: bytes = field(default=b"", repr=False)
    """x and y of the bends of all lines, from the first end to the second: two float32 for each."""
    first_bend: bytes = field(default=b"", repr=False)
    """The number of each line's first bend, and at last of all bends: int32, one more than there are lines. Empty if all are
    straight."""
    credit: str = ""
    """To be shown with the map: "© OpenStreetMap contributors", say."""

    @property
    def places(self) -> int:
        """How many there are."""
        return len(self.points) // 8


Shape = Cells | Tiles | Lines
"""What places look like."""


class View(ABC, Generic[K, S]):
    """A world's places. What `Domain.view` gives."""

    @property
    @abstractmethod
    def shape(self) -> Shape:
        """What the places look like."""

    @property
    def unit(self) -> float:
        """What to divide the numbers in a trace's costs by, to have them as `Domain.solve` tells its cost."""
        return 1.0

    @abstractmethod
    def place(self, position: K) -> int:
        """The place of a position; for one that lies between places, the nearest."""

    @abstractmethod
    def position(self, place: int) -> K:
        """The position at a place.

        Raises:
            BadInput: there is no such place, or it cannot be entered.
        """

    def place_of_state(self, state: S) -> int:
        """The place of one of the solver's states, -1 if it has none. Its position's, unless the solver is lifted."""
        return self.place(cast(K, state))


@frozen
class Brush:
    """A value that a place may have, with a name and a colour: a wall, a swamp, water."""

    name: str
    value: float
    colour: Colour


class Canvas(View[K, S], Generic[K, S, W]):
    """A view that may be painted on: each place has a value, a number. Worlds do not change; painting gives new ones."""

    is_additive: ClassVar[bool] = False
    """Whether values are amounts, of which any may be added or taken away, as costs; otherwise brushes have all there are."""

    saves: ClassVar[tuple[str, ...]] = ()
    """The suffixes that `save` knows, which `Domain.read` reads; the first is the one to offer."""

    @property
    @abstractmethod
    def brushes(self) -> tuple[Brush, ...]:
        """What to paint with. The first is what a blank world is made of, the second what bars the way."""

    @property
    @abstractmethod
    def values(self) -> bytes:
        """The value of each place: a float64."""

    @abstractmethod
    def painted(self, changes: Mapping[int, float]) -> W:
        """The same world with these values at these places.

        Raises:
            BadInput: there is no such place, or a place cannot have such a value.
        """

    @abstractmethod
    def blank(self, width: int, height: int) -> W:
        """A new world of this kind and with the same options, all of the first brush.

        Raises:
            BadInput: there is no world of this size.
        """

    def save(self, out: AnyPath, start: K, goals: Sequence[K]) -> None:
        """Write the world to a file, whole or not at all; and a question and the options, as far as the format holds them.

        Raises:
            BadInput: this domain saves nothing, or not in this format; or the file cannot be written.
        """
        raise BadInput(f"{named(out)}: this world cannot be saved")


def checked_place(place: int, places: int) -> int:
    """The number of a place in Python's ints: for `View.position`.

    Args:
        place: what may be one.
        places: how many there are.

    Raises:
        BadInput: it is none.
    """
    try:
        number = index(place)
    except TypeError:
        raise BadInput(f"{place!r} is no place; places have whole numbers") from None
    if not 0 <= number < places:
        raise BadInput(f"there is no place {number}; places are from 0 to {places - 1}")
    return number
