"""The interpreted engine, for any hashable position and any comparable cost."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from genastar import depth_first, loop
from genastar.closed import ClosedDict, checked_key
from genastar.cost import Comparable, Cost, V, rank
from genastar.depth_first import Waiting
from genastar.engine import Engine
from genastar.focal_queue import FocalQueue
from genastar.frontier import BestFirst, DepthFirst, Focal, focus_of
from genastar.hooks import Hooks, hook_of
from genastar.loop import Memory
from genastar.node import K
from genastar.open_list import OpenNodes
from genastar.plugin import API_VERSION
from genastar.request import Request
from genastar.result import Result
from genastar.run import Run
from genastar.stepped import Looks, Steps, stepped
from genastar.workspace import Workspace


class Interpreted(Engine):
    """The engine that calls the hooks in Python."""

    api_version = API_VERSION
    frontiers = frozenset({BestFirst, DepthFirst, Focal})

    def begin(self, request: Request[K, V], workspace: Workspace) -> Run[K, V]:
        """Begin a run of `loop.search`, or of `depth_first.search`."""
        return stepped(workspace.borrowed(Memory), partial(_BEGIN[type(request.frontier)], request))


def _best_first(request: Request[K, V], memory: Memory[K, V]) -> tuple[Steps[Result[K, V]], Looks[K, V]]:
    problem = request.problem
    if memory.queue.inserted:  # the memory was not released after the last search
        memory.let_go()
    if hasattr(problem, "key"):
        memory.closed = ClosedDict(checked_key(problem))
    if isinstance(request.frontier, Focal):
        limit = None if request.limits.cost is None else rank(request.limits.cost)
        memory.queue = FocalQueue(request.frontier, focus_of(problem), memory.closed.nodes, limit)
    estimate, hook = cast("Hooks[K, Cost[int]]", problem).estimate, hook_of(problem)
    open_list = OpenNodes(memory.queue, memory.closed, estimate, request.reopen, request.observer, request.cost, hook, problem)
    return loop.search(request, open_list, memory), open_list


def _depth_first(request: Request[K, V], memory: Memory[K, V]) -> tuple[Steps[Result[K, V]], Looks[K, V]]:
    estimate = cast("Hooks[K, Cost[int]]", request.problem).estimate
    bound = rank(cast(Comparable, request.limits.cost))
    waiting = Waiting(bound, estimate, request.observer, request.cost, hook_of(request.problem), request.problem)
    return depth_first.search(request, waiting), waiting


_BEGIN: Final = {BestFirst: _best_first, DepthFirst: _depth_first, Focal: _best_first}
"""The functions that begin a search, by the type of the frontier."""
