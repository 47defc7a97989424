"""The backend for networkx: its answers are networkx's own."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar_roads import networkx_backend
from genastar_roads.networkx_info import FUNCTIONS, get_info

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved")  # networkx says it to all


@st.composite
def graphs(draw):
    """Graphs of each kind, with loops, hidden edges, edges without a weight, and parts that cannot be reached."""
    kind = draw(st.sampled_from([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]))
    weights = draw(st.sampled_from([st.integers(0, 9), st.integers(0, 36).map(lambda n: n / 4), st.fractions(0, 9)]))
    node = st.sampled_from(["a", 1, (2, 3), frozenset([4]), 5.5])
    graph = kind()
    graph.add_nodes_from(["a", 1, (2, 3)])
    for tail, head, weight in draw(st.lists(st.tuples(node, node, st.one_of(st.none(), weights)), max_size=14)):
        graph.add_edge(tail, head, **({} if weight is None else {"weight": weight}))
    return graph


def outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (nx.NetworkXException, ValueError, TypeError, ArithmeticError) as error:
        return type(error), str(error)


@given(graph=graphs(), data=st.data(), engine=st.sampled_from(["auto", "interpreted"]))
@settings(max_examples=100)
def test_lengths_and_errors_are_those_of_networkx(graph, data, engine):
    node = st.sampled_from([*graph, "nowhere"])
    source, target = data.draw(node), data.draw(node)
    with nx.config.backends.genastar(engine=engine):
        for name in ("dijkstra_path_length", "astar_path_length", "shortest_path_length"):
            function = getattr(nx, name)
            weight = {"weight": data.draw(st.sampled_from(["weight", None] if name == "shortest_path_length" else ["weight"]))}
            ours = outcome(function, graph, source, target, **weight, backend="genastar")
            assert ours == outcome(function, graph, source, target, **weight, backend="networkx")
        for name in ("dijkstra_path", "astar_path", "shortest_path", "bidirectional_dijkstra"):
            function = getattr(nx, name)
            ours = outcome(function, graph, source, target, weight="weight", backend="genastar")
            theirs = outcome(function, graph, source, target, weight="weight", backend="networkx")
            if isinstance(theirs, tuple) and isinstance(theirs[0], type):
                assert ours == theirs
            else:
                path = ours[1] if name == "bidirectional_dijkstra" else ours
                length = nx.dijkstra_path_length(graph, source, target, backend="networkx")
                assert (path[0], path[-1]) == (source, target)
                assert nx.path_weight(graph, path, "weight") == length if _weighted(graph) else nx.is_path(graph, path)


def _weighted(graph):
    return not graph.is_multigraph() and all("weight" in data for *_, data in graph.edges(data=True))


def lattice(side=60):
    graph = nx.grid_2d_graph(side, side, create_using=nx.DiGraph)
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["length"] = 1 + number * 7 % 13
    return graph


def test_a_large_graph_is_searched_in_machine_code_and_its_rows_are_kept():
    graph = lattice()
    ours = nx.shortest_path_length(graph, (0, 0), (59, 59), weight="length", backend="genastar")
    assert ours == nx.dijkstra_path_length(graph, (0, 0), (59, 59), weight="length", backend="networkx")
    (kept,) = graph.__networkx_cache__["backends"]["genastar"].values()
    rows = kept.kept("length").rows
    assert rows is not None
    path = nx.shortest_path(graph, (0, 0), (59, 59), weight="length", backend="genastar")
    assert nx.path_weight(graph, path, "length") == ours
    assert kept.kept("length").rows is rows
    graph.add_edge((0, 0), (59, 59), length=1)
    assert nx.shortest_path(graph, (0, 0), (59, 59), weight="length", backend="genastar") == [(0, 0), (59, 59)]
    assert nx.shortest_path(graph, (0, 0), (3, 0), backend="genastar") == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_functions_as_weights_and_estimates():
    graph = lattice(12)

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
            asked = partial(outcome, getattr(nx, name), graph, 0, goal, weight="w")
            theirs = asked(backend="networkx")
            with nx.config.backends.genastar(engine=engine):
                assert asked(backend="genastar") == theirs


def test_what_it_does_not_run_it_says():
    graph = nx.path_graph(3)
    assert "one target" in networkx_backend.can_run("shortest_path", (graph, 0), {})
    assert "bellman-ford" in networkx_backend.can_run("shortest_path", (graph, 0, 2), {"method": "bellman-ford"})
    with pytest.raises(NotImplementedError):
        nx.shortest_path(graph, 0, backend="genastar")
    with pytest.raises(ValueError, match="method not supported"):
        nx.shortest_path(graph, 0, 2, method="guess", backend="genastar")


def test_the_metadata_names_what_is_there():
    assert set(get_info()["functions"]) == set(FUNCTIONS)
    assert all(callable(getattr(networkx_backend, name)) for name in FUNCTIONS)


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_results_are_plain_numbers_and_the_nodes_of_the_graph(engine):
    graph = nx.relabel_nodes(nx.convert_node_labels_to_integers(lattice()), {5: "five"})
    with nx.config.backends.genastar(engine=engine):
        for weight in ("length", None):
            path = nx.shortest_path(graph, 0, 3599, weight=weight, backend="genastar")
            length = nx.shortest_path_length(graph, 0, 3599, weight=weight, backend="genastar")
            both = nx.bidirectional_dijkstra(graph, 0, 3599, weight, backend="genastar")
            assert type(length) is type(both[0]) is int
            assert {*map(type, path), *map(type, both[1])} <= {int, str}
            json.dumps([path, length, both])
        graph.edges[0, 1]["length"] = 0.5
        nx.set_edge_attributes(graph, 0.25, "share")
        assert type(nx.dijkstra_path_length(graph, 0, 3599, "share", backend="genastar")) is float


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_a_weight_that_is_changed_in_place_counts(engine):
    graph = lattice()
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
                outcome(nx.dijkstra_path_length, graph, source, ends[1], weight="length", backend=name)
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
                            outcome(getattr(nx, name), graph, source, target, weight="weight", backend=backend)
                            for backend in ("genastar", "networkx")
                        )
                        assert repr(ours) == repr(theirs), (name, source, target)


@pytest.mark.parametrize("cutoff", [0, 1, 3, 4, -1, math.inf, math.nan])
def test_cutoffs_as_networkx_has_them(cutoff):
    graph = nx.path_graph(5)
    ours, theirs = (outcome(nx.astar_path, graph, 0, 3, cutoff=cutoff, backend=name) for name in ("genastar", "networkx"))
    assert ours == theirs


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_networkx_own_tests_pass_through_it(tmp_path, engine):
    tests = [f"networkx.algorithms.shortest_paths.tests.test_{name}" for name in ("astar", "generic", "weighted")]
    environment = os.environ | {"NETWORKX_TEST_BACKEND": "genastar", "NETWORKX_FALLBACK_TO_NX": "1"}
    forced = f"import networkx as nx\ndef pytest_sessionstart():\n    nx.config.backends.genastar.engine = {engine!r}\n"
    (tmp_path / "forced_engine.py").write_text(forced)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "forced_engine", "--pyargs", *tests]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "failed" not in done.stdout
