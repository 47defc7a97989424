"""A route on foot through a city, and the detour when one of its streets is closed. The map is from OpenStreetMap."""

from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_roads.answers.route import Leg, Route, name_of
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes

MAP = Path(__file__).parents[1] / "plugins/roads/tests/data/kotka.osm.pbf"
PICTURE = Path("out/city_route.png")


@frozen(eq=False)
class Streets(AStar[int, Cost[int]]):
    """A position is the number of a junction; the cost is in centimetres."""

    first: NDArray[np.int32]  # the edges that leave junction n are those from first[n] to first[n + 1]
    head: NDArray[np.int32]
    weight: NDArray[np.int32]
    place: NDArray[np.float64]  # each junction on a sphere of radius 1
    rate: float  # every edge costs at least this times its length on that sphere
    closed: NDArray[np.bool_]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            if not self.closed[edge]:
                open_list.relax(int(self.head[edge]), node.cost.travelled + int(self.weight[edge]), action=edge)

    def estimate(self, position: int) -> int:
        return int(self.rate * np.linalg.norm(self.place[position] - self.place[self.goal]))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


if __name__ == "__main__":
    roads = Roads.read(MAP, Options(profile="foot", metric="distance"))
    graph, (start, goal) = roads.graph, map(roads.find_by_number, (773542103, 876277982))  # of OpenStreetMap
    routes = []
    for street in (None, "Hillerinkatu"):
        closed = np.array([name_of(graph, edge) == street for edge in range(graph.edges)])
        problem = Streets(graph.first, graph.head, graph.weight, graph.vectors, graph.rate, closed, goal.node)
        edges = [edge for edge in problem.search(start.node).actions if isinstance(edge, int)]
        routes.append(Route(graph, start, goal, tuple(map(Leg, edges))))
        print(f"{street} closed" if street else "All open", end=f", {routes[-1].metres:.0f} m: ")
        print(", ".join(f"{name or 'unnamed'} {metres:.0f} m" for name, metres in routes[-1].streets))
    PICTURE.parent.mkdir(exist_ok=True)
    draw_routes(routes, graph, roads.options, PICTURE)
    print(f"Picture: {PICTURE}. Map: {graph.credit}")
