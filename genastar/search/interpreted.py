"""The interpreted engine, for any hashable position and any comparable cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from genastar.contracts.frontier import (
    AnytimeFrontier,
    BeamFrontier,
    BestFirstFrontier,
    DepthFirstFrontier,
    FocalFrontier,
    Frontier,
    LayersFrontier,
    PairsFrontier,
    PartialFrontier,
    PotentialFrontier,
    UndominatedFrontier,
)
from genastar.contracts.hooks import Hooks
from genastar.contracts.keys import get_checked_key
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER, Run
from genastar.contracts.workspace import acquire_workspace, release_workspace
from genastar.engine import Engine
from genastar.errors import BadInput, name_problem
from genastar.memory.closed import ClosedDict
from genastar.memory.open_nodes import OpenNodes, SiftedOpenNodes
from genastar.memory.priority_queue import PriorityQueue
from genastar.memory.queues.anytime import AnytimeQueue
from genastar.memory.queues.beam import BeamQueue
from genastar.memory.queues.focal import FocalQueue
from genastar.memory.queues.layers import LayersQueue
from genastar.memory.queues.pairs import PairsQueue
from genastar.memory.queues.partial import PartialOpenNodes, PartialQueue
from genastar.memory.queues.potential import PotentialQueue
from genastar.plugin import API_VERSION
from genastar.search import depth_first, fronts, loop
from genastar.search.depth_first import PathStack
from genastar.search.fronts import Fronts
from genastar.search.loop import InterpreterMemory
from genastar.search.stepped import OpenListInspector, SteppedRun, SteppedSearch
from genastar.values.cost import Comparable, Cost, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Result


def _get_side_hook(problem: object) -> Callable[[Any], int]:
    hook: Callable[[Any], int] | None = getattr(problem, "side", None)
    if hook is None:
        missing = f"{name_problem(problem)}.side(position)"
        raise BadInput(f"the frontier of pairs needs the hook {missing}, which is missing; write it, or use astar")
    return hook


def _limit(request: Request[Any, Any]) -> Comparable | None:
    return None if request.limits.cost is None else rank(request.limits.cost)


_QUEUES: Final[
    dict[type[Frontier], Callable[[Request[Any, Any], Any, ClosedDict[Any, Any]], PriorityQueue[Node[Any, Any], Comparable]]]
] = {
    FocalFrontier: lambda request, frontier, closed: FocalQueue(frontier, request.problem.focus, closed.nodes, _limit(request)),
    AnytimeFrontier: lambda request, frontier, closed: AnytimeQueue(frontier, closed.nodes, get_checked_key(request.problem)),
    BeamFrontier: lambda _, frontier, closed: BeamQueue(frontier.width, closed.nodes),
    LayersFrontier: lambda request, frontier, closed: LayersQueue(frontier, closed, _limit(request)),
    PairsFrontier: lambda request, _, closed: PairsQueue(_get_side_hook(request.problem), closed.nodes),
    PotentialFrontier: lambda request, frontier, closed: PotentialQueue(frontier, closed.nodes, _limit(request)),
    PartialFrontier: lambda request, _, closed: PartialQueue(closed, _limit(request)),
}
"""Functions that make the queue of a search, by the type of the frontier; for others the memory's own queue serves."""

_OPEN_LISTS: Final[dict[type[Frontier], type[OpenNodes[Any, Any]]]] = {
    LayersFrontier: SiftedOpenNodes,
    PartialFrontier: PartialOpenNodes,
}
"""The open list of a search, by the type of the frontier, if it is not `OpenNodes`."""


class Interpreted(Engine):
    """The engine that calls the hooks in Python."""

    api_version = API_VERSION
    frontiers = frozenset({BestFirstFrontier, DepthFirstFrontier, UndominatedFrontier, *_QUEUES})

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of `loop.search`, or of `depth_first.search`."""
        return cast("Run[K, V]", start_search(request, None))


class _BuiltIn(Interpreted):
    """The engine ``"interpreted"``. Its searches make no run, which takes a tenth of a short one; engines that extend
    `Interpreted` may have runs of their own.
    """

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search up to the first answer and return it."""
        return cast("Result[K, V]", start_search(request, NEVER))


INTERPRETED: Final = _BuiltIn()


def start_search(request: Request[K, V], target: int | None) -> Result[K, V] | SteppedRun[K, V]:
    """Search until the first answer or ``target`` expansions; return the answer, or the run that continues.

    Without a target, nothing is searched yet.
    """
    workspace = acquire_workspace(request.workspace)
    memory = workspace.acquire(InterpreterMemory)
    try:
        start = _LOOPS.get(type(request.frontier), _start_steps)
        steps, open_list = start(request, memory)
        next(steps)
        found = 0 if target is None else steps.send(target)
        if type(found) is int:
            return SteppedRun(steps, open_list, workspace, request.workspace, found)
    except BaseException:
        workspace.release()
        raise
    workspace.release()
    release_workspace(workspace, request.workspace)
    return found  # type: ignore[return-value]  # an answer


def _start_steps(
    request: Request[K, V], memory: InterpreterMemory[K, V]
) -> tuple[SteppedSearch[Result[K, V]], OpenListInspector[K, V]]:
    problem = request.problem
    if memory.queue.inserted:  # the memory was not released after the last search
        memory.drop_objects()
    if type(problem).key is not Hooks.key and (key := get_checked_key(problem)) is not None:
        memory.closed = ClosedDict(key)
    make = _QUEUES.get(type(request.frontier))
    if make is not None:
        memory.queue = make(request, request.frontier, memory.closed)
    estimate: Any = problem.estimate  # type: ignore[misc]  # for problems whose cost is `Cost`
    kind = _OPEN_LISTS.get(type(request.frontier), OpenNodes)
    open_list = kind(memory.queue, memory.closed, estimate, request.reopen, request.observer, request.cost, problem)
    return loop.search(request, open_list, memory), open_list


def _start_depth_first(
    request: Request[K, V], _: InterpreterMemory[K, V]
) -> tuple[SteppedSearch[Result[K, V]], OpenListInspector[K, V]]:
    estimate = cast("Hooks[K, Cost[int]]", request.problem).estimate
    bound = rank(cast(Comparable, request.limits.cost))
    problem, table = request.problem, cast(DepthFirstFrontier, request.frontier).table
    waiting = PathStack(bound, estimate, request.observer, request.cost, problem, table)
    return depth_first.search(request, waiting), waiting


def _start_fronts(
    request: Request[K, V], _: InterpreterMemory[K, V]
) -> tuple[SteppedSearch[Result[K, V]], OpenListInspector[K, V]]:
    open_list = Fronts(request, PriorityQueue())
    return fronts.search(request, open_list), open_list


_LOOPS: Final[dict[type[Frontier], Callable[[Request[Any, Any], InterpreterMemory[Any, Any]], Any]]] = {
    DepthFirstFrontier: _start_depth_first,
    UndominatedFrontier: _start_fronts,
}
"""Functions that start a search with a loop of its own, by the type of the frontier."""
