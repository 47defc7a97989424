"""The k shortest paths, beside all paths of a small graph."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, CancelToken, Cost, Limits, Outcome, Starts
from genastar.algorithms import KShortest
from graphs import Graph, Line, NumberedReversible, Reversible, admissible, consistent, fractions, whole
from naive import list_all_paths

TINY = Path(__file__).parents[2] / "plugins" / "bitmap" / "tests" / "data" / "tiny.png"


@pytest.mark.parametrize("kind", [Graph, Reversible, NumberedReversible])
@given(data=st.data(), graph=st.one_of(consistent(whole), consistent(fractions)))
@settings(max_examples=25)
def test_the_paths_are_the_cheapest_of_all(kind, data, graph):
    if kind is not Graph and len(graph.goals) > 1:
        graph = Graph(graph.edges, graph.goals)  # the estimate of several goals is no estimate of one
    problem = kind(graph.edges, graph.goals, graph.estimates)
    truth = list_all_paths(graph.edges, {0: 0}, graph.goals)
    k = data.draw(st.sampled_from([1, 2, 5, 1000]))
    found = list(problem.results(0, algorithm=KShortest(k)))
    if not truth:
        assert [result.outcome for result in found] == [Outcome.UNREACHABLE]
        return
    assert [result.cost.travelled for result in found] == sorted(truth.values())[:k]
    assert len({result.path for result in found}) == len(found)
    for result in found:
        assert truth[result.path] == result.cost.travelled == result.costs[-1].travelled
        assert result.algorithm == "k-shortest"
        assert result.bound == (1 if result.cost.travelled == found[0].cost.travelled else pytest.approx(ratio(result, found)))
    assert all(one.expanded <= other.expanded for one, other in pairwise(found))
    assert found[0].path == problem.search(0).path == problem.search(0, algorithm=KShortest(k)).path


def ratio(result, found):
    least = found[0].cost.travelled
    return float(result.cost.travelled / least) if least else None


@given(graph=admissible(whole))
@settings(max_examples=25)
def test_an_estimate_that_is_only_admissible_needs_reopening(graph):
    truth = list_all_paths(graph.edges, {0: 0}, graph.goals)
    found = list(graph.results(0, algorithm=KShortest(1000), reopen=True))
    if truth:
        assert [result.cost.travelled for result in found] == sorted(truth.values())
    if len(graph.goals) == 1:
        backwards = Reversible(graph.edges, graph.goals, graph.estimates)
        again = list(backwards.results(0, algorithm=KShortest(1000), reopen=True))
        assert [result.cost for result in again] == [result.cost for result in found]


@given(graph=consistent(whole), more=st.dictionaries(st.integers(0, 7), st.integers(0, 9), min_size=1, max_size=3))
@settings(max_examples=25)
def test_several_starts(graph, more):
    starts = Starts({start: Cost(cost + graph.estimate(start), cost, graph.estimate(start)) for start, cost in more.items()})
    truth = list_all_paths(graph.edges, more, graph.goals)
    found = list(graph.results(starts, algorithm=KShortest(1000)))
    if truth:
        assert [result.cost.travelled for result in found] == sorted(truth.values())
        assert all(truth[result.path] == result.cost.travelled for result in found)


@pytest.mark.parametrize("kind", [Graph, Reversible])
@given(graph=consistent(st.integers(1, 9)))
@settings(max_examples=20)
def test_walks_may_visit_positions_again(kind, graph):
    problem = Graph(graph.edges, frozenset([*graph.goals][:1]))
    problem = kind(problem.edges, problem.goals)
    truth = sorted(list_all_paths(problem.edges, {0: 0}, problem.goals, steps=6).values())
    found = list(problem.results(0, algorithm=KShortest(6, loops=True)))
    if not found[0].found:
        return
    # A walk of seven steps or more costs at least seven.
    known = [cost for cost in truth if cost < 7]
    assert [result.cost.travelled for result in found][: len(known)] == known[:6]
    assert len({result.path for result in found}) == len(found)
    for result in found:
        assert naive.compute_path_cost(problem.edges, result.path, 0) == result.cost.travelled


def test_an_infinite_graph_has_paths_without_end_but_few_without_loops():
    assert [result.path for result in Line(3).results(0, algorithm=KShortest(1))] == [(0, 1, 2, 3)]
    walks = list(Line(2, informed=True).results(0, algorithm=KShortest(4, loops=True)))
    assert [walk.cost.travelled for walk in walks] == [2, 4, 4, 6]


def test_limits_end_it_with_their_outcome():
    problem = Graph({n: [(m, 1 + (n * m) % 5) for m in range(9) if m != n] for n in range(9)}, frozenset({8}))
    whole = list(problem.results(0, algorithm=KShortest(100)))
    assert len(whole) == 100
    for expansions in (0, 5, 9, 20, 40, 100):
        cut = list(problem.results(0, algorithm=KShortest(100), limits=Limits(expansions=expansions)))
        assert cut[-1].outcome is Outcome.LIMIT
        assert cut[-1].expanded <= expansions
        assert [result.path for result in cut[:-1]] == [result.path for result in whole[: len(cut) - 1]]
    cheap = list(problem.results(0, algorithm=KShortest(100), limits=Limits(cost=4)))
    assert [result.cost for result in cheap[:-1]] == [result.cost for result in whole if result.cost.travelled <= 4]
    assert cheap[-1].outcome is Outcome.LIMIT
    token = CancelToken()
    answers = problem.results(0, algorithm=KShortest(100), cancel=token)
    assert next(answers).found
    token.cancel()
    assert [result.outcome for result in answers] == [Outcome.CANCELLED]
    assert problem.search(0, algorithm="k-shortest", limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT


def test_actions_and_costs_of_each_path():
    @frozen
    class Named(Graph):
        def add_neighbours(self, node, open_list):
            for neighbour, step in self.edges.get(node.position, ()):
                open_list.relax(neighbour, node.cost.travelled + step, action=f"to {neighbour}")

    named = Named({0: [(1, 1), (2, 2)], 1: [(3, 1)], 2: [(3, 1)]}, frozenset({3}))
    first, second = named.results(0, algorithm="k-shortest")
    assert (first.actions, second.actions) == (("to 1", "to 3"), ("to 2", "to 3"))
    assert [cost.travelled for cost in second.costs] == [0, 2, 3]


@frozen
class Keyed(Line):
    def key(self, position: int) -> int:
        return position // 2


@frozen
class FromElsewhere(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1, parent=0)

    def is_destination(self, position):
        return position == 3


def test_what_does_not_fit_is_refused_in_one_line():
    with pytest.raises(BadInput, match=r"^the algorithm 'k-shortest' does not support problems with the hook key; use astar$"):
        Keyed(3).search(0, algorithm="k-shortest")
    with pytest.raises(BadInput, match="needs steps from the expanded position"):
        list(FromElsewhere().results(0, algorithm="k-shortest"))
    for wrong in (0, -1, 1.5, True, "3"):
        with pytest.raises(ValueError, match="k is "):
            KShortest(wrong)


def test_the_command_prints_each_path(capsys):
    cli = pytest.importorskip("genastar.cli", reason="the command line is not installed")
    pytest.importorskip("genastar_bitmap", reason="the domain is not installed")
    how = ["solve", str(TINY), "--option", "ends=openings", "--algorithm", "k-shortest", "--algorithm-option", "k=2"]
    assert cli.main(how) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in lines[:2]] == ["found", "found"]
    assert len(lines) == 3
    assert cli.main([*how, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (other,) = told["others"]
    assert told["cost"] < other["cost"]
    assert told["path"] != other["path"]


def test_costs_of_other_types_stay_exact():
    third = Fraction(1, 3)
    graph = Reversible({0: [(1, third), (2, third)], 1: [(2, third)], 2: [(3, third)]}, frozenset({3}))
    assert [result.cost.travelled for result in graph.results(0, algorithm="k-shortest")] == [2 * third, 1]
