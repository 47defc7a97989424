"""Many questions at once: the answers are those of single ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from genastar.testing.many import check_many
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place

pytestmark = pytest.mark.long

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def kotka() -> Roads:
    """Streets with a forbidden turn, so that nodes have several states."""
    roads = Roads.read(DATA / "kotka.osm.pbf", Options(metric="distance"))
    edge = int(np.flatnonzero(np.diff(roads.graph.first)[roads.graph.head] > 1)[0])
    turns = [[edge, int(roads.graph.first[roads.graph.head[edge]])]]
    return evolve(roads, graph=evolve(roads.graph, turns=np.array(turns, np.int32)))


def places(roads: Roads, count: int) -> list[Place]:
    """Nodes, that of the turn among them, and places inside edges, two of them on one."""
    random = np.random.default_rng(3)
    graph = roads.graph
    nodes = [
        roads.make_node_place(int(node)) for node in (*random.integers(0, graph.size, count), graph.head[graph.turns[0, 0]])
    ]
    middles = [roads.find_nearest(*midway(roads, edge)) for edge in random.integers(0, graph.edges, count)]
    return [*nodes, *middles, evolve(middles[0], share=middles[0].share * 0.9)]


def midway(roads: Roads, edge: int) -> tuple[float, float]:
    ends = roads.graph.tail[edge], roads.graph.head[edge]
    return float(roads.graph.lat[[*ends]].mean()), float(roads.graph.lon[[*ends]].mean())


def make_questions(roads: Roads) -> list[tuple[Place, tuple[Place, ...]]]:
    some = places(roads, 3)
    assert {place.edge >= 0 for place in some} == {False, True}
    single = [(start, (goal,)) for start in some for goal in some]
    return [*single, *((start, tuple(some[:3])) for start in some)]


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("astar", "interpreted"),
        ("dijkstra", "interpreted"),
        ("hierarchy", "interpreted"),
        ("astar", "compiled"),
        ("hierarchy", "compiled"),
    ],
)
def test_as_single_ones(kotka: Roads, name: str, engine: str) -> None:
    questions = make_questions(kotka)
    answers = kotka.answer_batch(questions, algorithm=name, engine=engine)
    assert answers is not None
    for (start, goals), answer in zip(questions, answers, strict=True):
        single = kotka.search(start, goals, algorithm=name, engine=engine)
        assert evolve(answer, seconds=single.seconds) == single
        assert answer.costs == single.costs
        assert len(answer.costs) == len(answer.path)
        if answer.found:
            assert answer.costs[0].travelled == 0
            assert answer.costs[-1] == answer.cost
            assert type(answer.cost.travelled) is float


def test_as_the_kit_asks(kotka: Roads) -> None:
    check_many(kotka, make_questions(kotka), "interpreted")


def test_what_each_has_for_itself_is_asked_one_by_one(kotka: Roads) -> None:
    for name in ("landmarks", "both-ways"):
        assert kotka.answer_batch(make_questions(kotka), algorithm=name) is None
    for name in ("astar", "hierarchy"):
        assert kotka.answer_batch([(kotka.make_node_place(0), ())], algorithm=name) is None
