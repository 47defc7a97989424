"""The searches: each makes a solver of a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from genastar import AStar, Cost
from genastar_roads.search.plain import astar, dijkstra
from genastar_roads.search.question import RoadQuestion

SEARCHES: Final[dict[str, Callable[[RoadQuestion], AStar[int, Cost[int]]]]] = {"dijkstra": dijkstra, "astar": astar}
"""By the name that the option ``search`` gives them."""


def make(name: str, question: RoadQuestion) -> AStar[int, Cost[int]]:
    """The solver of a question by the name of a search that needs nothing prepared."""
    return SEARCHES[name](question)
