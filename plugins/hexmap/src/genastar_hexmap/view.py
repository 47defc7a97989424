"""The map as a canvas: places are hexes, numbered row by row; values are the numbers of their terrains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeVar

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar.worlds.view import Brush, Canvas, Tiles, UnitForm, check_place
from genastar_hexmap.answers.draw import choose_colours, colour_edge
from genastar_hexmap.formats.saving import SUFFIX, write_json
from genastar_hexmap.hexes.geometry import compute_centres, compute_corners, compute_outline
from genastar_hexmap.hexes.layout import Hex, Layout
from genastar_hexmap.info import Options
from genastar_hexmap.palette import choose_brushes, choose_first_two, list_palette, name_brush, name_labels
from genastar_hexmap.searches.march import HexCell
from genastar_hexmap.terrains.terrain import COLOURS, Kind
from genastar_hexmap.world import HexSource, HexWorld
from genastar_lattice.positions import format_position
from genastar_picture.canvas import check_blank_size, split_changes

W = TypeVar("W")


@frozen(eq=False)
class HexView(Canvas[Hex, HexCell, W]):
    """A canvas of terrains."""

    saves: ClassVar[tuple[str, ...]] = (SUFFIX,)

    world: HexWorld
    options: Options
    of: Callable[[HexSource, Options], W]
    """Creates the domain for a map."""
    wrap: str
    there: NDArray[np.int64] = field(repr=False)
    """Indices of the hexes in the source's table, row by row, shape (places,)."""
    places: NDArray[np.int32] = field(repr=False)
    """The place of each cell, indexed by half the cell."""
    kinds: tuple[Kind, ...]
    """The terrains by number; see `list_palette`."""
    stands: tuple[int, ...]
    """For each terrain, the number of the terrain that stands for it among the brushes; see `choose_brushes`."""

    @property
    def shape(self) -> Tiles:
        """Return the hexagons, with sides of length 1, and the rivers and walls between them."""
        source = self.world.source
        colours = np.array(choose_colours(self.kinds), np.uint8)[source.terrain.reshape(-1)[self.there]]
        flat = source.layout.is_flat
        hexes = np.stack(_compute_axial(source, self.there), axis=1).astype(np.float64)
        middles = np.stack(compute_centres(hexes, flat=flat), axis=1)
        edges = [edge for edge in source.edges if source.layout.measure_distance(edge[0], edge[1]) == 1]  # others wrap around
        sides = np.array([(self.place(one), self.place(other)) for one, other, _ in edges], "<i4")
        return Tiles(
            centres=middles.astype("<f4").tobytes(),
            colours=colours.tobytes(),
            outline=tuple(compute_corners((0.0, 0.0), flat=flat)),
            sides=sides.tobytes(),
            side_colours=bytes(part for _, _, extra in edges for part in colour_edge(extra)),
        )

    @property
    def unit(self) -> float:
        """Return the number of prices in a point."""
        return self.world.unit

    @property
    def asks(self) -> bool:
        """Return False for maps with places by name: their ends are the starts of two players."""
        return not self.world.source.places

    @property
    def unit_form(self) -> UnitForm | None:
        """Return the hexes under a unit of several hexes, as one outline."""
        radius = self.world.radius
        return UnitForm(f"radius {radius}", compute_outline(radius, flat=self.world.layout.is_flat)) if radius else None

    @property
    def fits(self) -> bytes:
        return (self._room == self.world.radius).astype(np.uint8).tobytes() if self.world.radius else b""

    def describe_clearance(self, place: int) -> str:
        """Return the largest radius that fits, which is known up to that of the unit."""
        room, radius = int(self._room[check_place(place, len(self.there))]), self.world.radius
        return "" if room < 0 or not radius else f"radius {room}" + (" or more" if room == radius else "")

    @property
    def _room(self) -> NDArray[np.int8]:
        return self.world.room.reshape(-1)[self.there]

    def place(self, position: Hex) -> int:
        """Return the number of a hex.

        Raises:
            BadInput: the hex is not on the map.
        """
        source = self.world.source
        if source.get_kind_at(position) < 0:
            raise BadInput(f"{source.name}: {format_position(position)} is not on the map")
        return self.place_of_state(self.world.numbering.to_cells(*source.layout.to_axial(*position)))

    def position(self, place: int) -> Hex:
        """Return the hex of a number, if it can be entered."""
        source = self.world.source
        row, column = divmod(int(self.there[check_place(place, len(self.there))]), source.terrain.shape[1])
        position = column + source.origin[0], row + source.origin[1]
        self.world.to_cell(position)  # raises if the hex cannot be entered
        return position

    def place_of_state(self, state: HexCell) -> int:
        """Return the number of a cell's hex."""
        return int(self.places[state >> 1])

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Return a brush for each kind of terrain of the map and of its tables; see `choose_brushes`."""
        source, colours = self.world.source, choose_colours(self.kinds)
        free, barred = choose_first_two(source, self.kinds, self.stands)
        rest = sorted(set(self.stands) - {free, barred}, key=lambda number: (self.kinds[number].name not in COLOURS, number))
        order = [free, barred, *rest]
        names = name_labels([evolve(self.kinds[at], name=name_brush(self.kinds[at].name, source.terrains)) for at in order])
        return tuple(Brush(name, number, colours[number]) for name, number in zip(names, order, strict=True))

    @property
    def values(self) -> bytes:
        """Return the number of each hex's terrain, or of the terrain that stands for it among the brushes."""
        return np.array(self.stands, "<f8")[self.world.source.terrain.reshape(-1)[self.there]].tobytes()

    def paint(self, changes: Mapping[int, float]) -> W:
        """Return the same map with other terrains. Edges stay; starts and goals that become impassable are removed."""
        places, values = split_changes(changes, len(self.there))
        unknown = values[~np.isin(values, np.arange(len(self.kinds)))]
        if unknown.size:
            raise BadInput(f"a hex cannot have the value {unknown[0]:g}; give a terrain from 0 to {len(self.kinds) - 1}")
        source = self.world.source
        terrain = source.terrain.copy()
        terrain.reshape(-1)[self.there[places]] = values
        source = evolve(source, terrain=terrain, kinds=self.kinds)
        starts, goals = (tuple(each for each in ends if _is_free(source, each)) for ends in (source.starts, source.goals))
        return self.of(evolve(source, starts=starts, goals=goals), self.options)

    def make_blank(self, width: int, height: int) -> W:
        """Return a rectangle of free hexes in the layout of this map."""
        columns, rows = check_blank_size(width, height, self.options.megahexes * 1_000_000)
        source = self.world.source
        layout = source.layout
        if layout.is_axial:
            layout = Layout("odd-q" if layout.is_flat else "odd-r")
        terrain = np.full((rows, columns), choose_first_two(source, self.kinds, self.stands)[0], np.int16)
        blank = HexSource("the blank map", layout, terrain, self.kinds, terrains=source.terrains)
        return self.of(blank, self.options)

    def save(self, out: AnyPath, start: Hex, goals: Sequence[Hex]) -> None:
        """Write the map and the question, without the options."""
        for end in (start, *goals):
            self.world.to_cell(end)  # raises if the hex cannot be entered
        write_json(out, self.world.source, self.wrap, start, goals)


def make_view(world: HexWorld, options: Options, wrap: str, of: Callable[[HexSource, Options], W]) -> HexView[W]:
    """Return the canvas of a map."""
    source, numbering = world.source, world.numbering
    there = np.flatnonzero(source.terrain >= 0)
    places = np.full(numbering.size, -1, np.int32)
    places[numbering.to_cells(*_compute_axial(source, there)) >> 1] = np.arange(len(there))
    kinds = list_palette(source)
    return HexView(world, options, of, wrap, there, places, kinds, tuple(choose_brushes(kinds, choose_colours(kinds))))


def _compute_axial(source: HexSource, there: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the axial coordinates of hexes, by their indices in the table."""
    rows, columns = np.divmod(there, source.terrain.shape[1])
    return source.layout.to_axial(columns + source.origin[0], rows + source.origin[1])


def _is_free(source: HexSource, position: Hex) -> bool:
    number = source.get_kind_at(position)
    return number >= 0 and source.kinds[number].cost is not None
