"""The algorithms for grids only. They prune neighbours or jump. Heavy modules are imported when a search begins.

They are valid where every free cell costs 1 and a diagonal step costs more than one straight step and less than two; see
`guarantee.explain_unprunable`. Their costs and estimates are those of the problem without pruning.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar, cast

from attrs import evolve, field, frozen, validators

from genastar import BadInput, Cost, Result
from genastar.algorithm import BatchProblem, Need, OneRun, Promise
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest, LiftedRun
from genastar.algorithms.building_blocks.wrappers import estimate_cost
from genastar.contracts.request import Request
from genastar.memory.replay import Replay
from genastar.options import text, to_table_path
from genastar.values.cost import V
from genastar.values.node import K

if TYPE_CHECKING:
    from genastar import AStar, Domain
    from genastar_grid.any_angle.anya import Point, State
    from genastar_grid.info import Options
    from genastar_grid.jump_points.jump import Jumping
    from genastar_grid.rules.heuristics import OwnHeuristic
    from genastar_grid.steps.step_problems import Cell, Dense, EightWayProblem
    from genastar_grid.steps.turning import AnyState
    from genastar_grid.world import GridWorld

    Plain = EightWayProblem[float]
    Answer = Result[Cell, Cost[float]]

T = TypeVar("T")


class AGrid(Protocol):
    """The part of `genastar_grid.model.Grid` that the algorithms use."""

    @property
    def world(self) -> GridWorld: ...
    @property
    def options(self) -> Options: ...
    @property
    def own(self) -> OwnHeuristic | None: ...


class GridAlgorithm(OneRun):
    """An algorithm for some grids. A subclass implements `explain_unfit`."""

    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "domain"})
    domain: ClassVar[str] = "grid"

    @abstractmethod
    def explain_unfit(self, grid: AGrid) -> str:
        """Return why the algorithm is not valid on this grid, in a few words; empty if it is valid."""

    def serves_all_goals(self, world: GridWorld) -> bool:
        """Return whether one problem serves every goal."""
        return False

    def check(self, request: Request[K, V]) -> None:
        """Refuse problems of other domains, and grids on which the algorithm is not valid.

        Raises:
            BadInput: the problem is refused; the message names the reason and an alternative.
        """
        super().check(request)
        grid, _ = cast("tuple[AGrid, Any]", request.question)
        if fault := self.explain_unfit(grid):
            raise BadInput(f"the algorithm {self.name!r} does not fit this grid: {fault}; use auto or astar")


class PrunedSearch(GridAlgorithm):
    """An algorithm that prunes neighbours which another path reaches at the same cost. A subclass implements
    `make_pruned_problem`.
    """

    promise: ClassVar[Promise] = Promise(1.0, "consistent")

    @abstractmethod
    def make_pruned_problem(self, world: GridWorld, plain: Plain) -> Dense[float]:
        """Return the problem to search instead of the plain one."""

    def explain_unfit(self, grid: AGrid) -> str:
        """Return why pruning is not valid on this grid; empty if it is valid."""
        from genastar_grid.rules.guarantee import explain_unprunable

        return explain_unprunable(grid.world, grid.options, grid.own)

    def serves_all_goals(self, world: GridWorld) -> bool:
        """Return whether one problem serves every goal."""
        return True

    def combine(self, world: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> BatchProblem[Any, Any] | None:
        """Return the questions as one problem if each has one goal, otherwise ``None``."""
        grid, plainly = cast("AGrid", world), cast("Domain[Cell, Cost[float], Options, AnyState]", world)
        asked = (
            None
            if self.explain_unfit(grid) or not self.serves_all_goals(grid.world)
            else plainly.combine(cast("Any", questions))
        )
        if asked is None:
            return None
        plain, starts, fields = asked
        problem = self.make_pruned_problem(grid.world, cast("Plain", plain))

        def result_of_row(found: Answer, row: int) -> Answer:
            goal = cast("tuple[Cell]", questions[row][1])
            return self.convert_answer(found, problem, plainly.problem(goal))

        return BatchProblem(cast("AStar[Any, Any]", problem), starts, fields, result_of_row)

    def convert_answer(self, found: Answer, problem: Dense[float], plain: AStar[Any, Cost[float]]) -> Answer:
        """Convert an answer to the pruned problem into one to the plain problem."""
        return found


@frozen
class Canonical(PrunedSearch):
    """Search one of the equally cheap paths to each cell (Sturtevant and Rabin, IJCAI 2016)."""

    name: ClassVar[str] = "canonical"
    summary: ClassVar[str] = "prune neighbours that an equally short path reaches"
    viewing_hint: ClassVar[str] = (
        "It reaches each cell by only one of several equal paths; watch how few nodes it opens beside A*."
    )

    def make_pruned_problem(self, world: GridWorld, plain: Plain) -> Dense[float]:
        """Return the problem that expands canonical successors only."""
        from genastar_grid.jump_points.canonical import KEPT, CanonicalProblem

        return CanonicalProblem(world.open_sides, plain.goals, KEPT[world.rule], plain.straight, plain.diagonal)

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Replace the problem with the pruned one; both have the same states."""
        return _replace_problem(self, request)


class Jumps(PrunedSearch, LiftedAlgorithm):
    """An algorithm that jumps from cell to cell, for one goal."""

    def check(self, request: Request[K, V]) -> None:
        """Refuse several goals too."""
        super().check(request)
        count = int(cast("Plain", request.problem).goals.mask.sum())
        if count > 1:
            raise BadInput(f"the algorithm {self.name!r} needs one goal, but {count} were given; use auto or canonical")

    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Search the cells that the jumps lead to."""
        lifted = _replace_problem(self, request)
        problem = cast("Jumping[float]", lifted.problem)
        return LiftedRequest(lifted, _return_state, cast("Any", problem.unroll_path))

    def convert_answer(self, found: Answer, problem: Dense[float], plain: AStar[Any, Cost[float]]) -> Answer:
        route = cast("Jumping[float]", problem).unroll_path
        path, nearest = route(found.path), route(found.path_to_closest)
        costs: Any = Replay(plain, Cost(0.0, 0.0, 0.0), path) if path else ()
        return evolve(found, path=path, path_to_closest=nearest, costs=costs)


@frozen
class Jps(Jumps):
    """Search jump points found by scanning packed rows and columns (Harabor and Grastien, AAAI 2011 and ICAPS 2014)."""

    name: ClassVar[str] = "jps"
    summary: ClassVar[str] = "jump to the next cell that has more than one canonical successor"
    viewing_hint: ClassVar[str] = (
        "Jump point search skips the cells between two turns; watch how few cells it expands in open space."
    )

    def make_pruned_problem(self, world: GridWorld, plain: Plain) -> Dense[float]:
        """Return the problem that scans for jump points."""
        from genastar_grid.jump_points.canonical import KEPT
        from genastar_grid.jump_points.jump import JUMPS

        x, y = plain.goals.area[:2]
        stops = world.get_stops(world.water is not None and bool(world.water[y, x]))
        jump = JUMPS[world.rule]
        return jump(world.open_sides, plain.goals, KEPT[world.rule], stops, plain.straight, plain.diagonal)

    def serves_all_goals(self, world: GridWorld) -> bool:
        """Return whether the map has no water: the cells where a jump stops depend on whether the goal lies in water."""
        return world.water is None


@frozen
class TableJumps(Jumps):
    """An algorithm that needs a table, computed at the first search or read from a file."""

    table: str | None = field(
        default=None,
        converter=to_table_path,
        validator=validators.optional(text),
        metadata={"help": "table file: read if it exists, otherwise written; left out, the table is not kept", "file": True},
    )


@frozen
class JpsPlus(TableJumps):
    """Search jump points looked up in a table (Harabor and Grastien, ICAPS 2014)."""

    name: ClassVar[str] = "jps-plus"
    summary: ClassVar[str] = "look up jump points in a table that is computed at the first search"
    viewing_hint: ClassVar[str] = (
        "A table tells the next jump point in each direction; watch how the search leaps from one to the next."
    )

    def make_pruned_problem(self, world: GridWorld, plain: Plain) -> Dense[float]:
        """Return the problem that looks up jump points."""
        from genastar_grid.jump_points.canonical import KEPT
        from genastar_grid.jump_points.jump_plus import JumpPlus, JumpPlusStraight

        plus = JumpPlusStraight if world.rule == "never" else JumpPlus
        table = world.load_distances(self.table)
        return plus(world.open_sides, plain.goals, KEPT[world.rule], table, plain.straight, plain.diagonal)


@frozen
class Subgoal(TableJumps):
    """Search a contraction hierarchy over the corners of the map (Uras, Koenig and Hernandez, ICAPS 2013)."""

    name: ClassVar[str] = "subgoal"
    summary: ClassVar[str] = "search a graph of up to 500,000 corners that is built at the first search"
    viewing_hint: ClassVar[str] = (
        "It searches a graph of corners; watch how it leaps from corner to corner and skips all cells between."
    )

    def explain_unfit(self, grid: AGrid) -> str:
        """Return why the graph of corners is not valid on this grid; empty if it is valid."""
        fault = super().explain_unfit(grid)
        if fault or (grid.world.rule == "no-obstacle" and grid.options.diagonal_factor == 1):
            return fault
        return "it needs directions=8, diagonals=no-obstacle and diagonal_factor=1; jps-plus does not"

    def make_pruned_problem(self, world: GridWorld, plain: Plain) -> Dense[float]:
        """Return the problem that follows the arcs of the graph."""
        from genastar_grid.jump_points.canonical import KEPT
        from genastar_grid.subgoals.subgoal_problem import SubgoalProblem

        graph = world.load_graph(self.table)
        kept = KEPT[world.rule]
        return SubgoalProblem(
            world.open_directions, plain.goals, kept, world.load_distances(), plain.straight, plain.diagonal, graph
        )


@frozen
class Anya(GridAlgorithm, LiftedAlgorithm):
    """Search exact shortest paths at any angle (Harabor, Grastien, Öz and Aksakalli, JAIR 2016).

    The agent is a point, which moves from the middle of the start's cell to that of the goal's. The path lists the points where
    it turns: cells at both ends, corners of cells between them.
    """

    name: ClassVar[str] = "anya"
    summary: ClassVar[str] = "find the shortest path of straight lines at any angle, around the corners of blocked cells"
    viewing_hint: ClassVar[str] = (
        "Anya expands intervals of rows instead of cells; watch how the path turns only at corners of blocked cells."
    )
    along_steps: ClassVar[bool] = False
    promise: ClassVar[Promise] = Promise(1.0)

    def explain_unfit(self, grid: AGrid) -> str:
        """Return why lengths on this grid are not those of the plane; empty if they are."""
        from genastar_grid.rules.guarantee import explain_uneven

        factor = grid.options.diagonal_factor
        return explain_uneven(grid.world, grid.options) or ("" if factor == 1 else f"diagonal_factor={factor:g} is not 1")

    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Search intervals and corners."""
        from genastar_grid.any_angle.anya import START, AnyaProblem, compute_costs_along, list_goals, list_turns, make_state

        world, plain = cast("tuple[AGrid, object]", request.question)[0].world, cast("Plain", request.problem)
        runs, water = world.runs, world.water

        def middle(cell: Cell) -> tuple[int, int]:
            x, y = cell
            return runs.get_middle(cell, water is not None and bool(water[y, x]))

        problem = AnyaProblem(
            runs.free,
            runs.first,
            runs.after,
            list_goals(map(middle, plain.goals.list_cells())),
            world.rule == "always",
            plain.straight,
        )
        asked = cast("Request[Cell, Cost[float]]", request)
        begins = {start: cost.travelled for start, cost in ((asked.start, asked.cost), *asked.more_starts)}
        starts = [(make_state(START, middle(start)), travelled) for start, travelled in begins.items()]
        (start, cost), *more_starts = [(start, estimate_cost(problem, start, travelled)) for start, travelled in starts]
        lifted: Any = evolve(
            cast("Request[Any, Any]", request), problem=problem, start=start, cost=cost, more_starts=tuple(more_starts)
        )

        def position(state: State) -> tuple[int, ...]:
            return *runs.to_cell(
                problem.cell_of(state)
            ), *state  # traces show a state as its cell, and tell states of a cell apart

        def route(states: Sequence[State]) -> tuple[Point, ...]:
            return tuple([runs.to_point(point) for point in list_turns(states)])

        def costs(path: tuple[Point, ...]) -> tuple[Cost[float], ...]:
            return compute_costs_along(path, begins[cast("Cell", path[0])], problem.unit)

        return cast(
            "LiftedRequest[Any, K, V]",
            LiftedRequest(lifted, cast("Any", position), cast("Any", route), costs=cast("Any", costs)),
        )

    def run_of(self, lift: LiftedRequest[Any, K, V], request: Request[K, V]) -> LiftedRun[Any, K, V]:
        """Begin a run that shows starts, corners and goals, each with the point before it."""
        from genastar_grid.any_angle.anya import PointRun

        runs = cast("tuple[AGrid, object]", request.question)[0].world.runs
        return cast("LiftedRun[Any, K, V]", PointRun(cast("Any", lift), cast("Any", request), runs))


def _replace_problem(algorithm: PrunedSearch, request: Request[K, V]) -> Request[K, V]:
    """Return the request with the pruned problem."""
    grid = cast("tuple[AGrid, object]", request.question)[0]
    problem: Any = algorithm.make_pruned_problem(grid.world, cast("Plain", request.problem))
    return evolve(request, problem=problem)


def _return_state(state: T) -> T:
    return state


CANONICAL: Final = Canonical()
JPS: Final = Jps()
