"""Random graphs with random estimates, admissible or not: the compiled engine does what the interpreted one does."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar import Cost, Limits, Trace, Workspace
from multigraphs import Dense, Graph, Inserting


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[int, int, int]], list[int], list[bool]]:
    count = draw(st.integers(1, 12))
    node = st.integers(0, count - 1)
    weights = st.one_of(st.integers(0, 9), st.integers(0, 10**6), st.integers(0, 2**40))
    arcs = draw(st.lists(st.tuples(node, node, weights), max_size=40))
    guesses = draw(st.lists(st.integers(0, 30), min_size=count, max_size=count))
    goals = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    return arcs, guesses, goals


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
    arcs, guesses, goals = graph
    arcs = sorted(arcs, key=lambda arc: arc[0])
    tails = np.array([tail for tail, _, _ in arcs], np.int64)
    scale = 1 if number is np.int64 else 0.1
    solver = kind(
        np.searchsorted(tails, np.arange(len(guesses) + 1)).astype(np.int64),
        np.array([head for _, head, _ in arcs], np.int64),
        np.array([weight * scale for _, _, weight in arcs]).astype(number),
        np.array([guess * scale for guess in guesses]).astype(number),
        np.array(goals),
    )
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
