"""One-to-all searches, several starts, and the way in for plain functions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, CancelToken, Cost, Limits, Outcome, Starts, Trace, shortest_path
from genastar.algorithms import BothWays, Dijkstra, Weighted
from genastar.errors import CostError
from genastar.search.requests import make_request
from graphs import Graph, InsertingGraph, Line, consistent, edges, fractions, goal_sets, graphs, positions, whole
from house_domains import OneWay, Street

pytestmark = pytest.mark.quick

several = st.dictionaries(positions, st.integers(0, 9), min_size=1, max_size=3)


def distances(steps, starts):
    """What is travelled to each position from the nearest start."""
    best = {}
    for start, paid in starts.items():
        for position, cost in naive.compute_distances(steps, start, paid).items():
            best[position] = min(cost, best.get(position, cost))
    return best


@given(
    graph=graphs(), lies=st.dictionaries(positions, st.integers(0, 60)), starts=several, within=st.none() | st.integers(0, 25)
)
def test_a_tree_holds_every_position_within_reach(graph, lies, starts, within):
    """Whatever the estimates say, and past the destinations."""
    graph = Graph(graph.edges, graph.goals, lies)
    tree = graph.explore(Starts({start: Cost(paid, paid) for start, paid in starts.items()}), within=within)
    wanted = {place: cost for place, cost in distances(graph.edges, starts).items() if within is None or cost <= within}
    assert {position: tree.g(position) for position in tree} == wanted
    assert all(map(tree.is_settled, tree))
    for position in tree:
        path = tree.path_to(position)
        assert starts[path[0]] + naive.compute_path_cost(graph.edges, path, 0) == wanted[position]


@settings(max_examples=20)
@given(graph=graphs(fractions))
def test_exact_numbers(graph):
    tree = graph.explore(0)
    assert {position: tree.g(position) for position in tree} == naive.compute_distances(graph.edges, 0, 0)


def test_decimals_and_starts_side_by_side():
    steps = {"a": [("b", Decimal("0.1"))], "b": [("c", Decimal("0.2"))], "x": [("c", Decimal("0.25"))]}
    tree = Graph(steps, frozenset()).explore("a", "x", within=Decimal("0.25"))
    assert {position: tree.g(position) for position in tree} == {"a": 0, "b": Decimal("0.1"), "c": Decimal("0.25"), "x": 0}
    assert tree.path_to("c") == ("x", "c")


def test_positions_are_settled_in_dijkstras_order():
    trace = Trace()
    tree = Line(2, informed=True).explore(0, within=4, observer=trace)
    assert [abs(position) for position in trace.list_closed()] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert sorted(tree) == list(range(-4, 5))


def test_limits_leave_what_was_settled():
    assert sorted(Line().explore(0, limits=Limits(expansions=3))) == [-1, 0, 1]
    token = CancelToken()
    token.cancel()
    assert dict(Line().explore(0, cancel=token)) == {}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Line().explore(), "no start was given; give at least one"),
        (
            lambda: Line().explore(0, within=3, limits=Limits(cost=3)),
            "within and Limits.cost cannot both be given, because both bound the cost",
        ),
        (lambda: Line().explore([0]), "the start [0] is not hashable"),
        (lambda: Line().explore(0, within="far"), "the limit cost='far' cannot be compared with the costs of this search"),
        (lambda: Starts({}), "no start was given; give at least one"),
        (lambda: Starts(5), "starts=5: expected positions, or a mapping of them to costs, such as {here: None"),
        (
            lambda: Line(3).search(Starts({0: None}), Cost(1, 1)),
            "cost was given together with Starts; put the cost of each position into",
        ),
        (lambda: Line(3).search(Starts({0: None, float("nan"): None})), "the start nan holds NaN"),
        (lambda: Both(3).search(Starts({0: None, 1: None}), algorithm=BothWays()), "'both-ways' searches from one start"),
    ],
)
def test_questions_that_make_no_sense(call, message):
    with pytest.raises(BadInput) as refused:
        call()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_each_start_has_a_cost_that_compares():
    with pytest.raises(CostError, match="NaN"):
        Line(3).search(Starts({0: None, 1: Cost(float("nan"), 0)}))


class Both(Line):
    def reverse(self, start):
        return Line(start), self.goal


@given(algorithm=st.sampled_from([Dijkstra(), Weighted(2)]), graph=consistent(), starts=several)
def test_every_order_begins_at_several_starts(algorithm, graph, starts):
    costs = {start: Cost(paid + graph.estimate(start), paid, graph.estimate(start)) for start, paid in starts.items()}
    result = graph.search(Starts(costs), algorithm=algorithm)
    reached = distances(graph.edges, starts)
    optimum = min((reached[goal] for goal in graph.goals if goal in reached), default=None)
    assert result.found == (optimum is not None)
    if result.found:
        assert optimum <= result.cost.travelled <= (2 if isinstance(algorithm, Weighted) else 1) * optimum
        assert starts[result.path[0]] + naive.compute_path_cost(graph.edges, result.path, 0) == result.cost.travelled


def test_costs_of_any_type_at_several_starts():
    graph = InsertingGraph({"a": [("c", 5)], "b": [("c", 3)]}, frozenset("c"), lambda one, other: one + other)
    assert graph.search(Starts({"a": 1, "b": 2})).path == ("b", "c")
    assert graph.search(Starts({"a": 1, "b": 7})).cost == 6


def test_a_request_with_more_starts_begins_at_all_of_them():
    algorithm, request = make_request(Line(5), 0, more_starts=[(7, None), (20, Cost(1, 1))])
    assert algorithm.search(request).path == (7, 6, 5)


def test_a_domain_is_asked_from_several_starts():
    street = Street(20)
    result = street.search(Starts([0, 9, 19]), [7, 15], engine="interpreted")
    assert (result.path, result.cost) == ((9, 8, 7), Cost(2, 2, 0))
    assert street.search(0, [3], engine="interpreted").path == street.search(0, [3], engine="interpreted").path
    with pytest.raises(BadInput, match="no start was given"):
        street.search(Starts([]), [3])
    lifted = OneWay(20).search(Starts([0, 9]), [7, 11], engine="interpreted")
    assert (lifted.path, lifted.cost.travelled) == ((9, 10, 11), 102)


# Plain functions.


@given(steps=edges(whole), goals=goal_sets, reopen=st.booleans())
def test_plain_functions_are_searched_as_a_class_is(steps, goals, reopen):
    wanted, heard = Trace(), Trace()
    expected = Graph(steps, goals).search(0, reopen=reopen, observer=wanted)
    found = shortest_path(0, lambda place: steps.get(place, ()), goals.__contains__, reopen=reopen, observer=heard)
    assert (found.path, found.cost, found.outcome, found.bound) == (
        expected.path,
        expected.cost,
        expected.outcome,
        expected.bound,
    )
    assert heard.events == wanted.events


@given(graph=consistent())
def test_plain_functions_with_a_heuristic(graph):
    found = shortest_path(0, lambda place: graph.edges.get(place, ()), graph.is_destination, graph.estimate)
    optimum = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert (found.cost.travelled if found.found else None) == optimum
    assert found.expanded == graph.search(0).expanded


def test_plain_functions_take_the_arguments_of_a_search():
    steps = {0: [(1, Fraction(1, 3)), (2, Fraction(1))], 1: [(2, Fraction(1, 3))]}
    ask = lambda **how: shortest_path(0, lambda place: steps.get(place, ()), lambda place: place == 2, **how)  # noqa: E731
    assert ask(algorithm="breadth-first").path == (0, 2)
    assert ask(algorithm="dijkstra").cost.travelled == Fraction(2, 3)
    assert ask(limits=Limits(expansions=1)).outcome is Outcome.LIMIT


@pytest.mark.parametrize(
    ("successors", "message"),
    [
        (lambda _: None, "successors(0) gave None; expected pairs of a neighbour and the cost of the step"),
        (lambda _: [1, 2], "successors(0) gave 1; expected pairs of a neighbour and the cost of the step"),
        (lambda _: [(1, 2, 3)], "successors(0) gave (1, 2, 3); expected pairs of a neighbour and the cost of the step"),
        (lambda _: [(1, "x")], "successors(0) gave (1, 'x'); expected pairs of a neighbour and the cost of the step"),
    ],
)
def test_successors_that_are_no_pairs(successors, message):
    with pytest.raises(BadInput) as refused:
        shortest_path(0, successors, lambda place: place == 9)
    assert str(refused.value) == message


def test_an_error_of_a_users_function_passes_unchanged():
    def successors(place):
        raise ValueError("not enough values")

    with pytest.raises(ValueError, match="not enough values"):
        shortest_path(0, successors, lambda place: False)


@frozen
class Dial(AStar[int, Cost[int]]):
    """Numbers that are told apart by their last digit."""

    size: int = 10

    def add_neighbours(self, node, open_list):
        for step in (1, 11):
            open_list.relax(node.position + step, node.cost.travelled + step)

    def is_destination(self, position):
        return False

    def key(self, position):
        return position % 10

    def index(self, key):
        return key


def test_a_tree_is_looked_up_by_the_key():
    tree = Dial().explore(0)
    assert len(tree) == 10
    assert tree.path_to(123) == (0, 1, 2, 3)
    assert 99 in tree
    assert tree.to_arrays().g.tolist() == list(range(10))
    part = Dial().explore(0, within=4)
    assert sorted(part) == [0, 1, 2, 3, 4]
    assert 5 not in part
    assert part.to_arrays().parent.tolist() == [0, 0, 1, 2, 3, -1, -1, -1, -1, -1]


def test_starts_whose_totals_are_not_estimated_prove_nothing():
    graph = Graph({0: [(1, 1)], 1: [(2, 10)], 2: []}, frozenset([2]), {0: 11, 1: 10, 2: 0})
    astray = graph.search(Starts({0: None, 1: Cost(5, 5)}))
    assert (astray.path, astray.bound) == ((1, 2), None)
    assert graph.search(Starts({0: None, 1: Cost(5, 5)}), algorithm=Dijkstra()).bound == 1
    right = graph.search(Starts({0: None, 1: Cost(15, 5, 10)}))
    assert (right.path, right.cost.travelled, right.bound) == ((0, 1, 2), 11, 1)


def test_a_start_cost_that_is_no_cost_is_named():
    graph = Graph({0: [(1, 1)], 1: []}, frozenset([1]), {0: 0, 1: 0})
    wanted = r"^Graph counts in Cost\[Any\], and the search began with the cost 5; leave it out; goals of a problem are "
    with pytest.raises(BadInput, match=wanted):
        graph.search(0, 5)


@frozen
class Counted(AStar[int, tuple[int, float]]):
    """Its costs are tuples, which a search does not begin with by itself."""

    def add_neighbours(self, node, open_list):
        open_list.insert(node.position + 1, (node.cost[0] + 1, node.cost[1]))

    def is_destination(self, position):
        return position == 3


@frozen
class Undeclared(AStar):
    """A problem whose class does not say in what it counts."""

    part: bool

    def add_neighbours(self, node, open_list):
        open_list.insert(node.position + 1, node.cost[0] if self.part else node.cost.travelled)

    def is_destination(self, position):
        return position == 3


def test_a_start_cost_of_another_type_than_the_declared_one_is_named():
    for begin in ((), (5,), (Cost(0, 0),)):
        with pytest.raises(
            BadInput, match=r"^Counted counts in tuple\[int, float\], .*give .* start cost, such as \(0, 0.0\)$"
        ):
            Counted().search(0, *begin)
    assert Counted().search(0, (0, 0.5)).cost == (3, 0.5)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: list(Counted().results(0)),
        lambda: Counted().begin(0).advance(),
        lambda: Counted().begin(0).finish(),
        lambda: list(Counted().begin(0)),
        lambda: Counted().explore(0, within=Cost(3, 3)),
        lambda: Counted().search_many([0, 1]),
    ],
)
def test_every_entry_names_a_start_cost_of_another_type(ask):
    with pytest.raises(BadInput, match=r"^Counted counts in tuple\[int, float\], .*give .* start cost, such as \(0, 0.0\)$"):
        ask()


def test_a_start_cost_is_noted_where_no_type_is_declared():
    with pytest.raises(TypeError) as failed:
        Undeclared(True).search(0)
    assert "if the hooks want another, give search() a start cost" in failed.value.__notes__[0]
    with pytest.raises(AttributeError) as failed_too:
        Undeclared(False).search(0, 5)
    (note,) = failed_too.value.__notes__
    assert note.startswith("the search began with the cost 5; if the hooks want a Cost, give one: Cost(5, 5); goals of a ")


def test_names_of_other_libraries_are_told_from_those_of_shortest_path():
    for name, wanted in (("estimate", "heuristic"), ("neighbors", "successors"), ("goal", "is_goal")):
        with pytest.raises(TypeError, match=f"unknown argument '{name}'; shortest_path takes this function as '{wanted}'"):
            shortest_path(0, lambda _: [], lambda _: True, **{name: lambda _: 0})
    with pytest.raises(TypeError, match="unknown argument 'size'; a search takes"):
        shortest_path(0, lambda _: [], lambda _: True, size=3)


def test_a_negative_reach_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^within=-1 is less than 0; give the greatest cost of a path, at least 0$"):
        Line(3).explore(0, within=-1)


class Pairs(AStar[int, Any]):
    """Costs that are pairs, in a class that declares no type of costs."""

    def is_destination(self, position: int) -> bool:
        return position == 3


class Subscripting(Pairs):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.insert(node.position + 1, (node.cost[0] + 1, 0))


class Unpacking(Pairs):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        first, _ = node.cost
        open_list.insert(node.position + 1, (first + 1, 0))


class Inserting(Pairs):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.insert(node.position + 1, (node.position, 0))


@pytest.mark.parametrize("kind", [Subscripting, Unpacking])
def test_a_forgotten_start_cost_is_named_beside_the_error(kind: type[Pairs]) -> None:
    with pytest.raises(TypeError) as failed:
        kind().search(0)
    assert failed.value.__notes__ == [
        "the search began with the cost Cost(total=0, travelled=0, left=0); if the hooks want another, give search() a start "
        "cost of the same type, such as search(start, (0, 0)) for tuples"
    ]
    assert kind().search(0, (0, 0)).cost == (3, 0)


def test_a_forgotten_start_cost_is_named_where_an_algorithm_reads_the_cost() -> None:
    with pytest.raises(AttributeError) as failed:
        Inserting().search(0, algorithm="weighted")
    assert "such as search(start, (0, 0))" in failed.value.__notes__[0]
    with pytest.raises(CostError, match="give search\\(\\) a start cost of the type that the hooks insert"):
        Inserting().search(0)


@pytest.mark.parametrize("method", ["add", "push", "append"])
def test_a_method_that_an_open_list_lacks_is_answered_with_those_it_has(method: str) -> None:
    class Typo(Line):
        def add_neighbours(self, node: Any, open_list: Any) -> None:
            getattr(open_list, method)(node.position + 1, node.cost.travelled + 1)

    with pytest.raises(AttributeError, match=f"has no attribute '{method}'") as failed:
        Typo(3).search(0, engine="interpreted")
    assert failed.value.__notes__ == [
        "an open list has the methods relax(position, travelled), insert(position, cost), known(position) and "
        "improves(position, travelled)"
    ]
