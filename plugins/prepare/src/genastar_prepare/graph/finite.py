"""Finite problems: the graph of a problem's steps, and the node of each position."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, Generic, cast

import numpy as np
from attrs import evolve, field, frozen

from genastar import AStar, BadInput, Cost, Node, OpenList, Tree
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.authoring import check_cancelled
from genastar.contracts.hooks import Hooks
from genastar.contracts.keys import read_size
from genastar.errors import format_value, name_problem
from genastar.search.requests import make_request
from genastar.values.cost import N
from genastar.values.limits import check_while_iterating
from genastar.values.node import K
from genastar_prepare.graph.recording import (
    CHANGES,
    CULPRIT,
    FAULT,
    NEGATIVE,
    OTHER_PARENT,
    OUTSIDE,
    UNFIT,
    USED,
    RecordedArrays,
    RecordingProblem,
)
from genastar_prepare.graph.rows import MOST_STEPS, Int64, Rows, Weights, get_limit

MOST: Final = 20_000_000
"""Positions that are listed, at most: some gigabytes of memory."""
MOST_UNNUMBERED: Final = 200_000
"""The same for problems without an index."""
OTHER: Final = 1_000_003
"""The cost at which each position is expanded again, to see whether its steps depend on the cost."""
SLACK: Final = 1e-9
"""The share of that cost by which a step in floats may differ then, because of rounding."""


@frozen(eq=False)
class Finite(Generic[K]):
    """A problem with the graph of its steps."""

    problem: Hooks[K, Cost[Any]]
    """The problem. It has ``index``."""
    rows: Rows
    tree: Tree[K, Any] | Sequence[K] = field(repr=False)
    """All positions."""

    @cached_property
    def positions(self) -> Sequence[K | None]:
        """The position of each node; ``None`` for nodes without one."""
        if not isinstance(self.tree, Tree):
            return self.tree
        index: Any = self.problem.index
        found: list[K | None] = [None] * self.rows.size
        for position in check_while_iterating(self.tree):
            found[index(position)] = position
        return found

    def find_node(self, position: K) -> int:
        """Return the node of a position.

        Raises:
            BadInput: the problem has no such position, or it was not reached when the steps were listed.
        """
        try:
            node = int(self.problem.index(position))
            known = 0 <= node < self.rows.size and self.positions[node] == position
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            known = False
        if not known:
            raise BadInput(
                f"{format_value(position)} was not reached when {name_problem(self.problem)} was prepared; add it to starts"
            )
        return node

    def find_goals(self, problem: Hooks[K, Cost[Any]]) -> Int64:
        """Return the nodes that are destinations of a problem with these positions."""
        ends = problem.is_destination
        found = [
            node
            for node, position in enumerate(check_while_iterating(self.positions))
            if position is not None and ends(position)
        ]
        return np.array(found, np.int64)


def list_problem(problem: AStar[K, Cost[N]], starts: Iterable[K] = (), *, engine: str = "auto", most: int = MOST) -> Finite[K]:
    """Call the hooks of a problem once for each position, and return the graph of the steps.

    Args:
        problem: a problem whose steps depend on the position alone.
        starts: positions from which all others are reached. They may be left out if the positions are the numbers 0 to
            ``size - 1``.
        engine: as in `AStar.search`. A problem without ``index`` and ``size`` is listed interpreted.
        most: maximum number of positions.

    Raises:
        BadInput: no start was given; there are too many positions; the problem has a ``key``, or its steps depend on the
            cost or on the parent; or a cost is not a number of 64 bits, or negative.
        CannotCompile: ``engine`` names an engine that cannot run the problem.
    """
    name = name_problem(problem)
    seeds: Sequence[K] = list(starts)
    if problem.is_keyed:
        raise BadInput(f"{name} has the hook key, so its steps depend on more than the key; a preparation cannot list them")
    is_numbered = problem.is_indexed
    if not seeds and is_numbered and _is_its_number(problem):
        seeds = cast("Sequence[K]", range(min(cast("Any", problem).size, most + 1)))
    if not seeds:
        raise BadInput(f"preparing {name} needs starts: positions from which all others are reached")
    request = make_request(problem, seeds[0], engine=engine, to_destinations=False)[1]
    if type(request.cost) is not Cost:
        raise BadInput(f"{name} counts in {type(request.cost).__name__}; a preparation needs costs that are Cost")
    if not is_numbered:
        return _number_positions(problem, seeds, min(most, MOST_UNNUMBERED))
    if (size := read_size(problem)) > most:
        raise BadInput(f"{name} has {size:,} positions, and a preparation lists at most {most:,}")
    if not size:
        raise BadInput(f"{name}.size is 0; give the number of positions")
    for seed in check_while_iterating(seeds):
        _check_index(cast("Any", problem).index(seed), seed, size, name)
    found = None if _has_float_steps(problem, seeds[0]) else _record_steps(problem, seeds, 0, engine)
    return found or cast("Finite[K]", _record_steps(problem, seeds, 0.0, engine))


def _check_index(number: object, position: object, size: int, name: str) -> None:
    if not isinstance(number, (int, np.integer)) or not 0 <= number < size:
        raise BadInput(
            f"{name}.index gives {format_value(number)} for {format_value(position)}; expected a whole number from 0 to "
            f"{size - 1}"
        )


def _is_its_number(problem: Any) -> bool:
    """Return whether each position is its own index, as far as a sample shows."""
    try:
        return all(problem.index(number) == number for number in {0, problem.size // 2, problem.size - 1})
    except Exception:  # noqa: BLE001  # a hook of the user's, given what may be no position
        return False


def _has_float_steps(problem: AStar[K, Cost[Any]], start: K) -> bool:
    """Return whether a hook adds floats at this position that can be added up."""
    noted = _StepNotes()
    problem.add_neighbours(Node(start, Cost(0, 0, 0)), cast("Any", noted))
    steps = noted.costs
    return all(abs(step) <= get_limit(np.zeros(0)) for step in steps) and any(isinstance(step, float) for step in steps)


class _StepNotes(OpenList[Any, Cost[Any]]):
    """An open list that notes what steps cost, of parallel steps too."""

    def __init__(self) -> None:
        self.costs: list[Any] = []

    def insert(self, position: Any, cost: Cost[Any], parent: Any = None, action: object = None) -> None:
        self.costs.append(cost.travelled)

    def relax(self, position: Any, travelled: Any, parent: Any = None, action: object = None) -> None:
        self.costs.append(travelled)

    def known(self, position: Any) -> None:
        return None


def _record_steps(problem: AStar[K, Cost[Any]], seeds: Sequence[K], zero: Any, engine: str) -> Finite[K] | None:
    """Return the graph in whole numbers or floats, as ``zero`` is; ``None`` if a cost is not such a number."""
    size: int = problem.size
    sower: int = problem.index(seeds[0])
    room, kind = 4 * size + 1024, type(zero)
    largest = kind(get_limit(np.zeros(0, kind)))
    while True:
        arrays = RecordedArrays(
            np.zeros(size, np.int64),
            np.full(size, -1, np.int64),
            np.zeros(room, np.int64),
            np.zeros(room, np.float64 if kind is float else np.int64),
            np.zeros(3, np.int64),
        )
        recorder = RecordingProblem(
            problem, arrays, dict.fromkeys(seeds, True), sower, zero, kind(OTHER), SLACK if kind is float else zero, largest
        )
        request = make_request(cast("AStar[K, Cost[Any]]", recorder), seeds[0], Cost(zero, zero, zero), engine=engine)[1]
        with evolve(request, keeps_tree=True).begin() as run:
            run.finish()
            check_cancelled()
            tree = run.tree.select_settled()
        if arrays.facts[USED] <= room:
            break
        room = int(arrays.facts[USED])
    if arrays.facts[FAULT]:
        index: Any = problem.index
        culprit = int(arrays.facts[CULPRIT])
        where = next(node.position for node in tree.values() if index(node.position) == culprit)
        if arrays.facts[FAULT] == UNFIT and kind is int and _has_float_steps(problem, where):
            return None
        raise BadInput(f"{name_problem(problem)}: the steps from {format_value(where)} {_FAULTS[int(arrays.facts[FAULT])]}")
    if len(tree) != np.count_nonzero(arrays.held >= 0):
        one, other = _find_shared_index(cast("Any", problem).index, tree)
        raise BadInput(
            f"{name_problem(problem)}.index gives the same number for {format_value(one)} and {format_value(other)}; give "
            "each position an index "
            "of its own"
        )
    return Finite(problem, _make_rows(arrays), tree)


def _find_shared_index(index: Callable[[K], int], tree: Tree[K, Cost[Any]]) -> tuple[K, K]:
    """Return two positions with one index."""
    owners: dict[int, K] = {}
    for position in tree:
        owner = owners.setdefault(index(position), position)
        if owner != position:
            return owner, position
    raise AssertionError("unreachable")


_FAULTS: Final = {
    UNFIT: "have a cost that is neither a whole number up to 2**62 nor a float up to 1e300; beside floats, whole numbers must "
    "be exact as floats",
    NEGATIVE: "have a negative cost; a preparation needs costs of at least 0",
    CHANGES: "depend on the cost or the parent of the node; put what they depend on into the position",
    OTHER_PARENT: "name another parent; a preparation needs steps from the expanded position",
    OUTSIDE: "lead to an index outside size; correct index or size",
}


def _make_rows(arrays: RecordedArrays) -> Rows:
    """Return what was recorded in compressed rows."""
    held = np.maximum(arrays.held, 0)
    first = np.concatenate(([0], np.cumsum(held)))
    if first[-1] > MOST_STEPS:
        raise BadInput(f"the problem has {first[-1]:,} steps, and a preparation lists at most {MOST_STEPS:,}")
    places = np.arange(int(first[-1])) + np.repeat(arrays.first - first[:-1], held)
    return Rows(first.astype(np.int32), arrays.head[places].astype(np.int32), narrow_weights(arrays.weight[places], len(held)))


def narrow_weights(weight: Weights, size: int) -> Weights:
    """Return whole weights as int32 if they fit.

    Raises:
        BadInput: a path could cost more than 2**62, or 1e300 in floats.
    """
    most = weight.max(initial=0)
    if not float(most) * size <= float(get_limit(weight)):
        bound = "1e300" if weight.dtype.kind == "f" else "2**62"
        raise BadInput(
            f"a step costs {most}, so a path of {size:,} positions could cost more than {bound}; scale the costs down"
        )
    return weight.astype(np.int32) if weight.dtype.kind == "i" and most < 2**31 - 1 else weight


@frozen(eq=False)
class Numbered(ProblemWrapper[K, Cost[N]], Generic[K, N]):
    """A problem whose positions were numbered when they were listed."""

    numbers: dict[K, int]

    def index(self, position: K) -> int:
        """Return the number of a position."""
        return self.numbers[position]

    @property
    def size(self) -> int:
        """Return the number of positions."""
        return len(self.numbers)

    @property
    def is_indexed(self) -> bool:
        """Return that each position has an index, though the wrapped problem has none."""
        return True


def _iterate_by_number(seeds: Iterable[K], numbers: dict[K, int], waiting: deque[K]) -> Iterator[K]:
    """Yield the positions by their numbers: a seed, then all that wait; a seed that others led to gives no number."""
    for seed in seeds:
        if seed not in numbers:
            numbers[seed] = len(numbers)
            yield seed
        while waiting:
            yield waiting.popleft()


def _number_positions(problem: AStar[K, Cost[Any]], seeds: Iterable[K], most: int) -> Finite[K]:
    """List a problem without an index, interpreted."""
    name = name_problem(problem)
    plain, other = StepCosts(problem, 0, "prepare"), StepCosts(problem, OTHER, "prepare")
    numbers: dict[K, int] = {}
    waiting, first, head, weight = deque[K](), [0], list[int](), list[Any]()
    for position in _iterate_by_number(seeds, numbers, waiting):
        check_cancelled()
        steps, again = plain.costs_from(position), other.costs_from(position)
        if not all(isinstance(step, (int, float, np.number)) for step in steps.values()):
            raise BadInput(f"{name}: the steps from {format_value(position)} {_FAULTS[UNFIT]}")
        slacks = {there: SLACK * (OTHER + abs(step)) if isinstance(step, float) else 0 for there, step in steps.items()}
        if [*steps] != [*again] or any(abs(again[there] - OTHER - step) > slacks[there] for there, step in steps.items()):
            raise BadInput(f"{name}: the steps from {format_value(position)} {_FAULTS[CHANGES]}")
        for there, step in steps.items():
            if not 0 <= step <= get_limit(np.zeros(0)):
                raise BadInput(f"{name}: the steps from {format_value(position)} {_FAULTS[NEGATIVE if step < 0 else UNFIT]}")
            if there not in numbers:
                numbers[there] = len(numbers)
                waiting.append(there)
            head.append(numbers[there])
            weight.append(step)
        first.append(len(head))
        if len(numbers) > most:
            raise BadInput(f"{name} has more than {most:,} positions, the most that a preparation lists")
    try:
        costs = np.array(weight, np.float64 if any(isinstance(step, float) for step in weight) else np.int64)
    except (OverflowError, TypeError):
        costs = np.zeros(0)
    if costs.tolist() != weight:
        raise BadInput(f"{name}: some steps {_FAULTS[UNFIT]}")
    rows = Rows(np.array(first, np.int32), np.array(head, np.int32), narrow_weights(cast("Weights", costs), len(numbers)))
    return Finite(Numbered(problem, numbers), rows, list(numbers))
