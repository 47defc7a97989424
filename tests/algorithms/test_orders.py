"""Algorithms of other orders: what each promises, beside naive oracles."""

from collections import deque
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import naive
from genastar import BadInput, Cost, EventKind, Limits, Outcome, Trace
from genastar.algorithms import Astar, BreadthFirst, Deepening, DepthFirst, Dijkstra, Greedy, Weighted
from graphs import Graph, Line, admissible, consistent, graphs

pytestmark = pytest.mark.quick

orders = {
    "A*": Astar(),
    "Weighted": Weighted(2),
    "Dijkstra": Dijkstra(),
    "Greedy": Greedy(),
    "BreadthFirst": BreadthFirst(),
    "DepthFirst": DepthFirst(),
}

weights = st.sampled_from([1, 2, 5, 1.5, Fraction(3, 2), Fraction(101, 100)])


@pytest.mark.parametrize("order", orders)
@given(graph=admissible())
def test_every_order_finds_a_way_where_there_is_one_and_tells_its_cost(order, graph):
    result = graph.search(0, algorithm=orders[order])
    assert result.found == (naive.find_cheapest(graph.edges, 0, graph.goals, 0) is not None)
    if result.found:
        assert result.path[0] == 0
        assert result.path[-1] in graph.goals
        # Of parallel edges an order that does not look at the cost may take a dearer one.
        blind = order in ("Greedy", "BreadthFirst", "DepthFirst")
        paid = naive.compute_path_cost(graph.edges, result.path, 0)
        assert result.cost.travelled >= paid if blind else result.cost.travelled == paid
    else:
        assert result.outcome is Outcome.UNREACHABLE


def optimum(graph):
    return naive.find_cheapest(graph.edges, 0, graph.goals, 0)


@given(graph=admissible(), weight=weights)
def test_weighted_keeps_its_bound_for_admissible_estimates_with_reopening(graph, weight):
    result = graph.search(0, reopen=True, algorithm=Weighted(weight))
    if result.found:
        assert result.cost.travelled <= weight * optimum(graph)
        assert result.cost.travelled == naive.compute_path_cost(graph.edges, result.path, 0)


@given(graph=graphs(), lies=st.dictionaries(st.integers(0, 7), st.integers(0, 60)))
def test_the_cost_is_that_of_the_path_even_where_the_estimates_lie_and_positions_are_reopened(graph, lies):
    result = Graph(graph.edges, graph.goals, lies).search(0, reopen=True)
    if result.found:
        assert result.cost.travelled == naive.compute_path_cost(graph.edges, result.path, 0)


@given(graph=consistent(), weight=weights, reopen=st.booleans())
def test_weighted_keeps_its_bound_for_consistent_estimates_reopening_or_not(graph, weight, reopen):
    result = graph.search(0, reopen=reopen, algorithm=Weighted(weight))
    if result.found:
        assert result.cost.travelled <= weight * optimum(graph)


@pytest.mark.parametrize("weight", [1, 2])
@pytest.mark.parametrize("links", [1, 3, 9])
def test_weighted_has_no_bound_for_inconsistent_estimates_without_reopening(weight, links):
    """Each link of a chain has a free way round, over a position that honestly says 100, and a direct road just below that.

    The direct road is closed first, and what lies behind it stays closed at its price.
    """
    direct = 100 * weight - 1
    edges = {("link", n): [(("round", n), 0), (("link", n + 1), direct)] for n in range(links)}
    edges |= {("round", n): [(("link", n + 1), 0)] for n in range(links)}
    edges["link", links] = [("goal", 100)]
    graph = Graph(edges, frozenset(["goal"]), {("round", n): 100 for n in range(links)})
    assert graph.search(("link", 0), algorithm=Weighted(weight)).cost.travelled == links * direct + 100 > weight * 100
    assert graph.search(("link", 0), reopen=True, algorithm=Weighted(weight)).cost.travelled == 100


@pytest.mark.parametrize("weight", [0, 0.99, -1, float("nan"), Fraction(1, 2), Decimal("nan")], ids=repr)
def test_a_weight_below_1_is_refused(weight):
    with pytest.raises((BadInput, ArithmeticError), match=r"at least 1|InvalidOperation"):
        Weighted(weight)


@pytest.mark.parametrize(
    ("weight", "step"), [(Decimal("1.5"), Decimal(1)), (2, Decimal(1)), (Fraction(3, 2), Fraction(1)), (1.5, 1)]
)
def test_weights_multiply_with_the_numbers_of_the_solver(weight, step):
    graph = Graph({0: [(1, step)], 1: [(2, step)]}, frozenset([2]), {0: 2 * step, 1: step})
    result = graph.search(0, algorithm=Weighted(weight))
    assert result.cost.travelled == 2 * step


@given(graph=graphs(), lies=st.dictionaries(st.integers(0, 7), st.integers(0, 99)))
def test_dijkstra_gives_the_optimum_whatever_the_estimate(graph, lies):
    result = Graph(graph.edges, graph.goals, lies).search(0, algorithm=Dijkstra())
    assert (result.cost.travelled if result.found else None) == optimum(graph)


@given(graph=graphs())
def test_dijkstra_closes_in_the_order_of_the_distances(graph):
    trace = Trace()
    Graph(graph.edges, frozenset()).search(0, observer=trace, algorithm=Dijkstra())
    reached = naive.compute_distances(graph.edges, 0, 0)
    order = trace.list_closed()
    assert sorted(order) == sorted(reached)
    assert [reached[position] for position in order] == sorted(reached.values())


def steps(edges, start):
    """How many steps each position is from the start."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        position = waiting.popleft()
        for neighbour, _ in edges.get(position, ()):
            if neighbour not in found:
                found[neighbour] = found[position] + 1
                waiting.append(neighbour)
    return found


@given(graph=admissible())
def test_breadth_first_gives_the_fewest_steps(graph):
    assume(graph.estimates[0] != float("inf"))
    result = graph.search(0, algorithm=BreadthFirst())
    reached = steps(graph.edges, 0)
    fewest = min((reached[goal] for goal in graph.goals if goal in reached), default=None)
    assert (len(result.path) - 1 if result.found else None) == fewest


@given(graph=graphs())
def test_breadth_first_closes_level_by_level(graph):
    trace = Trace()
    Graph(graph.edges, frozenset()).search(0, observer=trace, algorithm=BreadthFirst())
    levels = [steps(graph.edges, 0)[position] for position in trace.list_closed()]
    assert levels == sorted(levels)


@given(graph=graphs())
def test_depth_first_closes_the_deepest_of_all_that_is_open(graph):
    trace = Trace()
    Graph(graph.edges, frozenset()).search(0, observer=trace, algorithm=DepthFirst())
    depth, waiting = {None: -1}, {}
    for moment, event in enumerate(trace.events):
        position = event.node.position
        if event.kind is EventKind.OPENED:
            waiting[position] = (-depth[event.node.parent] - 1, -moment)
        else:
            assert min(waiting, key=waiting.__getitem__) == position
            depth[position] = -waiting.pop(position)[0]
    assert set(trace.list_closed()) == set(steps(graph.edges, 0))


def test_depth_first_by_hand():
    """The newest of the deepest: 0, then its last child 2, down to 5, and back up to 1."""
    trace = Trace()
    Graph({0: [(1, 1), (2, 9)], 2: [(3, 1), (4, 1)], 4: [(5, 1)], 1: [(6, 1)]}, frozenset()).search(
        0, observer=trace, algorithm=DepthFirst()
    )
    assert trace.list_closed() == [0, 2, 4, 5, 3, 1, 6]


def test_depth_first_down_an_infinite_graph_needs_a_limit():
    result = Line(goal=-5).search(0, limits=Limits(expansions=100), algorithm=DepthFirst())
    assert (result.outcome, result.expanded) == (Outcome.LIMIT, 100)
    assert Line(goal=5).search(0, algorithm=DepthFirst()).path == (0, 1, 2, 3, 4, 5)


def walked(edges, goals, depth, way):
    """Depth-limited search by recursion, the last neighbour first: a way, and whether a step was left out for its depth."""
    if way[-1] in goals:
        return way, False
    cut = False
    for neighbour, _ in reversed(edges.get(way[-1], ())):
        if neighbour in way:
            continue
        if len(way) > depth:
            cut = True
            continue
        found, below = walked(edges, goals, depth, (*way, neighbour))
        cut = cut or below
        if found:
            return found, cut
    return None, cut


@given(graph=graphs(), depth=st.integers(0, 8))
def test_depth_limited_search_walks_every_way_of_so_many_steps(graph, depth):
    trace = Trace()
    result = graph.search(0, limits=Limits(depth=depth), observer=trace, algorithm=DepthFirst())
    way, cut = walked(graph.edges, graph.goals, depth, (0,))
    assert result.path == (way or ())
    assert result.outcome is (Outcome.FOUND if way else Outcome.LIMIT if cut else Outcome.UNREACHABLE)
    nearest = min((steps(graph.edges, 0).get(goal, 99) for goal in graph.goals), default=99)
    assert result.found == (nearest <= depth)
    if way:
        assert result.cost.total == len(way) - 1
        assert result.cost.travelled >= naive.compute_path_cost(graph.edges, way, 0)


@given(graph=graphs(), depth=st.integers(0, 8))
def test_breadth_first_looks_at_all_within_a_depth(graph, depth):
    trace = Trace()
    result = graph.search(0, limits=Limits(depth=depth), observer=trace, algorithm=BreadthFirst())
    whole = graph.search(0, algorithm=BreadthFirst())
    within = whole.found and len(whole.path) - 1 <= depth
    assert result.path == (whole.path if within else ())
    far = {position for position, count in steps(graph.edges, 0).items() if count <= depth}
    assert set(trace.list_closed()) <= far
    if not within:
        assert set(trace.list_closed()) == far


@given(graph=graphs(), step=st.integers(1, 3))
def test_deepening_depth_first_finds_the_fewest_steps_up_to_its_own(graph, step):
    result = graph.search(0, algorithm=Deepening(step, by="steps"))
    fewest = min((steps(graph.edges, 0).get(goal, 99) for goal in graph.goals), default=99)
    assert result.found == (fewest < 99)
    if result.found:
        assert fewest <= len(result.path) - 1 < fewest + step
    else:
        assert result.outcome is Outcome.UNREACHABLE


def test_deepening_depth_first_ends_on_an_infinite_graph():
    """The first neighbour leads away for ever; without a limit on the depth no search by depth comes back."""
    result = Line(goal=-9).search(0, algorithm=Deepening(1, by="steps"))
    assert result.path == tuple(range(0, -10, -1))
    assert result.cost.travelled == 9
    with pytest.raises(BadInput, match=r"is 1\.5; it must be a whole number"):
        Line(goal=3).search(0, algorithm=Deepening(1.5, by="steps"))
    assert Line(goal=None).search(0, algorithm=Deepening(1, by="steps"), limits=Limits(seconds=0.05)).outcome is Outcome.TIMEOUT


@pytest.mark.parametrize("order", [DepthFirst(), BreadthFirst(), Deepening(by="steps"), Greedy()], ids=lambda order: order.name)
def test_what_expands_in_another_order_than_that_of_costs_takes_no_limit_on_them(order):
    with pytest.raises(BadInput, match=rf"^Limits\.cost bounds what a path costs, and the algorithm '{order.name}' expands"):
        Line(goal=3).search(0, limits=Limits(cost=3), algorithm=order)


def test_an_infinite_estimate_does_not_hide_the_depth():
    class Dead(Line):
        def estimate(self, position):
            return float("inf")

    for order in (DepthFirst, BreadthFirst):
        assert Dead(goal=9).search(0, limits=Limits(depth=4), algorithm=order()).outcome is Outcome.LIMIT


@given(graph=admissible())
def test_greedy_closes_the_smallest_estimate_of_all_that_is_open(graph):
    trace = Trace()
    graph.search(0, observer=trace, algorithm=Greedy())
    waiting = {}
    for moment, event in enumerate(trace.events):
        position = event.node.position
        if event.kind is EventKind.OPENED:
            waiting[position] = (graph.estimate(position), -moment)
        elif event.kind is EventKind.CLOSED:
            assert min(waiting, key=waiting.__getitem__) == position
            del waiting[position]


def test_greedy_goes_straight_for_the_goal():
    result = Line(goal=50, informed=True).search(0, algorithm=Greedy())
    assert (result.expanded, result.cost.travelled) == (50, 50)


@pytest.mark.parametrize("order", ["Greedy", "BreadthFirst", "DepthFirst"])
def test_solvers_that_insert_costs_of_their_own_may_be_ordered_too(order):
    class Inserting(Graph):
        def add_neighbours(self, node, open_list):
            for neighbour, step in self.edges.get(node.position, ()):
                travelled = node.cost.travelled + step
                open_list.insert(neighbour, Cost(travelled + self.estimate(neighbour), travelled))

    result = Inserting({0: [(1, 4)], 1: [(2, 5)]}, frozenset([2])).search(0, algorithm=orders[order])
    assert (result.path, result.cost.travelled) == ((0, 1, 2), 9)


@pytest.mark.parametrize("order", orders)
def test_closest_is_known_in_every_order(order):
    result = Line(goal=9, informed=True).search(0, limits=Limits(expansions=3), algorithm=orders[order])
    assert result.closest is not None
    assert result.path_to_closest[-1] == result.closest
