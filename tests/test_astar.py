"""`AStar.search`: the start, its cost, and the choice of an engine."""

from decimal import Decimal
from fractions import Fraction

import pytest
from attrs import frozen

from genastar import AStar, BadInput, Cost, PluginError
from genastar.errors import CostError
from graphs import Graph, InsertingGraph, Line

pytestmark = pytest.mark.quick


def test_both_hooks_are_abstract_and_nothing_else_is():
    assert AStar.__abstractmethods__ == {"add_neighbours", "is_destination"}
    with pytest.raises(TypeError, match="is_destination"):
        type("Half", (AStar,), {"add_neighbours": lambda *_: None})()


def test_the_start_costs_its_estimate_and_nothing_travelled():
    assert Graph({}, frozenset([0]), {0: 7}).search(0).cost == Cost(7, 0)
    assert Line(goal=3).search(3).cost == Cost(0, 0)


@pytest.mark.parametrize("estimate", [7, 2.5, Fraction(1, 3), Decimal("0.1")], ids=repr)
def test_nothing_travelled_has_the_type_of_the_estimate(estimate):
    cost = Graph({}, frozenset([0]), {0: estimate}).search(0).cost
    assert type(cost.travelled) is type(estimate)


def test_nothing_travelled_for_a_number_of_the_users_own():
    @frozen
    class Money:
        cents: int

        def __add__(self, other):
            return Money(self.cents + other.cents)

        def __sub__(self, other):
            return Money(self.cents - other.cents)

        def __lt__(self, other):
            return self.cents < other.cents

        def __le__(self, other):
            return self.cents <= other.cents

    class Prices(Graph):
        def estimate(self, position):
            return Money(0)

    graph = Prices({0: [(1, Money(250)), (2, Money(99))], 2: [(1, Money(150))]}, frozenset([1]))
    assert graph.search(0).cost.travelled == Money(249)


def test_a_start_may_cost_something():
    assert Line(goal=2).search(0, Cost(10, 10)).cost == Cost(12, 12)
    assert InsertingGraph({0: [(1, 1)]}, frozenset([1]), int.__add__).search(0, 41).cost == 42


@pytest.mark.parametrize("start", [[0], {0}, {}], ids=repr)
def test_a_start_must_be_hashable(start):
    with pytest.raises(BadInput, match="hashable"):
        Line().search(start)


def test_none_is_no_position():
    with pytest.raises(BadInput, match="None"):
        Graph({0: [(None, 1)], None: [(1, 1)]}, frozenset([1])).search(0)


def test_a_start_must_cost_something_that_has_an_order():
    for cost in (float("nan"), Decimal("snan"), 1j, object()):
        with pytest.raises(CostError):
            InsertingGraph({}, frozenset(), int.__add__).search(0, cost)


def test_the_message_of_a_forgotten_start_cost_says_so():
    with pytest.raises(CostError, match=r"give search\(\) a start cost"):
        InsertingGraph({0: [(1, 1)]}, frozenset([1]), lambda _, step: step).search(0)


def test_an_engine_that_is_not_installed():
    with pytest.raises(PluginError, match="no engine named 'steam'"):
        Line().search(0, engine="steam")


def test_a_result_names_its_engine():
    assert Line(goal=1).search(0, engine="interpreted").engine == "interpreted"


def test_a_solver_is_a_value():
    @frozen
    class Countdown(AStar[int, int]):
        step: int

        def add_neighbours(self, node, open_list):
            open_list.insert(node.position - self.step, node.cost + 1)

        def is_destination(self, position):
            return position <= 0

    assert Countdown(3) == Countdown(3)
    assert Countdown(3).search(10, 0).path == (10, 7, 4, 1, -2)
    assert Countdown(3) == Countdown(3)
