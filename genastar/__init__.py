"""genastar: A* as a framework. Write two hooks, search any state space, at two speeds.

The names here are the public ones. `genastar.orders`, `genastar.deepening`, `genastar.registry` and `genastar.testing` are
public modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genastar.astar import AStar
from genastar.cost import Comparable, Cost, Number
from genastar.errors import BadInput, CannotCompile, CostError, GenastarError, PluginError, WorkspaceBusy
from genastar.limits import CancelToken, Limits
from genastar.node import Node
from genastar.observer import Event, EventKind, Observer, Trace
from genastar.open_list import OpenList
from genastar.priority_queue import PriorityQueue
from genastar.result import Outcome, Result
from genastar.workspace import Workspace

if TYPE_CHECKING:
    from genastar.deepening import deepen
    from genastar.domain import Domain, DomainInfo, Example
    from genastar.registry import load, register

__all__ = [
    "AStar",
    "BadInput",
    "CancelToken",
    "CannotCompile",
    "Comparable",
    "Cost",
    "CostError",
    "Domain",
    "DomainInfo",
    "Event",
    "EventKind",
    "Example",
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
    "Trace",
    "Workspace",
    "WorkspaceBusy",
    "deepen",
    "load",
    "register",
]

# What a program that brings its own solver does not need is imported at first use: `import genastar` stays under 60 ms.
_LATER = {
    "deepen": "genastar.deepening",
    "Domain": "genastar.domain",
    "DomainInfo": "genastar.domain",
    "Example": "genastar.domain",
    "load": "genastar.registry",
    "register": "genastar.registry",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'genastar' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
