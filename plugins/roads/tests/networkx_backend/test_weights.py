"""The backend for networkx: weights of every kind, and those that are left to networkx."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise

import networkx as nx
import pytest
from networkx_graphs import find_outcome, make_lattice

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved")  # networkx says it to all


def test_functions_as_weights_and_estimates():
    graph = make_lattice(12)

    def weight(u, v, data):
        return None if v == (1, 0) else Fraction(data["length"], 3)

    def apart(u, v):
        return Fraction(abs(u[0] - v[0]) + abs(u[1] - v[1]), 3)

    ours = nx.astar_path(graph, (0, 0), (11, 11), apart, weight, backend="genastar")
    assert (1, 0) not in ours
    length = nx.astar_path_length(graph, (0, 0), (11, 11), apart, weight, backend="genastar")
    assert length == nx.dijkstra_path_length(graph, (0, 0), (11, 11), weight, backend="networkx")
    with pytest.raises(nx.NetworkXNoPath):
        nx.astar_path(graph, (0, 0), (11, 11), apart, weight, cutoff=1, backend="genastar")


def test_negative_weights_are_left_to_networkx():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([(0, 1, 2), (1, 2, -1), (0, 2, 5)])
    with nx.config.backends.genastar(engine="interpreted"):
        assert nx.dijkstra_path(graph, 0, 2, backend="genastar") == [0, 1, 2]
    graph.add_weighted_edges_from([(1, 0, -9)])
    with pytest.raises(ValueError, match="Contradictory paths"):
        nx.dijkstra_path(graph, 0, 2, backend="genastar")


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1, {"w": 1}), (5, 6, {"w": None}), (5, 6, {"w": 1})],
        [(0, 1, {"w": 1}), (0, 2, {"w": 1}), (1, 3, {"w": "a"})],
        [(0, 2, {"w": 1}), (0, 1, {"w": 1}), (1, 3, {"w": "a"})],
        [(0, 1, {"w": 1}), (0, 2, {"w": 1}), (1, 3, {"w": [1]}), (2, 3, {"w": (1, 2)})],
        [(0, 1, {"w": 1}), (0, 2, {"w": 1}), (1, 3, {"w": float("nan")})],
        [(0, 1, {"w": 1}), (0, 2, {"w": 1}), (5, 6, {"w": -1})],
        [(0, 1, {"w": 1}), (0, 2, {"w": None}), (1, 2, {"w": 4})],
        [(0, 1, {"w": 1}), (0, 2, {"w": 10**400}), (1, 2, {"w": 4})],
    ],
)
@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph, nx.Graph, nx.MultiGraph])
def test_weights_that_are_no_numbers_are_left_to_networkx_wherever_they_are(kind, edges, engine):
    graph = kind(edges)
    for name in ("dijkstra_path_length", "bidirectional_dijkstra", "astar_path", "shortest_path_length"):
        for goal in (1, 2):
            asked = partial(find_outcome, getattr(nx, name), graph, 0, goal, weight="w")
            theirs = asked(backend="networkx")
            with nx.config.backends.genastar(engine=engine):
                assert asked(backend="genastar") == theirs


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_a_weight_that_is_changed_in_place_counts(engine):
    graph = make_lattice()
    ends = (0, 0), (59, 59)
    with nx.config.backends.genastar(engine=engine):
        for _ in range(3):
            path = nx.dijkstra_path(graph, *ends, weight="length", backend="genastar")
            for one, two in pairwise(path):
                graph[one][two]["length"] = 100
            found = nx.dijkstra_path_length(graph, *ends, weight="length", backend="genastar")
            assert found == nx.dijkstra_path_length(graph, *ends, weight="length", backend="networkx")
        del graph[0, 0][0, 1]["length"]
        graph[0, 0][1, 0]["length"] = "far"
        for source in ((0, 0), (1, 0)):
            ours, theirs = (
                find_outcome(nx.dijkstra_path_length, graph, source, ends[1], weight="length", backend=name)
                for name in ("genastar", "networkx")
            )
            assert ours == theirs


STRANGE = [
    math.nan,
    math.inf,
    -math.inf,
    -1,
    -0.0,
    None,
    "3",
    "",
    [1],
    5e-324,
    1e308,
    2**70,
    True,
    Fraction(1, 3),
    Decimal("NaN"),
]


@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_strange_weights_as_networkx_has_them(value, engine):
    for kind in (nx.Graph, nx.DiGraph, nx.MultiDiGraph):
        for others in (1, 0.75):
            graph = nx.path_graph(5, create_using=kind)
            graph.add_edge(4, 0)
            nx.set_edge_attributes(graph, others, "weight")
            data = graph[2][3][0] if graph.is_multigraph() else graph[2][3]
            data["weight"] = value
            with nx.config.backends.genastar(engine=engine):
                for name in (
                    "dijkstra_path_length",
                    "dijkstra_path",
                    "astar_path",
                    "astar_path_length",
                    "shortest_path_length",
                ):
                    for source, target in ((0, 3), (3, 1), (0, 1)):
                        ours, theirs = (
                            find_outcome(getattr(nx, name), graph, source, target, weight="weight", backend=backend)
                            for backend in ("genastar", "networkx")
                        )
                        assert repr(ours) == repr(theirs), (name, source, target)


@pytest.mark.parametrize("cutoff", [0, 1, 3, 4, -1, math.inf, math.nan])
def test_cutoffs_as_networkx_has_them(cutoff):
    graph = nx.path_graph(5)
    for target in (3, 0):
        ours, theirs = (
            find_outcome(nx.astar_path, graph, 0, target, cutoff=cutoff, backend=name) for name in ("genastar", "networkx")
        )
        assert ours == theirs
