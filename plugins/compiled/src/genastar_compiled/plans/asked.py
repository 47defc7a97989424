"""What a plan says of requests, and reads from them, whichever compiler makes its programs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Protocol

from genastar import CannotCompile
from genastar.contracts.request import Request
from genastar.errors import name_problem
from genastar.values.cost import V, rank
from genastar.values.node import K
from genastar_compiled.data.leaves import LARGEST
from genastar_compiled.plans.layout import Program

SOURCES: Final = {
    "solver": "request.problem",
    "start": "request.start",
    "cost": "request.cost",
    "limit": "None if request.limits.cost is None else limit_of(request)",
    "setting": "setting_of(request)",
}
"""The parts of a request, as a guard reads them."""

Use = tuple[bool, bool]
"""Whether an observer listens, and whether a packed layout keeps a tree, or a walk a table."""


class Planned(Protocol):
    """The part of a plan that a search uses."""

    dense: bool
    """Whether positions have an index."""
    names_parents: bool
    """Whether a hook names the parents of what it adds."""
    looks_up: bool
    """Whether a hook asks what is known."""
    leaves: Callable[..., tuple[object, ...] | None]
    """Returns the leaves of a request to pass to machine code; ``None`` if this plan does not fit the request."""

    def program(self, request: Request[Any, Any]) -> Program:
        """Return the program for a request."""

    def widen(self, program: Program, why: int) -> None:
        """Search in a wider layout from now on: a search ended with this status, because it was too wide for this program."""

    def slots_of(self, request: Request[Any, Any]) -> int:
        """Return the size of a search whose positions have no index."""


def starts_differ(request: Request[Any, Any]) -> CannotCompile:
    """Return the refusal of starts that one plan does not fit."""
    return CannotCompile(
        f"{name_problem(request.problem)} cannot be compiled for these starts, because they differ in type; "
        "give them one type, or search interpreted"
    )


def limit_of(request: Request[K, V]) -> object:
    """Return the bound on the rank of a cost. An int beyond 64 bits becomes the greatest float below it, an equal bound."""
    bound = request.limits.cost
    if bound is None:
        return None
    limit = rank(bound)
    if type(limit) is not int or -LARGEST - 1 <= limit <= LARGEST:
        return limit
    try:
        near = float(limit)
    except OverflowError:
        return math.inf if limit > 0 else -math.inf
    return near if near <= limit else math.nextafter(near, -math.inf)
