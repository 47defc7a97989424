"""Every search gives the distances of a naive Dijkstra: on random multigraphs, and on a real town at both speeds."""

from __future__ import annotations

import heapq
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar import BadInput, Trace, Workspace, prepare
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.pairs import compute_distances, compute_paths
from genastar_prepare.hierarchy.upward_search import climb_from
from genastar_prepare.landmarks import Landmarks, count_hops
from genastar_roads.graph.earth import compute_unit_vectors
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.model import Roads
from genastar_roads.search.landmarks import add_landmarks
from genastar_roads.search.problem import make_problem_between
from genastar_roads.search.tree import NEVER, search_tree
from genastar_roads.sources.order import order_locally

pytestmark = pytest.mark.long


def naive_distances(graph, start):
    """The distance of each node; `NEVER` where there is no way. Textbook Dijkstra."""
    done = {}
    waiting = [(0, start)]
    while waiting:
        cost, node = heapq.heappop(waiting)
        if node in done:
            continue
        done[node] = cost
        for edge in range(graph.first[node], graph.first[node + 1]):
            heapq.heappush(waiting, (cost + int(graph.weight[edge]), int(graph.head[edge])))
    return [done.get(node, NEVER) for node in range(graph.size)]


def problem(graph, start, goal, *more_goals):
    """The plain problem from node to node, or to the nearest of several."""
    goals = sorted((goal, *more_goals))
    points = compute_unit_vectors(graph.lat[goals], graph.lon[goals]) if len(graph.lat) else np.zeros((0, 3))
    exits, entries = np.array([[start, 0, -1]]), np.array([[each, 0, -1] for each in goals])
    return make_problem_between(graph, exits, entries, 0 if start in goals else -1, points)


def upwards(asked, hierarchy, *, walk=True):
    """The same question in a hierarchy."""
    return climb_from(hierarchy, asked.exits, asked.entries, asked.direct, walk=walk)


def informed(asked, landmarks):
    """The same question with the estimate of landmarks."""
    return add_landmarks(asked, landmarks.table, *landmarks.choose_columns(asked.exits[:, 0], asked.entries))


def distances(tree):
    return np.where(tree.settled, tree.g, NEVER).tolist()


def travelled(result):
    return NEVER if result.cost is None else result.cost.travelled


@st.composite
def graphs(draw, most=9):
    """Multigraphs with loops, parallel edges, weights of 0, and parts that cannot be reached."""
    size = draw(st.integers(1, 9))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, most)), max_size=30))
    tail, head, weight = zip(*edges, strict=True) if edges else ((), (), ())
    return RoadGraph.from_edges(tail, head, weight, size=size)


@given(graph=graphs(), data=st.data())
def test_a_hierarchy_gives_the_distance_and_the_edges_of_a_way(graph, data):
    node = st.integers(0, graph.size - 1)
    start, goal = data.draw(node), data.draw(node)
    hierarchy = Hierarchy.of(graph)
    best = naive_distances(graph, start)[goal]
    solver = upwards(problem(graph, start, goal), hierarchy)
    result = solver.search(solver.start)
    assert travelled(result) == best
    short = upwards(problem(graph, start, goal), hierarchy, walk=False)
    assert travelled(short.search(short.start)) == best
    if best != NEVER:
        edges = hierarchy.unpack_edges(solver.split_at_top(result.path))
        nodes = [start, *graph.head[edges].tolist()]
        assert graph.tail[edges].tolist() == nodes[:-1]
        assert nodes[-1] == goal
        assert graph.weight[edges].sum() == best


@given(graph=graphs(), data=st.data(), method=st.sampled_from(["avoid", "farthest"]))
@settings(max_examples=60)
def test_landmarks_never_say_too_much_and_give_the_distance(graph, data, method):
    node = st.integers(0, graph.size - 1)
    start, goals = data.draw(node), data.draw(st.lists(node, min_size=1, max_size=3, unique=True))
    landmarks = Landmarks.of(graph, data.draw(st.integers(1, 4)), method, engine="interpreted")
    left = {}
    for place in range(graph.size):
        found = naive_distances(graph, place)
        left[place] = min((found[goal] for goal in goals if found[goal] != NEVER), default=NEVER)
    solver = informed(problem(graph, start, *goals), landmarks)
    assert travelled(solver.search(start)) == left[start]
    for place in range(graph.size):
        assert left[place] == NEVER or solver.estimate(place) <= left[place]
    for tail, head, weight in zip(graph.tail.tolist(), graph.head.tolist(), graph.weight.tolist(), strict=True):
        assert left[head] == NEVER or solver.estimate(tail) <= weight + solver.estimate(head)


@given(graph=graphs(), data=st.data())
def test_a_tree_holds_all_distances_and_ways(graph, data):
    start = data.draw(st.integers(0, graph.size - 1))
    best = naive_distances(graph, start)
    tree = search_tree(graph, np.array([[start, 0, -1]]), engine="interpreted")
    hops = count_hops(tree.parent)
    assert distances(tree) == best
    for node in range(graph.size):
        before = tree.parent[node]
        if before == NEVER:
            assert node == start or best[node] == NEVER
        else:
            steps = [graph.weight[e] for e in range(graph.first[before], graph.first[before + 1]) if graph.head[e] == node]
            assert tree.g[before] + min(steps) == tree.g[node]
            assert hops[node] == hops[before] + 1


def test_a_tree_within_a_bound():
    graph = RoadGraph.from_edges([0, 1, 2], [1, 2, 0], [3, 4, 5])
    for start, wanted in enumerate(([0, 3, 7], [9, 0, 4], [5, 8, 0])):
        assert distances(search_tree(graph, np.array([[start, 0, -1]]), engine="interpreted")) == wanted
    near = search_tree(graph, np.array([[0, 0, -1]]), within=3, engine="interpreted")
    assert distances(near) == [0, 3, NEVER]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_trees_of_several_starts_and_of_one_that_leads_nowhere(engine):
    graph = RoadGraph.from_edges([0, 1, 2], [1, 2, 0], [3, 4, 5], size=4)
    for starts, within, wanted, parents in (
        ([[3, 0, -1]], None, [NEVER, NEVER, NEVER, 0], [NEVER] * 4),
        ([[1, 7, -1], [0, 2, -1], [0, 9, -1]], 9, [2, 5, 9, NEVER], [NEVER, 0, 1, NEVER]),
        ([[0, 2, -1]], 8, [2, 5, NEVER, NEVER], [NEVER, 0, NEVER, NEVER]),
        ([[0, 2, -1]], 1, [NEVER] * 4, [NEVER] * 4),
    ):
        tree = search_tree(graph, np.array(starts), within=within, engine=engine)
        assert (distances(tree), tree.parent.tolist()) == (wanted, parents)


@pytest.fixture(scope="module")
def city():
    """Streets like a city's: a jittered lattice of 40 by 40 with one-ways and gaps, weights in metres."""
    random = np.random.default_rng(6)
    side = 40
    row, column = np.divmod(np.arange(side * side), side)
    lat = 60.0 + 0.001 * row + random.uniform(-3e-4, 3e-4, side * side)
    lon = 25.0 + 0.002 * column + random.uniform(-6e-4, 6e-4, side * side)
    node = np.arange(side * side)
    pairs = np.concatenate(
        [np.stack([node, node + step], axis=1)[keep] for step, keep in ((1, column < side - 1), (side, row < side - 1))]
    )
    pairs = pairs[random.random(len(pairs)) < 0.9]
    both = np.concatenate([pairs, pairs[random.random(len(pairs)) < 0.85][:, ::-1]])
    graph = RoadGraph.from_edges(both[:, 0], both[:, 1], np.zeros(len(both), int), lat, lon)
    graph = graph.reorder_nodes(order_locally(graph))
    chord = np.linalg.norm(graph.vectors[graph.tail] - graph.vectors[graph.head], axis=1)
    weight = np.ceil(chord * 6_371_008 * random.uniform(1.0, 1.4, graph.edges))
    return RoadGraph.from_edges(graph.tail, graph.head, weight, graph.lat, graph.lon)


@pytest.fixture(scope="module")
def prepared(city):
    return Hierarchy.of(city), Landmarks.of(city, 8, engine="interpreted")


@pytest.mark.parametrize(
    ("name", "share"), [("dijkstra", 1.0), ("astar", 0.6), ("both-ways", 0.8), ("landmarks", 0.2), ("upwards", 0.25)]
)
def test_a_search_gives_the_distance_at_both_speeds(city, prepared, name, share):
    """And the events; and it expands no more than this share of what Dijkstra does."""
    hierarchy, landmarks = prepared
    random, workspace = np.random.default_rng(1), Workspace()
    expanded = nearer = 0
    for start, goal in random.integers(0, city.size, (8, 2)).tolist():
        distance = naive_distances(city, start)
        asked, origin, algorithm = problem(city, start, goal), start, "astar"
        if name == "upwards":
            asked = upwards(asked, hierarchy)
            origin = asked.start
        elif name == "landmarks":
            asked = informed(asked, landmarks)
        else:
            algorithm = name
        traces = Trace(), Trace()
        slow = asked.search(origin, algorithm=algorithm, observer=traces[0])
        fast = asked.search(origin, algorithm=algorithm, engine="compiled", workspace=workspace, observer=traces[1])
        assert travelled(slow) == travelled(fast) == distance[goal]
        assert (slow.path, slow.expanded, slow.generated) == (fast.path, fast.expanded, fast.generated)
        assert traces[0].events == traces[1].events
        if name == "upwards":
            assert city.weight[hierarchy.unpack_edges(asked.split_at_top(fast.path))].sum() == max(distance[goal], 0)
        expanded += slow.expanded
        nearer += sum(0 <= each <= distance[goal] for each in distance)
    assert expanded <= share * nearer


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_many_pairs_in_one_go(city, prepared, engine):
    hierarchy = prepared[0]
    starts, goals = np.random.default_rng(2).integers(0, city.size, (2, 20))
    goals[:2] = starts[:2]
    best = [naive_distances(city, start)[goal] for start, goal in zip(starts.tolist(), goals.tolist(), strict=True)]
    assert compute_distances(hierarchy, starts, goals, engine=engine).tolist() == best
    travelled, first, edges = compute_paths(hierarchy, starts, goals, engine=engine)
    assert travelled.tolist() == best
    for number, (start, goal) in enumerate(zip(starts, goals, strict=True)):
        way = edges[first[number] : first[number + 1]]
        if best[number] == NEVER or start == goal:
            assert len(way) == 0
        else:
            assert [start, *city.head[way]] == [*city.tail[way], goal]
            assert city.weight[way].sum() == best[number]


def test_pairs_that_are_none_are_refused(prepared):
    with pytest.raises(BadInput, match="expected two equally long rows"):
        compute_distances(prepared[0], [1, 2], [3])
    with pytest.raises(BadInput, match="nodes are numbered 0 to 1599; got -1 to 5"):
        compute_paths(prepared[0], [5, -1], [3, 4])
    assert len(compute_distances(prepared[0], np.empty(0, int), np.empty(0, int))) == 0


def test_saved_hierarchies_and_landmarks_are_those_that_were_saved(city, prepared, tmp_path):
    hierarchy, landmarks = prepared
    hierarchy.save(tmp_path / "city.hierarchy")
    landmarks.save(tmp_path / "city.landmarks")
    opened, marks = Hierarchy.open(tmp_path / "city.hierarchy", city), Landmarks.open(tmp_path / "city.landmarks", city)
    assert all(np.array_equal(getattr(opened, name), getattr(hierarchy, name)) for name in ("rank", "first", "arcs", "parts"))
    assert np.array_equal(marks.table, landmarks.table)
    other = RoadGraph.from_edges([0], [1], [1])
    with pytest.raises(BadInput, match="this contraction hierarchy belongs to another graph"):
        Hierarchy.open(tmp_path / "city.hierarchy", other)
    with pytest.raises(BadInput, match="these landmarks belong to another graph"):
        Landmarks.open(tmp_path / "city.landmarks", other)
    for method in ("hierarchy", "landmarks"):
        elsewhere, prepared_there = Roads("it", other), prepare(Roads("the city", city), method).algorithm
        with pytest.raises(BadInput, match="belongs to another problem or world"):
            elsewhere.search(elsewhere.make_node_place(0), [elsewhere.make_node_place(1)], algorithm=prepared_there)
    damaged = bytearray((tmp_path / "city.hierarchy").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "city.hierarchy").write_bytes(damaged)
    with pytest.raises(BadInput, match="damaged"):
        Hierarchy.open(tmp_path / "city.hierarchy", city)


@pytest.mark.parametrize("name", ["rank", "first", "arcs", "parts"])
def test_a_hierarchy_that_cannot_be_is_refused(name):
    graph = RoadGraph.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1, 1, 1, 9])
    hierarchy = Hierarchy.of(graph)
    getattr(hierarchy, name).flat[0] += 20
    with pytest.raises(BadInput, match="prepare it again"):
        hierarchy.check("it", graph)


def test_ways_that_cost_more_than_32_bits():
    graph = RoadGraph.from_edges([0, 1, 2], [1, 2, 0], [MOST - 1, MOST - 1, MOST - 1])
    hierarchy, landmarks = Hierarchy.of(graph), Landmarks.of(graph, 1, engine="interpreted")
    assert compute_distances(hierarchy, [0, 1], [2, 0], engine="interpreted").tolist() == [2 * (MOST - 1)] * 2
    assert informed(problem(graph, 0, 2), landmarks).search(0).cost.travelled == 2 * (MOST - 1)


def test_a_hub_with_very_many_neighbours():
    """Its pairs are more than are held at first, and it waits until the end."""
    spokes = np.arange(1, 130)
    hub = np.zeros(len(spokes), int)
    graph = RoadGraph.from_edges(np.concatenate([hub, spokes]), np.concatenate([spokes, hub]), np.ones(2 * len(spokes), int))
    hierarchy = Hierarchy.of(graph)
    assert hierarchy.node[-1] == 0 or hierarchy.node[-2] == 0
    solver = upwards(problem(graph, 5, 77), hierarchy)
    assert solver.search(solver.start).cost.travelled == 2


def test_contraction_is_the_same_without_a_compiler(tmp_path):
    """In processes of their own, of which one has no engine with a compiler."""
    script = """
import sys
import genastar.engine
if sys.argv[1] == "python":
    genastar.engine.find_fastest_engine = lambda: None
import numpy as np
from genastar_roads.graph.road_graph import RoadGraph
from genastar_prepare.hierarchy.hierarchy import Hierarchy
random = np.random.default_rng(4)
tail, head = random.integers(0, 60, (2, 240))
hierarchy = Hierarchy.of(RoadGraph.from_edges(tail, head, random.integers(0, 1 << 20, 240), size=60))
print(*(hash(getattr(hierarchy, name).tobytes()) for name in ("rank", "first", "arcs", "parts")))
"""
    outputs = []
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    for way in ("machine code", "python"):
        command = [sys.executable, "-W", "error", "-c", script, way]
        outputs.append(
            subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert outputs[0] == outputs[1] != ""
