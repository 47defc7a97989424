"""Limits and cancellation, at every step of a search."""

import threading
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genastar import (
    BadInput,
    Cancelled,
    CancelToken,
    Cost,
    EventKind,
    Limits,
    Outcome,
    Trace,
    Workspace,
)
from genastar.algorithms import BothWays, Deepening, Dijkstra, Greedy, IdaStar, Weighted
from genastar.authoring import check_cancelled
from graphs import InsertingGraph, Line, admissible, graphs

pytestmark = pytest.mark.quick

NAN = float("nan")
INF = float("inf")


@pytest.mark.parametrize(
    "limits",
    [
        *({name: value} for name in ("expansions", "depth") for value in (-1, 2.5, 3.0, NAN, INF, "3", (1,), Fraction(2))),
        *({"seconds": value} for value in (-0.1, -INF, NAN, "3", 1j, (1,))),
        *({"cost": value} for value in (NAN, Decimal("nan"), Decimal("snan"), (1, NAN), Cost(NAN, 0), Cost(1, NAN))),
    ],
    ids=repr,
)
def test_limits_that_make_no_sense_are_refused(limits):
    name = next(iter(limits))
    with pytest.raises(BadInput, match=f"(the limit on the cost is |{name}=)") as caught:
        Limits(**limits)
    assert "\n" not in str(caught.value)


HUGE = 10**400


@pytest.mark.parametrize("limits", [{"expansions": HUGE}, {"seconds": INF}, {"seconds": HUGE}, {"cost": INF}, {"cost": HUGE}])
@pytest.mark.parametrize("goal", [3, -3])
def test_a_limit_that_nothing_reaches_is_none(limits, goal):
    assert Line(goal=goal).search(0, limits=Limits(**limits)).path == Line(goal=goal).search(0).path


class Turning(Line):
    """The line from either end."""

    def reverse(self, start):
        return Line(start), self.goal


@pytest.mark.parametrize("cost", [-INF, -HUGE])
def test_a_cost_below_all_ends_at_once(cost):
    assert Line(goal=3).search(0, limits=Limits(cost=cost)).outcome is Outcome.LIMIT


@pytest.mark.parametrize(
    "search",
    [
        lambda limits: Line(goal=3).search(0, limits=limits),
        lambda limits: Line(goal=3).search(0, limits=limits, algorithm=Dijkstra()),
        lambda limits: Line(goal=3).search(0, limits=limits, algorithm=Greedy()),
        lambda limits: Line(goal=3).search(0, limits=limits, algorithm=Weighted()),
        lambda limits: Line(goal=3).search(0, limits=limits, algorithm=IdaStar()),
        lambda limits: Turning(goal=3).search(0, limits=limits, algorithm=BothWays()),
        lambda limits: Line(goal=3).search(0, limits=limits, algorithm=Deepening(by="cost")),
        lambda limits: Line(goal=3).begin(0, limits=limits),
        lambda limits: Line(goal=3).explore(0, limits=limits),
        lambda limits: Line(goal=3).search_many([0, 1], limits=limits),
        lambda limits: Line(goal=3).search_many([0, 1], limits=limits, algorithm=Greedy()),
    ],
)
def test_a_depth_is_refused_where_no_steps_are_counted(search):
    with pytest.raises(
        BadInput, match=r"Limits\.depth counts steps, and the algorithm '[a-z-]+' does not; use breadth-first or"
    ):
        search(Limits(depth=3))


@pytest.mark.parametrize("cost", [0, -3, 2.5, Fraction(1, 3), Decimal("1.5"), (1, 2.5), "abc", True, None])
def test_limits_on_costs_of_any_kind(cost):
    assert Limits(cost=cost).cost == cost


def closed_before(events, count):
    """The events before the closing of one node more than ``count``."""
    closings = [index for index, event in enumerate(events) if event.kind is EventKind.CLOSED]
    return events[: closings[count]] if count < len(closings) else events


@given(graph=admissible(), reopen=st.booleans())
def test_limit_on_expansions_at_every_step(graph, reopen):
    whole, workspace = Trace(), Workspace()
    full = graph.search(0, reopen=reopen, observer=whole)
    for count in range(full.expanded + 2):
        trace = Trace()
        result = graph.search(0, reopen=reopen, limits=Limits(expansions=count), observer=trace, workspace=workspace)
        if count >= full.expanded:
            assert (result.outcome, result.cost, trace.events) == (full.outcome, full.cost, whole.events)
        else:
            assert (result.outcome, result.expanded, result.path, result.cost) == (Outcome.LIMIT, count, (), None)
            assert trace.events == closed_before(whole.events, count)


@given(graph=admissible(), reopen=st.booleans())
def test_cancelling_at_every_event(graph, reopen):
    whole = Trace()
    full = graph.search(0, reopen=reopen, observer=whole)

    class Pulling(Trace):
        """Pulls the token at an event."""

        def __init__(self, at):
            super().__init__()
            self.at, self.token = at, CancelToken()

        def pull(self):
            if len(self.events) == self.at:
                self.token.cancel()

        def opened(self, node):
            super().opened(node)
            self.pull()

        def closed(self, node):
            super().closed(node)
            self.pull()

        def reopened(self, node):
            super().reopened(node)
            self.pull()

        def found(self, node):
            super().found(node)
            self.pull()

    for at in range(1, len(whole.events) + 1):
        pulling = Pulling(at)
        result = graph.search(0, reopen=reopen, observer=pulling, cancel=pulling.token)
        closings = [event for event in pulling.events[at:] if event.kind is EventKind.CLOSED]
        assert pulling.events == whole.events[: len(pulling.events)]
        if result.outcome is Outcome.CANCELLED:
            assert not closings
            assert (result.path, result.cost) == ((), None)
        else:  # nothing was left to expand, or what came next was the answer
            assert (result.outcome, result.cost) == (full.outcome, full.cost)
            assert len(closings) <= 1


def test_a_token_that_was_pulled_before():
    token = CancelToken()
    assert not token.cancelled
    token.cancel()
    assert token.cancelled
    result = Line().search(0, cancel=token)
    assert (result.outcome, result.expanded) == (Outcome.CANCELLED, 0)


def test_cancelling_from_another_thread():
    token, running = CancelToken(), threading.Event()

    class Endless(Line):
        def is_destination(self, position):
            running.set()
            return False

    def cancel():
        running.wait()
        token.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    result = Endless().search(0, cancel=token)
    canceller.join()
    assert result.outcome is Outcome.CANCELLED
    assert result.closest == 0


@given(graph=graphs(), bound=st.integers(0, 30))
def test_limit_on_cost(graph, bound):
    full = graph.search(0)
    result = graph.search(0, limits=Limits(cost=bound))
    if full.found and full.cost.total <= bound:
        assert result.cost == full.cost
    else:
        assert result.outcome in (Outcome.LIMIT, Outcome.UNREACHABLE)
        assert (result.path, result.cost) == ((), None)


@pytest.mark.parametrize("bound", [4, 4.5, Cost(4, 0)], ids=repr)
def test_limit_on_cost_is_a_bound_on_the_total(bound):
    trace = Trace()
    result = Line().search(0, limits=Limits(cost=bound), observer=trace)
    assert result.outcome is Outcome.LIMIT
    assert sorted(trace.list_closed()) == list(range(-4, 5))


def test_limit_on_a_users_own_cost():
    class Toll:
        def __init__(self, price):
            self.price = price

        def __lt__(self, other):
            return self.price < other.price

    graph = InsertingGraph({n: [(n + 1, 1)] for n in range(9)}, frozenset([9]), lambda toll, step: Toll(toll.price + step))
    assert graph.search(0, Toll(0), limits=Limits(cost=Toll(8))).outcome is Outcome.LIMIT
    assert graph.search(0, Toll(0), limits=Limits(cost=Toll(9))).cost.price == 9


@pytest.mark.parametrize("bound", ["4", (4,), NAN, 4j, Cost("a", "a", "a")], ids=repr)
def test_limit_on_cost_must_compare(bound):
    with pytest.raises(BadInput, match="limit"):
        Line().search(0, limits=Limits(cost=bound))


def test_time_limit_ends_an_infinite_search():
    result = Line().search(0, limits=Limits(seconds=0.01))
    assert result.outcome is Outcome.TIMEOUT
    assert result.seconds >= 0.01


def test_no_time_at_all():
    result = Line().search(0, limits=Limits(seconds=0))
    assert (result.outcome, result.expanded) == (Outcome.TIMEOUT, 0)


def test_an_answer_in_hand_is_given_whatever_the_limits_say():
    token = CancelToken()
    token.cancel()
    for options in ({"limits": Limits(expansions=0)}, {"limits": Limits(seconds=0)}, {"cancel": token}):
        assert Line(goal=0).search(0, **options).path == (0,)


def test_infinite_graph_with_an_answer():
    assert Line(goal=40).search(0).cost.travelled == 40
    assert Line(goal=40, informed=True).search(0).expanded == 40


def test_a_limit_on_the_cost_is_not_nan():
    for cost in (NAN, (1, NAN), Cost(NAN, 0.0)):
        with pytest.raises(BadInput, match="the limit on the cost is NaN; give a number"):
            Limits(cost=cost)


@pytest.mark.parametrize(
    ("cost", "converted"),
    [
        (2, 20),
        (2.5, 25),
        (10**400, None),
        (1e308, None),
        (float("inf"), None),
        (-1e308, -1),
        (float("-inf"), -1),
        ((1, 2), (1, 2)),
    ],
)
def test_a_limit_in_other_units_may_be_beyond_all_numbers(cost, converted):
    """A bound above all costs bounds nothing, and one below them ends the search at once."""
    assert Limits(expansions=5, cost=cost).convert_cost(lambda number: int(number * 10.0)) == Limits(
        expansions=5, cost=converted
    )


@pytest.mark.parametrize("domain", ["grid", "voxel", "hexmap", "roads", "bitmap", "puzzle"])
@pytest.mark.parametrize(
    ("cost", "outcome"), [(1e308, "found"), (float("inf"), "found"), (10**400, "found"), (-1e308, "limit")]
)
def test_every_domain_takes_any_limit_on_the_cost(domain, cost, outcome):
    pytest.importorskip(f"genastar_{domain}")
    from genastar.worlds.domain_registry import find_domain

    example = next(iter(find_domain(domain).examples()))
    result = example.domain.search(example.start, example.goals, engine="interpreted", limits=Limits(cost=cost))
    assert result.outcome.value == outcome


def test_a_token_governs_searches_and_loops_that_take_none():
    token = CancelToken()
    with token.govern():
        check_cancelled()
        assert Line(5).search(0).outcome is Outcome.FOUND
        token.cancel()
        assert Line(5).search(0).outcome is Outcome.CANCELLED
        assert [found.outcome for found in Line(5).search_many([0, 1])] == [Outcome.CANCELLED] * 2
        assert Line(5).search(0, cancel=CancelToken()).outcome is Outcome.FOUND, "a token of its own goes first"
        with pytest.raises(Cancelled):
            check_cancelled()
        with CancelToken().govern():
            check_cancelled()
    check_cancelled()
    assert Line(5).search(0).outcome is Outcome.FOUND


def test_a_token_governs_its_own_thread_alone():
    token, heard = CancelToken(), []
    token.cancel()
    with token.govern():
        thread = threading.Thread(target=lambda: heard.append(Line(5).search(0).outcome))
        thread.start()
        thread.join()
    assert heard == [Outcome.FOUND]
