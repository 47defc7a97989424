"""The backend for networkx: its answers are networkx's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx_graphs import find_outcome, make_lattice

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


@given(graph=graphs(), data=st.data(), engine=st.sampled_from(["auto", "interpreted"]))
@settings(max_examples=100)
def test_lengths_and_errors_are_those_of_networkx(graph, data, engine):
    node = st.sampled_from([*graph, "nowhere"])
    source, target = data.draw(node), data.draw(node)
    with nx.config.backends.genastar(engine=engine):
        for name in ("dijkstra_path_length", "astar_path_length", "shortest_path_length"):
            function = getattr(nx, name)
            weight = {"weight": data.draw(st.sampled_from(["weight", None] if name == "shortest_path_length" else ["weight"]))}
            ours = find_outcome(function, graph, source, target, **weight, backend="genastar")
            assert ours == find_outcome(function, graph, source, target, **weight, backend="networkx")
        for name in ("dijkstra_path", "astar_path", "shortest_path", "bidirectional_dijkstra"):
            function = getattr(nx, name)
            ours = find_outcome(function, graph, source, target, weight="weight", backend="genastar")
            theirs = find_outcome(function, graph, source, target, weight="weight", backend="networkx")
            if isinstance(theirs, tuple) and isinstance(theirs[0], type):
                assert ours == theirs
            else:
                path = ours[1] if name == "bidirectional_dijkstra" else ours
                length = nx.dijkstra_path_length(graph, source, target, backend="networkx")
                assert (path[0], path[-1]) == (source, target)
                assert nx.path_weight(graph, path, "weight") == length if _weighted(graph) else nx.is_path(graph, path)


def _weighted(graph):
    return not graph.is_multigraph() and all("weight" in data for *_, data in graph.edges(data=True))


def test_a_large_graph_is_searched_in_machine_code_and_its_rows_are_kept():
    graph = make_lattice()
    ours = nx.shortest_path_length(graph, (0, 0), (59, 59), weight="length", backend="genastar")
    assert ours == nx.dijkstra_path_length(graph, (0, 0), (59, 59), weight="length", backend="networkx")
    (kept,) = graph.__networkx_cache__["backends"]["genastar"].values()
    rows = kept.get_rows("length").rows
    assert rows is not None
    path = nx.shortest_path(graph, (0, 0), (59, 59), weight="length", backend="genastar")
    assert nx.path_weight(graph, path, "length") == ours
    assert kept.get_rows("length").rows is rows
    graph.add_edge((0, 0), (59, 59), length=1)
    assert nx.shortest_path(graph, (0, 0), (59, 59), weight="length", backend="genastar") == [(0, 0), (59, 59)]
    assert nx.shortest_path(graph, (0, 0), (3, 0), backend="genastar") == [(0, 0), (1, 0), (2, 0), (3, 0)]


def plain(answer):
    """The answer with its iterators, arrays and default dictionaries as plain lists and dictionaries."""
    if hasattr(answer, "tolist"):
        return answer.tolist()
    if hasattr(answer, "__next__"):
        return plain(dict(answer))
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    if isinstance(answer, tuple):
        return tuple(map(plain, answer))
    return answer


def drained(name, *args, **kwargs):
    return plain(getattr(nx, name)(*args, **kwargs))


LENGTHS = [
    ("single_source_dijkstra_path_length", 1, {"cutoff": 7}),
    ("single_source_dijkstra_path_length", 1, {"weight": "weight"}),
    ("single_source_shortest_path_length", 1, {"cutoff": 1.5}),
    ("single_source_shortest_path_length", 1, {}),
    ("single_target_shortest_path_length", 1, {}),
    ("single_source_bellman_ford_path_length", 1, {}),
    ("all_pairs_dijkstra_path_length", 0, {}),
    ("all_pairs_shortest_path_length", 0, {"cutoff": 2}),
    ("all_pairs_bellman_ford_path_length", 0, {}),
    ("average_shortest_path_length", 0, {"weight": "weight"}),
    ("average_shortest_path_length", 0, {}),
    ("floyd_warshall", 0, {}),
    ("floyd_warshall_numpy", 0, {}),
    ("shortest_path_length", 0, {"weight": "weight"}),
    ("shortest_path_length", 1, {"weight": "weight"}),
    ("shortest_path_length", 2, {"weight": "weight", "method": "bellman-ford"}),
    ("bellman_ford_path_length", 2, {}),
    ("has_path", 2, {}),
    ("negative_edge_cycle", 0, {}),
]
PATHS = [
    ("single_source_dijkstra_path", 1, {"cutoff": 9}),
    ("single_source_bellman_ford_path", 1, {}),
    ("single_source_shortest_path", 1, {}),
    ("single_target_shortest_path", 1, {}),
    ("all_pairs_dijkstra_path", 0, {}),
    ("all_pairs_shortest_path", 0, {}),
    ("all_pairs_bellman_ford_path", 0, {}),
    ("johnson", 0, {}),
    ("shortest_path", 1, {"weight": "weight"}),
    ("bellman_ford_path", 2, {}),
]
SORTED = [("predecessor", 1, {}), ("single_source_all_shortest_paths", 1, {}), ("all_pairs_all_shortest_paths", 0, {})]


@given(graph=graphs(), data=st.data(), engine=st.sampled_from(["auto", "interpreted"]))
@settings(max_examples=15)
def test_the_other_functions_answer_as_those_of_networkx(graph, data, engine):
    node = st.sampled_from([*graph, "nowhere"])
    ends = data.draw(node), data.draw(node)
    with nx.config.backends.genastar(engine=engine):
        for names, same in ((LENGTHS, lambda one: one), (PATHS, lengths_of(graph)), (SORTED, in_order)):
            for name, number, options in names:
                ours, theirs = (
                    find_outcome(drained, name, graph, *ends[:number], **options, backend=backend)
                    for backend in ("genastar", "networkx")
                )
                same_sums = rounded if name.startswith("floyd") else same  # networkx adds fractions to floats there
                assert same_sums(ours) == same_sums(theirs), name
        sources = {*ends}
        ours, theirs = (
            find_outcome(drained, "multi_source_dijkstra_path_length", graph, sources, cutoff=5, backend=backend)
            for backend in ("genastar", "networkx")
        )
        if "nowhere" not in sources:
            assert ours == theirs


def lengths_of(graph):
    """A function that replaces each path by its ends and its number of steps or, if weighted, its length."""

    def lengths(answer):
        if isinstance(answer, dict):
            return {key: lengths(value) for key, value in answer.items()}
        return (answer[0], answer[-1]) if isinstance(answer, list) else answer

    return lengths


def rounded(answer):
    """The same with numbers rounded."""
    if isinstance(answer, dict):
        return {key: rounded(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [*map(rounded, answer)]
    return round(float(answer), 9) if isinstance(answer, (int, float, Fraction)) else answer


def in_order(answer):
    """The same with its lists sorted."""
    if isinstance(answer, dict):
        return {key: in_order(value) for key, value in answer.items()}
    return sorted(map(repr, answer)) if isinstance(answer, list) else answer


@given(graph=graphs(), data=st.data())
@settings(max_examples=15)
def test_simple_paths_come_in_the_order_of_their_lengths(graph, data):
    node = st.sampled_from([*graph, "nowhere"])
    ends = data.draw(node), data.draw(node)
    if not graph.is_multigraph() and ends[0] != ends[1]:
        for weight in ("weight", None):
            ours, theirs = (
                find_outcome(lambda name: [*nx.shortest_simple_paths(graph, *ends, weight, backend=name)], backend)  # noqa: B023
                for backend in ("genastar", "networkx")
            )
            if isinstance(theirs, tuple):
                assert ours[0] is theirs[0]
                continue
            weigh = nx.path_weight if weight and _weighted(graph) else lambda _, path, __: len(path)
            if weight is None or _weighted(graph):
                assert [weigh(graph, path, weight) for path in ours] == [weigh(graph, path, weight) for path in theirs]
            assert sorted(map(repr, ours)) == sorted(map(repr, theirs))


def test_small_graphs_are_left_to_networkx_when_it_chooses_by_priority():
    assert "fewer than 5,000" in networkx_backend.should_run("shortest_path", (nx.path_graph(3), 0), {})
    assert networkx_backend.should_run("shortest_path", (make_lattice(), (0, 0)), {}) is True
    with pytest.raises(ValueError, match="method not supported"):
        nx.shortest_path(nx.path_graph(3), 0, 2, method="guess", backend="genastar")


@pytest.mark.parametrize("name", ["single_source_dijkstra", "single_source_bellman_ford"])
def test_all_paths_from_a_node_of_a_large_graph(name):
    graph = make_lattice()
    graph.remove_node((30, 30))
    (distance, paths), (theirs, _) = (
        getattr(nx, name)(graph, (0, 0), weight="length", backend=backend) for backend in ("genastar", "networkx")
    )
    assert distance == theirs
    assert all(type(length) is int for length in distance.values())
    assert all(nx.path_weight(graph, path, "length") == distance[node] for node, path in paths.items() if len(path) > 1)
    assert list(distance.values()) == sorted(distance.values())


def test_the_metadata_names_what_is_there():
    assert set(get_info()["functions"]) == set(FUNCTIONS)
    assert all(callable(getattr(networkx_backend, name)) for name in FUNCTIONS)
    theirs = {
        name
        for name, function in nx.utils.backends._registered_algorithms.items()
        if ".shortest_paths." in function.orig_func.__module__
    }
    assert set(FUNCTIONS) == theirs | {"shortest_simple_paths"}


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_results_are_plain_numbers_and_the_nodes_of_the_graph(engine):
    graph = nx.relabel_nodes(nx.convert_node_labels_to_integers(make_lattice()), {5: "five"})
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


@pytest.mark.long
@pytest.mark.parametrize("engine", [pytest.param("auto", marks=pytest.mark.long), "interpreted"])
def test_networkx_own_tests_pass_through_it(tmp_path, engine):
    # Functions that are not about shortest paths, with which the tests make their graphs, fall back to networkx.
    tests = ["networkx.algorithms.shortest_paths.tests", "networkx.algorithms.tests.test_simple_paths"]
    environment = os.environ | {"NETWORKX_TEST_BACKEND": "genastar", "NETWORKX_FALLBACK_TO_NX": "1"}
    forced = f"import networkx as nx\ndef pytest_sessionstart():\n    nx.config.backends.genastar.engine = {engine!r}\n"
    (tmp_path / "forced_engine.py").write_text(forced)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "forced_engine", "--pyargs", *tests]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert not {"xfailed", "skipped", "error", "errors"} & {*done.stdout.replace(",", " ").split()}
