"""The priority queue: the smallest first, the newest first among equals, for every type of cost."""

from decimal import Decimal
from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import Cost
from genastar.authoring import PriorityQueue

pytestmark = pytest.mark.quick


@frozen(order=False)
class Toll:
    """A user's cost: equal in rank where the price is, unequal by ``==``."""

    price: int
    booth: int

    def __lt__(self, other: "Toll") -> bool:
        return self.price < other.price


makers = {
    "int": int,
    "float": float,
    "Fraction": lambda rank: Fraction(rank, 3),
    "Decimal": lambda rank: Decimal(rank).scaleb(-1),
    "tuple": lambda rank: (rank // 2, rank % 2),
    "tuple of Fraction": lambda rank: (Fraction(rank, 3), 0),
    "Cost": lambda rank: Cost(rank, 0),
}


def drain(queue):
    return [queue.remove_root() for _ in range(len(queue))]


@pytest.mark.parametrize("kind", makers)
@given(ranks=st.lists(st.integers(0, 5), max_size=30))
def test_smallest_first_and_newest_first_among_equals(kind, ranks):
    queue = PriorityQueue()
    for item, rank in enumerate(ranks):
        queue.insert(item, makers[kind](rank))
    assert drain(queue) == sorted(range(len(ranks)), key=lambda item: (ranks[item], -item))


@given(ranks=st.lists(st.integers(0, 5), max_size=30))
def test_costs_of_equal_rank_that_differ_by_eq_are_equals(ranks):
    expected = sorted(range(len(ranks)), key=lambda item: (ranks[item], -item))
    for make in (lambda rank, item: Toll(rank, item), lambda rank, item: Cost(rank, item)):
        queue = PriorityQueue()
        for item, rank in enumerate(ranks):
            queue.insert(item, make(rank, item))
        assert drain(queue) == expected


@given(st.lists(st.one_of(st.integers(0, 9), st.none()), max_size=60))
def test_inserts_and_removals_in_any_order(steps):
    """An integer is inserted; ``None`` removes the root."""
    queue, model = PriorityQueue(), []
    for number, rank in enumerate(steps):
        if rank is not None:
            queue.insert(number, rank)
            model.append((rank, -number))
        elif model:
            smallest = min(model)
            model.remove(smallest)
            assert queue.peek() == -smallest[1]
            assert queue.remove_root() == -smallest[1]
        assert len(queue) == len(model)
    assert queue.inserted == sum(rank is not None for rank in steps)


def test_items_are_never_compared():
    queue = PriorityQueue()
    for item in (object(), {}, 1j, None):
        queue.insert(item, 1)
    assert len(drain(queue)) == 4


def test_an_empty_queue_has_no_root():
    queue = PriorityQueue()
    with pytest.raises(IndexError):
        queue.peek()
    with pytest.raises(IndexError):
        queue.remove_root()


def test_clear_forgets_items_and_counts_anew():
    queue = PriorityQueue()
    queue.insert("a", 1)
    queue.clear()
    assert len(queue) == queue.inserted == 0
    queue.insert("b", 1)
    assert queue.remove_root() == "b"


def test_a_cost_that_does_not_compare_leaves_the_queue_as_it_was():
    queue = PriorityQueue()
    for item, cost in enumerate([5, 3, 8, 1]):
        queue.insert(item, cost)
    with pytest.raises(TypeError):
        queue.insert("wrong", "1")
    assert drain(queue) == [3, 1, 0, 2]
