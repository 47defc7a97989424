"""Lattices: what domains share whose positions are cells of a box, a whole number for each axis."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Self, TypeVar, cast

import numpy as np
from attrs import AttrsInstance
from numpy.typing import NDArray

from genastar import BadInput, Cost, Domain
from genastar.errors import shown
from genastar.files import AnyPath
from genastar.view import Brush, Cells
from genastar_lattice.positions import AXES, P, inside, numbers_of, text_of

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
S = TypeVar("S")


class Lattice(Domain[P, Cost[float], O, S], Generic[P, O, S]):
    """A domain of cells. Beside what `genastar.Domain` asks for, a subclass gives what `CellView` paints with."""

    noun: ClassVar[str]
    """What a position is called in messages."""
    realm: ClassVar[str]
    """What the world is called in messages."""

    is_additive: ClassVar[bool]
    """As `genastar.view.Canvas` has it."""
    saves: ClassVar[tuple[str, ...]]
    """As `genastar.view.Canvas` has it."""

    name: str
    """The source, in messages."""
    options: O
    ends: tuple[tuple[P, ...], tuple[P, ...]]
    """Starts and goals, when nobody says."""

    @property
    @abstractmethod
    def sides(self) -> tuple[int, ...]:
        """Columns and rows, and layers where there are any."""

    @abstractmethod
    def fault(self, position: P) -> str:
        """Return why a position inside cannot be entered, and what to give instead; empty if it can."""

    @property
    @abstractmethod
    def unit(self) -> float:
        """What a straight step between cells of cost 1 costs in a trace."""

    @abstractmethod
    def look(self) -> Cells:
        """Return what the cells look like."""

    @property
    @abstractmethod
    def brushes(self) -> tuple[Brush, ...]:
        """What to paint with."""

    @property
    @abstractmethod
    def values(self) -> NDArray[np.generic]:
        """What may be painted of each cell, by row and column, or by layer, row and column."""

    @abstractmethod
    def painted(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> Self:
        """Return the same world with other values at these places, see `genastar.view.Canvas.painted`."""

    @abstractmethod
    def blank(self, width: int, height: int) -> Self:
        """Return a world of free cells, see `genastar.view.Canvas.blank`."""

    @abstractmethod
    def save(self, out: AnyPath, start: P, goals: Sequence[P]) -> None:
        """Write the world to a file that `read` takes, see `genastar.view.Canvas.save`."""

    @property
    def wanted(self) -> str:
        """What a position is typed as."""
        origin = "the upper left is 0,0" if len(self.sides) == 2 else "each from 0"
        return f"{','.join(AXES[: len(self.sides)])} in whole numbers, {origin}"

    def parse(self, text: str) -> P:
        """Return the position of a text such as ``3,4``."""
        found = numbers_of(text, len(self.sides))
        if found is None:
            raise BadInput(f"{shown(text)} is no {self.noun}; give {self.wanted}")
        return self.entered(found)  # type: ignore[arg-type]  # of as many ints

    def format(self, position: P) -> str:
        """Return a position as `parse` reads it."""
        return text_of(position)

    def inside(self, position: P) -> P:
        """Return a position in Python's ints.

        Raises:
            BadInput: it is no position, or outside.
        """
        try:
            return inside(position, self.sides, self.noun, self.realm)
        except BadInput as error:
            raise BadInput(f"{self.name}: {error}") from None

    def entered(self, position: P) -> P:
        """Return a position in Python's ints, if it can be entered.

        Raises:
            BadInput: it is no position, outside, or cannot be entered.
        """
        found = self.inside(position)
        if fault := self.fault(found):
            raise BadInput(f"{self.name}: {text_of(found)} {fault}")
        return found

    def unfit(self, start: P, goal: P) -> str | None:
        """Return which end of a published question cannot be entered, and why; ``None`` if both can."""
        for name, position in (("start", start), ("goal", goal)):
            if not all(0 <= part < side for part, side in zip(position, self.sides, strict=True)):
                return f"the {name} is outside: {text_of(position)}"
            if self.fault(position):
                return f"the {name} is blocked: {text_of(position)}"
        return None

    def cell_of(self, state: S) -> P:
        """Return where a state lies. Itself, unless the problem searches other states."""
        return cast(P, state)

    def default_start(self) -> P:
        """Return the first of `default_starts`."""
        return self.default_starts()[0]

    def default_starts(self) -> tuple[P, ...]:
        """Return the starts that the source or the options name.

        Raises:
            BadInput: they name none, or one that cannot be entered.
        """
        return self._named(self.ends[0], "start", "--from")

    def default_goals(self) -> tuple[P, ...]:
        """Return the goals that they name; else as `default_starts`."""
        return self._named(self.ends[1], "goal", "--to")

    def _named(self, ends: tuple[P, ...], end: str, flag: str) -> tuple[P, ...]:
        if not ends:
            raise BadInput(f"{self.name} names no {end}; give one with {flag} {','.join(AXES[: len(self.sides)])}")
        return tuple(map(self.entered, ends))
