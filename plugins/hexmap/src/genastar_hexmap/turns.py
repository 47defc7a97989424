"""Turns as a cost: full turns first, and among equals the points spent in the turn under way.

**The rule.** A unit has ``moves`` points each turn. Entering a hex costs its price; a unit that has fewer points left ends
its turn and enters with the points of the next one. What costs more than ``moves`` cannot be entered at all. (Battle for
Wesnoth's rule.)

**Why the order suffices**, so that what is left of a turn need not be part of the position. Let p(t, s) = t * moves + s, for
t full turns and s points spent, 1 <= s <= moves after any step; then (t, s) < (t', s') as pairs just if p < p'. A step of
price c <= moves leads from (t, s) to

    (t, s + c) if s + c <= moves, and to (t + 1, c) otherwise.

1. *It pays to arrive early.* If (t, s) <= (t', s') before a step, then also after it. With t = t': if both fit into the turn,
or
   neither, plainly; if the first alone fits, t < t + 1. With t < t': the first is at most (t + 1, c), which is at most (t',
   s' + c). So a cheaper way to a hex is never worse for what comes after it, and one cost for each hex is enough for Dijkstra
   and A*.
2. *It never pays to wait.* Ending a turn early turns (t, s) into (t + 1, 0), which is greater; see 1.
3. *The estimate.* A step raises p by its price c, or by more where points are left over. If at least h points are left to
pay, then
   the arrival has at least p + h. A* orders by the pair of p + h, which is `arrival`. As h is consistent, it never falls
   along a way, and for one hex it grows with (t, s): A* stays exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import field

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # made by the hundred thousand, as `genastar.Cost` is


@attrs.frozen(order=True)
class Turns:
    """What a way takes: how many turns are over when it ends, and the points spent in the turn under way."""

    turns: int
    spent: float

    def __str__(self) -> str:
        return f"{self.turns} turns and {self.spent} points"


@frozen(order=False, unsafe_hash=True)
class TurnCost:
    """The cost that is searched by: turns and points so far, and the arrival that is possible at best, by which it compares.

    Where nothing is left to go, that is (turns, spent) itself. Points are counted in whole prices.
    """

    turns: int
    spent: int
    arrival_turns: int = field(eq=False)
    arrival_spent: int = field(eq=False)

    def __lt__(self, other: TurnCost) -> bool:
        if self.arrival_turns != other.arrival_turns:
            return self.arrival_turns < other.arrival_turns
        return self.arrival_spent < other.arrival_spent

    def after(self, price: int, left: int, moves: int) -> TurnCost:
        """The cost after a step.

        Args:
            price: of the step, at most ``moves``.
            left: the points that are left to pay from there, at the least.
            moves: the points of a turn.
        """
        turns, spent = self.turns, self.spent + price
        if spent > moves:
            turns, spent = turns + 1, price
        ahead = turns * moves + spent + left
        return TurnCost(turns, spent, (ahead - 1) // moves, (ahead - 1) % moves + 1)


def bound(turns: int, spent: int) -> TurnCost:
    """The cost of an arrival at that time, as a bound."""
    return TurnCost(turns, spent, turns, spent)
