"""Anytime searches: every answer beside a naive Dijkstra's, and the order beside an open list that is looked through."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Limits, Outcome, Result, Trace
from genastar.algorithm import Algorithm
from genastar.algorithms import Anytime, AnytimeWeighted, Restarting
from genastar.contracts.frontier import AnytimeFrontier as Frontier
from genastar.errors import CostError
from genastar.search.requests import make_request
from graphs import Graph, InsertingGraph, Line, admissible, consistent

pytestmark = pytest.mark.quick

ALGORITHMS: list[Algorithm] = [
    Anytime(),
    Anytime(9, 4),
    Anytime(1),
    AnytimeWeighted(5),
    AnytimeWeighted(1),
    Restarting(),
    Restarting(5, 2),
]
whole_weights = st.integers(1, 6)


def optimum(graph: Graph) -> Any:
    return naive.find_cheapest(graph.edges, 0, graph.goals, 0)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=repr)
@given(graph=st.one_of(consistent(), admissible()), reopen=st.booleans())
def test_every_answer_keeps_its_bound_and_the_last_is_optimal(algorithm: Algorithm, graph: Graph, reopen: bool) -> None:
    best = optimum(graph)
    answers = list(graph.results(0, algorithm=algorithm, reopen=reopen or isinstance(algorithm, Restarting)))
    if best is None:
        assert [answer.outcome for answer in answers] == [Outcome.UNREACHABLE]
        return
    assert all(answer.found for answer in answers)
    costs = [answer.cost.travelled for answer in answers]
    bounds = [math.inf if answer.bound is None else answer.bound for answer in answers]
    assert costs == sorted(costs, reverse=True)
    assert bounds == sorted(bounds, reverse=True)
    assert (costs[-1], bounds[-1]) == (best, 1)
    for answer, cost, bound in zip(answers, costs, bounds, strict=True):
        assert cost == naive.compute_path_cost(graph.edges, answer.path, 0)
        assert best <= cost <= Fraction(bound) * best if math.isfinite(bound) else best <= cost
    assert graph.search(0, algorithm=algorithm, reopen=True).cost.travelled == best


def expanded(problem: Graph, first: int, step: int, rounds: bool) -> list[int]:
    """The positions in the order in which they are closed, by looking at every open node at every expansion."""
    best = {0: (0, 0)}
    """What was travelled, and the age."""
    open_nodes, closed, order, age = {0}, set(), [], 0
    weight, answer = Fraction(first), None
    waiting: set[int] = set()

    def rank(position: int) -> Any:
        return best[position][0] + problem.estimate(position)

    def is_cheaper(value: Any) -> bool:
        return answer is None or value < answer

    def total(position: int) -> float:
        return float(best[position][0]) + float(weight) * float(problem.estimate(position))

    def next_round() -> None:
        nonlocal weight, waiting
        closed.clear()
        waiting = set()
        likely = [rank(each) for each in open_nodes if is_cheaper(rank(each))]
        if rounds:
            ratio = float(answer) / float(min(likely)) if answer is not None and likely and min(likely) > 0 else math.inf
            weight = max(Fraction(1), Fraction(min(float(weight), ratio) - step))

    while True:
        likely = [each for each in open_nodes if is_cheaper(rank(each))]
        if not likely:
            return order
        ready = [each for each in likely if each not in waiting and not (rounds and weight > 1 and not is_cheaper(total(each)))]
        if not ready:
            next_round()
            continue
        chosen = min(ready, key=lambda each: (total(each), rank(each), -best[each][1]))
        order.append(chosen)
        open_nodes.remove(chosen)
        closed.add(chosen)
        for neighbour, price in problem.edges.get(chosen, ()) if chosen not in problem.goals else ():
            travelled = best[chosen][0] + price
            if neighbour in best and best[neighbour][0] <= travelled:
                continue
            age += 1
            best[neighbour] = travelled, age
            open_nodes.add(neighbour)
            if rounds and neighbour in closed:
                waiting.add(neighbour)
        if chosen in problem.goals:
            answer = rank(chosen)
            age += len(problem.edges.get(chosen, ()))
            next_round()


@given(graph=admissible(), first=whole_weights, step=st.integers(1, 3), rounds=st.booleans())
def test_the_order_is_that_of_a_list(graph: Graph, first: int, step: int, rounds: bool) -> None:
    """Goals lead nowhere here: steps behind an answer cost more than it."""
    edges = {position: steps for position, steps in graph.edges.items() if position not in graph.goals}
    graph = evolve(graph, edges=edges, estimates={**graph.estimates, **dict.fromkeys(graph.goals, 0)})
    trace = Trace[Any, Any]()
    request = make_request(graph, 0, reopen=True, observer=trace)[1]
    with evolve(request, frontier=Frontier(first, step if rounds else 0, rounds)).begin() as run:
        while run.finish().found:
            pass
    found = [event.node.position for event in trace.events if event.kind.name == "CLOSED"]
    assert found == expanded(graph, first, step, rounds)


def test_the_answers_of_a_detour() -> None:
    """The estimate leads over "a" first, which is dearer."""
    graph = Graph({0: [(1, 1), (2, 4)], 1: [(3, 9)], 2: [(3, 2)]}, frozenset({3}), {0: 3, 1: 1, 2: 2})
    answers = list(graph.results(0, algorithm=AnytimeWeighted(5)))
    assert [(each.cost.travelled, each.bound) for each in answers] == [(10, pytest.approx(10 / 6)), (6, 1)]
    assert [each.path for each in answers] == [(0, 1, 3), (0, 2, 3)]


@pytest.mark.parametrize("algorithm", [Anytime(), AnytimeWeighted(), Restarting()], ids=repr)
def test_a_limit_keeps_the_best_answer(algorithm: Algorithm) -> None:
    """The hills before the goal mislead a weighted search."""
    graph = field_with_a_wall(20)
    whole = list(graph.results((0, 0), algorithm=algorithm))
    assert len(whole) > 1
    cut = graph.search((0, 0), algorithm=algorithm, limits=Limits(expansions=whole[0].expanded + 1))
    assert cut.found
    assert cut.cost == whole[0].cost
    assert cut.bound is not None
    assert 1 < cut.bound <= whole[0].bound
    none = graph.search((0, 0), algorithm=algorithm, limits=Limits(expansions=whole[0].expanded - 1))
    assert (none.outcome, none.bound) == (Outcome.LIMIT, None)


def field_with_a_wall(size: int) -> Graph:
    """A field whose cells beside a wall are dear, so that the straight way along it is not the best."""
    edges: dict[Any, list[tuple[Any, int]]] = {}
    for x in range(size):
        for y in range(size):
            steps = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
            edges[x, y] = [((i, j), 3 if i == j or i == j + 1 else 1) for i, j in steps if 0 <= i < size and 0 <= j < size]
    goal = (size - 1, size - 1)
    return Graph(edges, frozenset({goal}), {(x, y): abs(goal[0] - x) + abs(goal[1] - y) for x, y in edges})


def test_a_run_pauses_and_goes_on_to_better_answers() -> None:
    graph, costs = field_with_a_wall(20), []
    with graph.begin((0, 0), algorithm="anytime") as run:
        while (result := run.advance(expansions=7)) is None or result.found:
            if result is not None:
                costs.append((result.cost.travelled, result.bound))
    assert costs == [(each.cost.travelled, each.bound) for each in graph.results((0, 0), algorithm="anytime")]
    assert result.outcome is Outcome.UNREACHABLE
    assert run.result is result


def test_rounds_expand_a_position_once() -> None:
    """Anytime weighted A* reopens what ARA* leaves for the next round."""
    graph = field_with_a_wall(30)
    in_rounds, at_once = (graph.search((0, 0), algorithm=each) for each in (Anytime(4, 1), AnytimeWeighted(4)))
    assert in_rounds.cost == at_once.cost
    assert in_rounds.bound == at_once.bound == 1


@pytest.mark.parametrize("number", [int, float, Fraction, Decimal])
@pytest.mark.parametrize("algorithm", [Anytime(), AnytimeWeighted()], ids=repr)
def test_any_number_will_do(number: type[Any], algorithm: Algorithm) -> None:
    edges = {0: [(1, number(2)), (2, number(1))], 1: [(3, number(2))], 2: [(3, number(4))]}
    graph = Graph(edges, frozenset({3}), {at: number(0) for at in range(4)})
    result: Result[Any, Any] = graph.search(0, algorithm=algorithm)
    assert (result.path, result.cost.travelled, result.bound) == ((0, 1, 3), number(4), 1)


class Doubtful(Line):
    """A line whose estimate may be too high."""

    admissible = False


@pytest.mark.parametrize("algorithm", [Anytime(), AnytimeWeighted(), Restarting()], ids=repr)
def test_nothing_is_proven_with_an_estimate_that_is_not_admissible(algorithm: Algorithm) -> None:
    assert {answer.bound for answer in Doubtful(5, informed=True).results(0, algorithm=algorithm)} == {None}


def test_what_does_not_fit_is_refused() -> None:
    problem: AStar[Any, Any] = InsertingGraph({0: [(1, "a")]}, frozenset({1}), lambda one, other: one + other)
    for algorithm in ("anytime", "anytime-weighted", "restarting"):
        with pytest.raises(BadInput, match="needs costs that add"):
            problem.search(0, "", algorithm=algorithm)
        with pytest.raises(BadInput, match=r"Limits\.cost"):
            Line(5).search(0, algorithm=algorithm, limits=Limits(cost=3))
    with pytest.raises(BadInput, match="weights costs as floats"):
        Graph({}, frozenset({1}), {0: 10**400}).search(0, algorithm="anytime")
    with pytest.raises(CostError, match="cannot be weighted as a float"):
        Graph({0: [(1, 10**400)]}, frozenset({1})).search(0, algorithm="anytime")
    for options in ({"first": 0.9}, {"first": math.nan}, {"step": 0}, {"step": -1}, {"step": math.inf}, {"step": "x"}):
        with pytest.raises(BadInput, match="expected a finite number"):
            Anytime(**options)
    with pytest.raises(BadInput, match="expected a finite number of at least 1"):
        AnytimeWeighted(0)
