"""The algorithms of genastar, by value and by name, and two of a third party."""

from __future__ import annotations

import re
from typing import ClassVar

from attrs import frozen

from genastar import Limits
from genastar.algorithms import (
    AllOptimal,
    Alternatives,
    Astar,
    BreadthFirst,
    Deepening,
    DepthFirst,
    Dijkstra,
    Greedy,
    IdaStar,
    KShortest,
    Weighted,
)
from genastar.authoring import Algorithm, OneRun, Promise

EVERY: list[Algorithm] = [
    AllOptimal(),
    Alternatives(),
    Astar(),
    BreadthFirst(),
    Deepening(),
    Deepening(2, by="steps"),
    DepthFirst(),
    Dijkstra(),
    Greedy(),
    IdaStar(),
    KShortest(),
    Weighted(2),
]
ALONG_LINES = ("lazy-theta-star", "theta-star")
"""Those that need straight lines, which the problems here lack."""
OF_VECTORS = ("constrained", "pareto")
"""Those that need costs that are only partly ordered, which the problems here lack."""

NAMES = [
    "all-optimal",
    "alternatives",
    "anytime",
    "anytime-weighted",
    "astar",
    "beam",
    "both-ways",
    "breadth-first",
    "breadth-first-heuristic",
    "constrained",
    "convex",
    "deepening",
    "depth-first",
    "dijkstra",
    "dynamic-potential",
    "focal",
    "greedy",
    "ida-star",
    "k-shortest",
    "lazy-theta-star",
    "lss-lrta",
    "mm",
    "nbs",
    "pareto",
    "partial-expansion",
    "restarting",
    "rtaa",
    "theta-star",
    "weighted",
]
ENOUGH = Limits(expansions=5000)


def name_of(algorithm: object) -> str:
    return re.sub(r"[^\w=.]+", "-", repr(algorithm)).strip("-")


@frozen
class Fine(OneRun):
    """Searches by A*."""

    name: ClassVar[str] = "fine"
    summary: ClassVar[str] = "expand what A* expands"
    count: int = 1

    @property
    def promise(self) -> Promise:
        return Promise(1.0, "consistent")


TOY = '''
"""An algorithm in one file: searches with a weight that falls (Richter, Thayer and Ruml, ICAPS 2010)."""

from typing import ClassVar

from attrs import evolve, field, frozen

from genastar import register
from genastar.authoring import Algorithm, Promise
from genastar.algorithms import Weighted


@frozen
class Toy(Algorithm):
    """Search with the weights 3, 2 and 1, an answer for each."""

    name: ClassVar[str] = "toy"
    summary: ClassVar[str] = "search with a weight that falls"
    first: int = field(default=3, metadata={"help": "the first weight"})

    @property
    def promise(self):
        return Promise(1.0, "consistent")

    def results(self, request):
        for weight in range(self.first, 0, -1):
            weighted = Weighted(weight)
            result = weighted.search(evolve(request, bound=weighted.prove_bound(request)))
            yield result
            if not result.found:
                return
'''
