"""What algorithms for fleets return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from genastar import Outcome

if TYPE_CHECKING:
    from genastar_fleets.kernels.arrays import Int32


@frozen(eq=False)
class Solution:
    """The answer of an algorithm: a plan, or the reason why there is none."""

    outcome: Outcome
    paths: list[Int32] = field(factory=list, repr=False)
    """The node of each agent at each time until it arrives for good; empty unless FOUND."""
    lower_bound: int = 0
    """A proven lower bound on the sum of costs; 0 if none is known beyond the distances."""
