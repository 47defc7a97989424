"""Replanners of roads: after random changes of traffic and moves, each answer costs as much as that of a naive Dijkstra."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import compute_distance_with_turns, make_road, make_town

from genastar import BadInput, Replanner, Trace
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads

SIZE = 7
nodes = st.integers(0, SIZE - 1)
costs = st.integers(0, 9)
edges = st.lists(st.tuples(nodes, nodes, costs), min_size=4, max_size=20)


def check(data: st.DataObject, turns: bool, engine: str) -> None:
    tail, head, weight = zip(*data.draw(edges), strict=True)
    pairs = [(one, other) for one in range(len(tail)) for other in range(len(tail)) if head[one] == tail[other]]
    forbidden = data.draw(st.lists(st.sampled_from(pairs), max_size=3)) if turns and pairs else []
    graph = RoadGraph.from_edges(tail, head, weight, size=SIZE, turns=forbidden)
    roads = Roads("random", graph, Options())
    goal = data.draw(nodes)
    planner = Replanner(roads, [roads.make_node_place(goal)], engine=engine)
    for _ in range(data.draw(st.integers(2, 5))):
        start = data.draw(nodes)
        found = planner.search(
            roads.make_node_place(start), observer=data.draw(st.sampled_from([None, Trace()]))
        )  # with one it learns estimates
        assert (None if found.cost is None else found.cost.travelled) == compute_distance_with_turns(roads.graph, start, goal)
        changes = data.draw(st.dictionaries(st.sampled_from(list(zip(tail, head, strict=True))), costs, max_size=3))
        roads = roads.with_costs(
            {(roads.make_node_place(one), roads.make_node_place(other)): cost for (one, other), cost in changes.items()}
        )
        planner.change(roads)


@pytest.mark.parametrize("turns", [False, True], ids=["plain", "turns"])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_each_answer_costs_as_much_as_a_naive_one(turns: bool, data: st.DataObject) -> None:
    check(data, turns, "interpreted")


@pytest.mark.long
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_same_in_machine_code(data: st.DataObject) -> None:
    check(data, True, "compiled")


def test_places_inside_edges_and_traffic(tmp_path: Path) -> None:
    """A driver moves along the rim of a square while a jam comes and goes."""
    roads = make_town(
        tmp_path / "town.osm",
        make_road(1, [11, 12, 13, 23, 33]),
        make_road(2, [11, 21, 31, 32, 33]),
        make_road(3, [21, 22, 23]),
        make_road(4, [12, 22, 32]),
    )
    goal = roads.find_nearest(60.003, 24.0027)
    planner = Replanner(roads, [goal], engine="interpreted")
    twelve, twenty_three = roads.find_by_number(12), roads.find_by_number(23)
    for lon in (24.0012, 24.0015, 24.0018):
        start = roads.find_nearest(60.001, lon)
        assert start.edge >= 0
        for cost in (500.0, 20.0, 1000.0, 56.0):
            changed = planner.source
            assert isinstance(changed, Roads)
            changed = changed.with_costs({(twelve, twenty_three): cost, (twenty_three, twelve): cost})
            planner.change(changed)
            found, again = planner.search(start), changed.search(start, [goal], algorithm="astar", engine="interpreted")
            assert found.cost == again.cost
            assert (found.path[0], found.path[-1]) == (start, goal)


def test_costs_that_do_not_fit_are_refused() -> None:
    roads = Roads("three", RoadGraph.from_edges([0, 1], [1, 2], [4, 5]), Options())
    zero, one, two = map(roads.make_node_place, range(3))
    changed = roads.with_costs({(zero, one): 7})
    assert (changed.graph.weight.tolist(), roads.graph.weight.tolist()) == ([7, 5], [4, 5])
    assert changed.find_changed_states(roads) == [0]
    for costs_of, message in (
        ({(zero, two): 3}, "no edge leads from 0 to 2"),
        ({(zero, one): -1}, "expected a number of at least 0"),
        ({(zero, one): np.inf}, "is too great"),
        ({(zero, one): "3"}, "expected a number"),
    ):
        with pytest.raises(BadInput, match=message):
            roads.with_costs(costs_of)  # type: ignore[arg-type]  # one has a text
