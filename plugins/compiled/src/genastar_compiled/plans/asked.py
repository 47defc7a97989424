"""What a plan says of requests, and reads from them."""

from __future__ import annotations

import math
from typing import Any, Final

from genastar import CannotCompile
from genastar.contracts.request import Request
from genastar.errors import format_error_line, name_problem
from genastar.values.cost import V, rank
from genastar.values.node import K
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.data.leaves import LARGEST

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


def refusal_of(request: Request[Any, Any], error: Exception) -> CannotCompile:
    """Return the refusal of a request for what the compiler said, or for a fault in it."""
    name, instead = name_problem(request.problem), 'or search with engine="interpreted"'
    if isinstance(error, NotCovered):
        return CannotCompile(f"{name} cannot be compiled: {error}, {instead}")
    return CannotCompile(f"{name}: a fault of the compiler ({format_error_line(error)}); please report it, {instead}")


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
