"""Road graphs beside the packages for graphs and the bindings of RoutingKit: the same questions, equal distances.

Rome's streets (A. Kashcha's graph, from OpenStreetMap, 234,496 junctions, weights in decimetres); New York's, of the DIMACS
challenge as PACE has them (264,346 junctions, an edge costs 1, no coordinates); and Porto Alegre, an extract of OpenStreetMap,
by car; in the folder that GENASTAR_DATA names. "times genastar" is a contestant's time over that of the search that its table
begins with, in the same rounds.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from warnings import catch_warnings

import numpy as np

from benchmarks.measure import median_seconds, print_table
from benchmarks.road_peers import (
    Contestant,
    Distances,
    Pairs,
    astar_peers,
    dijkstra_peers,
    hierarchy_peers,
    package,
    unsigned,
)
from genastar import AStar, Cost, Workspace
from genastar_prepare.dissection.customizable import Customizable
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.pairs import compute_distances, compute_paths
from genastar_prepare.hierarchy.upward_search import BetweenNodes
from genastar_prepare.labels.labels import Labels
from genastar_prepare.landmarks import Landmarks
from genastar_roads.graph.earth import compute_unit_vectors
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.search.landmarks import add_landmarks
from genastar_roads.search.problem import RoadProblem, make_problem_between
from genastar_roads.sources.order import order_by_hilbert_curve

ROUNDS = 5
PAIRS = 100
MANY = 2000
"""Pairs for hierarchies."""
FEW = 5
"""Pairs that a slow contestant is asked."""


def run() -> None:
    if (found := data("rome-roads.gr.bin.gz")) is not None:
        city = read(found)
        graph = city.reorder_nodes(order_by_hilbert_curve(city.lat, city.lon))
        landmarks, pairs = races("Rome", graph)
        locality(city, graph, landmarks, pairs)
    if (found := data("NY.gr.xz")) is not None:
        races("New York, without coordinates", Roads.read(found, Options()).graph)
    if (found := data("r5r_poa.osm.pbf")) is not None:
        races("Porto Alegre", Roads.read(found, Options()).graph)
        reading(found)


def data(name: str) -> Path | None:
    """Return the file of this name in the data folder; print a line and return ``None`` if it is missing."""
    folder = os.environ.get("GENASTAR_DATA")
    found = sorted(Path(folder).rglob(name)) if folder else []
    if not found:
        print(f"skipped: GENASTAR_DATA names no folder with {name}\n")
        return None
    return found[0]


def races(title: str, graph: RoadGraph) -> tuple[Landmarks, Pairs]:
    """All searches on a graph; its landmarks, and the pairs that were asked."""
    random = np.random.default_rng(2026)
    pairs = [(int(one), int(two)) for one, two in random.integers(0, graph.size, (PAIRS, 2))]
    print(f"## {title}: {graph.size:,} nodes, {graph.edges:,} edges, {PAIRS} random pairs\n")
    landmarks, hierarchy = preparation(graph)
    settled(graph, landmarks, pairs)
    race("Dijkstra", [ours(graph, "dijkstra"), *dijkstra_peers(graph)], pairs)
    if graph.has_coordinates:
        peers = astar_peers(graph)
        race("A*, great circle", [ours(graph, "astar"), *peers], pairs)
        race("ALT, 16 landmarks", [with_landmarks(graph, landmarks), *peers], pairs)
    many = [(int(one), int(two)) for one, two in random.integers(0, graph.size, (MANY, 2))]
    ours_too = [climbing(hierarchy), labelled(hierarchy), one_by_one(graph, hierarchy)]
    race("Contraction hierarchy, distances", [*ours_too, *hierarchy_peers(graph, path=False)], many)
    race("Contraction hierarchy, edges of the way", [unpacked(graph, hierarchy), *hierarchy_peers(graph, path=True)], many)
    customization(graph, many)
    sizes(graph, hierarchy, landmarks)
    return landmarks, pairs


def reading(path: Path) -> None:
    """From an extract to a graph that can be asked. Each has its own rules which ways cars may use, so sizes differ."""
    edges = {}

    def by_genastar() -> None:
        edges["genastar"] = Roads.read(path, Options(profile="car")).graph.edges

    def by_pyrosm() -> None:
        extract = pyrosm.OSM(str(path))
        nodes, streets = extract.get_network("driving+service", nodes=True)
        edges["pyrosm and networkx"] = extract.to_graph(nodes, streets, graph_type="networkx").number_of_edges()

    contestants = {"genastar": by_genastar}
    if (pyrosm := package("pyrosm")) is not None:
        contestants["pyrosm and networkx"] = by_pyrosm
    with catch_warnings(action="ignore"):
        for warm in contestants.values():
            warm()
        seconds = median_seconds(contestants, 3)
    print("### From an extract to a graph\n")
    rows = [(name, f"{edges[name]:,}", f"{taken:.2f}", f"{taken / seconds['genastar']:.1f}") for name, taken in seconds.items()]
    print_table(("", "edges", "seconds", "times genastar"), rows)


def read(path: Path) -> RoadGraph:
    """Pairs of numbers in 32 bits: edges both ways, and coordinates in metres beside them."""
    edges = np.frombuffer(gzip.decompress(path.read_bytes()), "<i4").reshape(-1, 2) - 1
    places = np.frombuffer(gzip.decompress(path.with_name("rome-roads.co.bin.gz").read_bytes()), "<i4").reshape(-1, 2)
    tail, head = np.concatenate((edges, edges[:, ::-1])).T
    weight = np.ceil(np.hypot(*(places[tail] - places[head]).T.astype(float)) * 10)
    return RoadGraph.from_edges(tail, head, weight, places[:, 1] / 111_195, places[:, 0] / 111_195)


def problem(graph: RoadGraph, start: int, goal: int) -> RoadProblem:
    """From node to node."""
    points = compute_unit_vectors([graph.lat[goal]], [graph.lon[goal]]) if graph.has_coordinates else np.zeros((0, 3))
    exits, entries = np.array([[start, 0, -1]]), np.array([[goal, 0, -1]])
    return make_problem_between(graph, exits, entries, 0 if start == goal else -1, points)


def each(problem_of: Callable[[int, int], tuple[AStar[int, Cost[int]], int]], algorithm: str = "astar") -> Distances:
    """One compiled search after another, in one workspace; -1 is no way."""
    workspace = Workspace()

    def ask(pairs: Pairs) -> list[int]:
        found = []
        for start, goal in pairs:
            asked, origin = problem_of(start, goal)
            cost = asked.search(origin, algorithm=algorithm, engine="compiled", workspace=workspace).cost
            found.append(-1 if cost is None else int(cost.travelled))
        return found

    return ask


def ours(graph: RoadGraph, name: str) -> Contestant:
    """Dijkstra or A* of the domain."""
    return Contestant(f"genastar, {name}", each(lambda start, goal: (problem(graph, start, goal), start), name))


def informed(asked: RoadProblem, landmarks: Landmarks) -> RoadProblem:
    return add_landmarks(asked, landmarks.table, *landmarks.choose_columns(asked.exits[:, 0], asked.entries))


def with_landmarks(graph: RoadGraph, landmarks: Landmarks) -> Contestant:
    """ALT of the domain."""
    return Contestant("genastar, ALT", each(lambda start, goal: (informed(problem(graph, start, goal), landmarks), start)))


def climbing(hierarchy: Hierarchy) -> Contestant:
    """Return a contestant: the domain's hierarchy for distances, all pairs in one call."""
    memory = Workspace()

    def ask(pairs: Pairs) -> list[int]:
        starts, goals = np.array(pairs).T
        found: list[int] = compute_distances(hierarchy, starts, goals, engine="compiled", workspace=memory).tolist()
        return found

    return Contestant("genastar, hierarchy", ask)


def labelled(hierarchy: Hierarchy) -> Contestant:
    """Return a contestant: hub labels, all pairs in one call."""
    began = perf_counter()
    labels = Labels.of(hierarchy)
    print(f"hub labels: {perf_counter() - began:.1f} s, {labels.entries / len(hierarchy.rank):.0f} hubs a node\n")

    def ask(pairs: Pairs) -> list[int]:
        starts, goals = np.array(pairs).T
        found: list[int] = labels.compute_distances(starts, goals).tolist()
        return found

    return Contestant("genastar, hub labels", ask)


def unpacked(graph: RoadGraph, hierarchy: Hierarchy) -> Contestant:
    """Return a contestant: the domain's hierarchy for paths, whose edge weights are summed."""
    memory = Workspace()

    def ask(pairs: Pairs) -> list[int]:
        starts, goals = np.array(pairs).T
        travelled, first, edges = compute_paths(hierarchy, starts, goals, engine="compiled", workspace=memory)
        paid = np.concatenate(([0], np.cumsum(graph.weight[edges], dtype=np.int64)))
        found: list[int] = np.where(travelled < 0, -1, paid[first[1:]] - paid[first[:-1]]).tolist()
        return found

    return Contestant("genastar, hierarchy", ask)


def one_by_one(graph: RoadGraph, hierarchy: Hierarchy) -> Contestant:
    """Return a contestant that makes one call per pair."""

    def problem_of(start: int, goal: int) -> tuple[AStar[int, Cost[int]], int]:
        asked = BetweenNodes(hierarchy.first, hierarchy.arcs, False, int(hierarchy.rank[start]), int(hierarchy.rank[goal]))
        return asked, asked.start

    return Contestant("genastar, hierarchy, a call for each pair", each(problem_of))


def race(title: str, contestants: Sequence[Contestant], pairs: Pairs) -> None:
    """Interleaved rounds; each asks for the same pairs, a slow one for the first few."""
    asked = {each.name: pairs[:FEW] if each.slow else pairs for each in contestants}
    first = contestants[0]
    truth = first.ask(pairs)
    for contestant in contestants[1:]:
        got = contestant.ask(asked[contestant.name])
        assert got == truth[: len(got)], f"{contestant.name} finds other distances"
    seconds = median_seconds({each.name: partial(each.ask, asked[each.name]) for each in contestants}, ROUNDS)
    micro = {name: taken / len(asked[name]) * 1e6 for name, taken in seconds.items()}
    few = median_seconds({"few": lambda: first.ask(pairs[:FEW])}, ROUNDS)["few"] / FEW * 1e6
    print(f"### {title}\n")
    rows = []
    for contestant in contestants:
        base = few if contestant.slow else micro[first.name]
        rows.append((contestant.name, f"{micro[contestant.name]:,.0f}", f"{micro[contestant.name] / base:.1f}"))
    print_table(("", "µs a query", "times genastar"), rows)


def preparation(graph: RoadGraph) -> tuple[Landmarks, Hierarchy]:
    """Time the preparations. The compiler has run before."""
    town = RoadGraph.from_edges([0, 1], [1, 0], [1, 1])
    Hierarchy.of(town)
    Landmarks.of(town, 1, engine="compiled")
    rows: list[Sequence[str]] = []
    made: dict[int, Hierarchy] = {}
    began = perf_counter()
    landmarks = Landmarks.of(graph, 16, engine="compiled")
    rows.append(("genastar, 16 landmarks", f"{perf_counter() - began:.1f}", ""))
    contestants: dict[str, Callable[[], object]] = {"genastar, hierarchy": lambda: made.setdefault(0, Hierarchy.of(graph))}
    if (routing := package("ch_router")) is not None:
        contestants["RoutingKit CH, by ch-router"] = lambda: routing.ContractionHierarchy.build(graph.size, *unsigned(graph))
    seconds = median_seconds(contestants, 3)
    rows += [(name, f"{taken:.1f}", f"{taken / seconds['genastar, hierarchy']:.1f}") for name, taken in seconds.items()]
    print("### Preparation\n")
    print_table(("", "seconds", "times genastar"), rows)
    hierarchy = made[0]
    assert isinstance(hierarchy, Hierarchy)
    return landmarks, hierarchy


def customization(graph: RoadGraph, pairs: Pairs) -> None:
    """New weights in a customizable hierarchy, beside RoutingKit's; and its distances."""
    began = perf_counter()
    ours = Customizable.of(graph)
    rows = [("genastar, order by nested dissection", f"{perf_counter() - began:.2f}", "")]
    contestants: dict[str, Callable[[], object]] = {
        "genastar, new weights": lambda: ours.customize_weights(graph.weight, graph.fingerprint, prune=False),
        "genastar, new weights, pruned": lambda: ours.customize_weights(graph.weight, graph.fingerprint),
    }
    if graph.has_coordinates and (routing := package("pyroutingkit")) is not None:
        topology = routing.CCHTopology()
        tail, head, weight = unsigned(graph)
        began = perf_counter()
        topology.build(tail, head, graph.lat.astype(np.float32), graph.lon.astype(np.float32), graph.size)
        rows.append(("RoutingKit CCH, order by inertial flow", f"{perf_counter() - began:.2f}", ""))
        metric = routing.CCHMetric(topology)
        contestants["RoutingKit CCH, new weights"] = lambda: metric.customize(weight)
    seconds = median_seconds(contestants, 3)
    rows += [(name, f"{taken:.3f}", f"{taken / seconds['genastar, new weights']:.1f}") for name, taken in seconds.items()]
    print("### Customization\n")
    print_table(("", "seconds", "times genastar"), rows)
    race("Customizable hierarchy, distances", [climbing(ours.customize_weights(graph.weight, graph.fingerprint))], pairs)


def settled(graph: RoadGraph, landmarks: Landmarks, pairs: Pairs) -> None:
    """Nodes that are expanded, on the mean."""
    workspace = Workspace()
    names = ("Dijkstra", "A*", "ALT") if graph.has_coordinates else ("Dijkstra", "ALT")
    sums = dict.fromkeys(names, 0)
    for start, goal in pairs:
        asked = problem(graph, start, goal)
        for name in names:
            each = informed(asked, landmarks) if name == "ALT" else asked
            algorithm = "dijkstra" if name == "Dijkstra" else "astar"
            sums[name] += each.search(start, algorithm=algorithm, engine="compiled", workspace=workspace).expanded
    print("### Nodes expanded\n")
    rows = [(name, f"{total / len(pairs):,.0f}", f"{sums['Dijkstra'] / total:.1f}") for name, total in sums.items()]
    print_table(("", "a query", "Dijkstra's over these"), rows)


def locality(city: RoadGraph, graph: RoadGraph, landmarks: Landmarks, pairs: Pairs) -> None:
    """Compare nodes in the order of the source with nodes along a Hilbert curve."""
    order = order_by_hilbert_curve(city.lat, city.lon)
    before = Landmarks(order[landmarks.nodes].astype(np.int32), np.empty_like(landmarks.table), city.fingerprint)
    before.table[order] = landmarks.table
    old = [(int(order[start]), int(order[goal])) for start, goal in pairs]
    rows = []
    for name, one, two in (
        ("Dijkstra", ours(city, "dijkstra"), ours(graph, "dijkstra")),
        ("A*", ours(city, "astar"), ours(graph, "astar")),
        ("ALT", with_landmarks(city, before), with_landmarks(graph, landmarks)),
    ):
        assert one.ask(old) == two.ask(pairs)
        seconds = median_seconds({"read": partial(one.ask, old), "along": partial(two.ask, pairs)}, ROUNDS)
        rows.append((name, f"{seconds['read'] / seconds['along']:.2f}"))
    print("### Nodes in the order of the source, over nodes along a Hilbert curve\n")
    print_table(("", "time"), rows)


def sizes(graph: RoadGraph, hierarchy: Hierarchy, landmarks: Landmarks) -> None:
    """Bytes a directed edge."""
    held = {
        "rows and weights": graph.first.nbytes + graph.head.nbytes + graph.weight.nbytes,
        "coordinates and ids": graph.lat.nbytes + graph.lon.nbytes + graph.node_id.nbytes,
        "16 landmarks": landmarks.table.nbytes,
        "hierarchy": sum(getattr(hierarchy, name).nbytes for name in ("rank", "first", "arcs", "parts")),
    }
    print("### Memory\n")
    print_table(("", "bytes a directed edge"), [(name, f"{total / graph.edges:.1f}") for name, total in held.items()])
