"""Frontiers: what waits to be expanded, and in which order. The order is a contract that every engine keeps.

A request names the frontier that its algorithm wants, and an engine declares those that it has.
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
    """The smallest cost first, and among equals the newest. A closed list remembers every position."""


@frozen
class DepthFirst(Frontier):
    """The newest first, each at no more than ``limits.cost``, which must be given.

    Nothing is remembered but the way to the node that is being expanded, which never crosses itself; so a position that several
    ways lead to is expanded once for each of them.
    """


@frozen
class Focal(Frontier):
    """Of the nodes that are near enough, the smallest focus first; among equals the smallest rank, and then the newest.

    An open node is near enough if its rank is at most ``weight`` times the least rank of all open nodes, or is that least rank;
    and, where the least rank is no higher than ``limits.cost``, if its rank is no higher either. The focus is a number that the
    problem's hook ``focus(node)`` gives, the same each time; it is asked when a node comes near enough. A closed list remembers
    every position.
    """

    weight: float | Fraction | Decimal
    """At least 1."""


def focus_of(problem: object) -> Callable[[Any], Any]:
    """Return the hook ``focus`` of a problem.

    Raises:
        BadInput: the problem has none.
    """
    focus: Callable[[Any], Any] | None = getattr(problem, "focus", None)
    if focus is None:
        name = name_of(problem)
        raise BadInput(f"the focal frontier orders by {name}.focus(node), which it lacks; write it, or search best-first")
    return focus


BEST_FIRST = BestFirst()
DEPTH_FIRST = DepthFirst()
