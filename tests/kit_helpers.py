"""What tests of the conformance kit share: a graph of letters, a domain that lies, an installed engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import evolve, field, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.testing import CheckFailed, DomainSubject, Subject
from genastar.worlds.domain_registry import find_domain


@frozen
class Graph(AStar[str, Cost[int]]):
    """Letters, what the steps between them cost, and what is said to be left."""

    edges: Mapping[str, Mapping[str, int]]
    left: Mapping[str, int] = field(factory=dict)
    goal: str = "D"

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        for there, step in self.edges.get(node.position, {}).items():
            open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: str) -> bool:
        return position == self.goal

    def estimate(self, position: str) -> int:
        return self.left.get(position, 0)


EDGES = {"A": {"B": 3, "C": 8, "D": 10}, "B": {"C": 3}, "C": {"D": 3}}
HONEST = Graph(EDGES, {"A": 9, "B": 6, "C": 3})
JUMPY = Graph(EDGES, {"A": 9, "B": 6, "C": 0})  # admissible, and not consistent


def make_subject(solver: AStar[Any, Any], start: object = "A", **more: Any) -> Subject[Any, Any]:
    return Subject(solver, start, **more)


def expect_failure(check: Callable[[Any], object], subject: object, message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        check(subject)


NAN = float("nan")


ENGINE = """
from attrs import evolve
from genastar import CannotCompile, Trace
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    def search(self, request):
        {body}

ENGINE = Engine()
"""


def install_engine(site: Any, body: str) -> None:
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))


def make_lying_domain(site: Any, info: dict[str, Any] | None = None, **methods: Any) -> DomainSubject:
    """The truthful domain with some of its methods, and of what is told of it, replaced."""
    site.fine()
    meadow = find_domain("meadow")
    return DomainSubject(type("Liar", (meadow,), {"info": evolve(meadow.info, **(info or {})), **methods}))


def costing(*costs: Any) -> Subject[Any, Any]:
    """A solver that adds positions at these costs."""

    @frozen
    class Costing(AStar[int, Any]):
        def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
            if node.position == 0:
                for number, cost in enumerate(costs[1:], 1):
                    open_list.insert(number, cost)

        def is_destination(self, position: int) -> bool:
            return False

    return make_subject(Costing(), 0, cost=costs[0])
