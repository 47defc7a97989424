"""The closed dictionary."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from genastar import Cost, Node
from genastar.errors import CostError
from genastar.memory.closed import ClosedDict
from genastar.memory.reached import make_tree

pytestmark = pytest.mark.quick


def path(closed, position):
    return closed.trace_path(position)[0]


def closed_dict(*nodes):
    closed = ClosedDict()
    for node in nodes:
        closed.nodes[node.position] = node
    return closed


def test_path_follows_the_parents():
    closed = closed_dict(Node("a", 0), Node("b", 1, "a"), Node("x", 1, "a"), Node("c", 2, "b"))
    assert path(closed, "c") == ("a", "b", "c")
    assert path(closed, "a") == ("a",)


def test_positions_that_are_false_are_positions():
    assert path(closed_dict(Node(0, 0), Node((), 1, 0), Node("", 2, ())), "") == (0, (), "")


def test_a_circle_of_parents_is_refused():
    closed = closed_dict(Node("a", 0, "c"), Node("b", 1, "a"), Node("c", 2, "b"))
    with pytest.raises(CostError, match="circle"):
        closed.trace_path("b")


def test_clear_forgets_all():
    closed = closed_dict(Node("a", 0))
    closed.close(Node("a", 0))
    assert closed.is_closed("a")
    closed.clear()
    assert not closed.nodes
    assert not closed.is_closed("a")


COSTS = [
    Cost(7, 3, 4),
    Cost(Fraction(7, 3), Fraction(1, 3), 2),
    Cost(0.1 + 0.2, 0.1, 0.2),
    Cost(9, 3, 4),  # the total is not the sum: Weighted(2), say
    Cost("ab", "a", 3),
    Cost(1e308, 1e308, 1e308),
    (2, "two"),
    5,
]


@pytest.mark.parametrize("cost", COSTS, ids=str)
@pytest.mark.parametrize("parent", [None, "b"])
@pytest.mark.parametrize("key", [None, str.lower])
def test_a_closed_node_is_given_back_as_it_was(cost, parent, key):
    closed = ClosedDict(key)
    node = Node("A", cost, parent)
    closed.nodes["A"] = node
    assert closed.get_node("A") is node
    closed.close(node)
    assert closed.is_closed("A")
    assert closed.get_node("A" if key is None else "a") == node
    assert dict(make_tree(closed, SimpleNamespace(key=key, is_keyed=key is not None))) == {"A": node}
    found = closed.get_node("A").cost
    if isinstance(cost, Cost):
        assert (found.total, found.travelled, found.left) == (cost.total, cost.travelled, cost.left)
