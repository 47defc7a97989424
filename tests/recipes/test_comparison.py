"""`compare`: a row for each question, algorithm and engine."""

from __future__ import annotations

import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Limits, PluginError, Starts
from genastar.algorithms import Constrained, Dijkstra, Pareto, Weighted
from graph_world import GraphWorld
from graphs import Graph

pytestmark = pytest.mark.quick

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@frozen
class Field(AStar):
    """A square of free cells."""

    side: int
    goal: tuple[int, int]
    factor: int = 1

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx, dy in STEPS:
            if 0 <= x + dx < self.side and 0 <= y + dy < self.side:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def estimate(self, position):
        return self.factor * (abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1]))

    def is_destination(self, position):
        return position == self.goal


def test_a_row_for_each_start_algorithm_and_engine():
    problem = Field(6, (5, 5))
    rows = genastar.compare(problem, [(0, 0), (5, 0)], ["astar", Dijkstra()], ["interpreted"])
    assert [(row.start, row.algorithm, row.engine) for row in rows] == [
        ((0, 0), "astar", "interpreted"),
        ((0, 0), "dijkstra", "interpreted"),
        ((5, 0), "astar", "interpreted"),
        ((5, 0), "dijkstra", "interpreted"),
    ]
    for row in rows:
        result = problem.search(row.start, algorithm=row.algorithm, engine="interpreted")
        assert (row.problem, row.goals, row.outcome, row.cost, row.bound) == ("Field", (), "found", result.cost.travelled, 1)
        assert (row.expanded, row.generated, row.note) == (result.expanded, result.generated, "")
        assert row.seconds > 0


def test_options_that_are_not_the_defaults_stand_in_the_label():
    rows = genastar.compare(Field(6, (5, 5)), [(0, 0)], [Weighted(), Weighted(2), "weighted"])
    assert [row.algorithm for row in rows] == ["weighted", "weighted weight=2", "weighted"]
    assert [row.bound for row in rows] == [1.5, 2, 1.5]


def test_questions_of_a_world_have_goals(graph_world):
    rows = genastar.compare(graph_world, [("a", ["c"]), (Starts(["a", "b"]), ("c",))], ["auto", "dijkstra"], name="triangle")
    assert [(row.problem, row.goals, row.algorithm, row.cost) for row in rows] == [
        ("triangle", ("c",), "auto", 3),
        ("triangle", ("c",), "dijkstra", 3),
        ("triangle", ("c",), "auto", 2),
        ("triangle", ("c",), "dijkstra", 2),
    ]
    assert rows[0].note.startswith("astar: ")
    assert rows[1].note == ""


def test_what_does_not_apply_is_a_row_with_the_reason():
    rows = genastar.compare(Field(6, (5, 5)), [(0, 0)], ["theta-star", "astar"])
    assert (rows[0].outcome, rows[0].cost, rows[0].expanded) == ("refused", None, None)
    assert "needs Field.sight(one, other), which it lacks" in rows[0].note
    assert rows[1].outcome == "found"


def test_if_all_is_refused_the_first_reason_is_raised():
    with pytest.raises(BadInput, match=r"needs Field\.sight"):
        genastar.compare(Field(6, (5, 5)), [(0, 0)], ["theta-star", "lazy-theta-star"])


def test_the_end_by_a_limit_is_a_row():
    rows = genastar.compare(Field(30, (29, 29)), [(0, 0)], ["dijkstra", "astar"], limits=Limits(expansions=100))
    assert [(row.outcome, row.cost, row.bound) for row in rows] == [("limit", None, None), ("found", 58, 1)]
    assert rows[0].expanded == 100


def test_a_cheaper_path_breaks_a_bound():
    """The estimate is three times too high and is not declared so."""
    rows = genastar.compare(Bent(), [0], ["astar", "dijkstra", Weighted(1.5), "greedy"])
    assert [(row.cost, row.is_bound_broken) for row in rows] == [(10, True), (4, False), (10, True), (10, False)]
    assert rows[0].note == "the bound 1 does not hold: dijkstra (interpreted) found a path that costs 4"


@frozen
class Bent(AStar):
    """A long road, and a short one on which the estimate is too high."""

    def add_neighbours(self, node, open_list):
        for to, step in {0: [(1, 2), (2, 10)], 1: [(2, 2)]}[node.position]:
            open_list.relax(to, node.cost.travelled + step)

    def estimate(self, position):
        return {0: 0, 1: 100, 2: 0}[position]

    def is_destination(self, position):
        return position == 2


def test_sums_of_floats_in_another_order_break_no_bound():
    @frozen
    class Tenths(AStar):
        def add_neighbours(self, node, open_list):
            if node.position < 2:
                for step in (0.1, 0.2, 0.3):
                    open_list.relax(node.position + 1, node.cost.travelled + step)

        def is_destination(self, position):
            return position == 2

    assert not any(row.is_bound_broken for row in genastar.compare(Tenths(), [0], ["astar", "breadth-first", Weighted(1.1)]))


def test_costs_that_do_not_add_are_compared():
    @frozen
    class Words(AStar):
        def add_neighbours(self, node, open_list):
            if len(node.position) < 3:
                for letter in "ab":
                    open_list.insert(node.position + letter, (node.cost[0] + 1, letter))

        def is_destination(self, position):
            return position == "bb"

    rows = genastar.compare(Words(), [Starts({"": (0, "")})], ["astar", "weighted"])
    assert [(row.outcome, row.cost) for row in rows] == [("found", (2, "b")), ("refused", None)]


def test_the_rows_are_a_table():
    pytest.importorskip("pandas")
    rows = genastar.compare(Field(6, (5, 5)), [(0, 0)], ["theta-star", "astar"])
    table = genastar.to_pandas(rows)
    assert list(table.columns) == [
        "problem", "start", "goals", "algorithm", "engine", "outcome", "cost", "paths", "bound", "expanded", "generated",
        "seconds", "note", "is_bound_broken",
    ]  # fmt: skip
    assert table["outcome"].tolist() == ["refused", "found"]
    with pytest.raises(BadInput, match="not a mixture"):
        genastar.to_pandas([*rows, Field(6, (5, 5)).search((0, 0))])


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"algorithms": "astar"}, BadInput, r"algorithms='astar': expected algorithms in a list"),
        ({"engines": "auto"}, BadInput, r"engines='auto': expected the names of engines in a list"),
        ({"algorithms": ["dikstra"]}, PluginError, "dijkstra"),
        ({"engines": ["fast"]}, PluginError, "fast"),
        ({"limits": 5}, BadInput, "limits=5"),
        ({"engine": "auto"}, BadInput, r"compare\(\) does not take engine: give the engines in a list"),
        ({"observer": None}, BadInput, r"compare\(\) does not take observer"),
        ({"starts": 3}, BadInput, "starts=3: expected starts in a list"),
        ({"problem": 3}, BadInput, "problem=3: expected a problem or a world"),
        ({"colour": 3}, TypeError, "unknown argument 'colour'"),
    ],
)
def test_what_is_given_wrongly_is_refused(given, error, message):
    arguments = {"problem": Field(3, (2, 2)), "starts": [(0, 0)], "algorithms": ["astar"]} | given
    with pytest.raises(error, match=message):
        genastar.compare(**arguments)


def test_a_question_of_a_world_needs_goals(graph_world):
    with pytest.raises(BadInput, match=r"starts=\['a'\]: 'a' is not a question of a world, a start and a list of goals"):
        genastar.compare(graph_world, ["a"], ["astar"])
    with pytest.raises(BadInput, match=r"\('a', 'c'\) is not a question of a world"):
        genastar.compare(graph_world, [("a", "c")], ["astar"])


@pytest.fixture
def graph_world():
    return GraphWorld(Graph({"a": [("b", 1), ("c", 5)], "b": [("c", 2)]}, frozenset()))


def test_one_start_in_place_of_a_list_is_told():
    @frozen
    class Walk(AStar):
        def add_neighbours(self, node, open_list):
            x, y = node.position
            open_list.relax((x + 1, y), node.cost.travelled + 1)

        def is_destination(self, position):
            return position[0] == 3

    with pytest.raises(BadInput, match=r"starts=\(0, 0\): a hook failed at its item 0 .*give it in a list: \[\(0, 0\)\]"):
        genastar.compare(Walk(), (0, 0), ["astar"])
    assert genastar.compare(Walk(), [(0, 0)], ["astar"])[0].cost == 3


def test_one_question_in_place_of_a_list_is_told(graph_world):
    message = r"'a' is not a question of a world, .*; give the questions in a list: \[\('a', \['c'\]\)\]"
    with pytest.raises(BadInput, match=message):
        genastar.compare(graph_world, ("a", ["c"]), ["astar"])


def test_goal_in_place_of_goals_is_told(graph_world):
    with pytest.raises(TypeError, match=r"unknown argument 'goal'; did you mean goals\?") as told:
        graph_world.search("a", goal="c")
    assert "to the problem" not in str(told.value)
    with pytest.raises(TypeError, match=r"unknown argument 'goals'; the goals of a problem are its own"):
        graph_world.problem(("c",), ("a",)).search("a", goals=["c"])


class Hills(AStar):
    """A road to each of four towns, cheaper or shorter; goals are reached twice."""

    def add_neighbours(self, node, open_list):
        for step in [(1, 4), (4, 1), (2, 2), (5, 5)] if node.position == 0 else []:
            open_list.insert(1, node.cost + genastar.Vector(step))

    def is_destination(self, position):
        return position == 1


def test_a_front_is_a_row_with_its_size_and_the_least_of_each_number():
    front, rough, limited = genastar.compare(
        Hills(), [Starts({0: genastar.Vector(0, 0)})], ["pareto", Pareto(epsilon=1.0), Constrained((None, 3))]
    )
    assert (front.outcome, tuple(front.cost), front.paths) == ("found", (1, 1), 3)
    assert rough.paths < 3
    assert (tuple(limited.cost), limited.paths) == ((2, 2), None)
    assert not any(row.is_bound_broken for row in (front, rough, limited))
