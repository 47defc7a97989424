"""Random graphs with random estimates, admissible or not: the compiled engine does what the interpreted one does."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar import Cost, Limits, Trace, Workspace
from genastar.algorithms import Anytime, Beam, DynamicPotential, Focal
from genastar.authoring import Algorithm
from multigraphs import Dense, Graph, Inserting, TwoWay


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[int, int, int]], list[int], list[bool]]:
    count = draw(st.integers(1, 12))
    node = st.integers(0, count - 1)
    weights = st.one_of(st.integers(0, 9), st.integers(0, 10**6), st.integers(0, 2**40))
    arcs = draw(st.lists(st.tuples(node, node, weights), max_size=40))
    guesses = draw(st.lists(st.integers(0, 30), min_size=count, max_size=count))
    goals = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    return arcs, guesses, goals


def problem(
    kind: type[Graph[int]],
    number: type[np.generic],
    arcs: list[tuple[int, int, int]],
    guesses: list[int],
    goals: list[bool],
) -> Graph[int]:
    arcs = sorted(arcs, key=lambda arc: arc[0])
    tails = np.array([tail for tail, _, _ in arcs], np.int64)
    scale = 1 if number is np.int64 else 0.1
    return kind(
        np.searchsorted(tails, np.arange(len(guesses) + 1)).astype(np.int64),
        np.array([head for _, head, _ in arcs], np.int64),
        np.array([weight * scale for _, _, weight in arcs]).astype(number),
        np.array([guess * scale for guess in guesses]).astype(number),
        np.array(goals),
    )


WORKSPACES = {"interpreted": Workspace(), "compiled": Workspace()}


@pytest.mark.parametrize("number", [np.int64, pytest.param(np.float64, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", [Graph, Dense, pytest.param(Inserting, marks=pytest.mark.long)])
@settings(max_examples=60)
@given(graph=graphs(), reopen=st.booleans(), expansions=st.one_of(st.none(), st.integers(0, 8)))
def test_same_trace(
    kind: type[Graph[int]],
    number: type[np.generic],
    graph: tuple[list[tuple[int, int, int]], list[int], list[bool]],
    reopen: bool,
    expansions: int | None,
) -> None:
    solver = problem(kind, number, *graph)
    start = Cost(number(0).item(), number(0).item()) if kind is Inserting else None  # its costs never fall along a way
    results, traces = [], []
    for engine, workspace in WORKSPACES.items():
        trace: Trace[int, Cost[int]] = Trace()
        limits = Limits(expansions=expansions)
        result = solver.search(0, start, engine=engine, reopen=reopen, limits=limits, observer=trace, workspace=workspace)
        results.append(evolve(result, seconds=0.0, engine=""))
        traces.append(trace.events)
    assert results[0] == results[1]
    assert traces[0] == traces[1]


LATE: list[tuple[Algorithm, list[tuple[int, int, int]], list[int], int]] = [
    (
        Focal(2),
        [(4, 5, 2), (1, 7, 8), (5, 1, 9), (0, 5, 9), (0, 4, 6)],
        [12, 5, 8, 7, 6, 4, 8, 0],
        7,
    ),
    (
        DynamicPotential(3),
        [(8, 2, 5), (9, 8, 4), (2, 12, 9), (4, 8, 0), (0, 11, 2), (11, 4, 8), (11, 9, 0)],
        [3, 7, 1, 0, 1, 0, 5, 9, 1, 5, 3, 1, 0],
        12,
    ),
    (
        Anytime(4),
        [(0, 7, 2), (0, 8, 7), (2, 8, 0), (8, 6, 3), (7, 2, 2), (6, 3, 1), (3, 9, 8)],
        [0, 4, 1, 5, 3, 6, 4, 3, 1, 0],
        9,
    ),
    (
        Beam(3),
        [(0, 1, 0), (0, 6, 9), (1, 2, 3), (2, 6, 1), (6, 7, 0), (7, 4, 0), (4, 8, 9)],
        [2, 3, 1, 0, 10, 0, 0, 0, 0],
        7,
    ),
]
"""Questions whose destination is reached before a cheaper path to a node of its own path was followed; see
`correct_lagging_costs`."""


@pytest.mark.long
@pytest.mark.parametrize(("algorithm", "arcs", "guesses", "goal"), LATE, ids=lambda each: type(each).__name__)
@settings(max_examples=60)
@given(data=st.data())
def test_costs_are_those_of_the_path_where_cheaper_paths_come_late(
    algorithm: Algorithm, arcs: list[tuple[int, int, int]], guesses: list[int], goal: int, data: st.DataObject
) -> None:
    graph = data.draw(st.one_of(st.just((arcs, guesses, [at == goal for at in range(len(guesses))])), graphs()))
    solver = problem(Dense, np.int64, *graph)
    told, traces = [], []
    for engine in WORKSPACES:
        trace: Trace[int, Cost[int]] = Trace()
        answers = list(solver.results(0, algorithm=algorithm, engine=engine, reopen=True, observer=trace))
        told.append([(evolve(answer, seconds=0.0, engine=""), answer.costs) for answer in answers])
        traces.append(trace.events)
    assert told[0] == told[1]
    assert traces[0] == traces[1]
    for answer, costs in told[1]:
        assert not answer.found or costs[-1] == answer.cost
        for (here, before), (there, after) in pairwise(zip(answer.path, costs, strict=True)):
            assert (here, there, after.travelled - before.travelled) in graph[0]


OUTRUN = (
    [
        *((0, 0, 1), (0, 2, 3), (0, 5, 1), (1, 1, 0), (2, 0, 0), (2, 12, 3), (3, 0, 1), (3, 1, 1), (3, 5, 3), (3, 8, 1)),
        *((3, 12, 0), (3, 13, 0), (4, 2, 2), (4, 5, 0), (4, 7, 1), (4, 10, 2), (4, 12, 0), (5, 2, 1), (5, 6, 2), (6, 1, 0)),
        *((6, 5, 0), (6, 10, 0), (7, 9, 0), (7, 10, 0), (8, 7, 1), (8, 8, 1), (8, 11, 0), (9, 2, 2), (9, 3, 0), (9, 10, 0)),
        *((10, 4, 3), (11, 9, 0), (11, 13, 3), (12, 0, 0)),
    ],
    [100, 30, 1, 9, 3, 0, 1, 30, 30, 9, 9, 30, 3, 1],
    [1, 1, 1, 1, 9, 1, 9, 3, 1, 0, 0, 30, 0, 9],
    8,
)
"""A question whose lower bound rises past nodes to which a cheaper path is known: they are not open any more."""


@st.composite
def two_way(draw: st.DrawFn) -> tuple[list[tuple[int, int, int]], list[int], list[int], int]:
    arcs, guesses, _ = draw(graphs())
    several = st.lists(st.integers(0, 30), min_size=len(guesses), max_size=len(guesses))
    return arcs, guesses, draw(several), draw(st.integers(0, len(guesses) - 1))


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["nbs", *(pytest.param(name, marks=pytest.mark.long) for name in ("mm", "both-ways"))])
@settings(max_examples=100)
@given(graph=st.one_of(st.just(OUTRUN), two_way()))
def test_the_trace_is_the_same_from_both_ends(
    algorithm: str, graph: tuple[list[tuple[int, int, int]], list[int], list[int], int]
) -> None:
    arcs, guesses, guesses_back, goal = graph
    goals = [at == goal for at in range(len(guesses))]
    forth = problem(Dense, np.int64, arcs, guesses, goals)
    back = problem(Dense, np.int64, [(head, tail, weight) for tail, head, weight in arcs], guesses_back, goals)
    solver = TwoWay(
        forth.first,
        forth.heads,
        forth.weights,
        forth.guesses,
        forth.goals,
        goal,
        back.first,
        back.heads,
        back.weights,
        back.guesses,
    )
    told = []
    for engine in WORKSPACES:
        trace: Trace[int, Cost[int]] = Trace()
        answer = solver.search(0, algorithm=algorithm, engine=engine, observer=trace)
        told.append((evolve(answer, seconds=0.0, engine=""), trace.events))
    assert told[0] == told[1]
