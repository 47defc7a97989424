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

from genastar.astar import AStar
from genastar.contracts.hook_names import find_misnamed_hook
from genastar.contracts.workspace import Workspace
from genastar.errors import CannotCompile, PluginError
from genastar.plugin import ENGINES, find_plugins
from genastar.testing.check_subject import CheckFailed, CheckSkipped, Subject, spread
from genastar.testing.checks.costs import (
    costs_add_up,
    costs_are_ordered,
    costs_ignore_the_estimate,
    estimate_is_admissible,
    estimate_is_consistent,
    ways_never_get_cheaper,
)
from genastar.testing.checks.dominance import better_nodes_have_better_neighbours, dominance_is_an_order
from genastar.testing.compare import is_greater, is_identical, is_same_cost, must_be_the_same
from genastar.testing.oracle import Call, explore, get_travelled, make_start_cost, neighbours, record_calls
from genastar.values.cost import Comparable, Cost, V, is_nan
from genastar.values.node import K, Node, is_no_position
from genastar.values.observer import Trace
from genastar.values.result import Outcome

SolverCheck = Callable[[Subject[object, Comparable]], str | None]
"""A check of a solver."""

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
    dominance_is_an_order,
    better_nodes_have_better_neighbours,
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


def _format_call(call: Call[K]) -> str:
    return f"{call.method}({call.position!r}, {call.value!r})"
