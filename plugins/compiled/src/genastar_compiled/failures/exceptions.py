"""Exceptions of hooks, as Python raises them.

An exception of machine code has neither a traceback nor, often, Python's text: ``KeyError`` without the key. Hooks give the
same in both engines, so the same search, interpreted, raises it at the line of the hook.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from genastar import CannotCompile, Limits, Node, Outcome
from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.request import Request
from genastar.errors import name_problem
from genastar.search.interpreted import INTERPRETED
from genastar.values.cost import V
from genastar.values.node import K

LONGEST: Final = 1.0
"""Seconds that the interpreted search may take, at most."""


def as_interpreted(
    request: Request[K, V], error: Exception, left: float, expanding: Callable[[], Node[K, V] | None]
) -> Exception | None:
    """Return the exception that the search raises interpreted, or a refusal if it raises none; ``None`` if this is not known.

    Args:
        request: the request.
        error: the exception of machine code.
        left: the seconds that are left.
        expanding: gives the node whose expansion raises. Of a long search, only this expansion is repeated.
    """
    if left <= 0:
        return None
    again = request.evolve(engine=INTERPRETED, observer=None, limits=evolve(request.limits, seconds=min(left, LONGEST)))
    own = _outcome(again)
    if own in _UNKNOWN and (node := expanding()) is not None:
        one = evolve(request.limits, expansions=1, seconds=None)
        own = _outcome(again.evolve(start=node.position, cost=node.cost, more_starts=(), limits=one))
    if isinstance(own, Exception):
        return own
    if own in _UNKNOWN:
        return None
    return CannotCompile(
        f"{name_problem(request.problem)}: what a hook does raises {type(error).__name__} in machine code ({error}), and "
        "nothing in "
        'Python; write it otherwise, or search with engine="interpreted"'
    )


_UNKNOWN: Final = (Outcome.TIMEOUT, Outcome.CANCELLED)
"""Outcomes of a search that may still raise an exception."""


def _outcome(request: Request[K, V]) -> Outcome | Exception:
    try:
        return INTERPRETED.search(request).outcome
    except Exception as own:  # noqa: BLE001  # whatever the hook raises
        return own


_EXPANSIONS: Final = 8


def raise_as_python(request: Request[K, V]) -> None:
    """Raise what hooks raise in the first expansions: such an error explains a mistake better than a refusal does."""
    limits = Limits(expansions=_EXPANSIONS, seconds=LONGEST)
    INTERPRETED.search(request.evolve(observer=None, frontier=BEST_FIRST, limits=limits, keeps_tree=False))
