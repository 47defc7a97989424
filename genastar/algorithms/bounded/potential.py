"""Dynamic potential search: expands the node that most probably leads to a path within the bound."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from genastar.algorithms.bounded.focal import Focal
from genastar.contracts.frontier import PotentialFrontier
from genastar.contracts.request import Request
from genastar.values.cost import V
from genastar.values.node import K


@frozen
class DynamicPotential(Focal):
    """Dynamic potential search: search by the greatest (weight x fmin - g) / h (Gilon, Felner and Stern, SoCS 2016).

    fmin is the least total of all open nodes, so weight x fmin is a bound that rises during the search. The potential of a node
    is the factor by which its estimate may be wrong before a path through it exceeds the bound. Only nodes whose total is
    within the bound are expanded, so the path costs at most ``weight`` times the optimum if the estimate is admissible.
    Positions are always reopened. The potentials are floats.

    Use it in place of weighted A* where the estimate is wrong by a similar factor everywhere: it looks for a path that is good
    enough, and not for a good one.

    Raises:
        BadInput: the weight is not a finite number of at least 1.
    """

    name: ClassVar[str] = "dynamic-potential"
    summary: ClassVar[str] = "expand the greatest (weight x fmin - g) / h first"
    viewing_hint: ClassVar[str] = (
        "It compares the cost that the bound still allows with the estimate; watch where it leaves the direct way."
    )

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Set the frontier of potentials and reopening."""
        return evolve(request, frontier=PotentialFrontier(self.weight), reopen=True)
