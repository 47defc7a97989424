"""Runs that are cut anywhere: they do what a search does, and can be looked at where they pause."""

from __future__ import annotations

import math
import warnings
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from fake_engine import install_engines, look_always
from genastar import (
    BadInput,
    Cost,
    EventKind,
    Limits,
    Outcome,
    Trace,
)
from genastar.algorithms import Astar, BothWays, BreadthFirst, DepthFirst, Dijkstra, Greedy, Weighted
from graphs import Graph, admissible, compute_left, consistent, graphs
from reversible_graphs import questions

pytestmark = pytest.mark.quick

A_MOMENT = None
"""A cut by time: no time at all, which is one expansion."""

cuts = st.lists(st.sampled_from([A_MOMENT, 0, 1, 2, 3]), max_size=12)
one_run = [Astar(), Dijkstra(), Weighted(2), Greedy(), BreadthFirst(), DepthFirst()]


def name_of(algorithm: object) -> str:
    return type(algorithm).__name__


def in_pieces(run, cuts):
    """The next answer of a run that is cut, each time by so many expansions or by a moment."""
    for cut in cuts:
        before = run.expanded
        found = run.advance(seconds=0) if cut is A_MOMENT else run.advance(cut)
        wanted = before + (1 if cut is A_MOMENT else cut)
        if found is not None:
            assert found.expanded <= wanted
            return found
        assert run.result is None
        assert run.expanded == wanted
    return run.finish()


def same(one, other):
    return evolve(one, seconds=0, engine="") == evolve(other, seconds=0, engine="") and one.costs == other.costs


@settings(max_examples=200)
@given(
    algorithm=st.sampled_from(one_run),
    graph=admissible(),
    reopen=st.booleans(),
    cuts=cuts,
    expansions=st.none() | st.integers(0, 6),
)
def test_a_run_that_is_cut_anywhere_does_what_a_search_does(algorithm, graph, reopen, cuts, expansions):
    how = {
        "algorithm": algorithm,
        "reopen": reopen and name_of(algorithm) != "DepthFirst",
        "limits": Limits(expansions=expansions),
    }
    wanted, heard = Trace(), Trace()
    expected = graph.search(0, observer=wanted, **how)
    with graph.begin(0, observer=heard, **how) as run:
        assert same(in_pieces(run, cuts), expected)
        assert same(run.result, expected)
    assert heard.events == wanted.events


@given(graph=graphs(), depth=st.integers(0, 6), cuts=cuts)
def test_a_walk_that_is_cut_anywhere_does_what_a_search_does(graph, depth, cuts):
    wanted, heard = Trace(), Trace()
    expected = graph.search(0, algorithm=DepthFirst(), limits=Limits(depth=depth), observer=wanted)
    with graph.begin(0, algorithm=DepthFirst(), limits=Limits(depth=depth), observer=heard) as run:
        assert same(in_pieces(run, cuts), expected)
    assert heard.events == wanted.events


@given(question=questions(), cuts=cuts)
def test_a_run_from_both_ends_that_is_cut_anywhere_does_what_a_search_does(question, cuts):
    problem, start = question
    wanted, heard = Trace(), Trace()
    expected = problem.search(start, algorithm=BothWays(), observer=wanted)
    with problem.begin(start, algorithm=BothWays(), observer=heard) as run:
        assert same(in_pieces(run, cuts), expected)
        assert same(run.result, expected)
    assert heard.events == wanted.events


@given(
    graph=admissible(),
    reopen=st.booleans(),
    cuts=cuts,
    ready_at=st.integers(0, 12),
    refuses_after=st.none() | st.integers(0, 9),
)
def test_a_run_that_changes_engines_may_be_cut_anywhere_too(graph, reopen, cuts, ready_at, refuses_after):
    with pytest.MonkeyPatch.context() as monkeypatch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at, refuses_after=refuses_after)
        wanted, heard = Trace(), Trace()
        with (
            graph.begin(0, reopen=reopen, observer=wanted) as whole,
            graph.begin(0, reopen=reopen, observer=heard, engine="auto") as run,
        ):
            while True:  # answer by answer, to the end
                expected = whole.finish()
                assert same(in_pieces_of_later(run, cuts), expected)
                assert heard.events == wanted.events
                if not expected.found:
                    break


def in_pieces_of_later(run, cuts):
    """The next answer of a run that may have given some."""
    for cut in cuts:
        found = run.advance(seconds=0) if cut is A_MOMENT else run.advance(cut)
        if found is not None:
            return found
    return run.finish()


@given(algorithm=st.sampled_from([Astar(), Dijkstra(), BreadthFirst()]), graph=consistent(), cuts=cuts)
def test_going_on_after_an_answer_finds_the_other_destinations_in_order(algorithm, graph, cuts):
    reached = naive.compute_distances(graph.edges, 0, 0)
    with graph.begin(0, algorithm=algorithm) as run:
        found = []
        while (result := in_pieces_of_later(run, cuts)).found:
            found.append(result)
            assert result.path[0] == 0
            assert run.result is result
        assert result.outcome is Outcome.UNREACHABLE
        assert result.expanded == len(reached)
        assert same(run.advance(), result)
        assert run.advance(0) is result
    assert sorted(each.path[-1] for each in found) == sorted(graph.goals & reached.keys())
    assert all(one.cost.total <= other.cost.total for one, other in pairwise(found))
    if not isinstance(algorithm, BreadthFirst):
        assert [each.cost.travelled for each in found] == [reached[each.path[-1]] for each in found]
        assert all(naive.compute_path_cost(graph.edges, each.path, 0) == each.cost.travelled for each in found)


@given(graph=consistent(), cuts=cuts)
def test_what_is_best_open_is_expanded_next(graph, cuts):
    heard = Trace()
    with graph.begin(0, observer=heard) as run:
        assert run.best_open is None
        assert run.expanded == 0
        for cut in cuts:
            if run.advance(cut or 0) is not None:
                break
            node, moment = run.best_open, len(heard.events)
            open_nodes = [run.tree[position] for position in run.tree if not run.tree.is_settled(position)]
            assert node in open_nodes
            assert not any(other.cost < node.cost for other in open_nodes)
            if run.advance(1) is not None:
                break
            assert heard.events[moment].kind is EventKind.CLOSED
            assert heard.events[moment].node == node
        while run.finish().found:
            assert run.best_open.position in graph.goals
        assert run.best_open is None


@given(graph=consistent(), cuts=cuts)
def test_the_tree_of_a_run_holds_what_was_reached(graph, cuts):
    reached = naive.compute_distances(graph.edges, 0, 0)
    with graph.begin(0) as run:
        for cut in cuts:
            run.advance(cut or 0)
            check_tree(run.tree, graph, reached)
        before = run.tree
        kept = dict(before)
        while run.finish().found:
            pass
        tree = run.tree
        assert dict(before) == kept, "a tree is a copy"
    check_tree(tree, graph, reached)
    assert set(tree) == set(reached)
    assert all(map(tree.is_settled, reached))
    assert dict(tree) == dict(tree.select_settled())
    assert len(tree) == len(reached)


def check_tree(tree, graph, reached):
    assert set(tree) <= set(reached)
    assert set(tree.select_settled()) == {position for position in tree if tree.is_settled(position)}
    for position in tree:
        path = tree.path_to(position)
        assert (path[0], path[-1]) == (0, position)
        assert naive.compute_path_cost(graph.edges, path, 0) <= tree.g(position)
        assert tree.g(position) >= reached[position]
        if tree.is_settled(position) and graph.estimate(position) != math.inf:  # infinite totals order nothing
            assert tree.g(position) == reached[position]
            assert all(map(tree.is_settled, path))
    for position in set(range(9)) - set(tree):
        assert position not in tree
        for ask in (tree.g, tree.path_to):
            with pytest.raises(BadInput, match=rf"^{position} was not reached; check `position in tree` first$"):
                ask(position)
    with pytest.raises(BadInput, match="was not reached"):
        tree.g([0])


@given(graph=admissible(), starts=st.dictionaries(st.integers(0, 7), st.integers(0, 9), min_size=1), cuts=cuts)
def test_several_starts(graph, starts, cuts):
    """From where it is the cheapest, its own cost counted; a run that is cut does the same."""
    from genastar import Starts

    costs = {start: Cost(paid + graph.estimate(start), paid, graph.estimate(start)) for start, paid in starts.items()}
    wanted, heard = Trace(), Trace()
    result = graph.search(Starts(costs), reopen=True, observer=wanted)
    optima = [
        paid + best
        for start, paid in starts.items()
        if (best := naive.find_cheapest(graph.edges, start, graph.goals, 0)) is not None
    ]
    assert (result.cost.travelled if result.found else None) == min(optima, default=None)
    if result.found:
        assert starts[result.path[0]] + naive.compute_path_cost(graph.edges, result.path, 0) == result.cost.travelled
        assert result.costs[0] == costs[result.path[0]]
        assert compute_left(graph)[result.path[0]] + starts[result.path[0]] == result.cost.travelled
    with graph.begin(Starts(costs), reopen=True, observer=heard) as run:
        assert same(in_pieces(run, cuts), result)
    assert heard.events == wanted.events
    assert isinstance(graph, Graph)
