"""Several starts, each with its own cost: every algorithm keeps its promise, beside a naive Dijkstra's."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import Cost, Limits, Starts
from genastar.algorithms import (
    AllOptimal,
    Alternatives,
    Anytime,
    AnytimeWeighted,
    Astar,
    Beam,
    BreadthFirst,
    BreadthFirstHeuristic,
    Convex,
    Deepening,
    DepthFirst,
    Dijkstra,
    DynamicPotential,
    Focal,
    Greedy,
    IdaStar,
    KShortest,
    PartialExpansion,
    Restarting,
    Weighted,
)
from genastar.authoring import Algorithm
from graphs import Graph, admissible, consistent, graphs, positions

ALGORITHMS: list[Algorithm] = [
    AllOptimal(),
    Alternatives(),
    Anytime(),
    AnytimeWeighted(5),
    Astar(),
    Beam(1),
    BreadthFirst(),
    BreadthFirstHeuristic(),
    Convex(2),
    Deepening(),
    Deepening(1, "steps"),
    DepthFirst(),
    Dijkstra(),
    DynamicPotential(2),
    Focal(2),
    Greedy(),
    IdaStar(),
    IdaStar(3),
    KShortest(),
    PartialExpansion(),
    Restarting(),
    Restarting(5, 4),
    Weighted(2),
]

starts = st.dictionaries(positions, st.integers(0, 5), min_size=1, max_size=3)


def as_starts(graph: Graph, costs: dict[Any, Any]) -> Starts[Any, Cost[Any]]:
    return Starts({start: Cost(cost + graph.estimate(start), cost, graph.estimate(start)) for start, cost in costs.items()})


def cheapest(edges: naive.Edges, starts: dict[Any, Any], goals: frozenset[Any]) -> Any:
    """What the cheapest way from any start costs, its own cost included; ``None`` if there is no way."""
    origin = object()
    return naive.find_cheapest({**edges, origin: [*starts.items()]}, origin, goals, 0)


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=repr)
@given(graph=st.one_of(consistent(), admissible()), starts=starts)
@settings(max_examples=20)
def test_every_answer_keeps_its_promise(algorithm: Algorithm, graph: Graph, starts: dict[Any, Any]) -> None:
    best = cheapest(graph.edges, starts, graph.goals)
    how: dict[str, Any] = {"algorithm": algorithm, "reopen": algorithm.name != "depth-first"}
    found = list(islice(graph.results(as_starts(graph, starts), limits=Limits(expansions=9999), **how), 20))
    found = found if len(found) == 1 or found[-1].found else found[:-1]  # the last may tell of the limit
    assert [answer.found for answer in found] == [best is not None] * len(found)
    for answer in found if best is not None else []:
        assert answer.path[-1] in graph.goals
        for one, other in pairwise(zip(answer.path, answer.costs, strict=True)):
            assert (other[0], other[1].travelled - one[1].travelled) in graph.edges[one[0]]
        travelled = answer.cost.travelled
        assert answer.costs[0].travelled == starts[answer.path[0]]
        assert answer.costs[-1].travelled == travelled >= best
        assert answer.bound is None or float(travelled) <= answer.bound * float(best) * (1 + 1e-12)
    if best is not None:
        last = found[0] if algorithm.lists else found[-1]
        if algorithm.promise.steps:
            steps = {position: [(other, 1) for other, _ in ahead] for position, ahead in graph.edges.items()}
            assert len(last.path) - 1 == cheapest(steps, dict.fromkeys(starts, 0), graph.goals)
        else:
            assert algorithm.promise.bound is None or last.cost.travelled <= float(algorithm.promise.bound) * float(best) + 1e-9
        if algorithm.improves:
            assert all(other.cost.travelled <= one.cost.travelled for one, other in pairwise(found))


def test_restarting_forgets_a_start_that_costs_more_than_the_best_answer() -> None:
    graph = Graph({1: [(0, 1)]}, frozenset({0}))
    for costs, best in (({0: 2, 1: 0}, 1), ({1: 1, 0: 1}, 1), ({0: 0, 1: 0}, 0)):
        answers = list(graph.results(as_starts(graph, costs), algorithm=Restarting()))
        assert {answer.cost.travelled for answer in answers if answer.found} == {best}
        assert answers[-1].bound == 1


def test_deepening_by_steps_looks_at_every_start_before_it_makes_a_step() -> None:
    graph = Graph({1: [(2, 1)]}, frozenset({0, 2}))
    for costs in ({0: 0, 1: 0}, {1: 0, 0: 0}):
        assert graph.search(as_starts(graph, costs), algorithm=Deepening(1, "steps")).path == (0,)


class Doubtful(Graph):
    """A graph whose estimates may be too high."""

    admissible = consistent = False


@given(graph=graphs(), estimates=st.dictionaries(positions, st.integers(0, 30)))
def test_all_optimal_paths_cost_what_they_say_without_a_proof_too(graph: Graph, estimates: dict[Any, Any]) -> None:
    doubtful = Doubtful(graph.edges, graph.goals, estimates | dict.fromkeys(graph.goals, 0))
    for answer in doubtful.results(0, algorithm=AllOptimal(20)):
        if answer.found:
            assert naive.compute_path_cost(graph.edges, answer.path, 0) <= answer.cost.travelled == answer.costs[-1].travelled
            for one, other in pairwise(zip(answer.path, answer.costs, strict=True)):
                assert (other[0], other[1].travelled - one[1].travelled) in graph.edges[one[0]]
