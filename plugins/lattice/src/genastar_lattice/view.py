"""A lattice as a canvas: places are cells, numbered row by row, layer by layer from below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, prod
from typing import Any, Generic, TypeVar, cast

import numpy as np
from attrs import frozen

from genastar.files import AnyPath
from genastar.worlds.view import Brush, Canvas, Cells, Levels, UnitForm, check_place
from genastar_lattice.domain import Lattice
from genastar_lattice.positions import P
from genastar_picture.canvas import split_changes

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
        return self.domain.get_shape()

    @property
    def unit(self) -> float:
        return self.domain.unit

    @property
    def levels(self) -> Levels | None:
        return self.domain.levels

    @property
    def unit_form(self) -> UnitForm | None:
        footprint = self.domain.footprint
        return None if footprint is None or len(footprint.offsets) == 1 else footprint.form

    @property
    def fits(self) -> bytes:
        return b"" if self.unit_form is None else self.domain.fits.astype(np.uint8).tobytes()

    def describe_clearance(self, place: int) -> str:
        return self.domain.describe_clearance(self._find_cell(place))

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return self.domain.brushes

    @property
    def values(self) -> bytes:
        return self.domain.values.astype("<f8").tobytes()

    def place(self, position: P) -> int:
        if _is_between(position):
            position = cast("P", tuple(floor(part + 0.5) for part in position))
        return self._number_cell(self.domain.check_inside(position))

    def points(self, path: Sequence[P]) -> Sequence[tuple[float, float]] | None:
        """Return the points of a path that turns between cells, or along which the middle of a large unit moves.

        ``None`` for a path of cells.
        """
        footprint = self.domain.footprint
        right, down, *up = (0.0, 0.0) if footprint is None else footprint.middle
        is_between = not up and (right or down or any(map(_is_between, path)))
        return [(x + right + 0.5, y + down + 0.5) for x, y in path] if is_between else None

    def place_of_state(self, state: S) -> int:
        return self._number_cell(self.domain.cell_of(state))

    def _number_cell(self, cell: P) -> int:
        place, sides = 0, self.domain.sides
        for axis in range(len(sides) - 1, -1, -1):
            place = place * sides[axis] + cell[axis]
        return place

    def _find_cell(self, place: int) -> P:
        rest, parts = check_place(place, prod(self.domain.sides)), []
        for side in self.domain.sides:
            rest, part = divmod(rest, side)
            parts.append(part)
        return cast("P", tuple(parts))

    def position(self, place: int) -> P:
        found: P = self.domain.entered(self._find_cell(place))
        return found

    def paint(self, changes: Mapping[int, float]) -> D:
        return self.domain.paint(*split_changes(changes, prod(self.domain.sides)))

    def make_blank(self, width: int, height: int) -> D:
        return self.domain.make_blank(width, height)

    def save(self, out: AnyPath, start: P, goals: Sequence[P]) -> None:
        self.domain.save(out, start, goals)


def _is_between(position: tuple[float, ...]) -> bool:
    """Return whether a position lies between cells."""
    return any(isinstance(part, float) and part % 1 != 0 for part in position)
