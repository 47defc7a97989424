"""The checks of a solver. Each checks a law of the contract.

A check takes a `Subject`. It returns ``None`` or a remark. It raises `CheckFailed`, with the position at which the law is
broken, or `CheckSkipped` if the law does not apply.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise, product
from typing import cast

from attrs import evolve, fields, has

from genastar.algorithms.dijkstra import Dijkstra
from genastar.astar import AStar
from genastar.contracts.hook_names import find_misnamed_hook
from genastar.contracts.workspace import Workspace
from genastar.errors import CannotCompile, PluginError
from genastar.plugin import ENGINES, find_plugins
from genastar.search.mistakes import find_estimate_in_cost, find_step_cost_fault
from genastar.testing.check_subject import CheckFailed, CheckSkipped, Subject, spread
from genastar.testing.compare import is_greater, is_identical, is_same_cost, is_tie, must_be_the_same
from genastar.testing.oracle import Call, explore, get_travelled, make_start_cost, neighbours, record_calls
from genastar.values.cost import Comparable, Cost, V, is_nan
from genastar.values.node import K, Node, is_no_position
from genastar.values.observer import Trace
from genastar.values.result import Outcome

SolverCheck = Callable[[Subject[object, Comparable]], str | None]
"""A check of a solver."""

DIJKSTRA = Dijkstra()

_BY_KEY = "let < compare one key of both, a number or a tuple"
_NO_CHANCE = "let it depend on nothing but the position and the fields of the solver"


def hooks_have_their_names(subject: Subject[K, V]) -> None:
    """Check that no method of the class looks like a hook of another name, such as ``heuristic`` for ``estimate``."""
    if fault := find_misnamed_hook(type(subject.solver), AStar):
        raise CheckFailed(fault)


def positions_are_hashable(subject: Subject[K, V]) -> None:
    """Check that positions are hashable and not ``None``."""
    for node in _expand_near_start(subject):
        try:
            hash(node.position)
        except TypeError as error:
            raise CheckFailed(
                f"the position {node.position!r} is not hashable ({error}); use a tuple or a frozen class"
            ) from error
        if node.position is None:
            raise CheckFailed(
                "a hook adds None as a position, which is reserved for the parent of the start; use another value"
            )


def hashes_are_stable(subject: Subject[K, V]) -> None:
    """Check that hashes do not change, that equal positions have equal hashes, and that a copy of a position is equal."""
    positions = [node.position for node in _expand_near_start(subject)]
    for position in positions:
        if position != position or is_no_position(position):  # a search refuses it
            raise CheckFailed(f"the position {position!r} is not equal to itself; use positions without NaN")
    before = [hash(position) for position in positions]
    with suppress(KeyError):  # unstable hashes break dictionaries
        subject.search()
    for position, was in zip(positions, before, strict=True):
        if hash(position) != was:
            raise CheckFailed(
                f"the hash of {position!r} was {was}, but is {hash(position)} after a search; compute it from constant parts"
            )
        if type(position).__eq__ is object.__eq__:
            raise CheckFailed(
                f"{type(position).__name__} has no ==, so that two copies of {position!r} differ; "
                "use a tuple or a frozen class that compares by its fields"
            )
    for one, other in product(positions, repeat=2):
        if one == other and hash(one) != hash(other):
            raise CheckFailed(
                f"{one!r} and {other!r} are equal, but their hashes are {hash(one)} and {hash(other)}; "
                "compute the hash from the parts that == compares"
            )


def neighbours_are_deterministic(subject: Subject[K, V]) -> None:
    """Check that two expansions of a node add the same neighbours in the same order."""
    for node in subject.samples:
        first, second = record_calls(subject.solver, node), record_calls(subject.solver, node)
        if len(first) != len(second):
            raise CheckFailed(
                f"{node.position!r} was expanded twice: to {len(first)} neighbours, then to {len(second)}; {_NO_CHANCE}"
            )
        for one, other in zip(first, second, strict=True):
            if (one.method, one.position) != (other.method, other.position) or not is_identical(one.value, other.value):
                raise CheckFailed(
                    f"{node.position!r} was expanded twice: first {_format_call(one)}, then {_format_call(other)}; {_NO_CHANCE}"
                )


def solver_is_a_value(subject: Subject[K, V]) -> None:
    """Check that the fields of a solver cannot be set, and that a search does not change them."""
    solver = subject.solver
    cls: type[object] = type(solver)
    kind = cls.__name__
    names = [each.name for each in fields(cls)] if has(cls) else list(vars(solver))
    for name in names:
        with suppress(AttributeError):  # a frozen class raises it
            setattr(solver, name, getattr(solver, name))
            raise CheckFailed(
                f"the field {name} of {kind} can be set, so a change during a search would go unnoticed; write @frozen above "
                f"class {kind} (from attrs import frozen), and each field as a line such as {name}: int in place of __init__"
            )
    before = {name: _copy_content(getattr(solver, name)) for name in names}
    subject.search()
    for name, was in before.items():
        if _copy_content(getattr(solver, name)) != was:
            raise CheckFailed(f"a search changes the field {name} of {kind}; keep search state in positions and costs")


def estimates_are_stable(subject: Subject[K, V]) -> None:
    """Check that the estimate of a position is a number of at least 0, and the same each time."""
    for node in subject.samples:
        one, other = _estimate(subject, node.position), _estimate(subject, node.position)
        if is_nan(one):
            raise CheckFailed(f"the estimate of {node.position!r} is NaN")
        if is_greater(0, cast(Comparable, one)):
            raise CheckFailed(
                f"the estimate of {node.position!r} is {one!r}; a cost that is left is at least 0: check the sign, or return "
                "max(0, ...)"
            )
        if not is_identical(one, other):
            raise CheckFailed(
                f"the estimate of {node.position!r} was computed twice: first {one!r}, then {other!r}; {_NO_CHANCE}"
            )


def destinations_are_stable(subject: Subject[K, V]) -> None:
    """Check that ``is_destination`` gives the same answer each time."""
    for node in subject.samples:
        one, other = subject.solver.is_destination(node.position), subject.solver.is_destination(node.position)
        if bool(one) != bool(other):
            raise CheckFailed(f"is_destination({node.position!r}) was first {one}, then {other}; {_NO_CHANCE}")


def numbers_belong_to_positions(subject: Subject[K, V]) -> str:
    """Check that each position has an index of its own from 0 to ``size - 1``. Engines use it in place of a hash."""
    solver = subject.solver
    if not solver.is_indexed:
        raise CheckSkipped("it has no index and size, so positions are looked up by their hash")
    owners: dict[int, K] = {}
    for position in subject.world.nodes:
        number = solver.index(solver.key(position) if solver.is_keyed else position)
        if not 0 <= number < solver.size:
            raise CheckFailed(
                f"the index of {position!r} is {number}; it must be from 0 to {solver.size - 1}: fix index or size"
            )
        owner = owners.setdefault(number, position)
        if owner != position:
            raise CheckFailed(
                f"{owner!r} and {position!r} both have the index {number}; give each position an index of its own"
            )
    return f"{len(owners)} of {solver.size}"


def costs_are_ordered(subject: Subject[K, V]) -> None:
    """Check that ``<`` is a strict weak order on the costs of a search."""
    costs = spread([node.cost for node in subject.world.nodes.values()], subject.bounds.costs)
    for cost in costs:
        if is_nan(cost):
            raise CheckFailed(f"the cost {cost!r} is NaN, which cannot be ordered; use costs without NaN")
        if cost < cost:
            raise CheckFailed(f"the cost {cost!r} is smaller than itself; < must be false for equal costs")
    for a, b in product(costs, repeat=2):
        if a < b and b < a:
            raise CheckFailed(f"both {a!r} < {b!r} and {b!r} < {a!r}; at most one of two costs may be smaller")
    for a, b, c in product(costs, repeat=3):
        if a < b and b < c and not a < c:
            raise CheckFailed(f"{a!r} < {b!r} and {b!r} < {c!r}, but not {a!r} < {c!r}: < is not transitive; {_BY_KEY}")
        if is_tie(a, b) and is_tie(b, c) and not is_tie(a, c):
            raise CheckFailed(
                f"{a!r} ranks as {b!r}, and {b!r} as {c!r}, but {a!r} does not rank as {c!r}: no order; {_BY_KEY}"
            )


def ways_never_get_cheaper(subject: Subject[K, V]) -> None:
    """Check that no step has a negative cost."""
    for node, added in subject.world.edges:
        if get_travelled(added.cost) < get_travelled(node.cost):
            raise CheckFailed(
                f"the path to {node.position!r} costs {get_travelled(node.cost)!r}, but its continuation to "
                f"{added.position!r} costs "
                f"only {get_travelled(added.cost)!r}; give each step a cost of at least 0"
            )


def costs_add_up(subject: Subject[K, V]) -> None:
    """Check that the hook gives ``relax`` the cost of the whole path, and not that of a step."""
    start_cost = make_start_cost(subject.solver, subject.start, subject.cost)
    if fault := find_step_cost_fault(subject.solver, start_cost, subject.search()):
        raise CheckFailed(fault)


def costs_ignore_the_estimate(subject: Subject[K, V]) -> None:
    """Check that the cost of a path does not depend on the estimate: with and without estimates, it is the same.

    Every sample is expanded with its estimate, and with another. And the search is held against Dijkstra's algorithm, which
    uses no estimate.
    """
    _need_estimates(subject)
    start_cost = make_start_cost(subject.solver, subject.start, subject.cost)
    result = subject.search()
    if fault := find_estimate_in_cost(subject.solver, start_cost, result):
        raise CheckFailed(fault)
    for node in subject.samples:
        cost = cast("Cost[int]", node.cost)
        other = cast(V, Cost(cost.total + cost.left, cost.travelled, cost.left + cost.left))
        changed = record_calls(subject.solver, Node(node.position, other, node.parent))
        for one, two in zip(record_calls(subject.solver, node), changed, strict=False):
            if one.position == two.position and not is_identical(*map(_get_call_travelled, (one, two))):
                raise CheckFailed(
                    f"{node.position!r} is left to {one.position!r} at the cost {_get_call_travelled(one)!r}, but at "
                    f"{_get_call_travelled(two)!r} if its estimate is {cost.left + cost.left!r} in place of {cost.left!r}; add "
                    "the step to node.cost.travelled, not to node.cost.total"
                )
    plain = subject.search(algorithm=DIJKSTRA)
    if result.cost is None or plain.cost is None:
        return
    if not is_same_cost(get_travelled(result.cost), get_travelled(plain.cost)):
        raise CheckFailed(
            f"the search found a path that costs {get_travelled(result.cost)!r}, and Dijkstra's algorithm, which uses no "
            f"estimate, one that costs {get_travelled(plain.cost)!r}: the estimate is too high, or the cost of a step holds it"
        )


def estimate_is_admissible(subject: Subject[K, V]) -> None:
    """Check that the estimate never exceeds the exact cost to the nearest destination, on samples."""
    _need_estimates(subject)
    known = 0
    for node in subject.samples:
        ahead = explore(subject.solver, node.position, expansions=subject.bounds.expansions, stop_at_goal=True)
        if ahead.best is None or not ahead.certain:
            continue
        known += 1
        left, truth = _get_left(node), get_travelled(ahead.best.cost)
        if is_greater(left, truth):
            raise CheckFailed(
                f"the estimate of {node.position!r} is {left!r}, but the path from there to {ahead.best.position!r} costs "
                f"only {truth!r}: the estimate is not admissible; return less, or 0"
            )
    if known == 0:
        raise CheckSkipped(f"no destination lies within {subject.bounds.expansions} expansions of the samples")


def estimate_is_consistent(subject: Subject[K, V]) -> None:
    """Check that the estimate never falls by more than a step costs, on every step of the exploration."""
    _need_estimates(subject)
    if not subject.consistent:
        raise CheckSkipped("it is not declared consistent, so searches reopen")
    for node, added in subject.world.edges:
        step = cast(int, get_travelled(added.cost)) - cast(int, get_travelled(node.cost))
        if is_greater(_get_left(node), step + cast(int, _get_left(added))):
            raise CheckFailed(
                f"the estimate falls from {_get_left(node)!r} at {node.position!r} to {_get_left(added)!r} at "
                f"{added.position!r}, but "
                f"the step costs {step!r}: the estimate is not consistent; fix it, or do not declare it consistent"
            )


def optimum_is_right(subject: Subject[K, V]) -> None:
    """Check that the search finds a path of the cost that the oracle finds."""
    truth = explore(subject.solver, subject.start, subject.cost, expansions=subject.bounds.expansions, stop_at_goal=True)
    if not truth.certain:
        raise CheckSkipped(f"the oracle knows no answer within {subject.bounds.expansions} expansions")
    result = subject.search()
    if truth.best is None:
        if result.found:
            raise CheckFailed(f"the search found a path to {result.path[-1]!r}, but the oracle finds none")
        return
    wanted = get_travelled(truth.best.cost)
    if result.outcome is Outcome.LIMIT:
        raise CheckSkipped(f"the search needs more than {subject.bounds.expansions} expansions")
    if result.cost is None:
        raise CheckFailed(
            f"the outcome of the search is {result.outcome.value}, but a path to {truth.best.position!r} costs {wanted!r}"
        )
    if not is_same_cost(get_travelled(result.cost), wanted):
        raise CheckFailed(
            f"the search found a path that costs {get_travelled(result.cost)!r}; the cheapest costs {wanted!r}: the "
            "estimate is too "
            "high, or declared consistent and is not, or steps have negative costs"
        )


def path_is_a_way(subject: Subject[K, V]) -> None:
    """Check that the path leads from the start to a destination by steps of the problem, at the cost of the result."""
    result = subject.search()
    if result.cost is None:
        raise CheckSkipped(f"the search ended with {result.outcome.value}")
    if result.path[0] != subject.start or not subject.solver.is_destination(result.path[-1]):
        raise CheckFailed(f"the path leads from {result.path[0]!r} to {result.path[-1]!r}")
    node = Node(subject.start, make_start_cost(subject.solver, subject.start, subject.cost))
    for here, there in pairwise(result.path):
        steps = [each for each in neighbours(subject.solver, node) if each.position == there]
        if not steps:
            raise CheckFailed(f"the path goes from {here!r} to {there!r}, which is not a neighbour")
        node = steps[0]
        for step in steps[1:]:
            node = step if get_travelled(step.cost) < get_travelled(node.cost) else node
    if not is_same_cost(get_travelled(node.cost), get_travelled(result.cost)):
        raise CheckFailed(
            f"the path costs {get_travelled(node.cost)!r}, but the cost of the result is {get_travelled(result.cost)!r}"
        )


def workspace_makes_no_difference(subject: Subject[K, V]) -> None:
    """Check that a search in a used workspace gives the same events and result as in a new one."""
    workspace, fresh, used = Workspace(), Trace[K, V](), Trace[K, V]()
    wanted = subject.search(observer=fresh)
    for node in subject.samples[-2:]:
        evolve(subject, start=node.position, cost=node.cost).search(workspace=workspace)
    found = subject.search(observer=used, workspace=workspace)
    must_be_the_same("in a fresh workspace", wanted, fresh, "in a used one", found, used)


def engines_agree(subject: Subject[K, V]) -> str | None:
    """Check that every installed engine gives the same events and result as the interpreted one."""
    remarks: list[str] = []
    refusals: list[str] = []
    for name in find_plugins(ENGINES):
        try:
            for reopen in (False, True):
                traces = Trace[K, V](), Trace[K, V]()
                wanted = subject.search(reopen=reopen, observer=traces[0])
                found = subject.search(engine=name, reopen=reopen, observer=traces[1])
                must_be_the_same("interpreted", wanted, traces[0], name, found, traces[1])
        except (CannotCompile, PluginError) as error:
            if subject.compiles and isinstance(error, CannotCompile):
                raise CheckFailed(f"it is declared to compile, but {name} refuses it: {error}") from error
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
    hooks_have_their_names,
    estimates_are_stable,
    destinations_are_stable,
    numbers_belong_to_positions,
    costs_are_ordered,
    ways_never_get_cheaper,
    costs_add_up,
    costs_ignore_the_estimate,
    estimate_is_admissible,
    estimate_is_consistent,
    optimum_is_right,
    path_is_a_way,
    workspace_makes_no_difference,
    engines_agree,
)


def _expand_near_start(subject: Subject[K, V]) -> list[Node[K, V]]:
    """Return the start, its neighbours and theirs, with repetitions, without using hashes."""
    first = Node(subject.start, make_start_cost(subject.solver, subject.start, subject.cost))
    second = neighbours(subject.solver, first)
    third = [each for node in second for each in neighbours(subject.solver, node)]
    return [first, *spread(second, 4 * subject.bounds.samples), *spread(third, 4 * subject.bounds.samples)]


def _copy_content(value: object) -> object:
    """Return a copy of the content of a value."""
    try:
        return pickle.dumps(value)
    except Exception:  # noqa: BLE001  # not everything can be pickled, and each refuses in its own way
        return repr(value)


def _estimate(subject: Subject[K, V], position: K) -> object:
    return cast("Subject[K, Cost[int]]", subject).solver.estimate(position)


def _need_estimates(subject: Subject[K, V]) -> None:
    if not isinstance(make_start_cost(subject.solver, subject.start, subject.cost), Cost):
        raise CheckSkipped("its costs are not of the type Cost, so there is no estimate to compare")


def _get_left(node: Node[K, V]) -> Comparable:
    return cast("Cost[int]", node.cost).left


def _get_call_travelled(call: Call[K]) -> Comparable:
    """Return the cost without the estimate that a call of the open list gives."""
    return get_travelled(cast(Comparable, call.value))


def _format_call(call: Call[K]) -> str:
    return f"{call.method}({call.position!r}, {call.value!r})"
