"""The map as a screen shows it and a person paints it: places are cells in the order of reading, values are their kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath, named, replacing
from genastar.view import Brush, Canvas, Cells, checked_place
from genastar_picture.canvas import checked_size, strokes
from genastar_template.draw import COLOURS
from genastar_template.read import GROUND, MOST_BYTES, MUD, WALL, Cell, Map

if TYPE_CHECKING:
    from genastar_template.model import TemplateWorld

_NAMES: Final = {GROUND: "ground", WALL: "wall", MUD: "mud"}
"""Of the brushes: what a blank map is made of, what bars the way, and others."""


@frozen(eq=False)
class TemplateView(Canvas[Cell, Cell, "TemplateWorld"]):
    """A canvas of kinds."""

    saves: ClassVar[tuple[str, ...]] = (".template.txt",)

    world: TemplateWorld

    @property
    def shape(self) -> Cells:
        """The cells, in the colours of pictures."""
        height, width = self.world.map.kinds.shape
        return Cells(width, height, COLOURS[self.world.map.kinds].tobytes())

    def place(self, position: Cell) -> int:
        """The number of a cell."""
        self.world.start(position)  # refuses what cannot be entered
        return position[1] * int(self.world.map.kinds.shape[1]) + position[0]

    def position(self, place: int) -> Cell:
        """The cell of a number."""
        y, x = divmod(checked_place(place, self.world.map.kinds.size), int(self.world.map.kinds.shape[1]))
        self.world.start((x, y))
        return x, y

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """One for each kind."""
        colours = COLOURS.tolist()
        return tuple(Brush(name, kind, tuple(colours[kind])) for kind, name in _NAMES.items())

    @property
    def values(self) -> bytes:
        """The kind of each cell."""
        return self.world.map.kinds.astype("<f8").tobytes()

    def painted(self, changes: Mapping[int, float]) -> TemplateWorld:
        """The same map with other kinds of cells."""
        kinds = self.world.map.kinds.copy()
        places, values = strokes(changes, kinds.size)
        if not np.isin(values, list(_NAMES)).all():
            raise BadInput(
                f"a cell cannot have such a value; {', '.join(f'{name} is {kind}' for kind, name in _NAMES.items())}"
            )
        kinds.reshape(-1)[places] = values
        return evolve(self.world, map=evolve(self.world.map, kinds=kinds))

    def blank(self, width: int, height: int) -> TemplateWorld:
        """Nothing but ground."""
        columns, rows = checked_size(width, height, MOST_BYTES)
        return evolve(self.world, map=Map("the blank map", np.full((rows, columns), GROUND, np.uint8), (), ()))

    def save(self, out: AnyPath, start: Cell, goals: Sequence[Cell]) -> None:
        """Write the letters. Ends are marked where there is ground, for which S and G stand."""
        out = Path(out)
        if not out.name.endswith(self.saves[0]):
            raise BadInput(f"{named(out)}: a map is saved as {self.saves[0]}")
        kinds = self.world.map.kinds
        letters = np.array(list("#.~"))[kinds]
        for mark, place in (("S", self.place(start)), *(("G", self.place(goal)) for goal in goals)):
            if kinds.flat[place] == GROUND:
                letters.flat[place] = mark
        with replacing(out) as beside:
            beside.write_text("".join("".join(row) + "\n" for row in letters), encoding="utf-8")
