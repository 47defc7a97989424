"""The hexmap domain: a hex map that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor
from typing import ClassVar, Final, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import ArrayLike, NDArray

from genastar import AStar, BadInput, Cost, Domain, Result, Starts, Trace, Workspace
from genastar.algorithms.building_blocks.measures import ConstantMeasure
from genastar.authoring import DomainInfo, Example, Question, StepMeasure, check_cancelled
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.values.arguments import match_text
from genastar.values.cost import Comparable
from genastar_hexmap.answers.draw import make_drawing, write
from genastar_hexmap.answers.many import find_paths
from genastar_hexmap.answers.reach import HexReach, order
from genastar_hexmap.examples import iterate_questions
from genastar_hexmap.formats.files import check_hexes
from genastar_hexmap.formats.read import read_source
from genastar_hexmap.hexes.layout import Hex
from genastar_hexmap.info import INFO, Options
from genastar_hexmap.searches.march import HexCell, March, TurnMarch
from genastar_hexmap.searches.turns import TurnCost, Turns, make_bound
from genastar_hexmap.view import HexView, make_view
from genastar_hexmap.world import HexSource, HexWorld, make_world
from genastar_lattice.metrics import ExposureMeasure, MeasuredSteps
from genastar_lattice.paths import Paths
from genastar_lattice.positions import format_position
from genastar_picture.palette import PALETTES


@frozen(eq=False)
class HexExposure(ExposureMeasure[HexCell]):
    """An exposure of hexes, by half the number of a cell."""

    def get_value(self, state: HexCell) -> float:
        return float(self.values[state >> 1])


NONE: Final = np.zeros(0, np.int64)


@frozen(eq=False)
class HexMap(MeasuredSteps[HexCell], Domain[Hex, Comparable, Options, HexCell]):
    """A hex map. A position is ``(column, row)``, or ``(q, r)`` on maps of any shape.

    Costs are `Cost`, in points; with ``moves`` they are `Turns`. Problems, and therefore traces, use the cells of
    `World.to_cell` and count in whole prices; ``world.unit`` of them make one point.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """Name of the source in messages."""
    options: Options
    world: HexWorld

    @classmethod
    def read(cls, source: object, options: Options) -> HexMap:
        """Read a map of Wesnoth or Tiled, a table, a dictionary or an array; see `read_source`.

        Raises:
            BadInput: the source cannot be read, or cannot wrap around as the options say.
        """
        return cls.of(read_source(source, options), options)

    @classmethod
    def of(cls, source: HexSource, options: Options) -> HexMap:
        """Return the domain for a map that was read or made.

        Raises:
            BadInput: the map is too large, or cannot wrap around as the options say.
        """
        height, width = source.terrain.shape
        check_hexes(source.name, width, height, options.megahexes)
        world = make_world(source, _wrap(source, options), options.unit)
        if options.moves is not None and not 1 <= options.moves * world.unit <= 1 << 31:
            raise BadInput(f"{source.name}: moves={options.moves} is less than any terrain costs; give more")
        if options.moves is not None and options.metric != "cost":
            raise BadInput(f"{source.name}: turns (moves={options.moves}) are one number; leave out moves, or metric")
        return cls(source.name, options, world).with_measures()

    @classmethod
    def examples(cls) -> Iterable[Example[Hex]]:
        """Yield small maps in every layout and shape, with every kind of terrain, edge and cost."""
        for source, options, start, goals in iterate_questions():
            example = cls.read(source, options)
            plain = options == Options() and example.world.unit == 1  # problems count in prices, answers in points
            yield Example(example, start, goals, source if plain else None)

    def parse(self, text: str) -> Hex:
        """Parse ``x,y`` (column, row); ``q,r`` or ``q,r,s`` on maps of any shape; or the name of a place on the map."""
        for name, place in self.world.source.places:
            if text == name:
                return self._entered(place)
        axial = self.world.layout.is_axial
        found = match_text(r"\s*(-?[0-9]{1,7})\s*,\s*(-?[0-9]{1,7})\s*(?:,\s*(-?[0-9]{1,7})\s*)?", text)
        if not found or (found[3] and not axial):
            wanted = "q,r or q,r,s" if axial else "column,row"
            named = ", ".join(repr(name) for name, _ in self.world.source.places[:8])
            raise BadInput(
                f"{format_value(text)} is no hex; give {wanted} in whole numbers" + (f", or a place: {named}" if named else "")
            )
        x, y = int(found[1]), int(found[2])
        if found[3] and x + y + int(found[3]) != 0:
            raise BadInput(f"{format_value(text)} is no hex; give q,r,s with q + r + s = 0")
        return self._entered((x, y))

    def format(self, position: Hex) -> str:
        """Return a position as ``x,y``."""
        return format_position(position)

    def problem(self, goals: tuple[Hex, ...], starts: tuple[Hex, ...] = ()) -> AStar[HexCell, Comparable]:
        """Return the problem with these goals; without goals it searches everywhere.

        Raises:
            BadInput: a goal is not on the map or impassable.
        """
        return cast("AStar[HexCell, Comparable]", self._make_hex_problem(goals))

    def to_state(self, position: Hex) -> HexCell:
        """Return the cell of a hex.

        Raises:
            BadInput: the hex is not on the map or impassable.
        """
        return self.world.to_cell(position)

    def to_positions(self, states: Sequence[HexCell], question: Question[Hex]) -> tuple[Hex, ...]:
        """Return the hexes of a path of cells."""
        return tuple(map(self.world.places.__getitem__, states))

    def price(self, cost: Comparable, path: Sequence[Hex]) -> Comparable:
        """Return a cost in points: a `Cost`, or `Turns` with ``moves``."""
        unit = self.world.unit
        if isinstance(cost, TurnCost):
            return Turns(cost.turns, _divide_prices(cost.spent, unit))
        travelled = _divide_prices(cast("Cost[int]", cost).travelled, unit)
        return Cost(travelled, travelled)

    def make_measure(self, name: str) -> StepMeasure[HexCell]:
        """Return the measure of a metric; see `MeasuredSteps`."""
        length, cells = ConstantMeasure(), self.world.cells
        if name == "length":
            return length
        by_half = np.zeros(self.world.numbering.size)
        by_half[cells[cells >= 0] >> 1] = self.read_exposure(self._read_costs, cells >= 0)[cells >= 0]
        return HexExposure(by_half, length)

    def _read_costs(self, file: object) -> NDArray[np.float64]:
        """Return the costs of another map, NaN where it has no hex."""
        other = read_source(file, self.options)
        if other.origin != self.world.source.origin:
            raise BadInput(f"{file}: its first hex is {other.origin} and not {self.world.source.origin}, as of {self.name}")
        costs = np.array([0.0 if kind.cost is None else float(kind.cost) for kind in other.kinds])
        return np.where(other.terrain < 0, np.nan, costs[other.terrain])

    def limit(self, cost: Comparable) -> Comparable:
        """Convert a limit in points to prices; with ``moves``, the limit is a number of turns, ``(turns, points)``, or `Turns`.

        Raises:
            BadInput: the limit has another form.
        """
        unit, limit = self.world.unit, cost
        if isinstance(limit, tuple) and len(limit) == 2 and isinstance(limit[0], int):
            limit = Turns(*limit)
        match limit:
            case int() | float() if limit == limit and self.moves is None:
                return limit * unit
            case int() if self.moves is not None:
                return make_bound(limit - 1, self.moves)
            case Turns(spent=int() | float()) if self.moves is not None and 0 <= limit.spent * unit <= self.moves:
                return make_bound(limit.turns, floor(limit.spent * unit))
        wanted = "points" if self.moves is None else "turns, or turns,points"
        raise BadInput(f"{format_value(limit)} is no limit; give {wanted}, in numbers")

    def start_cost(self, position: Hex) -> Comparable | None:
        """Return the cost of the start with ``moves``: nothing spent. It has no estimate, so it serves any goals."""
        return None if self.moves is None else make_bound(0, 0)

    def default_starts(self) -> tuple[Hex, ...]:
        """Return the starts that the map names; on Wesnoth maps, that of the first player."""
        if not self.world.source.starts:
            raise BadInput(f"{self.name} names no start; give start= or --from x,y")
        return tuple(map(self._entered, self.world.source.starts))

    def default_goals(self) -> tuple[Hex, ...]:
        """Return the goals that the map names; on Wesnoth maps, the start of the second player."""
        if not self.world.source.goals:
            raise BadInput(f"{self.name} names no goal; give goals= or --to x,y")
        return tuple(map(self._entered, self.world.source.goals))

    def combine(
        self, questions: Sequence[tuple[Hex, tuple[Hex, ...]]]
    ) -> tuple[AStar[HexCell, Comparable], Sequence[HexCell], Mapping[str, Sequence[object]]] | None:
        """Prepare questions for one batch; ``None`` with several goals or with ``moves``. See `DomainHooks.combine`."""
        goals = [self.to_state(goal) for _, each in questions for goal in each]
        if self.moves is not None or any(len(each) != 1 for _, each in questions):
            return None
        return self.problem(questions[0][1]), [self.to_state(start) for start, _ in questions], {"goal": goals}

    def solve_all(
        self, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
    ) -> Paths:
        """Return the cheapest path from each start to its goal, as arrays. Otherwise as `search`.

        Args:
            starts: hexes, shape (n, 2).
            goals: hexes, shape (n, 2).
            engine: as in `search`.
            workspace: as in `search`.

        Raises:
            BadInput: starts and goals differ in number, a hex is not on the map or impassable, or ``moves`` is set.
        """
        if self.moves is not None:
            raise BadInput(f"{self.name}: solve_all does not support turns (moves={self.options.moves}); use search_many")
        problem = cast("AStar[HexCell, Comparable]", evolve(self._make_hex_problem(()), least=self.world.least))
        return find_paths(self.world, problem, starts, goals, engine, workspace)

    def reach(self, start: Hex | None = None, *, within: Comparable, engine: str = "auto") -> HexReach:
        """Return the hexes that can be reached within a bound, and their costs.

        Args:
            start: the start hex; by default that of the map.
            within: a number of points; with ``moves``, a number of turns, or ``(turns, points)``: full turns, and points of the
                next one.
            engine: see `search`.

        Raises:
            BadInput: the start is not on the map or impassable, or the bound has another form.
            Cancelled: the token that governs this work was cancelled; see `CancelToken.govern`.
        """
        origin = self.default_starts()[0] if start is None else start
        starts: Starts[HexCell, Comparable] = Starts({self.to_state(origin): self.start_cost(origin)})
        tree = self.problem(()).explore(starts, within=self.limit(within), engine=engine)
        check_cancelled()  # a cancelled search is incomplete
        nodes = sorted(tree.values(), key=order)
        return HexReach(origin, {self.world.places[node.position]: self.price(node.cost, ()) for node in nodes})

    def draw(self, result: Result[Hex, Comparable], trace: Trace[HexCell, Comparable], out: AnyPath) -> None:
        """Write a picture, ``.png`` or ``.svg``, of terrain, closed hexes in order, and path."""
        self.draw_all((result,), trace, out)

    def draw_all(self, results: Sequence[Result[Hex, Comparable]], trace: Trace[HexCell, Comparable], out: AnyPath) -> None:
        self.check_drawn(results, trace)
        palette = PALETTES[self.options.palette]
        closed = map(self.world.places.__getitem__, trace.list_closed())
        paths = [each.path for each in results if each.path]
        write(make_drawing(self.world, self.options.scale, palette, closed, paths), out)

    def draw_reach(self, reach: HexReach, out: AnyPath) -> None:
        """Write a picture of the reachable hexes, with a colour for each turn or a ramp over points."""
        palette = PALETTES[self.options.palette]
        tints = reach.colour_hexes(palette)
        write(make_drawing(self.world, self.options.scale, palette, paths=[(reach.start,)], tints=tints), out)

    def with_options(self, options: Options) -> HexMap | None:
        """Return the same map under other options; ``None`` if they change its tables or how it is read."""
        for name in ("table", "layout", "border", "cost_property", "unknown_cost"):
            if getattr(options, name) != getattr(self.options, name):
                return None
        source = self.world.source
        if options.movement != self.options.movement:
            try:
                source = source.with_movement(options.movement)
            except KeyError:  # unknown to the other movement type; reading reports where
                return None
        return self.of(source, options)

    def find_changed_states(self, before: Domain[Hex, Comparable, Options, HexCell]) -> list[HexCell] | None:
        """Return the cells from which a step has another price; ``None`` if the estimates may be less. See the base class."""
        map_before = cast("HexMap", before)
        was, world = map_before.world, self.world
        if (self.options, world.numbering, world.unit) != (map_before.options, was.numbering, was.unit):
            return None
        if world.least < was.least or not np.array_equal(world.beyond, was.beyond):
            return None
        halves = np.flatnonzero((world.prices != was.prices).any(axis=1))
        return cast("list[HexCell]", world.numbering.from_halves(halves).tolist())

    def view(self) -> HexView[HexMap]:
        """Return a canvas for painting terrains."""
        return make_view(self.world, self.options, self.wrap, self.of)

    @property
    def remark(self) -> str:
        """Return which Wesnoth terrain codes are unknown, and on how many hexes."""
        return self.world.source.remark

    @property
    def wrap(self) -> str:
        """Return the joined edges: ``none``, ``x``, ``y`` or ``xy``."""
        return _wrap(self.world.source, self.options)

    @property
    def moves(self) -> int | None:
        """Return the prices that a turn can pay, rounded down; ``None`` without turns."""
        return None if self.options.moves is None else floor(self.options.moves * self.world.unit)

    def _make_hex_problem(self, goals: tuple[Hex, ...]) -> March | TurnMarch:
        world, moves = self.world, self.moves
        first, *others = dict.fromkeys(map(world.to_cell, goals)) or (-1,)
        rest = np.array(others, np.int64) if others else NONE
        least = world.least if goals else 0
        if moves is None:
            return March(world.prices, world.beyond, world.numbering.shift, least, first, rest, world.copies)
        return TurnMarch(world.prices, world.beyond, world.numbering.shift, least, first, rest, world.copies, moves)

    def _entered(self, position: Hex) -> Hex:
        self.world.to_cell(position)
        return position


def _wrap(source: HexSource, options: Options) -> str:
    return source.wrap or "none" if options.wrap == "auto" else options.wrap


def _divide_prices(prices: int, unit: int) -> int | float:
    return prices // unit if prices % unit == 0 else prices / unit
