"""The model: a grid as a world to ask questions of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import ClassVar, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import ArrayLike
from PIL import Image

from genastar import AStar, BadInput, CancelToken, Cost, Domain, DomainInfo, Example, Limits, Observer, Result, Trace, Workspace
from genastar.arguments import expect, matched
from genastar.domain import positions_of
from genastar.errors import shown
from genastar.files import AnyPath, named
from genastar_grid.draw import AnyTrace, art_of, draw_search, field_scene, image_of
from genastar_grid.examples import questions
from genastar_grid.fields import Field, field_of
from genastar_grid.frame import Frame
from genastar_grid.guarantee import Guarantee, guarantee_of
from genastar_grid.heuristics import Lengths
from genastar_grid.info import INFO, Options
from genastar_grid.jump import unrolled
from genastar_grid.many import Ways, one_solver, ways_of
from genastar_grid.prices import length_of, prices_of
from genastar_grid.read import check_size, read_source
from genastar_grid.scenario import SUFFIX, Saved, read_scenario, write_scenario
from genastar_grid.search import Cell
from genastar_grid.several import from_several, without_first
from genastar_grid.solvers import REACH_OF, may_skip, search_of, solver_of
from genastar_grid.turning import AnyState
from genastar_grid.view import GridView
from genastar_grid.world import World
from genastar_picture.draw import draw
from genastar_picture.raster import paint

NO_LIMITS = Limits()


@frozen(eq=False)
class Grid(Domain[Cell, Cost[float], Options, AnyState]):
    """A square grid. A position is a cell, ``(x, y)`` from the upper left, which is ``(0, 0)``.

    `solve` gives lengths: a straight step between cells of cost 1 is 1. The solvers themselves, and so traces, count in
    whole `prices`, of which ``unit`` make one such step.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """The source, in messages."""
    options: Options
    world: World
    ends: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())
    """Starts and goals, when nobody says."""
    own: Lengths | None = None
    """A user's own estimate, see `guided_by`."""
    frame: Frame | None = None
    """Where the grid lies in the world, if its source says so: positions may then be given in metres."""
    remark: str = ""
    """What was assumed or left out when the source was read."""

    @classmethod
    def read(cls, source: object, options: Options) -> Grid:
        """A MovingAI map, a table (``.csv``, ``.json``, ``.npy``), text art, an image, an array; or a saved scenario.

        Raises:
            BadInput: it cannot be read, or the options do not go together in it.
        """
        saved: Saved | None = None
        if isinstance(source, (str, PathLike)) and str(Path(source)).lower().endswith(SUFFIX):
            saved = read_scenario(Path(source), options)
            source, options = saved.source, saved.options
        found = read_source(source, options)
        if saved and isinstance(source, np.ndarray):
            found = evolve(found, name=saved.name)
        water = saved.water if saved and saved.water is not None else found.water
        world = World(found.costs, water, options.directions, options.diagonals, options.wrap, swamp=found.swamp)
        ends = (saved.starts, saved.goals) if saved else (found.starts, found.goals)
        return cls(found.name, options, world, ends, frame=found.frame, remark=found.remark).checked()

    def checked(self) -> Grid:
        """The same grid with the ends that its options name.

        Raises:
            BadInput: it is too large for its options, or an end that they name is no cell that can be entered.
        """
        options = self.options
        if options.positions == "metres" and self.frame is None:
            raise BadInput(f"{self.name}: positions=metres needs a map with a resolution and an origin (.yaml); give cells")
        check_size(self.name, self.world.costs.shape, options.megacells)
        named = zip((options.start, options.goal), self.ends, strict=True)
        starts, goals = (ends if text is None else tuple(map(self.parse, text.split(";"))) for text, ends in named)
        return evolve(self, ends=(starts, goals))

    def configured(self, options: Options) -> Grid | None:
        """The same grid under other options; see `Domain.configured`. Of a changed grid, the source is forgotten."""
        was = self.options
        forgotten = (was.start is not None and options.start is None) or (was.goal is not None and options.goal is None)
        read = forgotten or any(getattr(options, name) != getattr(was, name) for name in ("threshold", "unknown", "ruleset"))
        if not self.world.is_changed and read:
            return None
        world = self.world.under(options.directions, options.diagonals, options.wrap)
        grid = evolve(self, options=options, world=world, own=None).checked()
        return grid if self.own is None else grid.guided_by(self.own)

    def view(self) -> GridView:
        """The grid as a canvas of costs."""
        return GridView(self)

    @classmethod
    def examples(cls) -> Iterable[Example[Cell]]:
        """A yard with mud under every kind of step, search and price."""
        for source, options, goals, is_read in questions():
            yield Example(cls.read(source, options), (0, 0), goals, source if is_read else None)

    def parse(self, text: str) -> Cell:
        """``x,y`` in whole numbers; or ``1.5m,2.0m`` in metres, where the map says its resolution and origin."""
        if self.frame is not None and (cell := self.frame.parse(text)) is not None:
            try:
                return self._entered(cell)
            except BadInput as error:
                raise BadInput(f"{error} ({text.strip()} lies there)") from None
        found = matched(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", text)
        if not found:
            metres = "" if self.frame is None else ", or metres as in 1.5m,2.0m"
            raise BadInput(f"{shown(text)} is no cell; give x,y in whole numbers, the upper left is 0,0{metres}")
        return self._entered((int(found[1]), int(found[2])))

    def format(self, position: Cell) -> str:
        """``x,y``, or the middle of the cell in metres; see the option ``positions``."""
        if self.frame is not None and self.options.positions != "cells":
            return self.frame.format(position)
        return f"{position[0]},{position[1]}"

    def solver(self, goals: tuple[Cell, ...], start: Cell | None = None) -> AStar[AnyState, Cost[float]]:
        """The solver that ends at any of these cells. ``start`` is for the tie-breaker.

        Raises:
            BadInput: one of them is outside or blocked.
        """
        return solver_of(self.world, self.options, tuple(self._entered(goal) for goal in goals), start, self.own)

    def start(self, position: Cell) -> AnyState:
        """The cell, and under a price for turning no heading yet.

        Raises:
            BadInput: it is outside or blocked.
        """
        x, y = self._entered(position)
        if not self.options.turn:
            return x, y
        side = 2 * REACH_OF[self.options.directions] + 1
        return x, y, side * side // 2

    def route(self, path: Sequence[AnyState]) -> tuple[Cell, ...]:
        """The cells of a path: without headings, and with those between jump points."""
        if not self.options.turn and self.options.search in ("astar", "canonical"):  # states are cells, step by step
            return tuple(cast("Sequence[Cell]", path))
        cells = [(state[0], state[1]) for state in path]
        if REACH_OF[self.options.directions] != 1 or self.options.wrap != "none":
            return tuple(cells)
        if may_skip(self.options) and cells:
            _, found = self.world.unpacked(np.array([0, len(cells)]), np.array(cells, np.int32))
            cells = [(x, y) for x, y in found.tolist()]
        return tuple(unrolled(cells, self.world.rule != "never"))

    def default_start(self) -> Cell:
        """The start that the source names, or the first of several."""
        return self.default_starts()[0]

    def default_starts(self) -> tuple[Cell, ...]:
        """The starts that the source names.

        Raises:
            BadInput: it names none, or one that is outside or blocked.
        """
        if not self.ends[0]:
            raise BadInput(f"{self.name} names no start; give one with --from x,y")
        return tuple(self._entered(start) for start in self.ends[0])

    def default_goals(self) -> tuple[Cell, ...]:
        """The goals that the source names."""
        if not self.ends[1]:
            raise BadInput(f"{self.name} names no goal; give one with --to x,y")
        return tuple(self._entered(goal) for goal in self.ends[1])

    def solve(
        self,
        start: Cell | None = None,
        goals: Iterable[Cell] | None = None,
        *,
        engine: str = "auto",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[AnyState, Cost[float]] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[Cell, Cost[float]]:
        """The cheapest way; see `Domain.solve`. Its cost is its length, from the counts of its steps, and so is a limit on
        it.
        """
        starts = self.default_starts() if start is None else (start,)
        return self.solve_from(
            starts,
            goals,
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=observer,
            workspace=workspace,
        )

    def solve_from(
        self,
        starts: Iterable[Cell],
        goals: Iterable[Cell] | None = None,
        *,
        engine: str = "auto",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[AnyState, Cost[float]] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[Cell, Cost[float]]:
        """The cheapest way from any of these starts to any of the goals; else as `solve`.

        Raises:
            BadInput: one of them is outside or blocked, or there is none.
        """
        wanted = self.default_goals() if goals is None else positions_of(goals)
        if not wanted:
            raise BadInput("no goal was given; give at least one")
        states = self._states(starts)
        expect("limits", limits, Limits)
        limits = limits.in_units(prices_of(self.world, self.options).limit)
        single = (states[0][0], states[0][1]) if len(states) == 1 else None
        found = from_several(self.solver(wanted, single), states).search(
            states[0],
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=observer,
            workspace=workspace,
        )
        if len(states) > 1:
            way, nearest = (tuple(without_first(path, states)) for path in (found.path, found.path_to_closest))
            found = evolve(found, path=way, path_to_closest=nearest)
        return self._in_positions(found)

    def solve_all(
        self, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
    ) -> Ways:
        """The cheapest way from each start to its goal, cells of shape (n, 2), with the answers as arrays; else as `solve`.

        Raises:
            BadInput: there are not as many goals as starts, or a cell is outside or blocked.
        """
        return ways_of(self, starts, goals, engine, workspace)

    def many(
        self, questions: Sequence[tuple[Cell, tuple[Cell, ...]]]
    ) -> tuple[AStar[AnyState, Cost[float]], Sequence[AnyState], Mapping[str, Sequence[object]]] | None:
        """These questions for `search_many`, if each has one goal; see `Domain.many`."""
        goals = [self._entered(goal) for _, each in questions for goal in each]
        asked = one_solver(self, np.array(goals, np.int64).reshape(-1, 2))
        if asked is None or any(len(each) != 1 for _, each in questions):
            return None
        solver, area = asked
        return solver, [self.start(start) for start, _ in questions], {area: [(*goal, *goal) for goal in goals]}

    def _paid(self, cost: Cost[float], path: Sequence[Cell]) -> Cost[float]:
        length = length_of(path, cost.travelled, self.world, self.options)
        return Cost(length, length, 0.0)

    def guarantee(self) -> Guarantee:
        """What is promised of a path's length under these options, and why not more."""
        return guarantee_of(self.options, self.own)

    def guided_by(self, estimate: Lengths) -> Grid:
        """The same grid, with an estimate of your own in place of the option ``heuristic``; the two share their cells.

        Args:
            estimate: an attrs ``@frozen`` class with a method ``left(dx, dy)``, see `Lengths`.

        Raises:
            BadInput: the option ``search`` names one that needs an estimate that is known to be consistent.
        """
        if self.options.search not in ("auto", "astar"):
            raise BadInput(f"search={self.options.search} takes no heuristic of your own; choose search=astar")
        return evolve(self, own=estimate, options=evolve(self.options, search="astar"))

    def search_for(self, goals: tuple[Cell, ...]) -> str:
        """The search that is used for these goals: what ``search="auto"`` stands for."""
        return search_of(self.world, self.options, goals)

    def change(self, cells: Iterable[Cell], cost: float) -> None:
        """Give cells another cost, 0 to block them, between two searches. Nothing is read or built again.

        Raises:
            BadInput: a cell is outside, or the cost cannot be.
        """
        self.world.change(cells, cost)

    def distances(
        self,
        *cells: Cell,
        backwards: bool = False,
        within: float | None = None,
        engine: str = "auto",
        workspace: Workspace | None = None,
    ) -> Field:
        """The lengths from the nearest of these cells to all, or with ``backwards`` from all to the nearest (a flow field).

        Lengths come from whole prices, and so are those of `solve` to one part in 100,000 (in 660,000 where no factor is on
        diagonals).

        Args:
            cells: one or more.
            backwards: whether the steps are gone against: they lead to the cells.
            within: cells farther away than this length are left out, and the search ends there.
            engine: as in `solve`.
            workspace: as in `solve`.

        Raises:
            BadInput: a cell is outside or blocked, or there is none.
        """
        sources = self._states(cells)
        return field_of(
            self.world, self.options, sources, backwards=backwards, within=within, engine=engine, workspace=workspace
        )

    def save(self, out: AnyPath, start: Cell | Sequence[Cell], goals: Iterable[Cell]) -> None:
        """Write the grid, a question and the options as ``.genastar.json``, which `read` and ``genastar solve`` take.

        Args:
            out: the file.
            start: a cell, or a list of several.
            goals: one or more.

        Raises:
            BadInput: the name does not end so, a cell is outside or blocked, there is none, or the file cannot be written.
        """
        if self.own is not None:
            raise BadInput(f"{named(out)}: a heuristic of your own cannot be saved; save the grid that it was given to")
        starts = [*map(self._entered, start if isinstance(start, list) else [start])]
        ends = [*map(self._entered, positions_of(goals))]
        if not starts or not ends:
            raise BadInput(f"{named(out)}: a scenario needs a start and a goal; give at least one of each")
        write_scenario(out, self.world, self.options, starts, ends)

    def draw(self, result: Result[Cell, Cost[float]], trace: AnyTrace, out: AnyPath, layers: str | None = None) -> None:
        """The grid and what a search did there, in the option's layers or in these; the suffix says in which format.

        Raises:
            BadInput: the picture is too large, or the file cannot be written.
        """
        draw_search(self.world, self._drawn(layers), trace, result.path, out)

    def image(
        self, result: Result[Cell, Cost[float]] | None = None, trace: AnyTrace | None = None, layers: str | None = None
    ) -> Image.Image:
        """The same as an image, which notebooks show; of the grid alone if nothing is given."""
        path = () if result is None else result.path
        return image_of(self.world, self._drawn(layers), trace or Trace(), path)

    def field_image(self, found: Field, layers: str = "g") -> Image.Image:
        """The lengths of `distances` as heat; with ``arrows`` in the layers, to the next cells.

        Raises:
            BadInput: the picture is too large.
        """
        return Image.fromarray(paint(field_scene(self.world, self._drawn(layers), found)))

    def draw_field(self, found: Field, out: AnyPath, layers: str = "g") -> None:
        """The same to a file.

        Raises:
            BadInput: the picture is too large, or the file cannot be written.
        """
        draw(field_scene(self.world, self._drawn(layers), found), out)

    def art(
        self, result: Result[Cell, Cost[float]] | None = None, trace: AnyTrace | None = None, layers: str = "closed,path"
    ) -> str:
        """The grid in letters; see `genastar_grid.draw.art_of`."""
        return art_of(self.world, () if result is None else result.path, trace, layers)

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        self.image().save(buffer, "PNG")
        return buffer.getvalue()

    def _states(self, cells: Iterable[Cell]) -> list[AnyState]:
        """What to search from, each once."""
        states = list(dict.fromkeys(map(self.start, cells)))
        if not states:
            raise BadInput("no cell was given to begin at; give at least one")
        return states

    def _drawn(self, layers: str | None) -> Options:
        """The options with these layers."""
        try:
            return self.options if layers is None else evolve(self.options, layers=layers)
        except ValueError as error:
            raise BadInput(str(error)) from error

    def _entered(self, position: Cell) -> Cell:
        """The cell in Python's ints, if it can be entered."""
        try:
            x, y = self.world.inside(position)
        except BadInput as error:
            raise BadInput(f"{self.name}: {error}") from None
        if not self.world.costs[y, x] > 0:
            raise BadInput(f"{self.name}: {x},{y} is blocked; give a free cell")
        return x, y
