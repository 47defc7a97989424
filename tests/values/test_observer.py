"""The order of events."""

import pytest

from genastar import Cost, Event, EventKind, Node, Observer, Trace
from graphs import Graph

pytestmark = pytest.mark.quick

OPENED, CLOSED, REOPENED, FOUND = EventKind


def list_events(trace):
    """The events as (kind, position, travelled, parent)."""
    return [(event.kind, event.node.position, event.node.cost.travelled, event.node.parent) for event in trace.events]


def test_order_of_events():
    """a leads to b (4) and c (1), c to b (2) and d (6), b to d (1)."""
    trace = Trace()
    graph = Graph({"a": [("b", 4), ("c", 1)], "c": [("b", 2), ("d", 6), ("a", 0)], "b": [("d", 1)]}, frozenset("d"))
    graph.search("a", observer=trace)
    assert list_events(trace) == [
        (OPENED, "a", 0, None),
        (CLOSED, "a", 0, None),
        (OPENED, "b", 4, "a"),
        (OPENED, "c", 1, "a"),
        (CLOSED, "c", 1, "a"),
        (OPENED, "b", 3, "c"),
        (OPENED, "d", 7, "c"),
        (CLOSED, "b", 3, "c"),
        (OPENED, "d", 4, "b"),
        (CLOSED, "d", 4, "b"),
        (FOUND, "d", 4, "b"),
    ]


def test_reopening_is_told():
    """The heuristic hides that the way over b is the cheap one: c is closed at 8 and opened again at 6."""
    trace = Trace()
    edges = {"a": [("b", 3), ("c", 8)], "b": [("c", 3)], "c": [("d", 3)]}
    Graph(edges, frozenset("d"), {"a": 9, "b": 6}).search("a", reopen=True, observer=trace)
    assert list_events(trace) == [
        (OPENED, "a", 0, None),
        (CLOSED, "a", 0, None),
        (OPENED, "b", 3, "a"),
        (OPENED, "c", 8, "a"),
        (CLOSED, "c", 8, "a"),
        (OPENED, "d", 11, "c"),
        (CLOSED, "b", 3, "a"),
        (REOPENED, "c", 6, "b"),
        (CLOSED, "c", 6, "b"),
        (OPENED, "d", 9, "c"),
        (CLOSED, "d", 9, "c"),
        (FOUND, "d", 9, "c"),
    ]
    assert trace.list_closed() == ["a", "c", "b", "c", "d"]


def test_an_observer_is_silent_by_default():
    graph = Graph({0: [(1, 1)]}, frozenset([1]))
    assert graph.search(0, observer=Observer()).path == (0, 1)


def test_a_trace_holds_the_nodes_and_can_be_cleared():
    trace = Trace()
    Graph({}, frozenset([0])).search(0, observer=trace)
    start = Node(0, Cost(0, 0))
    assert trace.events == [Event(OPENED, start), Event(CLOSED, start), Event(FOUND, start)]
    trace.clear()
    assert trace.events == []
