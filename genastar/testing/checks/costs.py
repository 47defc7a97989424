"""The checks of costs and estimates; see `genastar.testing.checks.solver`."""

from __future__ import annotations

from itertools import product
from typing import cast

from genastar.algorithms.dijkstra import Dijkstra
from genastar.search.mistakes import find_estimate_in_cost, find_step_cost_fault
from genastar.testing.check_subject import CheckFailed, CheckSkipped, Subject, spread
from genastar.testing.compare import is_greater, is_identical, is_same_cost, is_tie
from genastar.testing.oracle import Call, explore, get_travelled, make_start_cost, record_calls
from genastar.values.cost import Comparable, Cost, V, is_nan
from genastar.values.node import K, Node

DIJKSTRA = Dijkstra()

_BY_KEY = "let < compare one key of both, a number or a tuple"


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
    need_estimates(subject)
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
    need_estimates(subject)
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
    need_estimates(subject)
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


def need_estimates(subject: Subject[K, V]) -> None:
    """Raise `CheckSkipped` if there is no estimate to compare."""
    if not isinstance(make_start_cost(subject.solver, subject.start, subject.cost), Cost):
        raise CheckSkipped("its costs are not of the type Cost, so there is no estimate to compare")


def _get_left(node: Node[K, V]) -> Comparable:
    return cast("Cost[int]", node.cost).left


def _get_call_travelled(call: Call[K]) -> Comparable:
    """Return the cost without the estimate that a call of the open list gives."""
    return get_travelled(cast(Comparable, call.value))
