"""The travelling salesman: the shortest round trip, with a minimum spanning tree as the estimate (Held and Karp, 1970)."""

from math import acos, cos, radians, sin

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Tour = tuple[int, frozenset[int]]  # the city reached, the cities still to visit
HOME = 0

CITIES = {
    "Amsterdam": (52.37, 4.90),
    "Athens": (37.98, 23.73),
    "Berlin": (52.52, 13.41),
    "Budapest": (47.50, 19.04),
    "Lisbon": (38.72, -9.14),
    "Paris": (48.86, 2.35),
    "Rome": (41.90, 12.50),
    "Stockholm": (59.33, 18.07),
    "Vienna": (48.21, 16.37),
}


@frozen
class Salesman(AStar[Tour, Cost[int]]):
    distances: tuple[tuple[int, ...], ...]

    def add_neighbours(self, node: Node[Tour, Cost[int]], open_list: OpenList[Tour, Cost[int]]) -> None:
        city, left = node.position
        for there in left or {HOME}:
            open_list.relax((there, left - {there}), node.cost.travelled + self.distances[city][there])

    def estimate(self, position: Tour) -> int:  # the trip connects these cities: at least their spanning tree
        city, left = position
        away = {there: self.distances[city][there] for there in {HOME, *left}}
        length = 0
        while away:  # Prim's algorithm
            city = min(away, key=away.__getitem__)
            length += away.pop(city)
            away = {there: min(known, self.distances[city][there]) for there, known in away.items()}
        return length

    def is_destination(self, position: Tour) -> bool:
        return position == (HOME, frozenset())


def kilometres(one: tuple[float, float], other: tuple[float, float]) -> int:
    (lat, lon), (to_lat, to_lon) = (map(radians, place) for place in (one, other))
    return round(6371 * acos(min(1, sin(lat) * sin(to_lat) + cos(lat) * cos(to_lat) * cos(lon - to_lon))))


if __name__ == "__main__":
    salesman = Salesman(tuple(tuple(kilometres(one, other) for other in CITIES.values()) for one in CITIES.values()))
    start = (HOME, frozenset(range(1, len(CITIES))))
    result = salesman.search(start)
    assert result.found
    print(" - ".join([*CITIES][city] for city, _ in result.path), f"{result.cost.travelled} km", sep=", ")
    print(f"{result.expanded} positions looked at, without the estimate", salesman.search(start, algorithm="dijkstra").expanded)
