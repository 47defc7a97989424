"""The base class of domains whose positions are cells of a box, one whole number for each axis."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Self, TypeVar, cast

import numpy as np
from attrs import AttrsInstance
from numpy.typing import NDArray

from genastar import BadInput, Cost, Domain
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.worlds.view import Brush, Cells, Levels
from genastar_lattice.positions import AXES, P, check_inside, format_position, parse_numbers
from genastar_lattice.sizes import Footprint

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
S = TypeVar("S")


class Lattice(Domain[P, Cost[float], O, S], Generic[P, O, S]):
    """A domain of cells. A subclass implements what `genastar.Domain` requires, and what `CellView` needs for painting."""

    noun: ClassVar[str]
    """The word for a position in messages."""
    realm: ClassVar[str]
    """The word for the world in messages."""

    is_additive: ClassVar[bool]
    """See `genastar.worlds.view.Canvas`."""
    saves: ClassVar[tuple[str, ...]]
    """See `genastar.worlds.view.Canvas`."""

    name: str
    """Name of the source in messages."""
    options: O
    ends: tuple[tuple[P, ...], tuple[P, ...]]
    """Starts and goals for questions that give none."""

    @property
    @abstractmethod
    def sides(self) -> tuple[int, ...]:
        """Return the number of columns, rows and, if there are any, layers."""

    @abstractmethod
    def find_fault(self, position: P) -> str:
        """Return why a position inside the world cannot be entered and what to give instead; empty if it can."""

    @property
    @abstractmethod
    def unit(self) -> float:
        """Return the cost, in a trace, of a straight step between cells of cost 1."""

    @property
    def footprint(self) -> Footprint | None:
        """Return the cells under the unit; ``None`` for a single cell."""
        return None

    @property
    def fits(self) -> NDArray[np.bool_]:
        """Return where a unit larger than a cell fits, in the order of ``values``."""
        raise NotImplementedError

    def describe_clearance(self, position: P) -> str:
        """Return the largest unit of the same kind that fits at a position inside; see `sizes.describe_clearance`."""
        return ""

    @property
    def levels(self) -> Levels | None:
        """Return the numbers of the cells that an option divides into free cells and walls; ``None`` if no option does."""
        return None

    @abstractmethod
    def get_shape(self) -> Cells:
        """Return the appearance of the cells."""

    @property
    @abstractmethod
    def brushes(self) -> tuple[Brush, ...]:
        """Return the brushes to paint with."""

    @property
    @abstractmethod
    def values(self) -> NDArray[np.generic]:
        """Return the paintable value of each cell, by row and column, or by layer, row and column."""

    @abstractmethod
    def paint(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> Self:
        """Return the same world with other values at these places; see `genastar.worlds.view.Canvas.paint`."""

    @abstractmethod
    def make_blank(self, width: int, height: int) -> Self:
        """Return a world of free cells; see `genastar.worlds.view.Canvas.make_blank`."""

    @abstractmethod
    def save(self, out: AnyPath, start: P, goals: Sequence[P]) -> None:
        """Write the world to a file for `read`; see `genastar.worlds.view.Canvas.save`."""

    @property
    def wanted(self) -> str:
        """Return the format of a position, for messages."""
        origin = "the upper left is 0,0" if len(self.sides) == 2 else "each from 0"
        return f"{','.join(AXES[: len(self.sides)])} in whole numbers, {origin}"

    def parse(self, text: str) -> P:
        """Return the position in a text such as ``3,4``.

        Raises:
            BadInput: the text is no position, or the position is outside or cannot be entered.
        """
        found = parse_numbers(text, len(self.sides))
        if found is None:
            raise BadInput(f"{format_value(text)} is no {self.noun}; give {self.wanted}")
        return self.entered(found)  # type: ignore[arg-type]  # of as many ints

    def format(self, position: P) -> str:
        """Return a position as text for `parse`."""
        return format_position(position)

    def check_inside(self, position: P) -> P:
        """Return a position as Python's ints.

        Raises:
            BadInput: the argument is no position, or it is outside.
        """
        try:
            return check_inside(position, self.sides, self.noun, self.realm)
        except BadInput as error:
            raise BadInput(f"{self.name}: {error}") from None

    def entered(self, position: P) -> P:
        """Return a position as Python's ints, after checking that it can be entered.

        Raises:
            BadInput: the argument is no position, is outside, or cannot be entered.
        """
        found = self.check_inside(position)
        if fault := self.find_fault(found):
            raise BadInput(f"{self.name}: {format_position(found)} {fault}")
        return found

    def find_unfit_end(self, start: P, goal: P) -> str | None:
        """Return which end of a published question cannot be entered and why; ``None`` if both can."""
        for name, position in (("start", start), ("goal", goal)):
            if not all(0 <= part < side for part, side in zip(position, self.sides, strict=True)):
                return f"the {name} is outside: {format_position(position)}"
            if self.find_fault(position):
                return f"the {name} is blocked: {format_position(position)}"
        return None

    def cell_of(self, state: S) -> P:
        """Return the cell of a state: the state itself, unless a subclass searches other states."""
        return cast(P, state)

    def default_starts(self) -> tuple[P, ...]:
        """Return the starts that the source or the options name.

        Raises:
            BadInput: neither names a start, or a start cannot be entered.
        """
        return self._expect_ends(self.ends[0], "start", "start= or --from")

    def default_goals(self) -> tuple[P, ...]:
        """Return the goals that the source or the options name.

        Raises:
            BadInput: neither names a goal, or a goal cannot be entered.
        """
        return self._expect_ends(self.ends[1], "goal", "goals= or --to")

    def _expect_ends(self, ends: tuple[P, ...], end: str, flag: str) -> tuple[P, ...]:
        if not ends:
            raise BadInput(f"{self.name} names no {end}; give {flag} {','.join(AXES[: len(self.sides)])}")
        return tuple(map(self.entered, ends))
