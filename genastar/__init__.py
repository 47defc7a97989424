"""genastar: A* as a framework. Write two hooks, search any state space, at two speeds.

The names here are the public ones. `genastar.orders`, `genastar.deepening`, `genastar.bidirectional`, `genastar.registry`,
`genastar.files`, `genastar.options`, `genastar.testing` and `genastar.view` are public modules.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.astar import AStar
    from genastar.batch import Results, search_many
    from genastar.cost import Comparable, Cost, Number
    from genastar.deepening import deepen, ida_star
    from genastar.domain import Domain, DomainInfo, Example
    from genastar.errors import (
        BadInput,
        Cancelled,
        CannotCompile,
        CostError,
        EnginesDisagree,
        ExecutorLost,
        GenastarError,
        PluginError,
        WorkspaceBusy,
    )
    from genastar.limits import CancelToken, Limits, check_cancelled
    from genastar.many import Answer, solve_many
    from genastar.node import Node
    from genastar.observer import Event, EventKind, Observer, Trace
    from genastar.open_list import OpenList
    from genastar.priority_queue import PriorityQueue
    from genastar.registry import load, register
    from genastar.result import Outcome, Result
    from genastar.workspace import Workspace

__all__ = [
    "AStar",
    "Answer",
    "BadInput",
    "CancelToken",
    "Cancelled",
    "CannotCompile",
    "Comparable",
    "Cost",
    "CostError",
    "Domain",
    "DomainInfo",
    "Event",
    "EventKind",
    "Example",
    "EnginesDisagree",
    "ExecutorLost",
    "GenastarError",
    "Limits",
    "Node",
    "Number",
    "Observer",
    "OpenList",
    "Outcome",
    "PluginError",
    "PriorityQueue",
    "Result",
    "Results",
    "Trace",
    "Workspace",
    "WorkspaceBusy",
    "check_cancelled",
    "deepen",
    "ida_star",
    "load",
    "register",
    "search_many",
    "solve_many",
]

# Each name is imported at its first use: a plugin's metadata and `genastar --help` need none of them and should not wait.
_HOMES = {
    "astar": ["AStar"],
    "batch": ["Results", "search_many"],
    "cost": ["Comparable", "Cost", "Number"],
    "deepening": ["deepen", "ida_star"],
    "domain": ["Domain", "DomainInfo", "Example"],
    "errors": [
        "BadInput",
        "Cancelled",
        "CannotCompile",
        "CostError",
        "EnginesDisagree",
        "ExecutorLost",
        "GenastarError",
        "PluginError",
        "WorkspaceBusy",
    ],
    "limits": ["CancelToken", "Limits", "check_cancelled"],
    "many": ["Answer", "solve_many"],
    "node": ["Node"],
    "observer": ["Event", "EventKind", "Observer", "Trace"],
    "open_list": ["OpenList"],
    "priority_queue": ["PriorityQueue"],
    "registry": ["load", "register"],
    "result": ["Outcome", "Result"],
    "workspace": ["Workspace"],
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'genastar' has no attribute {name!r}")
    value: object = getattr(import_module(f"genastar.{_HOME_OF[name]}"), name)
    globals()[name] = value  # asked for once
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
