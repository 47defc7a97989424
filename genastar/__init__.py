"""genastar: A* as a framework. Write two hooks and search any state space, interpreted or compiled.

The names here are the public ones. `genastar.algorithms`, `genastar.registry`, `genastar.files`, `genastar.options`,
`genastar.testing` and `genastar.view` are public modules.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.agent import Agent
    from genastar.algorithm import Algorithm, OneRun, Promise
    from genastar.astar import AStar
    from genastar.batch import Results, search_many
    from genastar.cost import Comparable, Cost, Number
    from genastar.domain import Choice, Domain, DomainInfo, Example, Question
    from genastar.engine import Engine
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
    from genastar.optimal import count_optimal_paths
    from genastar.preparing import Prepared, Preparing, prepare
    from genastar.priority_queue import PriorityQueue
    from genastar.registry import load, register
    from genastar.replanner import Replanner
    from genastar.request import Request
    from genastar.result import Outcome, Result
    from genastar.run import Run
    from genastar.shortest import shortest_path
    from genastar.starts import Starts
    from genastar.straighten import straightened
    from genastar.tables import to_networkx, to_pandas
    from genastar.tree import Tree
    from genastar.workspace import Workspace
    from genastar.world_replanner import WorldReplanner

__all__ = [
    "AStar",
    "Agent",
    "Algorithm",
    "Answer",
    "BadInput",
    "CancelToken",
    "Cancelled",
    "CannotCompile",
    "Choice",
    "Comparable",
    "Cost",
    "CostError",
    "Domain",
    "DomainInfo",
    "Engine",
    "EnginesDisagree",
    "Event",
    "EventKind",
    "Example",
    "ExecutorLost",
    "GenastarError",
    "Limits",
    "Node",
    "Number",
    "Observer",
    "OneRun",
    "OpenList",
    "Outcome",
    "PluginError",
    "Prepared",
    "Preparing",
    "PriorityQueue",
    "Promise",
    "Question",
    "Replanner",
    "Request",
    "Result",
    "Results",
    "Run",
    "Starts",
    "Trace",
    "Tree",
    "Workspace",
    "WorkspaceBusy",
    "WorldReplanner",
    "check_cancelled",
    "count_optimal_paths",
    "load",
    "prepare",
    "register",
    "search_many",
    "shortest_path",
    "straightened",
    "solve_many",
    "to_networkx",
    "to_pandas",
]

# Each name is imported at its first use, because a plugin's metadata and `genastar --help` need none of them.
_HOMES = {
    "agent": ["Agent"],
    "algorithm": ["Algorithm", "OneRun", "Promise"],
    "astar": ["AStar"],
    "batch": ["Results", "search_many"],
    "cost": ["Comparable", "Cost", "Number"],
    "domain": ["Choice", "Domain", "DomainInfo", "Example", "Question"],
    "engine": ["Engine"],
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
    "preparing": ["Prepared", "Preparing", "prepare"],
    "priority_queue": ["PriorityQueue"],
    "registry": ["load", "register"],
    "replanner": ["Replanner"],
    "request": ["Request"],
    "result": ["Outcome", "Result"],
    "run": ["Run"],
    "optimal": ["count_optimal_paths"],
    "shortest": ["shortest_path"],
    "straighten": ["straightened"],
    "starts": ["Starts"],
    "tables": ["to_networkx", "to_pandas"],
    "tree": ["Tree"],
    "workspace": ["Workspace"],
    "world_replanner": ["WorldReplanner"],
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'genastar' has no attribute {name!r}")
    value: object = getattr(import_module(f"genastar.{_HOME_OF[name]}"), name)
    globals()[name] = value  # next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
