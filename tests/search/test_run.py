"""Runs: searches that pause, are looked at, and go on."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from genastar import BadInput, CancelToken, Limits, Outcome, Run, Trace, Workspace
from genastar.algorithms import Astar, BothWays, Deepening, DepthFirst, Dijkstra, IdaStar
from genastar.errors import WorkspaceBusy
from genastar.search import depth_first, loop, requests, stepped
from genastar.search.interpreted import Interpreted
from graphs import Line, admissible, graphs
from reversible_graphs import questions

pytestmark = pytest.mark.quick


def name_of(algorithm: object) -> str:
    return type(algorithm).__name__


def same(one, other):
    return evolve(one, seconds=0, engine="") == evolve(other, seconds=0, engine="") and one.costs == other.costs


@given(graph=graphs(), expansions=st.integers(0, 8))
def test_limits_hold_after_an_answer_too(graph, expansions):
    """An answer in hand is given; what lies behind it is expanded only where the limits allow it."""
    with graph.begin(0, limits=Limits(expansions=expansions)) as run:
        while (result := run.finish()).found:
            assert result.expanded <= expansions
        assert result.expanded <= expansions
    token = CancelToken()
    with graph.begin(0, cancel=token) as run:
        first = run.finish()
        token.cancel()
        if first.found:
            last = run.finish()
            assert (last.outcome, last.expanded) == (Outcome.CANCELLED, first.expanded)


@given(graph=admissible(), expansions=st.integers(0, 8), reopen=st.booleans())
def test_what_is_closest_is_that_of_a_search_that_ends_there(graph, expansions, reopen):
    expected = graph.search(0, limits=Limits(expansions=expansions), reopen=reopen)
    with graph.begin(0, reopen=reopen) as run:
        run.advance(expansions)
        assert (run.closest and run.closest.position) == expected.closest


@given(question=questions())
def test_a_run_from_both_ends_is_looked_at_in_positions(question):
    problem, start = question
    heard = Trace()
    with problem.begin(start, algorithm=BothWays(), observer=heard) as run:
        while run.advance(1) is None:
            assert {start} <= set(run.tree) <= {event.node.position for event in heard.events} | {start}
            assert run.best_open is None or run.best_open.position in run.tree
        result = run.result
    assert result.path == problem.search(start, algorithm=BothWays()).path


@given(graph=admissible())
def test_iteration_gives_each_node_as_it_is_expanded(graph):
    wanted = Trace()
    expected = graph.search(0, observer=wanted)
    order = wanted.list_closed()
    with graph.begin(0) as run:
        assert [node.position for node in run] == (order[:-1] if expected.found else order)
        assert same(run.result, expected)
        if expected.found:  # once more: from the destination on
            more = [node.position for node in run]
            assert more[:1] == order[-1:]
            assert run.result.expanded == expected.expanded + len(more)
        run.finish()
        while run.result.found:
            run.finish()
        assert list(run) == []


def test_a_run_is_a_context_manager_and_gives_its_memory_back():
    workspace = Workspace()
    with Line(5).begin(0, workspace=workspace) as run:
        assert isinstance(run, Run)
        run.advance(2)
        with pytest.raises(WorkspaceBusy):
            Line(5).search(0, workspace=workspace)
    assert Line(5).search(0, workspace=workspace).found
    run.close()  # again, and nothing happens


CLOSED = r"^this run was closed and cannot continue; begin another$"


def test_a_closed_run_says_so_and_keeps_its_result():
    with Line(5).begin(0) as run:
        run.advance(2)
    for ask in (run.advance, run.finish, partial(run.advance, 1), partial(run.advance, seconds=1), lambda: list(run)):
        with pytest.raises(BadInput, match=CLOSED):
            ask()
    with pytest.raises(BadInput, match=CLOSED):
        _ = run.tree
    with Line(5).begin(0) as run:
        result = run.finish()
    assert run.result is result
    assert run.expanded == result.expanded
    with pytest.raises(BadInput, match="this run was closed"):
        run.finish()
    with Line(5).begin(0, limits=Limits(expansions=3)) as run:
        result = run.finish()
    assert run.finish() is result, "that of the end is given each time"


@pytest.mark.parametrize("algorithm", [Astar(), Dijkstra(), DepthFirst()], ids=name_of)
def test_a_run_that_failed_says_so(algorithm):
    class Falls(Line):
        def add_neighbours(self, node, open_list):
            if abs(node.position) == 3:
                raise ZeroDivisionError("a hook of mine")
            super().add_neighbours(node, open_list)

    workspace = Workspace()
    with Falls().begin(0, algorithm=algorithm, workspace=workspace) as run:
        with pytest.raises(ZeroDivisionError, match="a hook of mine"):
            run.finish()
        for _ in range(2):
            with pytest.raises(BadInput, match=r"^this run ended with an error and cannot continue; begin another$"):
                run.advance(1)
        assert run.result is None
    assert Line(5).search(0, workspace=workspace).found


@pytest.mark.parametrize("algorithm", [Deepening(), IdaStar()], ids=name_of)
def test_an_algorithm_of_several_searches_cannot_pause(algorithm):
    message = f"^the algorithm '{algorithm.name}' consists of several searches and cannot pause; use results\\(\\), or astar$"
    with pytest.raises(BadInput, match=message):
        Line(5).begin(0, algorithm=algorithm)
    assert [result.path for result in Line(2).results(0, algorithm=algorithm)] == [(0, 1, 2)]


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"expansions": -1}, "expansions=-1 is less than 0; give at least 0"),
        ({"expansions": 1.5}, "expansions=1.5: expected a whole number of at least 0"),
        ({"expansions": "1"}, "expansions='1': expected a whole number of at least 0"),
        ({"seconds": -0.1}, "seconds=-0.1: expected a number of at least 0"),
        ({"seconds": float("nan")}, "seconds=nan: expected a number of at least 0"),
        ({"seconds": "1"}, "seconds='1': expected a number of at least 0"),
    ],
)
def test_bounds_that_make_no_sense(bounds, message):
    with Line(5).begin(0) as run, pytest.raises(BadInput) as refused:
        run.advance(**bounds)
    assert str(refused.value) == message


def test_bounds_that_nothing_reaches():
    for bounds in (
        {"seconds": float("inf")},
        {"seconds": 1e300},
        {"expansions": 10**30},
        {"expansions": 10**30, "seconds": 1e9},
    ):
        with Line(5).begin(0) as run:
            assert run.advance(**bounds).path == (0, 1, 2, 3, 4, 5)


class Clock:
    """The time, which only a hook and a test advance."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("algorithm", [Astar(), DepthFirst()], ids=name_of)
def test_pauses_do_not_count_for_a_limit_on_seconds(algorithm, monkeypatch):
    clock = Clock()
    for module in (loop, stepped, depth_first):
        monkeypatch.setattr(module, "perf_counter", clock)

    class Slow(Line):
        def add_neighbours(self, node, open_list):
            clock.now += 1
            super().add_neighbours(node, open_list)

    limits = Limits(seconds=9.5) if name_of(algorithm) == "Astar" else Limits(seconds=9.5, depth=100)
    with Slow().begin(0, limits=limits, algorithm=algorithm) as run:
        while run.advance(1) is None:
            clock.now += 1000
        assert (run.result.outcome, run.result.expanded, run.result.seconds) == (Outcome.TIMEOUT, 10, 10)


def test_results_are_made_as_they_are_asked_for():
    """A search gives one answer, and does nothing before it is asked."""
    trace = Trace()
    results = Line(3).results(0, observer=trace)
    assert trace.events == []
    (result,) = results
    assert same(result, Line(3).search(0))


def test_a_request_to_an_engine_without_the_frontier_is_refused_before_the_run(monkeypatch):
    class Plain(Interpreted):
        frontiers = frozenset()

    monkeypatch.setitem(requests.BUILT_IN, "plain", Plain())
    with pytest.raises(
        Exception, match="engine Plain does not support the frontier BestFirstFrontier, which the algorithm 'astar' needs"
    ):
        Line(3).begin(0, engine="plain")


def test_an_abandoned_run_returns_its_memory():
    workspace = Workspace()

    next(iter(Line(9).begin(0, workspace=workspace)))
    assert Line(9).search(0, workspace=workspace).found


def test_more_seconds_than_a_float_holds():
    with Line(9).begin(0) as run:
        assert run.advance(seconds=10**400).found


@pytest.mark.parametrize("ask", [Line.begin, Line.results])
def test_verify_is_refused_where_a_search_pauses(ask):
    with pytest.raises(BadInput, match=r"call search\(\.\.\., verify=True\)"):
        ask(Line(3), 0, verify=True)
