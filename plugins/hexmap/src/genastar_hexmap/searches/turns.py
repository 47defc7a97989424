"""Turns as a cost: full turns first, then the points spent in the current turn.

**The rule.** A unit has ``moves`` points each turn. Entering a hex costs its price; a unit with fewer points left ends its turn
and enters with the points of the next one. A hex that costs more than ``moves`` cannot be entered. (The rule of Battle for
Wesnoth.)

**Why this order suffices**, so that the points left in a turn need not be part of the position. Let p(t, s) = t * moves + s for
t full turns and s points spent, with 1 <= s <= moves after any step; then (t, s) < (t', s') as pairs if and only if p < p'. A
step of price c <= moves leads from (t, s) to

    (t, s + c) if s + c <= moves, and to (t + 1, c) otherwise.

1. *Arriving earlier is never worse.* If (t, s) <= (t', s') before a step, the same holds after it. Case t = t': if both or
   neither fit into the turn, clearly; if only the first fits, t < t + 1. Case t < t': the first is at most (t + 1, c), which is
   at most (t', s' + c). So a cheaper path to a hex is never worse for the rest, and one cost for each hex is enough for
   Dijkstra and A*.
2. *Waiting never helps.* Ending a turn early changes (t, s) to (t + 1, 0), which is greater; see 1.
3. *The estimate.* A step raises p by its price c, or by more if points are left over. If at least h points remain to be paid,
   p is at least p + h on arrival. A* orders by the pair of p + h, which is `arrival`. Since h is consistent, this pair never
   decreases along a path, and for one hex it increases with (t, s): A* remains exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import field

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # created very often, like `genastar.Cost`


@attrs.frozen(order=True)
class Turns:
    """The cost of a path in turns: the completed turns, and the points spent in the current turn."""

    turns: int
    spent: float

    def __str__(self) -> str:
        return f"{self.turns} turns and {self.spent} points"


@frozen(order=False, unsafe_hash=True)
class TurnCost:
    """The cost used by the search: turns and points so far, and the earliest possible arrival, by which costs compare.

    At the goal, the arrival is (turns, spent). Points are counted in whole prices.
    """

    turns: int
    spent: int
    arrival_turns: int = field(eq=False)
    arrival_spent: int = field(eq=False)

    def __lt__(self, other: TurnCost) -> bool:
        if self.arrival_turns != other.arrival_turns:
            return self.arrival_turns < other.arrival_turns
        return self.arrival_spent < other.arrival_spent

    def add_step(self, price: int, left: int, moves: int) -> TurnCost:
        """Return the cost after a step.

        Args:
            price: the price of the step, at most ``moves``.
            left: a lower bound of the remaining price.
            moves: the points of a turn.
        """
        turns, spent = self.turns, self.spent + price
        if spent > moves:
            turns, spent = turns + 1, price
        ahead = turns * moves + spent + left
        return TurnCost(turns, spent, (ahead - 1) // moves, (ahead - 1) % moves + 1)


def make_bound(turns: int, spent: int) -> TurnCost:
    """Return the cost of an arrival at this time, for use as a bound."""
    return TurnCost(turns, spent, turns, spent)
