"""IDA*, interpreted: against oracles, by hand, and under limits."""

from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import assume, given
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, CancelToken, Cost, EventKind, Limits, Outcome, PluginError, Trace, Workspace
from genastar.algorithms import IdaStar
from genastar.engine import Engine
from genastar.errors import CostError, WorkspaceBusy
from graphs import Graph, InsertingGraph, Line, admissible, fractions, graphs

pytestmark = pytest.mark.quick

ENOUGH = Limits(expansions=5000)


@given(graph=admissible(), reuse=st.booleans())
def test_the_cost_is_the_optimum(graph, reuse):
    """The estimates are admissible and most are not consistent; nothing is reopened, for nothing is closed."""
    result = graph.search(0, algorithm=IdaStar(), limits=ENOUGH, workspace=Workspace() if reuse else None)
    assume(result.outcome is not Outcome.LIMIT)
    optimum = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if optimum is None else Outcome.FOUND)
    if optimum is not None:
        assert result.cost.travelled == optimum
        assert naive.compute_path_cost(graph.edges, result.path, 0) == optimum
        assert len(set(result.path)) == len(result.path)


@given(graph=graphs(fractions))
def test_costs_of_any_type(graph):
    """Fractions, as costs that are inserted, without an estimate."""
    inserting = InsertingGraph(graph.edges, graph.goals, lambda one, other: one + other)
    result = inserting.search(0, Fraction(0), algorithm=IdaStar(), limits=ENOUGH)
    assume(result.outcome is not Outcome.LIMIT)
    assert result.cost == naive.find_cheapest(graph.edges, 0, graph.goals, Fraction(0))
    assert result.closest == (result.path[-1] if result.found else None)


@given(graph=admissible(), table=st.integers(2, 9))
def test_a_table_of_any_size_keeps_the_optimum(graph, table):
    result, plain = (graph.search(0, algorithm=IdaStar(size), limits=ENOUGH) for size in (table, 0))
    assume(Outcome.LIMIT not in (result.outcome, plain.outcome))
    assert result.outcome is plain.outcome
    assert result.expanded <= plain.expanded
    if result.found:
        assert naive.compute_path_cost(graph.edges, result.path, 0) == result.cost.travelled
        assert result.cost.travelled == naive.find_cheapest(graph.edges, 0, graph.goals, 0)


@given(graph=graphs(fractions), table=st.integers(2, 9))
def test_a_table_for_costs_of_any_type(graph, table):
    inserting = InsertingGraph(graph.edges, graph.goals, lambda one, other: one + other)
    result = inserting.search(0, Fraction(0), algorithm=IdaStar(table), limits=ENOUGH)
    assume(result.outcome is not Outcome.LIMIT)
    assert result.cost == naive.find_cheapest(graph.edges, 0, graph.goals, Fraction(0))


def test_a_table_saves_the_second_way_to_a_position():
    """A ladder of 9 rungs has 2 ** 9 paths and 28 positions; a small table knows the last rungs."""
    edges = {3 * rung: [(3 * rung + 1, 0), (3 * rung + 2, 0)] for rung in range(9)}
    edges |= {3 * rung + side: [(3 * rung + 3, 0)] for rung in range(9) for side in (1, 2)}
    graph = Graph(edges, frozenset([99]))
    assert graph.search(0, algorithm=IdaStar()).expanded == 2**9 * 4 - 3
    assert graph.search(0, algorithm=IdaStar(12)).expanded < 2**9
    assert graph.search(0, algorithm=IdaStar(28)).expanded == 28


@pytest.mark.parametrize("table", [-1, 1, 1.5, True, "9", 2**31], ids=repr)
def test_a_size_that_is_no_size(table):
    with pytest.raises(BadInput, match="expected a whole number of positions from 2 to 1,073,741,824, or 0 for no table"):
        IdaStar(table)


def test_rounds_by_hand():
    """From 0 to 2 over 1: bound 0 walks 0; bound 1 walks 0 and 1; bound 2 ends at 2."""
    trace = Trace()
    graph = Graph({0: [(1, 1)], 1: [(0, 1), (2, 1)], 2: [(0, 5)]}, frozenset([2]))
    result = graph.search(0, algorithm=IdaStar(), observer=trace)
    assert (result.outcome, result.path, result.cost) == (Outcome.FOUND, (0, 1, 2), Cost(2, 2, 0))
    assert (result.expanded, result.generated, result.reopened, result.peak_open) == (1 + 2 + 2, 1 + 2 + 3, 0, 1)
    told = [(event.kind, event.node.position) for event in trace.events]
    opened, closed = EventKind.OPENED, EventKind.CLOSED
    first = [(opened, 0), (closed, 0)]
    second = [*first, (opened, 1), (closed, 1)]
    assert told == [*first, *second, *second, (opened, 2), (closed, 2), (EventKind.FOUND, 2)]
    assert [event.node.parent for event in trace.events][-3:] == [1, 1, 1]


def test_the_newest_is_walked_first():
    graph = Graph({0: [(1, 1), (2, 1)], 1: [(3, 1)], 2: [(3, 1)]}, frozenset([3]))
    assert graph.search(0, algorithm=IdaStar()).path == (0, 2, 3)


def test_two_ways_to_a_position_are_both_walked():
    graph = Graph({0: [(1, 1), (2, 1)], 1: [(3, 1)], 2: [(3, 1)], 3: [(4, 1)]}, frozenset([9]))
    trace = Trace()
    assert graph.search(0, algorithm=IdaStar(), observer=trace).outcome is Outcome.UNREACHABLE
    assert trace.list_closed().count(4) == 2


def test_a_circle_that_costs_nothing_ends():
    graph = Graph({0: [(1, 0)], 1: [(0, 0), (1, 0)]}, frozenset([9]))
    result = graph.search(0, algorithm=IdaStar())
    assert (result.outcome, result.expanded) == (Outcome.UNREACHABLE, 2)


def test_a_start_that_is_a_destination():
    result = Line(goal=0).search(0, algorithm=IdaStar())
    assert (result.path, result.expanded, result.generated) == ((0,), 0, 1)


def test_a_way_much_deeper_than_pythons_stack():
    """In one round, because the steps cost nothing."""
    graph = Graph({number: [(number + 1, 0)] for number in range(20_000)}, frozenset([20_000]))
    result = graph.search(0, algorithm=IdaStar())
    assert (len(result.path), result.expanded) == (20_001, 20_000)


@pytest.mark.parametrize("allowed", range(60))
def test_every_limit_on_expansions(allowed):
    result = Line(goal=7).search(0, algorithm=IdaStar(), limits=Limits(expansions=allowed))
    assert result.expanded == min(allowed, 56)
    assert result.outcome is (Outcome.FOUND if allowed >= 56 else Outcome.LIMIT)
    if allowed:
        assert result.path_to_closest[-1] == result.closest


@pytest.mark.parametrize("most", range(5))
def test_a_limit_on_the_cost(most):
    """As A* has it: an answer that costs more than the limit is none."""
    result, wanted = (
        ask(0, limits=Limits(cost=most))
        for ask in (lambda *a, **k: Line(goal=3).search(*a, algorithm=IdaStar(), **k), Line(goal=3).search)
    )
    assert (result.outcome, result.path) == (wanted.outcome, wanted.path)
    assert result.outcome is (Outcome.FOUND if most >= 3 else Outcome.LIMIT)


def test_a_limit_below_the_start():
    result = Line(goal=3, informed=True).search(0, algorithm=IdaStar(), limits=Limits(cost=2))
    assert (result.outcome, result.expanded, result.closest) == (Outcome.LIMIT, 0, None)


def test_no_time_at_all():
    assert Line(goal=3).search(0, algorithm=IdaStar(), limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT


def test_a_time_limit_on_an_endless_line():
    result = Line(goal=None).search(0, algorithm=IdaStar(), limits=Limits(seconds=0.05))
    assert (result.outcome, result.path) == (Outcome.TIMEOUT, ())
    assert result.seconds >= 0.05


def test_a_round_that_is_cut_short_does_not_forget_what_came_closest():
    """The third round is cut short at once; the second had come to 1."""
    graph = Graph({0: [(1, 2)], 1: [(2, 2)]}, frozenset([2]), {0: 1, 1: 0.5, 2: 0})
    whole = graph.search(0, algorithm=IdaStar())
    assert whole.path == (0, 1, 2)
    cut = graph.search(0, algorithm=IdaStar(), limits=Limits(expansions=whole.expanded - 2))
    assert (cut.outcome, cut.closest, cut.path_to_closest) == (Outcome.LIMIT, 1, (0, 1))


def test_cancelling():
    token = CancelToken()

    @frozen
    class Pulls(Line):
        def add_neighbours(self, node, open_list):
            if node.position == 5:
                token.cancel()
            super().add_neighbours(node, open_list)

    result = Pulls(goal=None).search(0, algorithm=IdaStar(), cancel=token)
    assert (result.outcome, result.path) == (Outcome.CANCELLED, ())


def test_dead_ends_are_looked_at_last():
    hope = float("inf")
    graph = Graph({0: [(1, 1), (2, 1)], 1: [(3, 1)]}, frozenset([3]), {0: 0, 1: hope, 2: 0, 3: 0})
    assert graph.search(0, algorithm=IdaStar()).path == (0, 1, 3)


@frozen
class Wrong(AStar):
    """Adds one neighbour at a wrong cost."""

    cost: object
    how: str

    def add_neighbours(self, node, open_list):
        getattr(open_list, self.how)(1, self.cost)

    def is_destination(self, position):
        return False


@pytest.mark.parametrize("cost", [float("nan"), "dear", None, (1,)], ids=repr)
def test_costs_without_an_order_are_refused(cost):
    with pytest.raises(CostError, match="1"):
        Wrong(cost, "relax").search(0, algorithm=IdaStar())
    with pytest.raises(CostError, match="1"):
        Wrong(cost, "insert").search(0, 0, algorithm=IdaStar())
    with pytest.raises(CostError, match="relax"):
        Wrong(1, "relax").search(0, (0, 0), algorithm=IdaStar())


def test_bad_questions():
    with pytest.raises(BadInput, match="not hashable"):
        Line(goal=3).search([0], algorithm=IdaStar())
    with pytest.raises(BadInput, match="NaN"):
        Line(goal=3).search(0, algorithm=IdaStar(), limits=Limits(cost=float("nan")))
    with pytest.raises(PluginError, match="steam"):
        Line(goal=3).search(0, algorithm=IdaStar(), engine="steam")
    workspace = Workspace()
    with workspace.hold(list), pytest.raises(WorkspaceBusy):
        Line(goal=3).search(0, algorithm=IdaStar(), workspace=workspace)


def test_an_engine_without_the_frontier(monkeypatch):
    class Old(Engine):
        api_version = "1"

        def begin(self, request):
            raise AssertionError

    old: Engine = Old()
    monkeypatch.setattr("genastar.search.requests.find_engine", lambda name: old)
    with pytest.raises(
        PluginError,
        match="engine Old does not support the frontier DepthFirstFrontier, which the algorithm 'ida-star' needs; try: ",
    ):
        Line(goal=3).search(0, algorithm=IdaStar(), engine="old")


def test_a_hook_that_fails_leaves_the_workspace_usable():
    @frozen
    class Fails(Line):
        def add_neighbours(self, node, open_list):
            raise ZeroDivisionError

    workspace = Workspace()
    with pytest.raises(ZeroDivisionError):
        Fails(goal=3).search(0, algorithm=IdaStar(), workspace=workspace)
    assert Line(goal=3).search(0, algorithm=IdaStar(), workspace=workspace).found
