"""Answers of machine code."""

from __future__ import annotations

from genastar import Cost, Result
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import NEVER, Run
from genastar.contracts.workspace import acquire_workspace, release_workspace
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.plans.plan import Plan
from genastar_compiled.searches.batch import Batch, BatchSearch
from genastar_compiled.searches.memory import Memory
from genastar_compiled.searches.run import SearchRun
from genastar_compiled.searches.search import Search


def begin(request: Request[K, V], plan: Plan, leaves: tuple[object, ...]) -> Run[K, V]:
    """Begin to answer a request."""
    workspace = acquire_workspace(request.workspace)
    memory = workspace.acquire(Memory)
    try:
        return SearchRun(plan, request, leaves, memory, workspace)
    except BaseException:
        workspace.release()
        raise


def search(request: Request[K, V], plan: Plan, leaves: tuple[object, ...]) -> Result[K, V]:
    """Answer a request without a run, which would take a tenth of a short search."""
    workspace = acquire_workspace(request.workspace)
    memory = workspace.acquire(Memory)
    try:
        found: Result[K, V] = Search(plan, request, leaves, memory).go_on(NEVER)  # type: ignore[assignment]  # no pause
    finally:
        workspace.release()
    release_workspace(workspace, request.workspace)
    return found


def fits_batch(first: Request[K, V]) -> bool:
    """Return whether a batch can answer requests like this one."""
    return isinstance(first.cost, Cost) and first.limits.seconds is None


def search_many(requests: Requests[K, V], plan: Plan, leaves: tuple[object, ...]) -> Batch[K, V] | None:
    """Answer all requests in a few calls of machine code; ``None`` if each must be answered by itself.

    That is so if a hook names parents: the costs along a path could not be found later.
    """
    first = requests[0]
    workspace = acquire_workspace(first.workspace)
    with workspace.hold(Memory) as memory:
        batch = BatchSearch(plan, first, leaves, memory)
        answers = None if plan.names_parents else batch.answers(requests)
    release_workspace(workspace, first.workspace)
    return answers
