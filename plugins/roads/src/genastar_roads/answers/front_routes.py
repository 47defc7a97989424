"""Routes by one metric or several, and how they are written."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np
from attrs import evolve

from genastar import Cost, Result, Trace, Vector
from genastar.authoring import Example, Objective
from genastar.files import AnyPath
from genastar_roads.answers.frames import FrameAnswers
from genastar_roads.answers.route import Route
from genastar_roads.examples import make_town
from genastar_roads.graph.turns import Junctions
from genastar_roads.ground import RoadGround
from genastar_roads.info import Options
from genastar_roads.places.place import Place
from genastar_roads.search.metrics import OBJECTIVES


class FrontAnswers(FrameAnswers):
    """A road graph whose costs are those of one metric, or vectors of several."""

    options: Options

    @classmethod
    def front_examples(cls) -> Iterable[Example[Place]]:
        """Yield questions on the town by distance and time."""
        roads = cls.read(make_town(with_facts=True), Options(metric="distance,time"))
        yield Example(roads, roads.parse("10"), (roads.parse("33"),))
        yield Example(roads, roads.parse("60.1703,24.9421"), (roads.parse("31"),))

    @property
    @abstractmethod
    def ground(self) -> RoadGround:
        """Return the ground of preparations."""

    @property
    def junctions(self) -> Junctions:
        """The graph as searches see it: split at junctions where turns are forbidden or have a cost."""
        return self.ground.junctions

    def get_node_at(self, state: int) -> int:
        """Return the node of a state; -1 for the states that stand for ends."""
        return int(self.junctions.node_of[state]) if 0 <= state < self.junctions.split.size else -1

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Return the metrics, if there are several; first the weighted one, if factors prefer or avoid roads."""
        names = self.options.metrics
        if len(names) == 1 or self.graph.facts is None:
            return ()
        found = tuple(OBJECTIVES[name] for name in names)
        is_weighted = len(self.graph.facts.metrics) == len(names)
        return (evolve(found[0], name=f"weighted {names[0]}"), *found) if is_weighted else found

    def start_cost(self, position: Place) -> Cost[float] | None:
        """Return a vector of zeros for several metrics."""
        return cast("Cost[float]", Vector((0,) * len(self.objectives))) if self.objectives else None

    @abstractmethod
    def make_route(self, places: Sequence[Place]) -> Route:
        """Return the route through consecutive places, as a search gives them."""

    def make_route_of(self, result: Result[Place, Cost[float]]) -> Route:
        """Return the route of a result; of several metrics along the edges that its costs belong to."""
        if not self.objectives:
            return self.make_route(result.path)
        costs = np.array([cast(Vector, each).numbers for each in result.costs]) * [each.scale for each in self.objectives]
        return Route.of(self.graph, result.path, np.diff(costs, axis=0))

    def draw(self, result: Result[Place, Cost[float]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """Write one route; see `draw_all`."""
        self.draw_all((result,), trace, out)

    def draw_all(self, results: Sequence[Result[Place, Cost[float]]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """Write the routes as ``.geojson`` or ``.gpx``, or a map of them with the closed positions as ``.png`` or ``.html``."""
        from genastar_roads.output.draw import draw

        self.check_drawn(results, trace)
        closed = [place for state in trace.list_closed() if (place := self.get_node_at(state)) >= 0]
        draw([self.make_route_of(each) for each in results if each.found], self.graph, closed, self.options, out)
