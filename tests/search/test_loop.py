"""The loop: right answers beside naive oracles, and the order of expansion."""

import operator
import random
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import AStar, Cost, EventKind, Limits, Outcome, Trace
from genastar.errors import CostError
from graphs import (
    SIZE,
    Graph,
    InsertingGraph,
    admissible,
    consistent,
    edges,
    floats,
    fractions,
    goal_sets,
    graphs,
    positions,
    whole,
)

pytestmark = pytest.mark.quick


@frozen(order=False)
class Trip:
    """A user's cost: fewest changes first, then the shortest. It has ``<`` and nothing else."""

    changes: int
    minutes: int

    def __lt__(self, other: "Trip") -> bool:
        return (self.changes, self.minutes) < (other.changes, other.minutes)


def together(one: Trip, other: Trip) -> Trip:
    return Trip(one.changes + other.changes, one.minutes + other.minutes)


def both(one, other):
    """Tuples added part by part."""
    return tuple(map(operator.add, one, other))


def expect(graph, result, zero=0, add=operator.add, paid=lambda cost: cost.travelled):
    """The result is what the oracle says, and its path costs what it says."""
    optimum = naive.find_cheapest(graph.edges, 0, graph.goals, zero, add)
    if optimum is None:
        assert (result.outcome, result.path, result.cost) == (Outcome.UNREACHABLE, (), None)
        return
    assert result.outcome is Outcome.FOUND
    assert paid(result.cost) == optimum
    assert result.path[0] == 0
    assert result.path[-1] in graph.goals
    assert naive.compute_path_cost(graph.edges, result.path, zero, add) == optimum


@pytest.mark.parametrize(
    "costs", [whole, fractions, floats, st.decimals(0, 9, places=2)], ids=["int", "Fraction", "float", "Decimal"]
)
@given(data=st.data(), reopen=st.booleans())
def test_relax_finds_the_optimum_without_an_estimate(costs, data, reopen):
    graph = data.draw(graphs(costs))
    expect(graph, graph.search(0, reopen=reopen))


inserted = {
    "int": (whole, 0, operator.add),
    "float": (floats, 0.0, operator.add),
    "Fraction": (fractions, Fraction(0), operator.add),
    "Decimal": (st.decimals(0, 9, places=2), Decimal(0), operator.add),
    "tuple, lexicographic": (st.tuples(whole, whole), (0, 0), both),
    "tuple of Fraction and int": (st.tuples(fractions, whole), (Fraction(0), 0), both),
    "attrs class": (st.builds(Trip, whole, whole), Trip(0, 0), together),
    "str, the longest name along the way": (st.text("ab", max_size=2), "", max),
}


@pytest.mark.parametrize("kind", inserted)
@given(data=st.data(), reopen=st.booleans())
def test_insert_finds_the_optimum_for_any_type_of_cost(kind, data, reopen):
    costs, zero, add = inserted[kind]
    graph = InsertingGraph(data.draw(edges(costs)), data.draw(goal_sets), add)
    expect(graph, graph.search(0, zero, reopen=reopen), zero, add, paid=lambda cost: cost)


@given(admissible())
def test_admissible_estimates_give_the_optimum_with_reopening(graph):
    expect(graph, graph.search(0, reopen=True))


@given(admissible(fractions))
def test_admissible_estimates_give_the_optimum_with_reopening_and_fractions(graph):
    expect(graph, graph.search(0, reopen=True))


@given(consistent())
def test_consistent_estimates_give_the_optimum_and_reopen_nothing(graph):
    expect(graph, graph.search(0))
    result = graph.search(0, reopen=True)
    expect(graph, result)
    assert result.reopened == 0


def four_nodes():
    """A-B 3, A-C 8, A-D 10, B-C 3, C-D 3, in both directions; h = 9, 6, 0, 0 is admissible and not consistent."""
    roads = [("A", "B", 3), ("A", "C", 8), ("A", "D", 10), ("B", "C", 3), ("C", "D", 3)]
    ways = {}
    for one, other, length in roads:
        ways.setdefault(one, []).append((other, length))
        ways.setdefault(other, []).append((one, length))
    return Graph(ways, frozenset("D"), {"A": 9, "B": 6, "C": 0, "D": 0})


def test_the_four_node_graph():
    """Without reopening C stays closed at 8, and the answer is the direct road; with it, C is reopened at 6."""
    fast = four_nodes().search("A")
    assert (fast.cost, fast.path) == (Cost(10, 10), ("A", "D"))
    right = four_nodes().search("A", reopen=True)
    assert (right.cost, right.path, right.reopened) == (Cost(9, 9), ("A", "B", "C", "D"), 1)


def test_newest_first_among_equals():
    """All of cost 1: the start opens 1 2 3, and 3 comes first; what 3 opens at no cost comes before 2."""
    trace = Trace()
    Graph({0: [(1, 1), (2, 1), (3, 1)], 3: [(4, 0), (5, 0)]}, frozenset()).search(0, observer=trace)
    assert trace.list_closed() == [0, 3, 5, 4, 2, 1]


equal_ranks = {
    "int": (0, 1),
    "int and float": (0, 1.0),
    "Fraction": (Fraction(0), Fraction(1, 3)),
    "Decimal": (Decimal(0), Decimal("0.1")),
    "tuple": ((0, 0), (1, 2)),
    "Cost": (Cost(0, 0), Cost(1, 1)),
    "attrs class": (Trip(0, 0), Trip(1, 1)),
}


@pytest.mark.parametrize("kind", equal_ranks)
def test_newest_first_among_equals_for_any_type_of_cost(kind):
    zero, one = equal_ranks[kind]
    trace = Trace()
    graph = InsertingGraph({0: [(n, one) for n in (1, 2, 3)]}, frozenset(), lambda _, step: step)
    graph.search(0, zero, observer=trace)
    assert trace.list_closed() == [0, 3, 2, 1]


def test_equal_in_rank_and_unequal_by_eq():
    """Costs of one total and different ways are equals; a heap that asked == would sort by the way."""
    trace = Trace()
    edges = {0: [(n, Cost(5, way)) for n, way in ((1, 4), (2, 0), (3, 2))]}
    InsertingGraph(edges, frozenset(), lambda _, step: step).search(0, Cost(0, 0), observer=trace)
    assert trace.list_closed() == [0, 3, 2, 1]


@given(graph=graphs(), reopen=st.booleans())
def test_expansion_follows_the_contract_node_by_node(graph, reopen):
    """Whatever is closed next is, of all that is open, the smallest; and of the smallest, the last that was opened."""
    trace = Trace()
    graph.search(0, reopen=reopen, observer=trace)
    waiting = {}
    for moment, event in enumerate(trace.events):
        position = event.node.position
        if event.kind in (EventKind.OPENED, EventKind.REOPENED):
            waiting[position] = (event.node.cost.total, -moment)
        elif event.kind is EventKind.CLOSED:
            assert min(waiting, key=waiting.__getitem__) == position
            del waiting[position]


@given(graph=admissible(), reopen=st.booleans())
def test_counts_agree_with_the_trace(graph, reopen):
    trace = Trace()
    result = graph.search(0, reopen=reopen, observer=trace)
    kinds = [event.kind for event in trace.events]
    assert result.generated == kinds.count(EventKind.OPENED) + kinds.count(EventKind.REOPENED)
    assert result.reopened == kinds.count(EventKind.REOPENED)
    assert result.expanded == kinds.count(EventKind.CLOSED) - kinds.count(EventKind.FOUND)
    assert 1 <= result.peak_open <= result.generated


@given(graph=graphs(), labels=st.permutations(range(SIZE)))
def test_other_names_for_the_positions_change_no_cost(graph, labels):
    renamed = Graph(
        {(labels[at],): [((labels[to],), step) for to, step in out] for at, out in graph.edges.items()},
        frozenset((labels[goal],) for goal in graph.goals),
    )
    one, other = graph.search(0), renamed.search((labels[0],))
    assert (one.outcome, one.cost) == (other.outcome, other.cost)


@given(ways=edges(whole), goal=positions)
def test_the_way_back_costs_the_same(ways, goal):
    there = Graph(ways, frozenset([goal])).search(0)
    back = Graph(naive.reverse_edges(ways), frozenset([0])).search(goal)
    assert (there.outcome, there.cost) == (back.outcome, back.cost)


@given(graph=graphs(), seed=st.integers(0, 99))
def test_another_order_of_neighbours_changes_no_cost(graph, seed):
    shuffled = {at: random.Random(seed).sample(out, len(out)) for at, out in graph.edges.items()}
    assert graph.search(0).cost == Graph(shuffled, graph.goals).search(0).cost


def test_infinite_estimates_come_last():
    """A position that is known to be a dead end is looked at only when nothing else is left."""
    graph = Graph({0: [("dead", 1), (1, 5)], 1: [(2, 5)]}, frozenset([2]), {"dead": float("inf")})
    trace = Trace()
    assert graph.search(0, observer=trace).cost == Cost(10, 10)
    assert "dead" not in trace.list_closed()


@pytest.mark.parametrize("infinity", [float("inf"), Decimal("inf")], ids=repr)
def test_infinite_estimates_everywhere(infinity):
    everywhere = dict.fromkeys(range(4), infinity)
    graph = Graph({0: [(1, 1)], 1: [(2, 1)]}, frozenset([3]), everywhere)
    assert graph.search(0).outcome is Outcome.UNREACHABLE
    reachable = Graph({0: [(1, 1)], 1: [(3, 1)]}, frozenset([3]), everywhere)
    assert reachable.search(0).cost.travelled == 2


def test_infinite_costs():
    infinity = float("inf")
    result = Graph({0: [(1, infinity), (2, 1)], 2: [(1, infinity)]}, frozenset([1])).search(0)
    assert (result.path, result.cost.travelled) == ((0, 1), infinity)


def circle(**options):
    """1 → 2 → 1 gains 5 each time round, and 2 looks near the goal."""
    return Graph({0: [(1, 1)], 1: [(2, 1)], 2: [(1, -6), (3, 9)]}, frozenset([3]), {0: 2, 1: 2, 2: 1}).search(0, **options)


def test_a_circle_of_negative_costs_ends_without_reopening():
    assert circle().path == (0, 1, 2, 3)


def test_a_circle_of_negative_costs_does_not_hang_the_path():
    """With reopening it gets cheaper for ever; a limit ends the search, and no path is walked round the circle for ever."""
    with pytest.raises(CostError, match="negative cost"):
        circle(reopen=True, limits=Limits(expansions=10))


def test_any_hashable_position():
    odd = [0, "", (), frozenset([1]), ("a", 1), 1.5, b"x", type(None), Ellipsis]
    graph = Graph({one: [(other, 1)] for one, other in pairwise(odd)}, frozenset([Ellipsis]))
    assert graph.search(0).path == tuple(odd)


def test_several_goals_give_the_nearest():
    graph = Graph({0: [(1, 5), (2, 3)], 2: [(3, 1)]}, frozenset([1, 3]))
    assert graph.search(0).path == (0, 2, 3)


def test_a_destination_is_asked_for_when_it_comes_off_the_open_list():
    """And not when it is added: the first way to it need not be the cheapest."""
    asked = []

    class RecordingGraph(Graph):
        def is_destination(self, position):
            asked.append(position)
            return super().is_destination(position)

    RecordingGraph({0: [(1, 9), (2, 1)], 2: [(1, 1)]}, frozenset([1])).search(0)
    assert asked == [0, 2, 1]


def test_a_hook_sees_where_the_way_came_from():
    """A node names the position whose expansion added it: what jump points ask."""
    parents = {}

    class Looking(AStar):
        def add_neighbours(self, node, open_list):
            parents[node.position] = node.parent
            if node.position < 3:
                open_list.insert(node.position + 1, node.cost + 1)

        def is_destination(self, position):
            return False

    Looking().search(0, 0)
    assert parents == {0: None, 1: 0, 2: 1, 3: 2}
