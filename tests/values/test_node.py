"""Nodes are values."""

import pickle

import pytest

from genastar import Cost, Node

pytestmark = pytest.mark.quick


def test_start_has_no_parent():
    assert Node((0, 0), 5).parent is None


def test_nodes_compare_and_hash_by_value():
    node = Node("b", Cost(3, 1), "a")
    assert node == Node("b", Cost(3, 1), "a")
    assert node != Node("b", Cost(3, 1), "c")
    assert len({node, Node("b", Cost(3, 1), "a"), Node("b", Cost(4, 1), "a")}) == 2


def test_nodes_survive_pickling():
    node = Node((1, 2), Cost(3, 1, 2), (0, 0))
    assert pickle.loads(pickle.dumps(node)) == node


def test_nodes_carry_nothing_else():
    assert not hasattr(Node(1, 1), "__dict__")
