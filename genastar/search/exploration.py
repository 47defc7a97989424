"""Exploration: the tree of cheapest paths to everything that can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from attrs import evolve

from genastar.algorithms.astar import ASTAR
from genastar.algorithms.dijkstra import Dijkstra, ProblemWithoutGoals
from genastar.contracts.cost_type import CostTypeChecker
from genastar.contracts.hooks import Hooks
from genastar.contracts.tree import Tree
from genastar.errors import BadInput, format_value
from genastar.search.requests import make_request
from genastar.settings import SearchSettings, refuse_settings
from genastar.values.arguments import expect
from genastar.values.cost import Comparable, Cost, V
from genastar.values.limits import NO_LIMITS, Limits
from genastar.values.node import K
from genastar.values.starts import Starts


def explore(
    problem: Hooks[K, V],
    starts: Sequence[K | Starts[K, V]],
    within: Comparable | None = None,
    **settings: Unpack[SearchSettings[K, V]],
) -> Tree[K, V]:
    """Return the tree of cheapest paths from these starts; see `AStar.explore`."""
    refuse_settings(settings, "explore()", {"algorithm": "it is Dijkstra's algorithm; leave it out"})
    if within is not None:
        settings["limits"] = limits_within(within, settings.get("limits"))
    several: list[tuple[K, V | None]] = []
    for start in starts:
        several += start.costs.items() if isinstance(start, Starts) else [(start, None)]
    if not several:
        raise BadInput("no start was given; give at least one")
    (first, cost), *others = several
    request = make_request(problem, first, cost, more_starts=others, to_destinations=False, **settings)[1]
    algorithm = Dijkstra() if isinstance(request.cost, Cost) else ASTAR
    everywhere = evolve(request, problem=ProblemWithoutGoals(problem), keeps_tree=True)
    with CostTypeChecker(problem, request.cost), algorithm.begin(everywhere) as run:
        run.finish()
        return run.tree.select_settled()


def limits_within(within: Any, limits: Limits | None) -> Limits:
    """Return limits that hold ``within`` as their bound on the cost.

    Raises:
        BadInput: it is negative, or the limits bound the cost too.
    """
    if isinstance(within, (int, float)) and within < 0:
        raise BadInput(f"within={format_value(within)} is less than 0; give the greatest cost of a path, at least 0")
    limits = NO_LIMITS if limits is None else limits
    expect("limits", limits, Limits)
    if limits.cost is not None:
        raise BadInput("within and Limits.cost cannot both be given, because both bound the cost; leave one out")
    return evolve(limits, cost=within)
