"""The number of optimal paths."""

from __future__ import annotations

from typing import Unpack

from genastar.algorithms.several.all_optimal import AllOptimal
from genastar.astar import AStar, More, asked
from genastar.values.cost import V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.starts import Starts


def count_optimal_paths(
    problem: AStar[K, V],
    start: K | Starts[K, V],
    cost: V | None = None,
    *,
    engine: str = "interpreted",
    limits: Limits | None = None,
    **more: Unpack[More[K, V]],
) -> int:
    """Return the number of paths of the least cost, without listing them; 0 if there is no path.

    The arguments are those of `AStar.search`. `genastar.algorithms.AllOptimal` lists the paths.

    Raises:
        BadInput: steps that cost nothing form a circle, or a limit ended the search; else as `AStar.search`.
    """
    algorithm = AllOptimal()
    return algorithm.count(asked(problem, start, cost, algorithm=algorithm, engine=engine, limits=limits, **more)[1])
