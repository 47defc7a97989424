"""What a result tells, on examples worked by hand."""

import copy
import pickle

import pytest

from genastar import Cost, Limits, Outcome, Result, Workspace
from graphs import Graph, InsertingGraph, Line
from naive import compute_path_cost

pytestmark = pytest.mark.quick

EDGES = {"s": [("a", 1), ("b", 4)], "a": [("b", 2), ("c", 6)], "b": [("c", 1)]}


def test_every_field_of_a_found_result():
    """s opens a 1 and b 4; a opens b 3 and c 7, which leaves b 4 stale; b opens c 4.

    On the open list after each expansion: a b4; b4 b3 c7; b4 c7 c4. Then c 4 comes off before the older b 4.
    """
    result = Graph(EDGES, frozenset("c")).search("s")
    assert result == Result(
        outcome=Outcome.FOUND,
        path=("s", "a", "b", "c"),
        cost=Cost(4, 4),
        closest="c",
        path_to_closest=("s", "a", "b", "c"),
        expanded=3,
        generated=6,
        reopened=0,
        peak_open=3,
        seconds=result.seconds,
        engine="interpreted",
        algorithm="astar",
        why="",
        bound=1,
        costs=(),
    )
    assert result.costs == (Cost(0, 0), Cost(1, 1), Cost(3, 3), Cost(4, 4))
    assert result.found
    assert result.seconds > 0


def test_every_field_of_an_unreachable_result():
    """The same world and no goal: c is expanded too. The stale nodes b 4 and c 7 are dropped without a word."""
    result = Graph(EDGES, frozenset("z")).search("s")
    assert result == Result(
        outcome=Outcome.UNREACHABLE,
        path=(),
        cost=None,
        closest="s",
        path_to_closest=("s",),
        expanded=4,
        generated=6,
        reopened=0,
        peak_open=3,
        seconds=result.seconds,
        engine="interpreted",
        algorithm="astar",
        why="",
        bound=None,
        costs=(),
    )
    assert result.costs == ()
    assert not result.found


def test_counts_of_a_reopening_search():
    """See test_observer.test_reopening_is_told: a, c, b and c again are expanded; d is opened at 11 and at 9."""
    edges = {"a": [("b", 3), ("c", 8)], "b": [("c", 3)], "c": [("d", 3)]}
    result = Graph(edges, frozenset("d"), {"a": 9, "b": 6}).search("a", reopen=True)
    assert (result.expanded, result.generated, result.reopened, result.peak_open) == (4, 6, 1, 2)
    assert (result.path, result.cost) == (("a", "b", "c", "d"), Cost(9, 9))


def test_start_that_is_a_destination():
    result = Graph({0: [(1, 1)]}, frozenset([0])).search(0)
    assert (result.outcome, result.path, result.cost) == (Outcome.FOUND, (0,), Cost(0, 0))
    assert (result.expanded, result.generated, result.peak_open) == (0, 1, 1)


def test_closest_is_the_closed_position_with_the_least_left():
    result = Line(goal=10, informed=True).search(0, limits=Limits(expansions=4))
    assert result.outcome is Outcome.LIMIT
    assert result.closest == 3
    assert result.path_to_closest == (0, 1, 2, 3)


def test_closest_is_the_first_closed_among_equals():
    """a and b are equally near the goal; a is closed first, whatever comes after it."""
    edges = {0: [("b", 2), ("a", 1)], "a": [("c", 1)], "b": [("d", 5)]}
    graph = Graph(edges, frozenset(["nowhere"]), {0: 9, "a": 5, "b": 5, "c": 5, "d": 6})
    result = graph.search(0)
    assert result.outcome is Outcome.UNREACHABLE
    assert (result.closest, result.path_to_closest) == ("a", (0, "a"))


def test_closest_counts_closed_positions_only():
    """The goal is next, and open, but nobody has been there."""
    result = Line(goal=1, informed=True).search(0, limits=Limits(expansions=0))
    assert (result.closest, result.path_to_closest) == (None, ())


def test_closest_is_not_known_where_costs_do_not_know_what_is_left():
    result = InsertingGraph({0: [(1, 1)]}, frozenset([9]), int.__add__).search(0, 0)
    assert (result.outcome, result.closest, result.path_to_closest) == (Outcome.UNREACHABLE, None, ())


def test_closest_is_the_destination_even_where_the_estimate_says_otherwise():
    graph = Graph({0: [(1, 1)]}, frozenset([1]), {0: 0, 1: 7})
    assert graph.search(0).closest == 1


def test_path_to_closest_may_have_become_cheaper_by_reopening():
    edges = {"a": [("b", 3), ("c", 8)], "b": [("c", 3)], "c": []}
    result = Graph(edges, frozenset("z"), {"a": 9, "b": 6, "c": 1}).search("a", reopen=True)
    assert result.closest == "c"
    assert compute_path_cost(edges, result.path_to_closest, 0) == 6


def test_a_result_does_not_share_memory_with_its_workspace():
    workspace = Workspace()
    first = Graph(EDGES, frozenset("c")).search("s", workspace=workspace)
    kept = copy.deepcopy(first)
    second = Graph({"c": [("s", 1)], "s": [("q", 1)]}, frozenset("q")).search("c", workspace=workspace)
    assert first == kept
    assert second.path == ("c", "s", "q")


def test_a_result_is_true_where_it_was_found_and_stays_itself_when_it_travels():
    found, missed = Graph(EDGES, frozenset("c")).search("s"), Graph(EDGES, frozenset("z")).search("s")
    assert (bool(found), bool(missed)) == (True, False)
    for result in (found, missed):
        again = pickle.loads(pickle.dumps(result))
        assert type(again) is Result
        assert (again, hash(again), again.found) == (result, hash(result), result.found)
        assert repr(result).startswith("Result(outcome=")
    assert Result.__doc__.startswith("The result of a search.")
