"""A domain whose worlds are graphs, and the check of their estimates."""

from collections.abc import Iterable

import pytest
from attrs import field, frozen

from genastar import AStar, BadInput, Domain
from genastar.authoring import DomainInfo
from genastar.testing.estimate_report import EstimateReport, check
from graphs import Graph

numpy = pytest.importorskip("numpy")


@frozen
class Options: ...


@frozen
class GraphWorld(Domain):
    """A graph as a world: positions are its nodes."""

    info = DomainInfo(name="graph", summary="graphs", options=Options, api_version="1")
    graph: Graph = field(factory=lambda: Graph({}, frozenset()))

    @classmethod
    def read(cls, source: object, options: Options) -> Domain:
        raise BadInput("graphs are made, not read")

    @classmethod
    def examples(cls) -> Iterable[object]:
        return ()

    def parse(self, text: str) -> object:
        return int(text)

    def format(self, position: object) -> str:
        return str(position)

    def problem(self, goals: tuple[object, ...], starts: tuple[object, ...] = ()) -> AStar:
        return Graph(self.graph.edges, frozenset(goals), self.graph.estimates)


def check_estimates(world, start, goals, expansions=1000, **how) -> EstimateReport:
    return check(world, world.make_request(start, goals, engine="interpreted", **how), expansions=expansions)


def ask(edges, goals, estimates, start="s", **more) -> EstimateReport:
    return check_estimates(GraphWorld(Graph(edges, frozenset(), estimates)), start, goals, **more)


FOUR = {"s": [("a", 1), ("b", 4)], "a": [("b", 2)], "b": [("t", 6)]}
"""Four nodes; with the estimates below the search closes b too early: the optimum is 9, and 10 is found without reopening."""
ESTIMATES = {"a": 7, "b": 0, "t": 0, "s": 0}
