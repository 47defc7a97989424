"""Anytime weighted A*: weighted A* that continues after its first answer."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from genastar.algorithms.anytime.improving import Improving
from genastar.algorithms.bounded.weighted import Weight, check_at_least_one
from genastar.contracts import frontier
from genastar.options import option


@frozen
class AnytimeWeighted(Improving):
    """Anytime weighted A*: one weight for the whole search (Hansen and Zhou, Journal of AI Research 28, 2007).

    After an answer the search goes on with the nodes whose total is less than the cost of that answer. The last answer is the
    optimum if the search is not ended before. Positions are reopened at once.

    Use it like ``anytime`` where a good weight is known: it reopens more, but has nothing to sort again between answers.
    ``bound`` of each answer is the ratio of its cost to the least total of the open nodes, or the weight if that is less.

    Raises:
        BadInput: the weight is not a finite number of at least 1.
    """

    name: ClassVar[str] = "anytime-weighted"
    summary: ClassVar[str] = "search with a weight, and improve the answer with the same weight"
    viewing_hint: ClassVar[str] = (
        "It continues after its first path; watch how later expansions look for cheaper paths, and how nodes are reopened."
    )

    weight: Weight = option(2.0, check_at_least_one, "factor of the estimate, at least 1")

    @property
    def frontier(self) -> frontier.AnytimeFrontier:
        """Return the order of one round."""
        return frontier.AnytimeFrontier(float(self.weight), 0.0, rounds=False)
