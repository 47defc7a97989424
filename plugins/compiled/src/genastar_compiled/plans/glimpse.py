"""The first positions of a search, which show whether the lengths of tuples vary."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from genastar import Limits, Trace, Workspace
from genastar.contracts.request import Request
from genastar.frontier import BEST_FIRST
from genastar.search.interpreted import INTERPRETED

_EXPANSIONS: Final = 8


def first_positions(request: Request[Any, Any]) -> list[Any]:
    """Return the start of a request and the positions that its first expansions add, by hooks in Python."""
    trace: Trace[Any, Any] = Trace()
    few = request.but(observer=trace, frontier=BEST_FIRST, limits=Limits(expansions=_EXPANSIONS), keeps_tree=False)
    with suppress(Exception):  # a fault of a hook is told by the search itself
        INTERPRETED.search(few, Workspace())
    return list(dict.fromkeys([request.start, *(event.node.position for event in trace.events)]))
