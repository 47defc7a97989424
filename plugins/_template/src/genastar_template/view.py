"""The map as a canvas for display and painting: places are cells, row by row; values are their kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final, TypeVar

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath, format_path, replace_file
from genastar.worlds.view import Brush, Canvas, Cells, check_place
from genastar_picture.canvas import check_blank_size, split_changes
from genastar_template.colours import COLOURS
from genastar_template.read import GROUND, MOST_BYTES, MUD, WALL, Cell, Map

W = TypeVar("W")

_NAMES: Final = {GROUND: "ground", WALL: "wall", MUD: "mud"}
"""Names of brushes: first the kind of a blank map, then the kind that blocks, then others."""


@frozen(eq=False)
class TemplateView(Canvas[Cell, Cell, W]):
    """A canvas of kinds."""

    saves: ClassVar[tuple[str, ...]] = (".template.txt",)

    map: Map
    of: Callable[[Map], W]
    """Makes the world of a map."""

    @property
    def shape(self) -> Cells:
        """Return the cells, in the colours of pictures."""
        height, width = self.map.kinds.shape
        return Cells(width, height, COLOURS[self.map.kinds].tobytes())

    def place(self, position: Cell) -> int:
        """Return the number of a cell."""
        self.map.entered(position)
        return position[1] * int(self.map.kinds.shape[1]) + position[0]

    def position(self, place: int) -> Cell:
        """Return the cell of a number."""
        y, x = divmod(check_place(place, self.map.kinds.size), int(self.map.kinds.shape[1]))
        return self.map.entered((x, y))

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Return one brush for each kind."""
        colours = COLOURS.tolist()
        return tuple(Brush(name, kind, tuple(colours[kind])) for kind, name in _NAMES.items())

    @property
    def values(self) -> bytes:
        """Return the kind of each cell."""
        return self.map.kinds.astype("<f8").tobytes()

    def paint(self, changes: Mapping[int, float]) -> W:
        """Return the same map with other kinds of cells."""
        kinds = self.map.kinds.copy()
        places, values = split_changes(changes, kinds.size)
        if not np.isin(values, list(_NAMES)).all():
            raise BadInput(f"a cell cannot have this value; {', '.join(f'{name} is {kind}' for kind, name in _NAMES.items())}")
        kinds.reshape(-1)[places] = values
        return self.of(evolve(self.map, kinds=kinds))

    def make_blank(self, width: int, height: int) -> W:
        """Return a map of ground only."""
        columns, rows = check_blank_size(width, height, MOST_BYTES)
        return self.of(Map("the blank map", np.full((rows, columns), GROUND, np.uint8), (), ()))

    def save(self, out: AnyPath, start: Cell, goals: Sequence[Cell]) -> None:
        """Write the map as letters. S and G can only mark ground."""
        out = Path(out)
        if not out.name.endswith(self.saves[0]):
            raise BadInput(f"{format_path(out)}: the name of a saved map must end in {self.saves[0]}")
        kinds = self.map.kinds
        letters = np.array(list("#.~"))[kinds]
        for mark, place in (("S", self.place(start)), *(("G", self.place(goal)) for goal in goals)):
            if kinds.flat[place] == GROUND:
                letters.flat[place] = mark
        with replace_file(out) as beside:
            beside.write_text("".join("".join(row) + "\n" for row in letters), encoding="utf-8")
