"""Mistakes in hooks that a found path shows. They are looked for once for each class, after a search and not in its loop."""

from __future__ import annotations

from typing import Any, Final

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import HookWarning, format_value, name_hook, name_problem, warn
from genastar.values.cost import Cost
from genastar.values.node import K, Node
from genastar.values.result import Result

_MOST: Final = 256

CHECKED: Final[set[object]] = set()
"""The hooks `add_neighbours` that `check_first_path` has looked at; at most 256, so that classes can be collected."""


def check_first_path(request: Request[K, Any], result: Result[K, Any]) -> None:
    """Warn if a path shows a mistake in a hook.

    These are: costs of steps in place of totals; costs that hold the estimate; a negative estimate of the start; and an
    estimate of the destination, where nothing is left. The search calls it for the first path of several steps of each class.
    """
    if len(CHECKED) >= _MOST:
        CHECKED.clear()
    CHECKED.add(type(request.problem).add_neighbours)
    start_cost = dict(request.more_starts).get(result.path[0], request.cost)
    if isinstance(start_cost, Cost) and _is_negative(start_cost):
        warn(
            f"{name_problem(request.problem)}.estimate({format_value(result.path[0])}) is {format_value(start_cost.left)}: "
            "a cost that is left is at least 0; check the sign, or return max(0, ...)",
            HookWarning,
        )
    faults = (
        find_step_cost_fault(request.problem, start_cost, result) or find_estimate_in_cost(request.problem, start_cost, result),
        find_estimate_at_destination(request.problem, start_cost, result.path[-1]),
    )
    for fault in filter(None, faults):
        warn(fault, HookWarning)


def _is_negative(cost: Cost[Any]) -> bool:
    """Return whether what is left, or a number of a vector that is left, is less than nothing."""
    nothing = cost.travelled - cost.travelled
    return not nothing.dominates(cost.left) if hasattr(nothing, "dominates") else bool(cost.left < nothing)


def find_step_cost_fault(problem: Hooks[K, Any], start_cost: object, result: Result[K, Any]) -> str:
    """Return why a path shows that the hook gives ``relax`` the cost of a step and not the total; empty if it does not.

    Such a path costs no more than its first step, which costs something. Steps that cost nothing do the same, so the hook is
    called for the second position at two costs: if it adds costs, the totals differ.
    """
    cost: Any = result.cost
    if not isinstance(start_cost, Cost) or len(result.path) < 3:
        return ""
    start, second, third = result.path[:3]
    try:
        if result.engine == "interpreted":
            costs: Any = result.costs
            first = costs[1].travelled
        else:  # its costs are computed by the hooks, all of them
            first = _find_travelled(problem, Node(start, start_cost), second)
        if first is None or not start_cost.travelled < first or first < cost.travelled:
            return ""
        totals = [_find_travelled(problem, Node(second, Cost(g, g, g - g), start), third) for g in (first, first + first)]
    except Exception:  # noqa: BLE001  # a hook may refuse a cost that no search gives it
        return ""
    if totals[0] is None or totals[0] != totals[1]:
        return ""
    return (
        f"{name_hook(problem)} gives relax() the cost of a step: a path of {len(result.path) - 1} steps from "
        f"{format_value(start)} costs {format_value(cost.travelled)}, as much as its first step; give the cost of the "
        "whole path, node.cost.travelled + step"
    )


def find_estimate_in_cost(problem: Hooks[K, Any], start_cost: object, result: Result[K, Any]) -> str:
    """Return why a path shows that the cost given to ``relax`` holds the estimate; empty if it does not.

    The hook is called for the first position with its estimate, and with twice its estimate: the cost of a path does not depend
    on what is left.
    """
    if not isinstance(start_cost, Cost) or len(result.path) < 2:
        return ""
    start, second = result.path[:2]
    g, left = start_cost.travelled, start_cost.left
    try:
        if not g < g + left:
            return ""
        costs = [_find_travelled(problem, Node(start, Cost(g + each, g, each)), second) for each in (left, left + left)]
    except Exception:  # noqa: BLE001  # a hook may refuse a cost that no search gives it
        return ""
    if None in costs or costs[0] == costs[1]:
        return ""
    return (
        f"{name_hook(problem)} gives relax() a cost that holds the estimate: from {format_value(start)} to "
        f"{format_value(second)} it is {format_value(costs[0])}, and {format_value(costs[1])} if the estimate is "
        f"{format_value(left + left)} in place of {format_value(left)}; add the step to node.cost.travelled, not to "
        "node.cost.total: the search adds the estimate itself"
    )


def find_estimate_at_destination(problem: Hooks[K, Any], start_cost: object, destination: K) -> str:
    """Return that the estimate of a destination is above 0; empty if it is not, or if costs are not `Cost`."""
    if not isinstance(start_cost, Cost):
        return ""
    nothing = start_cost.travelled - start_cost.travelled
    try:
        left = problem.estimate(destination)
        if not nothing < left:
            return ""
    except Exception:  # noqa: BLE001  # a hook may refuse what the algorithm never asks
        return ""
    return (
        f"{name_problem(problem)}.estimate({format_value(destination)}) is {format_value(left)}, but this is a destination, "
        "where nothing is left: the path may not be the cheapest; return 0 there"
    )


def _find_travelled(problem: Hooks[K, Any], node: Node[K, Any], to: K) -> Any:
    """Return the least cost that the hook gives ``relax`` for a position; ``None`` if it does not call it for this one."""
    steps = _Steps(to)
    problem.add_neighbours(node, steps)
    return min(steps.travelled, default=None)


class _Steps(OpenList[K, Any]):
    """An open list that keeps the costs given to `relax` for one position."""

    def __init__(self, to: K) -> None:
        self.to = to
        self.travelled: list[Any] = []

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        """Ignore a cost that is not given to `relax`."""

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        """Keep the cost."""
        if position == self.to and parent is None:
            self.travelled.append(travelled)
