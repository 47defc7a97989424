"""A destination reached before a cheaper path to a node of its own path was followed: the result has the cost of the path."""

from __future__ import annotations

from itertools import pairwise

import pytest

import naive
from genastar.algorithms import Anytime, Beam, DynamicPotential, Focal
from genastar.authoring import Algorithm
from graphs import Graph

QUESTIONS: list[tuple[Algorithm, naive.Edges, dict[int, int], int]] = [
    (
        Focal(2),
        {4: [(5, 2)], 1: [(7, 8)], 5: [(1, 9)], 0: [(5, 9), (4, 6)]},
        {0: 12, 1: 5, 2: 8, 3: 7, 4: 6, 5: 4, 6: 8, 7: 0},
        7,
    ),
    (
        DynamicPotential(3),
        {8: [(2, 5)], 9: [(8, 4)], 2: [(12, 9)], 4: [(8, 0)], 0: [(11, 2)], 11: [(4, 8), (9, 0)]},
        {0: 3, 1: 7, 2: 1, 3: 0, 4: 1, 5: 0, 6: 5, 7: 9, 8: 1, 9: 5, 10: 3, 11: 1, 12: 0},
        12,
    ),
    (
        Anytime(4),
        {0: [(7, 2), (8, 7)], 2: [(8, 0)], 8: [(6, 3)], 7: [(2, 2)], 6: [(3, 1)], 3: [(9, 8)]},
        {0: 0, 1: 4, 2: 1, 3: 5, 4: 3, 5: 6, 6: 4, 7: 3, 8: 1, 9: 0},
        9,
    ),
    (
        Beam(3),
        {0: [(1, 0), (6, 9)], 1: [(2, 3)], 2: [(6, 1)], 6: [(7, 0)], 7: [(4, 0)], 4: [(8, 9)]},
        {0: 2, 1: 3, 2: 1, 4: 10},
        7,
    ),
]


@pytest.mark.parametrize(("algorithm", "edges", "estimates", "goal"), QUESTIONS, ids=lambda each: type(each).__name__)
def test_the_cost_is_that_of_the_path(algorithm: Algorithm, edges: naive.Edges, estimates: dict[int, int], goal: int) -> None:
    answers = list(Graph(edges, frozenset({goal}), estimates).results(0, algorithm=algorithm, reopen=True))
    assert all(answer.found for answer in answers)
    for answer in answers:
        paid = [naive.compute_path_cost(edges, answer.path[: number + 1], 0) for number in range(len(answer.path))]
        assert [cost.travelled for cost in answer.costs] == paid
        assert answer.cost is not None
        assert (answer.cost.travelled, answer.cost.total) == (paid[-1], paid[-1])
    for one, other in pairwise(answers):
        assert one.cost is not None
        assert other.cost is not None
        assert other.bound < one.bound
        assert other.cost.travelled <= one.cost.travelled
