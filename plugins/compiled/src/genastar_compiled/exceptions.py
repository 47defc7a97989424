"""Exceptions of hooks, as Python raises them.

An exception of machine code has neither a traceback nor, often, Python's text: ``KeyError`` without the key. Hooks give the
same in both engines, so the same search, interpreted, raises it at the line of the hook.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from genastar import Workspace
from genastar.contracts.request import Request
from genastar.search.interpreted import INTERPRETED

LONGEST: Final = 1.0
"""Seconds that the interpreted search may take, at most."""


def as_interpreted(request: Request[Any, Any], error: Exception, left: float) -> Exception | None:
    """Return the exception that the search raises interpreted, within the seconds that are left.

    ``None`` if it ends without one, or with one of another class.
    """
    if left <= 0:
        return None
    limits = evolve(request.limits, seconds=min(left, LONGEST))
    try:
        INTERPRETED.search(request.but(engine=INTERPRETED, observer=None, limits=limits), Workspace())
    except Exception as own:  # noqa: BLE001  # whatever the hook raises
        return own if type(own) is type(error) else None
    return None
