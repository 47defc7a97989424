"""Traces, trees and answers as tables of pandas, and trees as graphs of networkx."""

from __future__ import annotations

import sys

import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Limits, Starts, Trace
from genastar.many.stream import answer_stream

pytestmark = pytest.mark.quick

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@frozen
class Field(AStar):
    """A square of free cells; positions outside are not entered."""

    side: int
    goal: tuple[int, int]

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx, dy in STEPS:
            if 0 <= x + dx < self.side and 0 <= y + dy < self.side:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1 + dx * dx)

    def estimate(self, position):
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def is_destination(self, position):
        return position == self.goal


@frozen
class Words(AStar):
    """A word grows; its cost is a tuple, which is no `Cost`."""

    def add_neighbours(self, node, open_list):
        if len(node.position) < 3:
            for letter in "ab":
                open_list.insert(node.position + letter, (node.cost[0] + 1, letter))

    def is_destination(self, position):
        return position == "bb"


class Rounded(Field):
    """A third number, in which positions of one key differ."""

    def key(self, position):
        return position[:2]

    def add_neighbours(self, node, open_list):
        x, y, number = node.position
        for dx, dy in STEPS:
            if 0 <= x + dx < self.side and 0 <= y + dy < self.side:
                open_list.relax((x + dx, y + dy, number + 1), node.cost.travelled + 1 + dx * dx)

    def is_destination(self, position):
        return position[:2] == self.goal


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


@pytest.fixture
def nx():
    return pytest.importorskip("networkx")


def test_a_trace_is_a_row_for_each_event(pandas):
    trace = Trace()
    Field(4, (3, 3)).search((0, 0), observer=trace)
    table = genastar.to_pandas(trace)
    assert list(table.columns) == ["kind", "position", "parent", "g", "h", "f"]
    assert len(table) == len(trace.events)
    for (_, row), event in zip(table.iterrows(), trace.events, strict=True):
        assert (row["kind"], row["position"], row["parent"]) == (event.kind.value, event.node.position, event.node.parent)
        assert (row["g"], row["h"], row["f"]) == (event.node.cost.travelled, event.node.cost.left, event.node.cost.total)
    assert str(table["g"].dtype) == "int64"
    assert table[table["kind"] == "closed"]["position"].tolist() == trace.list_closed()


def test_costs_of_another_kind_are_one_column(pandas):
    trace = Trace()
    Words().search("", (0, ""), observer=trace)
    table = genastar.to_pandas(trace)
    assert list(table.columns) == ["kind", "position", "parent", "cost"]
    assert table["cost"].tolist() == [event.node.cost for event in trace.events]


def test_a_tree_is_a_row_for_each_position(pandas):
    run = Field(4, (3, 3)).begin((0, 0))
    run.advance(5)
    tree = run.tree
    table = genastar.to_pandas(tree).set_index("position")
    assert set(table.index) == set(tree)
    for position, node in tree.items():
        row = table.loc[[position]].iloc[0]
        assert (row["parent"], row["g"], row["settled"]) == (node.parent, node.cost.travelled, tree.is_settled(position))
    assert 0 < table["settled"].sum() < len(table)
    assert len(genastar.to_pandas(tree.select_settled())) == table["settled"].sum()


def test_nothing_has_columns_too(pandas):
    assert list(genastar.to_pandas(Trace()).columns) == ["kind", "position", "parent", "g", "h", "f"]
    assert len(genastar.to_pandas([])) == 0
    assert {"outcome", "cost", "positions", "path"} <= set(genastar.to_pandas([]).columns)


def test_answers_of_many_questions_are_rows(pandas):
    asked = [((0, 0), {"goal": (3, 3)}), ((0, 0), {"goal": (9, 9)}), ((1, 1), {"goal": "none"})]
    answers = list(answer_stream(Field(4, (0, 0)), asked, "threads", engine="interpreted", on_error="keep"))
    table = genastar.to_pandas(iter(answers))
    assert table["number"].tolist() == [0, 1, 2]
    assert table["question"].tolist() == asked
    assert table["outcome"].tolist()[:2] == ["found", "unreachable"]
    assert table["cost"].tolist()[0] == 9
    assert pandas.isna(table["outcome"].tolist()[2])
    assert table["error"].tolist()[2] == str(answers[2].error) != ""
    assert table["path"].tolist()[0] == answers[0].result.path
    assert table["positions"].tolist() == [7, 0, 0]


def test_results_are_rows(pandas):
    problem = Field(5, (4, 4))
    results = [problem.search((0, 0), algorithm=name) for name in ("astar", "dijkstra")]
    results.append(problem.search((0, 0), limits=Limits(expansions=2)))
    table = genastar.to_pandas(results)
    assert table["algorithm"].tolist()[:2] == ["astar", "dijkstra"]
    assert table["expanded"].tolist() == [result.expanded for result in results]
    assert table["outcome"].tolist() == ["found", "found", "limit"]
    assert "question" not in table.columns
    batch = problem.search_many([(0, 0), (1, 1)], {"goal": [(4, 4), (2, 2)]}, engine="interpreted")
    assert genastar.to_pandas(batch)["cost"].tolist() == [12, 3]


def test_a_tree_is_a_graph(nx):
    problem = Field(6, (5, 5))
    tree = problem.explore((0, 0))
    graph = genastar.to_networkx(tree)
    assert set(graph) == set(tree)
    assert nx.is_arborescence(graph)
    for position in tree:
        assert tuple(nx.shortest_path(graph, (0, 0), position)) == tree.path_to(position)
        assert nx.path_weight(graph, tree.path_to(position), "weight") == tree.g(position)
    assert graph.nodes[0, 0] == {"g": 0, "h": 0, "f": 0, "settled": True}


def test_a_tree_of_other_costs_is_a_graph(nx):
    graph = genastar.to_networkx(Words().explore(Starts({"": (0, "")})))
    assert graph.nodes["ab"]["cost"] == (2, "b")
    assert graph.edges["a", "ab"] == {}


def test_positions_with_a_key_are_one_node_each(nx):
    tree = Rounded(5, (4, 4)).explore((0, 0, 0))
    graph = genastar.to_networkx(tree)
    assert len(graph) == 25
    assert nx.is_arborescence(graph)


@pytest.mark.parametrize("wrong", [3, "text", [1, 2], {"a": 1}, None])
def test_what_is_no_table_is_refused(pandas, wrong):
    with pytest.raises(BadInput, match="answers"):
        genastar.to_pandas(wrong)


def test_what_is_no_tree_is_refused(nx):
    with pytest.raises(BadInput, match=r"tree=.*expected the tree of a search"):
        genastar.to_networkx({})


@pytest.mark.parametrize(("call", "library"), [(genastar.to_pandas, "pandas"), (genastar.to_networkx, "networkx")])
def test_a_library_that_is_missing_is_named(monkeypatch, call, library):
    monkeypatch.setitem(sys.modules, library, None)
    wanted = rf"{call.__name__}\(\) needs {library}, which cannot be imported: .*; try: pip install {library}"
    with pytest.raises(BadInput, match=wanted):
        call(Trace())
