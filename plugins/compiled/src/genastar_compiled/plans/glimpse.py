"""The first expansions of a search in Python: they show whether the lengths of tuples vary, and what hooks raise."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Final

from genastar import Limits, Trace
from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.request import Request
from genastar.search.interpreted import INTERPRETED

_EXPANSIONS: Final = 8
_SECONDS: Final = 1.0
"""Time in which hooks may raise an error of their own, which explains more than a refusal."""


def first_positions(request: Request[Any, Any]) -> list[Any]:
    """Return the start of a request and the positions that its first expansions add, by hooks in Python."""
    trace: Trace[Any, Any] = Trace()
    with suppress(Exception):  # the search itself reports a fault of a hook
        _expand(request.evolve(observer=trace), Limits(expansions=_EXPANSIONS))
    return list(dict.fromkeys([request.start, *(event.node.position for event in trace.events)]))


def raise_as_python(request: Request[Any, Any]) -> None:
    """Raise what hooks raise in the first expansions: such an error explains a mistake better than a refusal does."""
    refusal = sys.exception()
    try:
        _expand(request.evolve(observer=None), Limits(expansions=_EXPANSIONS, seconds=_SECONDS))
    except Exception as error:
        first: BaseException = error
        while first.__context__ not in (None, refusal):
            first = first.__context__
        first.__context__ = None  # the refusal, whose cause is all that Numba says
        raise


def _expand(request: Request[Any, Any], limits: Limits) -> None:
    INTERPRETED.search(request.evolve(frontier=BEST_FIRST, limits=limits, keeps_tree=False))
