"""The names for authors of plugins: of domains, algorithms, engines and methods of preparation. Users need none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.algorithm import Algorithm as Algorithm
    from genastar.algorithm import OneRun as OneRun
    from genastar.algorithm import Promise as Promise
    from genastar.algorithms.building_blocks.measures import Objective as Objective
    from genastar.algorithms.building_blocks.measures import StepMeasure as StepMeasure
    from genastar.contracts.hooks import Hooks as Hooks
    from genastar.contracts.request import Request as Request
    from genastar.engine import Engine as Engine
    from genastar.memory.priority_queue import PriorityQueue as PriorityQueue
    from genastar.values.limits import check_cancelled as check_cancelled
    from genastar.worlds.domain import Example as Example
    from genastar.worlds.info import DomainInfo as DomainInfo
    from genastar.worlds.preparing import Preparing as Preparing
    from genastar.worlds.question import Choice as Choice
    from genastar.worlds.question import Question as Question
else:
    from genastar.lazy import make_lazy_names

    _HOMES = {
        "algorithm": ["Algorithm", "OneRun", "Promise"],
        "algorithms.building_blocks.measures": ["Objective", "StepMeasure"],
        "contracts.hooks": ["Hooks"],
        "contracts.request": ["Request"],
        "values.limits": ["check_cancelled"],
        "worlds.domain": ["Example"],
        "worlds.info": ["DomainInfo"],
        "engine": ["Engine"],
        "memory.priority_queue": ["PriorityQueue"],
        "worlds.preparing": ["Preparing"],
        "worlds.question": ["Choice", "Question"],
    }
    __all__, __getattr__, __dir__ = make_lazy_names(__name__, _HOMES, "genastar")
