"""The search from both ends, beside a naive Dijkstra's."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import (
    BadInput,
    CancelToken,
    Cost,
    Limits,
    OpenList,
    Outcome,
    Replanner,
    Starts,
    Trace,
    Workspace,
)
from genastar.algorithm import Algorithm
from genastar.algorithms import BothWays, MeetInTheMiddle, NearOptimal
from graphs import SIZE, Line, edges, fractions, positions, whole
from reversible_graphs import Street, TwoWay, questions

pytestmark = pytest.mark.quick


all_of_them = pytest.mark.parametrize("algorithm", [BothWays(), MeetInTheMiddle(), NearOptimal()], ids=repr)


def assert_optimal(solver, start, result):
    optimum = naive.find_cheapest(solver.edges, start, [solver.goal], 0)
    if optimum is None:
        assert (result.outcome, result.path, result.cost) == (Outcome.UNREACHABLE, (), None)
    else:
        assert result.found
        assert result.cost.travelled == optimum
        assert (result.path[0], result.path[-1]) == (start, solver.goal)
        assert naive.compute_path_cost(solver.edges, result.path, 0) == optimum


@all_of_them
@given(question=questions(), reuse=st.booleans())
def test_the_answer_is_the_optimum(algorithm: Algorithm, question, reuse):
    solver, start = question
    assert_optimal(solver, start, solver.search(start, algorithm=algorithm, workspace=Workspace() if reuse else None))


LATE = (
    {
        **{0: [(6, 2), (4, 1), (4, 40)], 1: [(6, 40), (0, 1)], 2: [(8, 1), (10, 1)], 3: [(8, 40), (2, 40), (8, 2)]},
        **{4: [(5, 2), (10, 40), (3, 1), (0, 1), (0, 1)], 5: [(0, 1)], 6: [(4, 40), (3, 1), (4, 2), (4, 2)]},
        **{7: [(1, 1), (5, 1)], 8: [(5, 40), (9, 40), (9, 1)], 9: [(0, 1), (0, 2), (7, 1), (4, 2), (5, 40), (5, 1)]},
        **{10: [(2, 1), (10, 1)]},
    },
    [0, 30, 9, 0, 9, 0, 0, 3, 3, 9, 1],
    [3, 1, 30, 0, 3, 0, 0, 3, 3, 9, 1],
    1,
)
"""Both sides meet before a cheaper path to a node of the found path was followed, because the estimates are wrong."""
guesses = st.lists(st.integers(0, 30), min_size=SIZE, max_size=SIZE)


@all_of_them
@given(question=st.one_of(st.just(LATE), st.tuples(edges(whole), guesses, guesses, positions)))
def test_the_cost_is_that_of_the_path_if_the_estimates_are_wrong_and_positions_are_reopened(algorithm: Algorithm, question):
    steps, ahead, behind, goal = question
    result = TwoWay(steps, goal, dict(enumerate(ahead)), dict(enumerate(behind))).search(0, algorithm=algorithm, reopen=True)
    if result.found:
        assert result.cost.travelled == naive.compute_path_cost(steps, result.path, 0)
        assert result.costs[-1] == result.cost


@all_of_them
@given(steps=edges(fractions), start=positions, goal=positions)
def test_costs_that_are_fractions(algorithm: Algorithm, steps, start, goal):
    solver = TwoWay(steps, goal)
    assert_optimal(solver, start, solver.search(start, algorithm=algorithm))


@all_of_them
def test_costs_that_are_decimals(algorithm: Algorithm):
    solver = TwoWay({"a": [("b", Decimal("0.1"))], "b": [("c", Decimal("0.2"))]}, "c")
    assert solver.search("a", algorithm=algorithm).cost.travelled == Decimal("0.3")


@all_of_them
def test_the_first_meeting_is_not_the_best(algorithm: Algorithm):
    """Both sides meet first on the road through "m": its two halves are the shortest steps, and it is the longer way."""
    steps = {"s": [("m", 5), ("a", 3)], "a": [("b", 3)], "b": [("g", 3)], "m": [("g", 5)]}
    result = TwoWay(steps, "g").search("s", algorithm=algorithm)
    assert result.path == ("s", "a", "b", "g")
    assert result.cost.travelled == 9


@all_of_them
def test_a_start_that_is_the_goal(algorithm: Algorithm):
    result = TwoWay({0: [(0, 1)]}, 0).search(0, algorithm=algorithm)
    assert (result.path, result.cost.travelled, result.closest) == ((0,), 0, 0)


@all_of_them
def test_of_parallel_edges_the_cheapest_counts_and_edges_may_cost_nothing(algorithm: Algorithm):
    result = TwoWay({0: [(1, 7), (1, 0), (0, 0)], 1: [(2, 0), (0, 0)]}, 2).search(0, algorithm=algorithm)
    assert (result.path, result.cost.travelled) == ((0, 1, 2), 0)


@all_of_them
def test_the_costs_of_the_path_are_those_of_the_problem(algorithm: Algorithm):
    result = Street(goal=6).search(0, algorithm=algorithm)
    assert [cost.travelled for cost in result.costs] == [0, 1, 2, 3, 4, 5, 6]


@all_of_them
def test_a_run_is_looked_at_in_positions(algorithm: Algorithm):
    with Street(goal=6).begin(0, algorithm=algorithm) as run:
        expanded = [node.position for node in run]
    assert set(expanded) <= set(range(-4, 11))
    assert run.result.path == (0, 1, 2, 3, 4, 5, 6)


def test_what_cannot_be_turned_round_is_refused():
    with pytest.raises(BadInput, match=r"'both-ways' needs Line\.reverse\(start\), which it lacks; .*use astar"):
        Line(goal=3).search(0, algorithm="both-ways")


@all_of_them
def test_limits_and_cancelling_end_it(algorithm: Algorithm):
    token = CancelToken()
    token.cancel()
    street = Street(goal=50)
    assert street.search(0, algorithm=algorithm, limits=Limits(expansions=9)).outcome is Outcome.LIMIT
    if algorithm.counts_cost:
        assert street.search(0, algorithm=algorithm, limits=Limits(cost=49)).outcome is Outcome.LIMIT
        assert street.search(0, algorithm=algorithm, limits=Limits(cost=50)).found
    assert street.search(0, algorithm=algorithm, limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT
    assert street.search(0, algorithm=algorithm, cancel=token).closest is None


def test_an_open_list_that_does_not_tell_says_so():
    class Deaf(OpenList[int, Cost[int]]):
        def insert(self, position, cost):
            raise AssertionError

        def relax(self, position, travelled):
            raise AssertionError

    with pytest.raises(NotImplementedError, match="Deaf does not implement known"):
        Deaf().known(3)


@all_of_them
@given(
    question=questions(),
    paid=st.integers(0, 60) | st.fractions(0, 60, max_denominator=8),
    limit=st.none() | st.integers(0, 90),
    by_starts=st.booleans(),
)
def test_the_cost_of_the_start_counts_once(algorithm: Algorithm, question, paid, limit, by_starts):
    solver, start = question
    cost = Cost(paid + solver.estimate(start), paid, solver.estimate(start))
    starts = (Starts({start: cost}),) if by_starts else (start, cost)
    limit = limit if algorithm.counts_cost else None
    optimum = naive.find_cheapest(solver.edges, start, [solver.goal], paid)
    result = solver.search(*starts, algorithm=algorithm, limits=Limits(cost=limit))
    if optimum is not None and (limit is None or optimum <= limit):
        assert result.found
        assert (result.cost.travelled, result.bound) == (optimum, 1)
        assert [each.travelled for each in result.costs] == [
            naive.compute_path_cost(solver.edges, result.path[: end + 1], 0) + paid for end in range(len(result.path))
        ]
    else:
        assert result.outcome in (Outcome.UNREACHABLE, Outcome.LIMIT)
        assert result.outcome is Outcome.UNREACHABLE or limit is not None


@all_of_them
def test_the_cost_of_the_start_does_not_move_the_meeting(algorithm: Algorithm):
    """A dear start changes neither the path nor the order of expansion."""
    street = Street(goal=40)
    plain, dear = Trace(), Trace()
    free = street.search(0, algorithm=algorithm, observer=plain)
    paid = street.search(0, Cost(1000, 1000, 0), algorithm=algorithm, observer=dear)
    assert (paid.path, paid.cost.travelled, paid.expanded) == (free.path, 1040, free.expanded)
    assert dear.list_closed() == plain.list_closed()


@given(st.floats(0.001, 1e6), st.lists(st.floats(0, 10), min_size=1, max_size=5))
def test_a_limit_of_floats_admits_the_path_that_costs_it(paid, steps):
    solver = TwoWay({place: [(place + 1, step)] for place, step in enumerate(steps)}, len(steps))
    start = Cost(paid, paid, 0.0)
    answer = solver.search(0, start, algorithm="mm")
    assert answer.cost.travelled == pytest.approx(paid + sum(steps))
    assert solver.search(0, start, algorithm="mm", limits=Limits(cost=answer.cost)).found


@all_of_them
def test_several_starts_are_refused_in_one_line(algorithm: Algorithm):
    with pytest.raises(BadInput, match="searches from one start; give one, or use astar"):
        Street(goal=4).search(Starts({0: Cost(9, 9, 0), 7: Cost(1, 1, 0)}), algorithm=algorithm)


def assert_forward(solver, start, paid, tree):
    """The tree holds ways from the start alone, with their costs; those of closed positions are the cheapest."""
    best = naive.compute_distances(solver.edges, start, paid)
    for position in tree:
        path = tree.path_to(position)
        assert (path[0], path[-1]) == (start, position)
        assert naive.compute_path_cost(solver.edges, path, 0) + paid <= tree.g(position)
        assert tree.g(position) >= best[position]
        if tree.is_settled(position) and solver.estimate(position) < float("inf"):  # all f are equal beyond a dead end
            assert tree.g(position) == best[position]


@all_of_them
@given(question=questions(), paid=st.integers(0, 20), pauses=st.integers(0, 12))
def test_the_tree_of_a_run_is_that_of_the_start(algorithm: Algorithm, question, paid, pauses):
    solver, start = question
    best = naive.compute_distances(solver.edges, start, paid)
    with solver.begin(start, Cost(paid + solver.estimate(start), paid, solver.estimate(start)), algorithm=algorithm) as run:
        for _ in range(pauses):
            if run.advance(1) is not None:
                break
            assert run.closest is None
            tree, following = run.tree, run.best_open
            assert_forward(solver, start, paid, tree)
            if following is not None:
                assert tree.g(following.position) == following.cost.travelled >= best[following.position]
                assert not tree.is_settled(following.position)
        result = run.result or run.finish()
        assert_forward(solver, start, paid, run.tree)
        if result.found:
            last = run.tree.path_to(solver.goal)
            assert naive.compute_path_cost(solver.edges, last, 0) + paid == run.tree.g(solver.goal) == result.cost.travelled
            assert all(run.tree.is_settled(position) for position in result.path)
        assert run.best_open is None
        assert (run.closest and run.closest.position) == (solver.goal if result.found else None)


@all_of_them
@given(question=questions())
def test_a_run_has_one_answer(algorithm: Algorithm, question):
    solver, start = question
    with solver.begin(start, algorithm=algorithm) as run:
        first = run.finish()
        tree = dict(run.tree)
        last = run.finish()
        assert last.outcome is Outcome.UNREACHABLE
        assert (last.path, last.cost, last.bound, last.costs, last.actions) == ((), None, None, (), ())
        assert (last.expanded, last.closest) == (first.expanded, first.closest)
        assert run.finish() is run.advance(0) is run.advance(seconds=0) is run.result is last or not first.found
        assert list(run) == []
        assert dict(run.tree) == tree


def test_a_run_that_was_closed_after_its_answer_does_not_go_on():
    with Street(goal=3).begin(0, algorithm="both-ways") as run:
        assert run.finish().found
    with pytest.raises(BadInput, match="this run was closed"):
        run.finish()


@pytest.mark.parametrize("turned", [None, 5, (), (Line(),), (Line(), 3, 4), (3, Line()), (None, 3), "ab"], ids=repr)
@pytest.mark.parametrize("algorithm", ["both-ways", "mm", "nbs", "k-shortest"])
def test_a_reverse_that_returns_something_else_is_named(turned, algorithm):
    @frozen
    class Odd(Street):
        def reverse(self, start):
            return turned

    message = r"Odd\.reverse returned .*; return two things: the backward problem and its start"
    with pytest.raises(BadInput, match=message):
        list(islice(Odd(goal=4).results(0, algorithm=algorithm), 3))  # k-shortest asks after the first path


def test_a_replanner_names_a_reverse_that_returns_something_else():
    @frozen
    class Odd(Street):
        step: int = 9

        def add_neighbours(self, node, open_list):
            open_list.relax(node.position + 1, node.cost.travelled + self.step)

        def reverse(self, start):
            return None

    with pytest.raises(BadInput, match=r"Odd\.reverse returned None; return two things"):
        Replanner(Odd(goal=4)).search(0)


@pytest.mark.parametrize("start", [3, [4], (4, [])], ids=repr)
@pytest.mark.parametrize("algorithm", ["both-ways", "mm", "nbs", "k-shortest", None])
def test_a_backward_start_that_is_no_destination_is_refused(start, algorithm):
    @frozen
    class Odd(Street):
        def reverse(self, origin):
            return Street(goal=origin), start

    odd = Odd(goal=4)
    ask = Replanner(odd).search if algorithm is None else lambda start: list(islice(odd.results(start, algorithm=algorithm), 3))
    with pytest.raises(BadInput, match=r"Odd\.reverse returned the backward start .*, which is no destination"):
        ask(0)


@pytest.mark.long
@all_of_them
def test_both_engines_count_the_start_once_and_tell_the_same_of_a_run(algorithm: Algorithm):
    told = []
    for engine in ("interpreted", "compiled"):
        trees = []
        with Street(goal=9).begin(0, Cost(12, 12, 0), algorithm=algorithm, engine=engine) as run:
            while run.advance(1) is None:
                trees.append((list(run.tree.items()), list(run.tree.select_settled()), run.best_open, run.closest))
            trees.append((list(run.tree.items()), list(run.tree.select_settled()), run.best_open, run.closest))
            first, last = run.result, run.finish()
        assert (first.cost.travelled, first.bound, last.outcome) == (21, 1, Outcome.UNREACHABLE)
        assert [cost.travelled for cost in first.costs] == list(range(12, 22))
        told.append((trees, evolve(first, seconds=0, engine=""), evolve(last, seconds=0, engine="")))
    assert told[0] == told[1]
