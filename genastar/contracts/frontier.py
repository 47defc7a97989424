"""Frontiers: orders in which open nodes are expanded. Every engine keeps the same order.

A request names the frontier of its algorithm, and an engine declares the frontiers that it supports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction


@frozen
class Frontier:
    """An order of expansion."""

    may_lag: ClassVar[bool] = False
    """Whether a destination may be reached before a cheaper path to a node of its own path was followed. The path then costs
    less than the search added up, and the result has that lower cost."""


@frozen
class BestFirstFrontier(Frontier):
    """The order of A*: the smallest cost first, and among equals the newest. A closed list remembers every position."""


@frozen
class DepthFirstFrontier(Frontier):
    """The order of depth-first search: the newest first, among nodes that cost at most ``limits.cost``, which must be given.

    The search remembers only the path to the node that it expands, which never crosses itself. So a position is expanded once
    for each path that leads to it, unless it is in the table of the last positions: then only if its rank is less than before.
    """

    table: int = 0
    """The number of positions in the table, at most: 0 for no table, otherwise at least 2."""


@frozen
class FocalFrontier(Frontier):
    """The order of focal search: among eligible nodes the smallest focus first, then the smallest rank, then the newest.

    An open node is eligible if its rank is at most ``weight`` times the least rank of all open nodes, or equals that least
    rank. If the least rank is at most ``limits.cost``, the rank of the node must be too. The focus is a number that the
    problem's hook ``focus(node)`` returns, the same each time; the hook is called when a node becomes eligible. A closed list
    remembers every position.
    """

    may_lag: ClassVar[bool] = True

    weight: float | Fraction | Decimal
    """The factor of the least rank, at least 1."""


@frozen
class PotentialFrontier(Frontier):
    """The order of dynamic potential search: among eligible nodes the greatest potential, the smallest rank, then the newest.

    Nodes are eligible as in `FocalFrontier`. The potential of a node is (bound - travelled) / left in floats, where the bound
    is
    weight times the least rank; it is infinite if nothing is left. When the bound has changed, the potentials are computed
    again, but only after at least an eighth as many expansions as there are eligible nodes. A closed list remembers every
    position.
    """

    may_lag: ClassVar[bool] = True

    weight: float | Fraction | Decimal
    """The factor of the least rank, at least 1."""


@frozen
class AnytimeFrontier(Frontier):
    """The order of anytime search: the smallest travelled + weight x left first, then the smallest rank, then the newest.

    The sums are floats. A node is expanded only if its rank is less than that of the best answer, so each answer is better than
    the one before, and the search ends when no better one is possible. A closed list remembers every position.

    With ``rounds``, a position is closed once in a round; an improvement waits for the next round. A round ends with an answer,
    or when no sum of it is less than the rank of the best answer. The next weight is ``step`` less than this one, or less than
    the ratio of the best answer to the least rank of all open nodes if that is smaller; at least 1. Without rounds, the weight
    stays, and positions may be closed again at once.

    A destination is not expanded, because no path through it is a better answer. `Run.next_bound` is the least rank of the open
    nodes that may be expanded, which is a lower bound on a better answer.
    """

    may_lag: ClassVar[bool] = True

    first: float
    """The first weight, at least 1."""
    step: float
    """The amount by which the weight falls, above 0 with rounds."""
    rounds: bool


@frozen
class BeamFrontier(Frontier):
    """The order of beam search: layer by layer, in each the smallest rank first, then the newest.

    The nodes that are opened while a layer is expanded are the next layer, but only the first ``width`` of them in this order;
    the others are left out. If nodes were left out, a search without a path ends with the outcome LIMIT, and `Run.next_bound`
    is
    the least rank that was left out. A closed list remembers every position, also those left out.
    """

    may_lag: ClassVar[bool] = True

    width: int
    """The number of nodes of a layer, at least 1."""


@frozen
class LayersFrontier(Frontier):
    """The order of breadth-first search by cost: the smallest travelled first, then the smallest rank, then the newest.

    Nodes whose rank is above ``limits.cost`` are left out; `Run.next_bound` is the least rank that was left out, and a search
    without a path that left out nodes ends with the outcome LIMIT. The closed list forgets a position that is further behind
    the expanded node than the longest step so far. It keeps the nodes of `is_kept`, which alone may be parents, and the closest
    node.
    """

    first: Any
    """The cost travelled to the start of the path."""
    last: Any
    """The cost travelled to the end of the path, or a bound on it."""

    def is_kept(self, node: Any, parent: Any) -> bool:
        """Return whether a node is a start, or the first in the second half of its path, given the node of its parent."""
        return parent is None or (self._is_late(node.cost.travelled) and not self._is_late(parent.cost.travelled))

    def _is_late(self, travelled: Any) -> bool:
        return bool(self.last - travelled <= travelled - self.first)


@frozen
class PartialFrontier(Frontier):
    """The order of partial expansion: the smallest place first, then the newest.

    The place of a node is at first its rank. When a node is expanded, neighbours of a rank above its place are left out, and
    stay unknown; the node is then put back at the least rank of these, to be expanded again. A closed list remembers every
    position.
    """


@frozen
class PairsFrontier(Frontier):
    """The order of near-optimal bidirectional search, for nodes of two sides, in pairs of a node of each side.

    The problem's hook ``side(position)`` returns 0 or 1 for the side, and more for a meeting of both sides. The lower bound of
    a pair is the greatest of both ranks and of the sum of both ``travelled``. A pair of the least lower bound is expanded, of
    these one of the smallest sum; of equals the smallest rank, then the newest. Meetings come first when their rank is at most
    that bound, or when one side has no open nodes. A closed list remembers every position.
    """

    may_lag: ClassVar[bool] = True


@frozen
class UndominatedFrontier(Frontier):
    """The order of search over fronts: the smallest rank first, then the newest, and each position once for each good path.

    Costs have the method ``dominates(other)``. A node is left out if an expanded node of its position has the same cost
    travelled or one that dominates it, or if an answer has such a rank. A destination is not expanded. A position may have many
    nodes, so `OpenList.known` is refused, and a search ends with the outcome LIMIT when it has made more than ``most`` nodes.
    """

    epsilon: float = 0.0
    """A node is also left out if no number of an answer is more than 1 + epsilon times that of its rank, a `Vector`."""
    most: int | None = None
    """The number of nodes to make at most, which bounds the memory; ``None`` for no bound."""
    within: Any = None
    """A `Vector` that the rank of each node must dominate: limits on its numbers; ``None`` for none."""


BEST_FIRST = BestFirstFrontier()
DEPTH_FIRST = DepthFirstFrontier()
PARTIAL = PartialFrontier()
