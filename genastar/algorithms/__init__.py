"""The algorithms of genastar. Each is a frozen value whose fields are its options; see `genastar.algorithm`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.algorithms.astar import Astar
    from genastar.algorithms.both_ways import BothWays, Reversible
    from genastar.algorithms.by_steps import BreadthFirst, DepthFirst
    from genastar.algorithms.deepening import Deepening
    from genastar.algorithms.dijkstra import Dijkstra
    from genastar.algorithms.focal import Focal
    from genastar.algorithms.greedy import Greedy
    from genastar.algorithms.ida_star import IdaStar
    from genastar.algorithms.weighted import Weighted

__all__ = [
    "Astar",
    "BothWays",
    "BreadthFirst",
    "Deepening",
    "DepthFirst",
    "Dijkstra",
    "Focal",
    "Greedy",
    "IdaStar",
    "Reversible",
    "Weighted",
]

# Each is imported at its first use: a search by A* does not need the others.
_HOMES = {
    "Astar": "astar",
    "BothWays": "both_ways",
    "BreadthFirst": "by_steps",
    "Deepening": "deepening",
    "DepthFirst": "by_steps",
    "Dijkstra": "dijkstra",
    "Focal": "focal",
    "Greedy": "greedy",
    "IdaStar": "ida_star",
    "Reversible": "both_ways",
    "Weighted": "weighted",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'genastar.algorithms' has no attribute {name!r}")
    value: object = getattr(import_module(f"genastar.algorithms.{_HOMES[name]}"), name)
    globals()[name] = value  # next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
