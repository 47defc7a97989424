"""The number of optimal paths."""

from __future__ import annotations

from typing import Unpack

from genastar.algorithms.path_sets.all_optimal import AllOptimal
from genastar.astar import AStar
from genastar.search.requests import make_request
from genastar.settings import ONLY_SEARCH, SearchSettings, refuse_settings
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.starts import Starts


def count_optimal_paths(
    problem: AStar[K, V],
    start: K | Starts[K, V],
    cost: V | None = None,
    **settings: Unpack[SearchSettings[K, V]],
) -> int:
    """Return the number of paths of the least cost, without listing them; 0 if there is no path.

    The arguments are those of `AStar.search`, without ``algorithm``. `genastar.algorithms.AllOptimal` lists the paths.

    Raises:
        BadInput: steps that cost nothing form a circle, or a limit ended the search; else as `AStar.search`.
    """
    refuse_settings(settings, "count_optimal_paths()", ONLY_SEARCH | {"algorithm": "it has its own; leave it out"})
    settings["algorithm"] = algorithm = AllOptimal()
    return algorithm.count(make_request(problem, start, cost, **settings)[1])
