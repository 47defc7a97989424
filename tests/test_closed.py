"""The closed dictionary."""

import pytest

from genastar import BadInput, CostError, Node
from genastar.closed import ClosedDict


def closed_dict(*nodes):
    closed = ClosedDict()
    for node in nodes:
        closed.nodes[node.position] = node
    return closed


def test_path_follows_the_parents():
    closed = closed_dict(Node("a", 0), Node("b", 1, "a"), Node("x", 1, "a"), Node("c", 2, "b"))
    assert closed.path("c") == ("a", "b", "c")
    assert closed.path("a") == ("a",)


def test_positions_that_are_false_are_positions():
    assert closed_dict(Node(0, 0), Node((), 1, 0), Node("", 2, ())).path("") == (0, (), "")


def test_a_circle_of_parents_is_refused():
    closed = closed_dict(Node("a", 0, "c"), Node("b", 1, "a"), Node("c", 2, "b"))
    with pytest.raises(CostError, match="circle"):
        closed.path("b")


def test_none_is_no_position():
    with pytest.raises(BadInput, match="None"):
        closed_dict(Node("a", 0), Node(None, 1, "a"), Node("b", 2, None)).path("b")


def test_clear_forgets_all():
    closed = closed_dict(Node("a", 0))
    closed.closed.add("a")
    closed.clear()
    assert not closed.nodes
    assert not closed.closed
