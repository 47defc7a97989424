"""The algorithms of grids alone: they leave neighbours out, or jump. Nothing heavy is imported before they search.

They fit where every free cell costs 1 and a diagonal step costs more than one straight step and less than two; see
`guarantee.unprunable`. Costs and estimates are those of the plain problem.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar, cast

from attrs import evolve, field, frozen

from genastar import BadInput, Cost, Result
from genastar.algorithm import Need, OneRun, Promise, Several
from genastar.algorithms.lifted import Lift, Lifted
from genastar.cost import V
from genastar.errors import shown
from genastar.files import AnyPath
from genastar.node import K
from genastar.replay import Replay
from genastar.request import Request

if TYPE_CHECKING:
    from genastar import AStar, Domain
    from genastar_grid.info import Options
    from genastar_grid.rules.heuristics import Lengths
    from genastar_grid.searches.jump import Jumping
    from genastar_grid.searches.search import Cell, Dense, Walk
    from genastar_grid.searches.turning import AnyState
    from genastar_grid.world import World

    Plain = Walk[float]
    Answer = Result[Cell, Cost[float]]

T = TypeVar("T")


class AGrid(Protocol):
    """What is asked of a grid: `genastar_grid.model.Grid` is one."""

    @property
    def world(self) -> World: ...
    @property
    def options(self) -> Options: ...
    @property
    def own(self) -> Lengths | None: ...


class Pruned(OneRun):
    """An algorithm that leaves neighbours out which other ways reach as cheaply. Override `pruned`."""

    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "domain"})
    domain: ClassVar[str] = "grid"

    @property
    def promise(self) -> Promise:
        """The optimum."""
        return Promise(1.0, "consistent")

    @abstractmethod
    def pruned(self, world: World, plain: Plain) -> Dense[float]:
        """Return the problem that is searched in place of the plain one."""

    def unfit(self, grid: AGrid) -> str:
        """Return why it does not fit this grid, in a few words; empty if it does."""
        from genastar_grid.rules.guarantee import unprunable

        return unprunable(grid.world, grid.options, grid.own)

    def serves_all(self, world: World) -> bool:
        """Return whether one problem serves for every goal."""
        return True

    def check(self, request: Request[K, V]) -> None:
        """Refuse other problems than those of grids, and grids that it does not fit."""
        super().check(request)
        grid, _ = cast("tuple[AGrid, Any]", request.question)
        if fault := self.unfit(grid):
            raise BadInput(f"the algorithm {self.name!r} does not fit: {fault}; use auto or astar")

    def several(self, domain: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> Several[Any, Any] | None:
        """Return the questions as one problem, if each has one goal."""
        grid, plainly = cast("AGrid", domain), cast("Domain[Cell, Cost[float], Options, AnyState]", domain)
        asked = None if self.unfit(grid) or not self.serves_all(grid.world) else plainly.many(cast("Any", questions))
        if asked is None:
            return None
        plain, starts, fields = asked
        problem = self.pruned(grid.world, cast("Plain", plain))

        def told(found: Answer, row: int) -> Answer:
            goal = cast("tuple[Cell]", questions[row][1])
            return self.in_cells(found, problem, plainly.problem(goal))

        return Several(cast("AStar[Any, Any]", problem), starts, fields, told)

    def in_cells(self, found: Answer, problem: Dense[float], plain: AStar[Any, Cost[float]]) -> Answer:
        """Return the answer to the plain problem, of that to the pruned one."""
        return found


@frozen
class Canonical(Pruned):
    """Search one of the equally cheap ways to each cell (Sturtevant and Rabin, IJCAI 2016)."""

    name: ClassVar[str] = "canonical"
    summary: ClassVar[str] = "leave out neighbours that an equally short path reaches"

    def pruned(self, world: World, plain: Plain) -> Dense[float]:
        """Leave neighbours out."""
        from genastar_grid.searches.canonical import KEPT, Canonical

        return Canonical(world.open_sides, plain.goals, KEPT[world.rule], plain.straight, plain.diagonal)

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Search the pruned problem, whose states are those of the plain one."""
        return _of(self, request)


class Jumps(Pruned, Lifted):
    """An algorithm that jumps from cell to cell, to one goal."""

    def check(self, request: Request[K, V]) -> None:
        """Refuse several goals too."""
        super().check(request)
        count = int(cast("Plain", request.problem).goals.mask.sum())
        if count > 1:
            raise BadInput(f"the algorithm {self.name!r} takes one goal, and there are {count}; use auto or canonical")

    def lift(self, request: Request[K, V]) -> Lift[Any, K, V]:
        """Search the cells that are jumped to."""
        lifted = _of(self, request)
        problem = cast("Jumping[float]", lifted.problem)
        return Lift(lifted, _same, cast("Any", problem.route))

    def in_cells(self, found: Answer, problem: Dense[float], plain: AStar[Any, Cost[float]]) -> Answer:
        route = cast("Jumping[float]", problem).route
        path, nearest = route(found.path), route(found.path_to_closest)
        costs: Any = Replay(plain, Cost(0.0, 0.0, 0.0), path) if path else ()
        return evolve(found, path=path, path_to_closest=nearest, costs=costs)


@frozen
class Jps(Jumps):
    """Search jump points, which scans of packed rows and columns find (Harabor and Grastien, AAAI 2011 and ICAPS 2014)."""

    name: ClassVar[str] = "jps"
    summary: ClassVar[str] = "jump to the next cell that has more than one canonical successor"

    def pruned(self, world: World, plain: Plain) -> Dense[float]:
        """Scan for jump points."""
        from genastar_grid.searches.canonical import KEPT
        from genastar_grid.searches.jump import JUMPS

        x, y = plain.goals.area[:2]
        stops = world.stops(world.water is not None and bool(world.water[y, x]))
        jump = JUMPS[world.rule]
        return jump(world.open_sides, plain.goals, KEPT[world.rule], stops, plain.straight, plain.diagonal)

    def serves_all(self, world: World) -> bool:
        """Which cells stop a jump depends on whether the goal lies in water."""
        return world.water is None


def _path(path: AnyPath | None) -> str | None:
    if not isinstance(path, (str, PathLike, type(None))):
        raise BadInput(f"table={shown(path)}: expected the path of a file")
    return None if path is None else fspath(path)


@frozen
class Tabled(Jumps):
    """An algorithm with a table, which is made at the first search."""

    table: str | None = field(
        default=None,
        converter=_path,
        metadata={"help": "file of the table: read if it exists, otherwise made and written", "file": True},
    )


@frozen
class JpsPlus(Tabled):
    """Search jump points, which a table knows (Harabor and Grastien, ICAPS 2014)."""

    name: ClassVar[str] = "jps-plus"
    summary: ClassVar[str] = "look jump points up in a table, made at the first search"

    def pruned(self, world: World, plain: Plain) -> Dense[float]:
        """Look jump points up."""
        from genastar_grid.searches.canonical import KEPT
        from genastar_grid.searches.jump_plus import JumpPlus, JumpPlusStraight

        plus = JumpPlusStraight if world.rule == "never" else JumpPlus
        table = world.distances(self.table)
        return plus(world.open_sides, plain.goals, KEPT[world.rule], table, plain.straight, plain.diagonal)


@frozen
class Subgoal(Tabled):
    """Search a graph of the corners, a contraction hierarchy (Uras, Koenig and Hernandez, ICAPS 2013)."""

    name: ClassVar[str] = "subgoal"
    summary: ClassVar[str] = "search a graph of the corners (up to 500,000), made at the first search"

    def unfit(self, grid: AGrid) -> str:
        """Refuse what the graph of corners is not made for."""
        fault = super().unfit(grid)
        if fault or (grid.world.rule == "no-obstacle" and grid.options.diagonal_factor == 1):
            return fault
        return "its graph needs directions=8, diagonals=no-obstacle and diagonal_factor=1, which jps-plus does not"

    def pruned(self, world: World, plain: Plain) -> Dense[float]:
        """Follow the arcs of the graph."""
        from genastar_grid.searches.canonical import KEPT
        from genastar_grid.searches.subgoal import Subgoal

        graph = world.graph(self.table)
        kept = KEPT[world.rule]
        return Subgoal(world.ways, plain.goals, kept, world.distances(), plain.straight, plain.diagonal, graph)


def _of(algorithm: Pruned, request: Request[K, V]) -> Request[K, V]:
    """The request for the pruned problem."""
    grid = cast("tuple[AGrid, object]", request.question)[0]
    problem: Any = algorithm.pruned(grid.world, cast("Plain", request.problem))
    return evolve(request, problem=problem)


def _same(state: T) -> T:
    return state


CANONICAL: Final = Canonical()
JPS: Final = Jps()
