"""A lattice as a canvas: places are cells, numbered row by row, layer by layer from below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Generic, TypeVar

from attrs import frozen

from genastar.files import AnyPath
from genastar.view import Brush, Canvas, Cells, checked_place
from genastar_lattice.domain import Lattice
from genastar_lattice.positions import P
from genastar_picture.canvas import strokes

S = TypeVar("S")
D = TypeVar("D", bound=Lattice[Any, Any, Any])


@frozen(eq=False)
class CellView(Canvas[P, S, D], Generic[P, S, D]):
    """A canvas of cells. Its domain gives the appearance, and paints, creates and saves worlds."""

    domain: D

    @property
    def is_additive(self) -> bool:  # type: ignore[override]  # depends on the domain
        return self.domain.is_additive

    @property
    def saves(self) -> tuple[str, ...]:  # type: ignore[override]  # depends on the domain
        return self.domain.saves

    @property
    def shape(self) -> Cells:
        return self.domain.look()

    @property
    def unit(self) -> float:
        return self.domain.unit

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return self.domain.brushes

    @property
    def values(self) -> bytes:
        return self.domain.values.astype("<f8").tobytes()

    def place(self, position: P) -> int:
        return self._number(self.domain.inside(position))

    def place_of_state(self, state: S) -> int:
        return self._number(self.domain.cell_of(state))

    def _number(self, cell: P) -> int:
        place, sides = 0, self.domain.sides
        for axis in range(len(sides) - 1, -1, -1):
            place = place * sides[axis] + cell[axis]
        return place

    def position(self, place: int) -> P:
        rest, parts = checked_place(place, prod(self.domain.sides)), []
        for side in self.domain.sides:
            rest, part = divmod(rest, side)
            parts.append(part)
        found: P = self.domain.entered(tuple(parts))
        return found

    def painted(self, changes: Mapping[int, float]) -> D:
        return self.domain.painted(*strokes(changes, prod(self.domain.sides)))

    def blank(self, width: int, height: int) -> D:
        return self.domain.blank(width, height)

    def save(self, out: AnyPath, start: P, goals: Sequence[P]) -> None:
        self.domain.save(out, start, goals)
