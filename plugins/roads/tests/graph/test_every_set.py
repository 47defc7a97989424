"""On every road set of a folder, every search gives the distances of scipy's Dijkstra.

The folder is the one that GENASTAR_DATA names. Pairs are random, and local: goals that Dijkstra from a random start settles
as number 2, 4, 8 and so on (Sanders and Schultes 2005). Weights are whole, so distances must be equal. Where turns are
forbidden, scipy searches a graph whose nodes are the edges, which is made here from the pairs of edges alone. Extracts may hold
few restrictions or none, so by distance some turns are forbidden at random.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from naive_edges import Oracle

from genastar import Workspace
from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.sources.order import order_locally

csgraph = pytest.importorskip("scipy.sparse.csgraph")
sparse = pytest.importorskip("scipy.sparse")

FOLDER = Path(os.environ.get("GENASTAR_DATA", "/nowhere"), "roads")
WEIGHED = (".gr.gz", ".gr.xz", ".gr.bin.gz", ".graphml.gz")
EXTRACTS = (".osm.pbf", ".osm.gz", ".osm.bz2")
TRAVELS = (("car", "time"), ("bike", "distance"))
FORBIDDEN = 200
"""Turns, of those by bike."""
STARTS = 6
"""Each with as many random goals, and with one goal of each rank."""


def sets() -> list[tuple[str, str, str]]:
    """Files, and how one travels there."""
    names = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*")) if FOLDER.is_dir() else []
    weighed = [(name, "car", "distance") for name in names if name.endswith(WEIGHED)]
    return weighed + [(name, *travel) for name in names if name.endswith(EXTRACTS) for travel in TRAVELS]


def read(name: str, profile: str, metric: str) -> Roads:
    options = Options(profile=profile, metric=metric)  # type: ignore[arg-type]
    path = FOLDER / name
    roads = Roads("a set", pairs_of_numbers(path)) if name.endswith(".bin.gz") else Roads.read(path, options)
    if profile != "bike":
        return roads
    random, graph = np.random.default_rng(1), roads.graph
    before = random.integers(0, graph.edges, FORBIDDEN)
    begin, end = graph.first[graph.head[before]], graph.first[graph.head[before] + 1]
    turns = np.stack((before, random.integers(begin, np.maximum(end, begin + 1))), axis=1)[end > begin]
    turns = np.unique(np.concatenate((graph.turns, turns.astype(np.int32))), axis=0)
    return Roads(roads.name, evolve(graph, turns=turns), roads.options)


def pairs_of_numbers(path: Path) -> RoadGraph:
    """A. Kashcha's format: pairs of numbers in 32 bits, edges both ways, and coordinates in metres beside them."""
    places_path = path.with_name(path.name.replace(".gr.", ".co."))
    edges, places = (np.frombuffer(gzip.decompress(each.read_bytes()), "<i4").reshape(-1, 2) for each in (path, places_path))
    tail, head = np.concatenate((edges, edges[:, ::-1])).T - 1
    weight = np.ceil(np.hypot(*(places[tail] - places[head]).T.astype(float)) * 10)
    middle = (places.min(axis=0) + places.max(axis=0)) // 2  # where they lie on earth does not matter
    lon, lat = ((places - middle) / 111_195).T
    graph = RoadGraph.from_edges(tail, head, weight, lat, lon)
    return graph.reorder_nodes(order_locally(graph))


class Truth:
    """Distances by scipy."""

    def __init__(self, graph: RoadGraph) -> None:
        if not len(graph.turns):
            self.matrix = least(graph.size, graph.tail, graph.head, graph.weight)
            self.where = graph.head[:0], np.arange(graph.size)
            return
        # Nodes 0 to n - 1 are where one begins, and edge e, when one has come along it, is node n + e.
        n, m = graph.size, graph.edges
        follow = Oracle(graph, graph.u_turns).follow
        came = np.repeat(np.arange(m), [len(each) for each in follow])
        after = np.array([edge for each in follow for edge in each], np.int64)
        tail = np.concatenate((graph.tail, n + came))
        edge = np.concatenate((np.arange(m), after))
        self.matrix = least(n + m, tail, n + edge, graph.weight[edge])
        self.where = graph.head, np.arange(n)

    def from_node(self, start: int) -> np.ndarray:
        """The distance of each node, infinite for none."""
        found = csgraph.dijkstra(self.matrix, indices=start)
        head, nodes = self.where
        if not len(head):
            return found
        best = np.full(len(nodes), np.inf)
        np.minimum.at(best, head, found[len(nodes) :])
        best[start] = 0.0
        return best


def least(size: int, tail: np.ndarray, head: np.ndarray, weight: np.ndarray) -> object:
    """Of parallel edges the cheapest, since scipy adds them up in some versions. Edges of no weight stay edges."""
    order = np.lexsort((weight, head, tail))
    tail, head, weight = tail[order], head[order], weight[order]
    new = np.concatenate(([True], (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])))[: len(tail)]
    first = np.concatenate(([0], np.cumsum(np.bincount(tail[new], minlength=size))))
    return sparse.csr_array((weight[new].astype(float), head[new], first), shape=(size, size))


def pairs(truth: Truth, size: int) -> list[tuple[int, int, float]]:
    """Starts and goals, with the distance by scipy."""
    random = np.random.default_rng(2026)
    asked = []
    for start in random.integers(0, size, STARTS).tolist():
        distance = truth.from_node(start)
        settled = np.argsort(distance, kind="stable")[: np.count_nonzero(np.isfinite(distance))]
        local = [int(settled[2**k - 1]) for k in range(1, len(settled).bit_length())]
        asked += [(start, goal, distance[goal]) for goal in [*local, *random.integers(0, size, STARTS).tolist()]]
    return asked


@pytest.mark.skipif(not sets(), reason="GENASTAR_DATA names no folder with road sets in roads/")
@pytest.mark.parametrize(("name", "profile", "metric"), sets())
def test_all_searches_as_scipy_has_them(name: str, profile: str, metric: str) -> None:
    roads = read(name, profile, metric)
    graph, scale, workspace = roads.graph, roads.scale, Workspace()
    asked = pairs(Truth(graph), graph.size)
    for name in ("dijkstra", "astar", "both-ways", "landmarks", "hierarchy"):
        if name == "astar" and not graph.has_coordinates:
            continue
        for start, goal, wanted in asked:
            found = roads.search(
                roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name, workspace=workspace
            )
            got = np.inf if found.cost is None else round(found.cost.travelled * scale)
            assert got == wanted, (name, start, goal)
            assert not found.found or Route.of(graph, found.path).cost == wanted, (name, start, goal)
    starts, goals = ([roads.make_node_place(node) for node in column] for column in list(zip(*asked, strict=True))[:2])
    costs = roads.matrix(starts[:1], goals, algorithm="hierarchy")[0]
    here = [number for number, start in enumerate(starts) if start == starts[0]]
    assert [round(costs[each] * scale) if np.isfinite(costs[each]) else np.inf for each in here] == [asked[e][2] for e in here]
