"""genastar: A* as a framework. Write two hooks and search any state space, interpreted or compiled.

The names here are those of users; `genastar.authoring` has those of authors of plugins. `genastar.algorithms`,
`genastar.contracts.frontier`, `genastar.files`, `genastar.options`, `genastar.recipes.frames`, `genastar.settings`,
`genastar.testing`, `genastar.worlds.domain_registry` and `genastar.worlds.view` are public modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.astar import AStar as AStar
    from genastar.contracts.open_list import OpenList as OpenList
    from genastar.contracts.run import Run as Run
    from genastar.contracts.tree import Tree as Tree
    from genastar.contracts.workspace import Workspace as Workspace
    from genastar.errors import BadInput as BadInput
    from genastar.errors import Cancelled as Cancelled
    from genastar.errors import CannotCompile as CannotCompile
    from genastar.errors import GenastarError as GenastarError
    from genastar.errors import PluginError as PluginError
    from genastar.many.answer import Answer as Answer
    from genastar.recipes.agent import Agent as Agent
    from genastar.recipes.comparison import compare as compare
    from genastar.recipes.optimal import count_optimal_paths as count_optimal_paths
    from genastar.recipes.replanner import Replanner as Replanner
    from genastar.recipes.shortest import shortest_path as shortest_path
    from genastar.recipes.tables import to_networkx as to_networkx
    from genastar.recipes.tables import to_pandas as to_pandas
    from genastar.search.batch import Results as Results
    from genastar.search.straighten import straighten as straighten
    from genastar.settings import SearchSettings as SearchSettings
    from genastar.values.cost import Comparable as Comparable
    from genastar.values.cost import Cost as Cost
    from genastar.values.cost import V as V
    from genastar.values.limits import CancelToken as CancelToken
    from genastar.values.limits import Limits as Limits
    from genastar.values.node import Node as Node
    from genastar.values.observer import Event as Event
    from genastar.values.observer import EventKind as EventKind
    from genastar.values.observer import Observer as Observer
    from genastar.values.observer import Trace as Trace
    from genastar.values.result import Outcome as Outcome
    from genastar.values.result import Result as Result
    from genastar.values.starts import Starts as Starts
    from genastar.values.vector import Vector as Vector
    from genastar.worlds.domain import Domain as Domain
    from genastar.worlds.domain_registry import load as load
    from genastar.worlds.domain_registry import register as register
    from genastar.worlds.preparing import Prepared as Prepared
    from genastar.worlds.preparing import prepare as prepare
else:
    from genastar.lazy import make_lazy_names

    _HOMES = {
        "recipes.agent": ["Agent"],
        "astar": ["AStar"],
        "search.batch": ["Results"],
        "values.cost": ["Comparable", "Cost", "V"],
        "worlds.domain": ["Domain"],
        "errors": [
            "BadInput",
            "Cancelled",
            "CannotCompile",
            "GenastarError",
            "PluginError",
        ],
        "values.limits": ["CancelToken", "Limits"],
        "many.answer": ["Answer"],
        "values.node": ["Node"],
        "values.observer": ["Event", "EventKind", "Observer", "Trace"],
        "contracts.open_list": ["OpenList"],
        "worlds.preparing": ["Prepared", "prepare"],
        "worlds.domain_registry": ["load", "register"],
        "settings": ["SearchSettings"],
        "recipes.comparison": ["compare"],
        "recipes.optimal": ["count_optimal_paths"],
        "recipes.replanner": ["Replanner"],
        "values.result": ["Outcome", "Result"],
        "contracts.run": ["Run"],
        "recipes.shortest": ["shortest_path"],
        "search.straighten": ["straighten"],
        "values.starts": ["Starts"],
        "values.vector": ["Vector"],
        "recipes.tables": ["to_networkx", "to_pandas"],
        "contracts.tree": ["Tree"],
        "contracts.workspace": ["Workspace"],
    }
    __all__, __getattr__, __dir__ = make_lazy_names(__name__, _HOMES)
