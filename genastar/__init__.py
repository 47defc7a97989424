"""genastar: A* as a framework. Write two hooks and search any state space, interpreted or compiled.

The names here are the public ones. `genastar.algorithms`, `genastar.registry`, `genastar.files`, `genastar.options`,
`genastar.testing` and `genastar.view` are public modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.agent import Agent as Agent
    from genastar.algorithm import Algorithm as Algorithm
    from genastar.algorithm import OneRun as OneRun
    from genastar.algorithm import Promise as Promise
    from genastar.astar import AStar as AStar
    from genastar.batch import Results as Results
    from genastar.batch import search_many as search_many
    from genastar.cost import Comparable as Comparable
    from genastar.cost import Cost as Cost
    from genastar.cost import Number as Number
    from genastar.domain import Choice as Choice
    from genastar.domain import Domain as Domain
    from genastar.domain import Example as Example
    from genastar.domain import Question as Question
    from genastar.domain_info import DomainInfo as DomainInfo
    from genastar.engine import Engine as Engine
    from genastar.errors import BadInput as BadInput
    from genastar.errors import Cancelled as Cancelled
    from genastar.errors import CannotCompile as CannotCompile
    from genastar.errors import CostError as CostError
    from genastar.errors import EnginesDisagree as EnginesDisagree
    from genastar.errors import ExecutorLost as ExecutorLost
    from genastar.errors import GenastarError as GenastarError
    from genastar.errors import PluginError as PluginError
    from genastar.errors import WorkspaceBusy as WorkspaceBusy
    from genastar.limits import CancelToken as CancelToken
    from genastar.limits import Limits as Limits
    from genastar.limits import check_cancelled as check_cancelled
    from genastar.many import Answer as Answer
    from genastar.many import solve_many as solve_many
    from genastar.node import Node as Node
    from genastar.observer import Event as Event
    from genastar.observer import EventKind as EventKind
    from genastar.observer import Observer as Observer
    from genastar.observer import Trace as Trace
    from genastar.open_list import OpenList as OpenList
    from genastar.optimal import count_optimal_paths as count_optimal_paths
    from genastar.preparing import Prepared as Prepared
    from genastar.preparing import Preparing as Preparing
    from genastar.preparing import prepare as prepare
    from genastar.priority_queue import PriorityQueue as PriorityQueue
    from genastar.registry import load as load
    from genastar.registry import register as register
    from genastar.replanner import Replanner as Replanner
    from genastar.request import Request as Request
    from genastar.result import Outcome as Outcome
    from genastar.result import Result as Result
    from genastar.run import Run as Run
    from genastar.shortest import shortest_path as shortest_path
    from genastar.starts import Starts as Starts
    from genastar.straighten import straightened as straightened
    from genastar.tables import to_networkx as to_networkx
    from genastar.tables import to_pandas as to_pandas
    from genastar.tree import Tree as Tree
    from genastar.workspace import Workspace as Workspace
    from genastar.world_replanner import WorldReplanner as WorldReplanner
else:
    from genastar.lazy import lazy_names

    _HOMES = {
        "agent": ["Agent"],
        "algorithm": ["Algorithm", "OneRun", "Promise"],
        "astar": ["AStar"],
        "batch": ["Results", "search_many"],
        "cost": ["Comparable", "Cost", "Number"],
        "domain": ["Choice", "Domain", "Example", "Question"],
        "domain_info": ["DomainInfo"],
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
    __all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
