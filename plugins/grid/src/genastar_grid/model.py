"""The grid domain: a grid that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from os import PathLike
from pathlib import Path
from typing import ClassVar, Final, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import ArrayLike, NDArray

from genastar import AStar, BadInput, Comparable, Cost, Domain, Workspace
from genastar.algorithm import AUTO
from genastar.algorithms.astar import ASTAR
from genastar.authoring import Algorithm, DomainInfo, Example
from genastar.files import AnyPath, format_path
from genastar.values.arguments import to_positions_tuple
from genastar.worlds.question import Choice, Question
from genastar_grid.algorithms import CANONICAL, JPS
from genastar_grid.answers.fields import DistanceField, compute_field
from genastar_grid.answers.many import find_paths
from genastar_grid.answers.pictures import PicturedGrid
from genastar_grid.examples import iterate_questions
from genastar_grid.formats.cost_arrays import Costs
from genastar_grid.formats.frame import RosFrame
from genastar_grid.formats.read import check_size, read_source
from genastar_grid.formats.scenario import SUFFIX, SavedGrid, read_scenario, write_scenario
from genastar_grid.info import INFO, Options
from genastar_grid.rules.guarantee import describe_guarantee, explain_unprunable
from genastar_grid.rules.heuristics import OwnHeuristic
from genastar_grid.rules.prices import compute_length, compute_prices, split_length
from genastar_grid.steps.problem_choice import REACH_OF, check_rules, make_footprint_of, make_problem, name_goal_field
from genastar_grid.steps.step_problems import Cell, SightedEightWayProblem
from genastar_grid.steps.turning import AnyState
from genastar_grid.world import GridWorld
from genastar_lattice.guarantee import Guarantee
from genastar_lattice.paths import Paths
from genastar_lattice.positions import find_changed_around
from genastar_lattice.sizes import describe_misfit
from genastar_lattice.view import CellView
from genastar_picture import canvas

_NUMBERS: Final = ("the array", ".csv", ".tsv", ".json", ".npy")
"""The ends of the names of grids that are read from numbers, which may be 1 for walls."""
_TILES: Final = (".tmx", ".tmj", ".ldtk")


@frozen(eq=False)
class Grid(PicturedGrid):
    """A square grid. A position is a cell, ``(x, y)`` from the upper left, which is ``(0, 0)``.

    `search` gives lengths: a straight step between cells of cost 1 has length 1. The problems, and therefore traces, count in
    whole `prices`; ``unit`` of them make such a step.
    """

    info: ClassVar[DomainInfo] = INFO
    noun: ClassVar[str] = "cell"
    realm: ClassVar[str] = "grid"
    is_additive: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = (SUFFIX,)

    name: str
    """Name of the source in messages."""
    options: Options
    world: GridWorld
    ends: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())
    """Starts and goals for questions that give none."""
    own: OwnHeuristic | None = None
    """A user's own heuristic; see `with_heuristic`."""
    frame: RosFrame | None = None
    """Position of the grid in the world, if the source has one; positions may then be given in metres."""
    remark: str = ""
    """What the reader assumed or left out."""

    @classmethod
    def read(cls, source: object, options: Options) -> Grid:
        """Read a MovingAI map, a table (``.csv``, ``.json``, ``.npy``), text art, an image, an array or a saved scenario.

        Raises:
            BadInput: the source cannot be read, or the options contradict each other.
        """
        saved: SavedGrid | None = None
        if isinstance(source, (str, PathLike)) and str(Path(source)).lower().endswith(SUFFIX):
            saved = read_scenario(Path(source), options)
            source, options = saved.source, saved.options
        found = read_source(source, options)
        if saved and isinstance(source, np.ndarray):
            found = evolve(found, name=saved.name)
        water = saved.water if saved and saved.water is not None else found.water
        passages = saved.passages if saved and saved.passages is not None else found.passages
        rules = (options.directions, options.diagonals, options.wrap)
        world = GridWorld(
            found.costs,
            water,
            *rules,
            swamp=found.swamp,
            passages=passages,
            stagger=found.stagger,
            footprint=make_footprint_of(options),
        )
        ends = (saved.starts, saved.goals) if saved else (found.starts, found.goals)
        return cls(found.name, options, world, ends, frame=found.frame, remark=found.remark).check_ends()

    def check_ends(self) -> Grid:
        """Return the same grid with the ends that its options name.

        Raises:
            BadInput: the grid is larger than the options allow, or a named end is no cell or is blocked.
        """
        options = self.options
        if options.positions == "metres" and self.frame is None:
            raise BadInput(f"{self.name}: positions=metres needs a map with resolution and origin (.yaml); use positions=cells")
        check_size(self.name, self.world.costs.shape, options.megacells)
        check_rules(self.name, self.world, options)
        named = zip((options.start, options.goal), self.ends, strict=True)
        starts, goals = (ends if text is None else tuple(map(self.parse, text.split(";"))) for text, ends in named)
        return evolve(self, ends=(starts, goals)).with_measures()

    def with_options(self, options: Options) -> Grid | None:
        """Return the same grid under other options; see `Domain.with_options`. A changed grid no longer refers to its
        source.
        """
        was = self.options
        forgotten = (was.start is not None and options.start is None) or (was.goal is not None and options.goal is None)
        read = forgotten or any(
            getattr(options, name) != getattr(was, name) for name in ("threshold", "unknown", "ruleset", "tiles", "level")
        )
        if not self.world.is_changed and read:
            return None
        world = self.world.with_rules(options.directions, options.diagonals, options.wrap, make_footprint_of(options))
        return evolve(self, options=options, world=world).check_ends()

    def copy_for_worker(self) -> Grid:
        """Return the same grid with costs of its own."""
        return evolve(self, world=self.world.copy())

    def find_changed_states(self, before: Domain[Cell, Cost[float], Options, AnyState]) -> list[AnyState] | None:
        """Return the states near cells whose cost has changed; ``None`` if the estimates may be less. See the base class."""
        was, world = cast("Grid", before), self.world
        if (self.options, self.own, world.costs.shape) != (was.options, was.own, was.world.costs.shape):
            return None
        if world.water is not was.world.water or world.stagger is not None or world.least < was.world.least:
            return None
        if compute_prices(world, self.options) != compute_prices(was.world, self.options):
            return None
        reach = REACH_OF[self.options.directions]
        cells = find_changed_around((world.costs != was.world.costs).T, (reach, reach), world.wrap)
        if cells is None or not self.options.turn:
            return None if cells is None else [(x, y) for x, y in cells.tolist()]
        headings = range((2 * reach + 1) ** 2)
        return [(x, y, heading) for x, y in cells.tolist() for heading in headings]

    def view(self) -> CellView[Cell, AnyState, Grid]:
        """Return a canvas for painting costs; cost 0 blocks a cell."""
        return CellView(self)

    @property
    def unit(self) -> float:
        return compute_prices(self.world, self.options).unit

    @property
    def values(self) -> Costs:
        return self.world.ground

    def cell_of(self, state: AnyState) -> Cell:
        return state[0], state[1]

    def paint(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> Grid:
        """Return the same grid with other costs. Water stays water; starts and goals that become blocked are removed."""
        grid, options = evolve(self, world=self.world.paint(places, values)), self.options
        starts, goals = (tuple(end for end in ends if not grid.find_fault(end)) for ends in self.ends)
        if starts != self.ends[0]:
            options = evolve(options, start=None)
        if goals != self.ends[1]:
            options = evolve(options, goal=None)
        return evolve(grid, options=options, ends=(starts, goals))

    def make_blank(self, width: int, height: int) -> Grid:
        options = evolve(self.options, start=None, goal=None, positions="auto")
        columns, rows = canvas.check_blank_size(width, height, options.megacells * 1_000_000)
        rules = (options.directions, options.diagonals, options.wrap)
        world = GridWorld(np.ones((rows, columns), np.int32), None, *rules, footprint=make_footprint_of(options))
        return Grid("the blank grid", options, world, own=self.own).check_ends()

    @property
    def sides(self) -> tuple[int, int]:
        height, width = self.world.costs.shape
        return width, height

    def find_fault(self, position: Cell) -> str:
        (x, y), world = position, self.world
        if world.costs[y, x] > 0:
            return ""
        if world.footprint is not None and world.ground[y, x] > 0:
            return describe_misfit(world.list_shore(position), position, world.footprint, world.wrap)
        name, hint = self.name.lower() if world.ground.max() <= 1 else "", ""
        if name.endswith(_NUMBERS):
            hint = "; 0 blocks a cell, and 1 is free: if 1 stands for a wall here, swap 0 and 1 (1 - numpy.array(maze))"
        if name.endswith(_TILES):
            hint = "; a cell without a tile, and a tile of cost 0, are blocked: check the costs of tiles (option tiles)"
        return f"is blocked; give a free cell{hint}"

    @property
    def wanted(self) -> str:
        return super().wanted + ("" if self.frame is None else ", or metres as in 1.5m,2.0m")

    @classmethod
    def examples(cls) -> Iterable[Example[Cell]]:
        """Yield small grids for the main kinds of steps and costs."""
        for source, options, goals, is_read in iterate_questions():
            yield Example(cls.read(source, options), (0, 0), goals, source if is_read else None)

    def parse(self, text: str) -> Cell:
        """Parse ``x,y`` in whole numbers; or ``1.5m,2.0m`` in metres, if the map has a resolution and an origin."""
        if self.frame is not None and (cell := self.frame.parse(text)) is not None:
            try:
                return self.entered(cell)
            except BadInput as error:
                raise BadInput(f"{error} (the cell of {text.strip()})") from None
        return super().parse(text)

    def format(self, position: Cell) -> str:
        """Format a cell as ``x,y``, or as its middle in metres; see the option ``positions``."""
        if self.frame is not None and self.options.positions != "cells":
            return self.frame.format(position)
        return super().format(position)

    def problem(self, goals: tuple[Cell, ...], starts: tuple[Cell, ...] = ()) -> AStar[AnyState, Cost[float]]:
        """Return the problem with these goals, step by step. Only the tie-breaker uses ``starts``.

        Raises:
            BadInput: a start or goal is outside or blocked.
        """
        ends, origins = (tuple(map(self.entered, cells)) for cells in (goals, starts))
        return make_problem(self.world, self.options, ends, origins, self.own)

    def with_line_of_sight(self, problem: AStar[AnyState, Cost[float]]) -> AStar[AnyState, Cost[float]]:
        """Return the problem with the table that makes its ``sight`` fast, computed when first needed after a change."""
        if isinstance(problem, SightedEightWayProblem):
            return cast("AStar[AnyState, Cost[float]]", evolve(problem, squares=self.world.squares))
        return problem

    def to_state(self, position: Cell) -> AnyState:
        """Return the state of a start: the cell, with no heading yet if turns have a cost.

        Raises:
            BadInput: the cell is outside or blocked.
        """
        x, y = self.entered(position)
        if not self.options.turn:
            return x, y
        side = 2 * REACH_OF[self.options.directions] + 1
        return x, y, side * side // 2

    def to_positions(self, states: Sequence[AnyState], question: Question[Cell]) -> tuple[Cell, ...]:
        """Return the cells of a path, without headings; or the points of one at any angle."""
        has_more = len(states) > 0 and len(states[0]) > 2
        return tuple([(state[0], state[1]) for state in states]) if has_more else cast("tuple[Cell, ...]", states)

    def price(self, cost: Cost[float], path: Sequence[Cell]) -> Cost[float]:
        """Return the length of a path, computed from the counts of its steps."""
        length = compute_length(path, cost.travelled, self.world, self.options)
        return Cost(length, length, 0.0)

    def price_path(self, costs: Sequence[Cost[float]], path: Sequence[Cell]) -> Sequence[Cost[float]]:
        """Return the length up to each cell of a path."""
        return [Cost(length, length, 0.0) for length in map(fsum, split_length(path, self.world, self.options).tolist())]

    def limit(self, cost: Comparable) -> Comparable | None:
        """Convert a limit on the length to the whole prices of the problem."""
        return compute_prices(self.world, self.options).convert_bound(cost)

    def choose(self, question: Question[Cell]) -> Choice:
        """Choose jps for one goal where jump points are few, otherwise canonical; astar where neither is valid."""
        if fault := explain_unprunable(self.world, self.options, self.own):
            return Choice(ASTAR, fault)
        if len(question.goals) > 1:
            return Choice(CANONICAL, "every free cell costs 1, and there are several goals")
        if self.world.is_open:
            return Choice(JPS, "every free cell costs 1, and jump points are few")
        return Choice(CANONICAL, "every free cell costs 1, and jump points are many")

    def solve_all(
        self,
        starts: ArrayLike,
        goals: ArrayLike,
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        workspace: Workspace | None = None,
    ) -> Paths:
        """Return the cheapest path from each start to its goal, as arrays. Otherwise as `search`.

        Args:
            starts: cells, shape (n, 2).
            goals: cells, shape (n, 2).
            algorithm: as in `search`.
            engine: as in `search`.
            workspace: as in `search`.

        Raises:
            BadInput: starts and goals differ in number, a cell is outside or blocked, or the algorithm does not fit.
        """
        return find_paths(self, self.world, starts, goals, algorithm=algorithm, engine=engine, workspace=workspace)

    def combine(
        self, questions: Sequence[tuple[Cell, tuple[Cell, ...]]]
    ) -> tuple[AStar[AnyState, Cost[float]], Sequence[AnyState], Mapping[str, Sequence[object]]] | None:
        """Prepare questions for one batch; ``None`` with several goals or the tie-breaker. See `DomainHooks.combine`."""
        if self.options.tie_breaker or any(len(each) != 1 for _, each in questions):
            return None
        goals = [self.entered(goal) for _, (goal,) in questions]
        areas = [(*goal, *goal) for goal in goals]
        return (
            self.problem((goals[0],)),
            [self.to_state(start) for start, _ in questions],
            {name_goal_field(self.options): areas},
        )

    def describe_guarantee(self) -> Guarantee:
        """Return whether A*'s path is the shortest under these options, and the reasons if not."""
        return describe_guarantee(self.options, self.own)

    def with_heuristic(self, estimate: OwnHeuristic) -> Grid:
        """Return the same grid with your own heuristic instead of the option ``heuristic``; both share their cells.

        Args:
            estimate: an attrs ``@frozen`` class with a method ``estimate_steps(dx, dy)``, see `OwnHeuristic`.
        """
        return evolve(self, own=estimate)

    @property
    def revision(self) -> int:
        return self.world.changes

    def change(self, cells: Iterable[Cell] | Mapping[Cell, float], cost: float | None = None) -> None:
        """Set the cost of cells between two searches; 0 blocks them. Nothing is read again or rebuilt.

        Args:
            cells: cells, which all get the same cost; or a mapping of cells to costs.
            cost: that cost; left out with a mapping.

        Raises:
            BadInput: a cell is outside, or a cost is not valid.
        """
        self.world.change(cells, cost)

    def compute_distances(
        self,
        *cells: Cell,
        backwards: bool = False,
        within: float | None = None,
        engine: str = "auto",
        workspace: Workspace | None = None,
    ) -> DistanceField:
        """Return the lengths from the nearest of the given cells to all cells.

        With ``backwards``, return the lengths from all cells to the nearest given cell (a flow field). Lengths are computed
        from whole prices: they agree with those of `search` to one part in 100,000 (660,000 with ``diagonal_factor=1``).

        Args:
            cells: one or more.
            backwards: follow the steps in reverse, so that they lead to the given cells.
            within: greatest length to search; cells farther away are left out.
            engine: as in `search`.
            workspace: as in `search`.

        Raises:
            BadInput: a cell is outside or blocked, or no cell was given.
        """
        sources = list(dict.fromkeys(map(self.to_state, cells)))
        if not sources:
            raise BadInput("no cell was given; give at least one")
        return compute_field(
            self.world, self.options, sources, backwards=backwards, within=within, engine=engine, workspace=workspace
        )

    def save(self, out: AnyPath, start: Cell | Sequence[Cell], goals: Iterable[Cell]) -> None:
        """Write the grid, a question and the options as ``.genastar.json``, for `read` and ``genastar solve``.

        Args:
            out: the file to write.
            start: a cell, or a list of several.
            goals: one or more cells.

        Raises:
            BadInput: the name has another suffix, a cell is outside or blocked or missing, or the file cannot be written.
        """
        if self.own is not None:
            raise BadInput(f"{format_path(out)}: your own heuristic cannot be saved; save the grid before with_heuristic")
        starts = [*map(self.entered, start if isinstance(start, list) else [start])]
        ends = [*map(self.entered, to_positions_tuple(goals))]
        if not starts or not ends:
            raise BadInput(f"{format_path(out)}: a scenario needs a start and a goal; give at least one of each")
        write_scenario(out, self.world, self.options, starts, ends)
