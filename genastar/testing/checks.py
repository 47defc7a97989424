"""The checks of a solver: each is a law of the contract, and raises where it is broken.

A check takes a `Subject`. It returns ``None``, or a remark on what it saw, and raises `CheckFailed` with the place and the lie,
or `CheckSkipped` where the law does not apply.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise, product
from typing import Protocol, cast

from attrs import evolve, fields, has

from genastar.closed import is_keyed
from genastar.cost import Comparable, Cost, V, is_nan
from genastar.errors import CannotCompile, PluginError
from genastar.node import K, Node, is_no_position
from genastar.observer import Trace
from genastar.plugin import ENGINES, plugins
from genastar.result import Outcome, Result
from genastar.testing.compare import exceeds, identical, same_cost, ties
from genastar.testing.oracle import Call, calls, explore, first_cost, neighbours, way
from genastar.testing.subject import CheckFailed, CheckSkipped, Subject, spread
from genastar.verify import first_difference
from genastar.workspace import Workspace

SolverCheck = Callable[[Subject[object, Comparable]], str | None]
"""A check of a solver."""

_BY_KEY = "let < compare one key of both, a number or a tuple"
_NO_CHANCE = "let it depend on nothing but the position and the fields of the solver"


class _Numbered(Protocol):
    """A solver that numbers its positions, as the compiled engine likes them."""

    size: int

    def index(self, position: object) -> int: ...
    def key(self, position: object) -> object: ...


def positions_are_hashable(subject: Subject[K, V]) -> None:
    """A position is a key: it has a hash, and is not ``None``."""
    for node in _near_the_start(subject):
        try:
            hash(node.position)
        except TypeError as error:
            raise CheckFailed(f"the position {node.position!r} has no hash ({error}); use a tuple or a frozen class") from error
        if node.position is None:
            raise CheckFailed("a hook adds None as a position; None is the parent of the start and can be no position")


def hashes_are_stable(subject: Subject[K, V]) -> None:
    """A position keeps its hash, positions that are equal have equal hashes, and a position that is made again is equal."""
    positions = [node.position for node in _near_the_start(subject)]
    for position in positions:
        if position != position or is_no_position(position):  # which no search takes
            raise CheckFailed(f"the position {position!r} does not equal itself; a key must (NaN does not)")
    before = [hash(position) for position in positions]
    with suppress(KeyError):  # what unstable hashes may do to a dictionary
        subject.search()
    for position, was in zip(positions, before, strict=True):
        if hash(position) != was:
            raise CheckFailed(
                f"the hash of {position!r} was {was}, and is {hash(position)} after a search; make it of what never changes"
            )
        if type(position).__eq__ is object.__eq__:
            raise CheckFailed(
                f"{type(position).__name__} has no ==: {position!r} is another position each time it is made; "
                "use a tuple or a frozen class that compares by its fields"
            )
    for one, other in product(positions, repeat=2):
        if one == other and hash(one) != hash(other):
            raise CheckFailed(
                f"{one!r} and {other!r} are equal, and their hashes are {hash(one)} and {hash(other)}; "
                "make the hash of what == compares"
            )


def neighbours_are_deterministic(subject: Subject[K, V]) -> None:
    """Two expansions of one node tell the open list the same, in the same order."""
    for node in subject.samples:
        first, second = calls(subject.solver, node), calls(subject.solver, node)
        if len(first) != len(second):
            raise CheckFailed(
                f"{node.position!r} was expanded twice: to {len(first)} neighbours, then to {len(second)}; {_NO_CHANCE}"
            )
        for one, other in zip(first, second, strict=True):
            if (one.method, one.position) != (other.method, other.position) or not identical(one.value, other.value):
                raise CheckFailed(
                    f"{node.position!r} was expanded twice: first {_told(one)}, then {_told(other)}; {_NO_CHANCE}"
                )


def solver_is_a_value(subject: Subject[K, V]) -> None:
    """The fields of a solver cannot be set, and a search leaves them as they are: many searches may share it."""
    solver = subject.solver
    cls: type[object] = type(solver)
    kind = cls.__name__
    names = [each.name for each in fields(cls)] if has(cls) else list(vars(solver))
    for name in names:
        with suppress(AttributeError):  # what a frozen class raises
            setattr(solver, name, getattr(solver, name))
            raise CheckFailed(f"the field {name} of {kind} can be set; make {kind} an attrs @frozen class")
    before = {name: _content(getattr(solver, name)) for name in names}
    subject.search()
    for name, was in before.items():
        if _content(getattr(solver, name)) != was:
            raise CheckFailed(f"a search changes the field {name} of {kind}; keep what a search learns in positions and costs")


def estimates_are_stable(subject: Subject[K, V]) -> None:
    """The estimate of a position is a number, the same each time."""
    for node in subject.samples:
        one, other = _estimate(subject, node.position), _estimate(subject, node.position)
        if is_nan(one):
            raise CheckFailed(f"the estimate of {node.position!r} is NaN")
        if not identical(one, other):
            raise CheckFailed(
                f"the estimate of {node.position!r} was asked for twice: first {one!r}, then {other!r}; {_NO_CHANCE}"
            )


def destinations_are_stable(subject: Subject[K, V]) -> None:
    """Whether a position is a destination does not depend on when it is asked for."""
    for node in subject.samples:
        one, other = subject.solver.is_destination(node.position), subject.solver.is_destination(node.position)
        if bool(one) != bool(other):
            raise CheckFailed(f"is_destination({node.position!r}) was {one}, and then {other}; {_NO_CHANCE}")


def numbers_belong_to_positions(subject: Subject[K, V]) -> str:
    """``index`` numbers the positions, each with a number of its own below ``size``: engines use it in place of a hash."""
    solver = cast(_Numbered, subject.solver)
    if not (hasattr(solver, "index") and hasattr(solver, "size")):
        raise CheckSkipped("it has no index and size, so that positions are found by their hash")
    owners: dict[int, K] = {}
    for position in subject.world.nodes:
        number = solver.index(solver.key(position) if is_keyed(solver) else position)
        if not 0 <= number < solver.size:
            raise CheckFailed(
                f"the index of {position!r} is {number}, and must be from 0 to {solver.size - 1}: mend index or size"
            )
        owner = owners.setdefault(number, position)
        if owner != position:
            raise CheckFailed(
                f"{owner!r} and {position!r} both have the index {number}; give each position a number of its own"
            )
    return f"{len(owners)} of {solver.size}"


def costs_are_ordered(subject: Subject[K, V]) -> None:
    """``<`` is a strict weak order on the costs that were seen."""
    costs = spread([node.cost for node in subject.world.nodes.values()], subject.bounds.costs)
    for cost in costs:
        if is_nan(cost):
            raise CheckFailed(f"the cost {cost!r} is NaN, which has no place in an order")
        if cost < cost:
            raise CheckFailed(f"the cost {cost!r} is smaller than itself; < must be false of equals")
    for a, b in product(costs, repeat=2):
        if a < b and b < a:
            raise CheckFailed(f"{a!r} < {b!r}, and the other way round; of two costs one at the most is smaller")
    for a, b, c in product(costs, repeat=3):
        if a < b and b < c and not a < c:
            raise CheckFailed(f"{a!r} < {b!r} and {b!r} < {c!r}, but not {a!r} < {c!r}: < is not transitive; {_BY_KEY}")
        if ties(a, b) and ties(b, c) and not ties(a, c):
            raise CheckFailed(
                f"{a!r} ranks as {b!r}, and {b!r} as {c!r}, but {a!r} does not rank as {c!r}: no order; {_BY_KEY}"
            )


def ways_never_get_cheaper(subject: Subject[K, V]) -> None:
    """A way never gets cheaper by getting longer."""
    for node, added in subject.world.edges:
        if way(added.cost) < way(node.cost):
            raise CheckFailed(
                f"the way to {node.position!r} costs {way(node.cost)!r}, and the longer way from there to {added.position!r} "
                f"only {way(added.cost)!r}; let no step cost less than nothing"
            )


def estimate_is_admissible(subject: Subject[K, V]) -> None:
    """The estimate never says more than the cheapest way to a destination costs: exact costs to go, on samples."""
    _need_estimates(subject)
    known = 0
    for node in subject.samples:
        ahead = explore(subject.solver, node.position, expansions=subject.bounds.expansions, stop_at_goal=True)
        if ahead.best is None or not ahead.certain:
            continue
        known += 1
        left, truth = _left(node), way(ahead.best.cost)
        if exceeds(left, truth):
            raise CheckFailed(
                f"the estimate of {node.position!r} is {left!r}, and the way from there to {ahead.best.position!r} costs "
                f"only {truth!r}: the estimate is not admissible; let it say less, or 0"
            )
    if known == 0:
        raise CheckSkipped(f"no destination lies within {subject.bounds.expansions} expansions of what was reached")


def estimate_is_consistent(subject: Subject[K, V]) -> None:
    """The estimate never falls by more than a step costs, on every edge that was seen."""
    _need_estimates(subject)
    if not subject.consistent:
        raise CheckSkipped("it does not claim to be; searches reopen")
    for node, added in subject.world.edges:
        step = cast(int, way(added.cost)) - cast(int, way(node.cost))
        if exceeds(_left(node), step + cast(int, _left(added))):
            raise CheckFailed(
                f"the estimate falls from {_left(node)!r} at {node.position!r} to {_left(added)!r} at {added.position!r}, and "
                f"the step costs {step!r}: the estimate is not consistent; mend it, or do not claim that it is"
            )


def optimum_is_right(subject: Subject[K, V]) -> None:
    """The search finds what the oracle finds."""
    truth = explore(subject.solver, subject.start, subject.cost, expansions=subject.bounds.expansions, stop_at_goal=True)
    if not truth.certain:
        raise CheckSkipped(f"the oracle knows no answer within {subject.bounds.expansions} expansions")
    result = subject.search()
    if truth.best is None:
        if result.found:
            raise CheckFailed(f"the search found a way to {result.path[-1]!r}, and there is none")
        return
    wanted = way(truth.best.cost)
    if result.outcome is Outcome.LIMIT:
        raise CheckSkipped(f"the search needs more than {subject.bounds.expansions} expansions")
    if result.cost is None:
        raise CheckFailed(f"the search says {result.outcome.value}, and a way to {truth.best.position!r} costs {wanted!r}")
    if not same_cost(way(result.cost), wanted):
        raise CheckFailed(
            f"the search found a way that costs {way(result.cost)!r}; the cheapest costs {wanted!r}: the estimate says too "
            "much, or it claims to be consistent and is not, or ways get cheaper by getting longer"
        )


def path_is_a_way(subject: Subject[K, V]) -> None:
    """The path that a search gives leads from the start to a destination by edges, and costs what the result says."""
    result = subject.search()
    if result.cost is None:
        raise CheckSkipped(f"the search ended with {result.outcome.value}")
    if result.path[0] != subject.start or not subject.solver.is_destination(result.path[-1]):
        raise CheckFailed(f"the path leads from {result.path[0]!r} to {result.path[-1]!r}")
    node = Node(subject.start, first_cost(subject.solver, subject.start, subject.cost))
    for here, there in pairwise(result.path):
        steps = [each for each in neighbours(subject.solver, node) if each.position == there]
        if not steps:
            raise CheckFailed(f"the path goes from {here!r} to {there!r}, which is no neighbour")
        node = steps[0]
        for step in steps[1:]:
            node = step if way(step.cost) < way(node.cost) else node
    if not same_cost(way(node.cost), way(result.cost)):
        raise CheckFailed(f"the path costs {way(node.cost)!r}, and the result says {way(result.cost)!r}")


def workspace_makes_no_difference(subject: Subject[K, V]) -> None:
    """A search in a workspace that was used before does what it does in a fresh one."""
    workspace, fresh, used = Workspace(), Trace[K, V](), Trace[K, V]()
    wanted = subject.search(observer=fresh)
    for node in subject.samples[-2:]:
        evolve(subject, start=node.position, cost=node.cost).search(workspace=workspace)
    found = subject.search(observer=used, workspace=workspace)
    _compare("in a fresh workspace", wanted, fresh, "in a used one", found, used)


def engines_agree(subject: Subject[K, V]) -> str | None:
    """Every installed engine does what the interpreted one does, event by event."""
    remarks: list[str] = []
    refusals: list[str] = []
    for name in plugins(ENGINES):
        try:
            for reopen in (False, True):
                traces = Trace[K, V](), Trace[K, V]()
                wanted = subject.search(reopen=reopen, observer=traces[0])
                found = subject.search(engine=name, reopen=reopen, observer=traces[1])
                _compare("interpreted", wanted, traces[0], name, found, traces[1])
        except (CannotCompile, PluginError) as error:
            if subject.compiles and isinstance(error, CannotCompile):
                raise CheckFailed(f"it claims to compile, and {name} refuses it: {error}") from error
            refusals.append(f"{name}: {error}")
        else:
            remarks.append(f"{name}: the same, event by event")
    if not remarks:
        raise CheckSkipped("; ".join(refusals) or "no other engine is installed")
    return "; ".join(remarks + refusals)


SOLVER_CHECKS: tuple[SolverCheck, ...] = (
    positions_are_hashable,
    hashes_are_stable,
    neighbours_are_deterministic,
    solver_is_a_value,
    estimates_are_stable,
    destinations_are_stable,
    numbers_belong_to_positions,
    costs_are_ordered,
    ways_never_get_cheaper,
    estimate_is_admissible,
    estimate_is_consistent,
    optimum_is_right,
    path_is_a_way,
    workspace_makes_no_difference,
    engines_agree,
)


def _near_the_start(subject: Subject[K, V]) -> list[Node[K, V]]:
    """The start, its neighbours and theirs, with repetitions: found without a hash."""
    first = Node(subject.start, first_cost(subject.solver, subject.start, subject.cost))
    second = neighbours(subject.solver, first)
    third = [each for node in second for each in neighbours(subject.solver, node)]
    return [first, *spread(second, 4 * subject.bounds.samples), *spread(third, 4 * subject.bounds.samples)]


def _content(value: object) -> object:
    """What a value holds, in a form that does not change with it."""
    try:
        return pickle.dumps(value)
    except Exception:  # noqa: BLE001  # not everything can be pickled, and each refuses in its own way
        return repr(value)


def _estimate(subject: Subject[K, V], position: K) -> object:
    return cast("Subject[K, Cost[int]]", subject).solver.estimate(position)


def _need_estimates(subject: Subject[K, V]) -> None:
    if not isinstance(first_cost(subject.solver, subject.start, subject.cost), Cost):
        raise CheckSkipped("its costs are not of the type Cost, so that there is no estimate to hold against them")


def _left(node: Node[K, V]) -> Comparable:
    return cast("Cost[int]", node.cost).left


def _told(call: Call[K]) -> str:
    return f"{call.method}({call.position!r}, {call.value!r})"


def _compare(
    where: str, wanted: Result[K, V], first: Trace[K, V], elsewhere: str, found: Result[K, V], second: Trace[K, V]
) -> None:
    difference = first_difference(where, wanted, first, elsewhere, found, second)
    if difference:
        raise CheckFailed(difference)
