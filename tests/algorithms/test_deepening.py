"""Iterative deepening."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import BadInput, CancelToken, Limits, Outcome, PluginError, Trace, Workspace
from genastar.algorithms import Deepening
from genastar.errors import WorkspaceBusy
from graphs import Graph, Line, admissible, consistent

pytestmark = pytest.mark.quick


@given(graph=admissible(), step=st.integers(1, 7), reuse=st.booleans())
def test_the_answer_is_that_of_the_solver(graph, step, reuse):
    result = graph.search(0, algorithm=Deepening(step), reopen=True, workspace=Workspace() if reuse else None)
    optimum = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if optimum is None else Outcome.FOUND)
    if optimum is not None:
        assert result.cost.travelled == optimum
        assert naive.compute_path_cost(graph.edges, result.path, 0) == optimum


@given(graph=consistent(), step=st.integers(1, 7))
def test_counts_are_the_sums_of_the_rounds(graph, step):
    """Each round is a search under a limit on the cost: the estimate of the start, then a step or more higher each time."""
    result = graph.search(0, algorithm=Deepening(step))
    bound, rounds = graph.estimate(0), []
    while not rounds or rounds[-1].outcome is Outcome.LIMIT:
        trace = Trace()
        rounds.append(graph.search(0, limits=Limits(cost=bound), observer=trace))
        best = {event.node.position: event.node.cost.total for event in trace.events}
        bound = max(bound + step, min((total for total in best.values() if total > bound), default=0))
    assert (result.outcome, result.path, result.cost) == (rounds[-1].outcome, rounds[-1].path, rounds[-1].cost)
    assert result.expanded == sum(each.expanded for each in rounds)
    assert result.generated == sum(each.generated for each in rounds)
    assert result.reopened == 0
    assert result.peak_open == max(each.peak_open for each in rounds)


def test_rounds_by_hand():
    """Below 0 lies the start; below 3 and 6 lie 3 and 6 to either side; below 9 the goal at 7, and what lies nearer."""
    result = Line(goal=7).search(0, algorithm=Deepening(3))
    assert (result.outcome, result.cost.travelled) == (Outcome.FOUND, 7)
    assert result.expanded == 1 + 7 + 13 + 13


def test_a_time_limit_gives_what_came_closest():
    """An infinite graph without an answer: only the time ends it."""

    class Away(Line):
        def estimate(self, position):
            return abs(position - 1000)

    result = Away().search(0, algorithm=Deepening(5), limits=Limits(seconds=0.05))
    assert (result.outcome, result.path) == (Outcome.TIMEOUT, ())
    assert result.seconds >= 0.05
    assert result.closest is not None
    assert result.path_to_closest[-1] == result.closest


def test_no_time_at_all():
    assert Line(goal=3).search(0, algorithm=Deepening(1), limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT


def test_cancelling():
    token = CancelToken()
    token.cancel()
    assert Line(goal=3).search(0, algorithm=Deepening(1), cancel=token).outcome is Outcome.CANCELLED


@pytest.mark.parametrize("step", [0, -1, 0.0, float("nan"), Fraction(0), float("inf")], ids=repr)
def test_a_step_that_leads_nowhere_is_refused(step):
    with pytest.raises(BadInput, match="greater than 0"):
        Line(goal=3).search(0, algorithm=Deepening(step))


@pytest.mark.parametrize(("near", "far"), [(1e16, 1e17), (10**16, 10**30)], ids=repr)
def test_the_bound_rises_to_what_waits_beyond_it(near, far):
    """No round for each step of nothing; and none for ever where a float swallows the step: 1e16 + 1 is 1e16."""
    result = Graph({0: [(1, far)]}, frozenset([1]), {0: near}).search(0, algorithm=Deepening(1))
    assert (result.cost.travelled, result.expanded) == (far, 2)


def test_positions_without_hope_end_the_deepening():
    """What is left waits at an infinite cost; the last round looks at it."""
    graph = Graph({0: [(1, 1), (2, 1)]}, frozenset([9]), {1: float("inf")})
    assert graph.search(0, algorithm=Deepening(1)).outcome is Outcome.UNREACHABLE


@pytest.mark.parametrize("step", [Fraction(1, 3), Decimal("0.3"), 0.25], ids=repr)
def test_steps_of_any_number(step):
    graph = Graph({0: [(1, step)], 1: [(2, step)]}, frozenset([2]))
    assert graph.search(0, algorithm=Deepening(step)).cost.travelled == 2 * step


def test_a_start_that_is_known_to_be_hopeless():
    assert Graph({}, frozenset([1]), {0: float("inf")}).search(0, algorithm=Deepening(1)).outcome is Outcome.UNREACHABLE


def test_engine_and_workspace_are_handed_on():
    with pytest.raises(PluginError, match="steam"):
        Line(goal=3).search(0, algorithm=Deepening(1), engine="steam")
    workspace = Workspace()
    with workspace.hold(list), pytest.raises(WorkspaceBusy):
        Line(goal=3).search(0, algorithm=Deepening(1), workspace=workspace)
