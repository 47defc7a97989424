"""Frontiers: orders in which open nodes are expanded. Every engine keeps the same order.

A request names the frontier of its algorithm, and an engine declares the frontiers that it supports.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from genastar.errors import BadInput, name_of

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction


@frozen
class Frontier:
    """An order of expansion."""


@frozen
class BestFirst(Frontier):
    """The order of A*: the smallest cost first, and among equals the newest. A closed list remembers every position."""


@frozen
class DepthFirst(Frontier):
    """The order of depth-first search: the newest first, among nodes that cost at most ``limits.cost``, which must be given.

    The search remembers only the path to the node that it expands, which never crosses itself. So a position is expanded once
    for each path that leads to it.
    """


@frozen
class Focal(Frontier):
    """The order of focal search: among eligible nodes the smallest focus first, then the smallest rank, then the newest.

    An open node is eligible if its rank is at most ``weight`` times the least rank of all open nodes, or equals that least
    rank. If the least rank is at most ``limits.cost``, the rank of the node must be too. The focus is a number that the
    problem's hook ``focus(node)`` returns, the same each time; the hook is called when a node becomes eligible. A closed list
    remembers every position.
    """

    weight: float | Fraction | Decimal
    """The factor of the least rank, at least 1."""


def focus_of(problem: object) -> Callable[[Any], Any]:
    """Return the hook ``focus`` of a problem.

    Raises:
        BadInput: the problem has no such hook.
    """
    focus: Callable[[Any], Any] | None = getattr(problem, "focus", None)
    if focus is None:
        name = name_of(problem)
        raise BadInput(f"the focal frontier needs the hook {name}.focus(node), which is missing; write it, or use astar")
    return focus


BEST_FIRST = BestFirst()
DEPTH_FIRST = DepthFirst()
