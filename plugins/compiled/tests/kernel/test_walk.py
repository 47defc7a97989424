"""IDA* compiled: what the interpreted engine does, event by event."""

from __future__ import annotations

import os
import signal
import threading
import time
from fractions import Fraction
from typing import TypeVar

import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import plans_of
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from genastar import AStar, CancelToken, CannotCompile, Cost, Limits, Node, OpenList, Outcome, Result, Trace, Workspace
from genastar.algorithms import IdaStar
from genastar.errors import CostError

pytestmark = pytest.mark.long

C = TypeVar("C", int, float)


@frozen(eq=False)
class Graph(AStar[int, Cost[C]]):
    """A directed multigraph: the arcs of node i are those from ``first[i]`` to ``first[i + 1]``."""

    first: NDArray[np.int64]
    heads: NDArray[np.int64]
    weights: NDArray[np.generic]
    guesses: NDArray[np.generic]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.heads[arc]), node.cost.travelled + self.weights[arc].item())

    def estimate(self, position: int) -> C:
        return self.guesses[position].item()  # type: ignore[no-any-return]

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Tree(AStar[tuple[int, int], tuple[int, int]]):
    """A broad tree whose costs are tuples: rows that end, and a last position in the row ``depth``."""

    breadth: int
    depth: int

    def add_neighbours(
        self, node: Node[tuple[int, int], tuple[int, int]], open_list: OpenList[tuple[int, int], tuple[int, int]]
    ) -> None:
        row, _ = node.position
        turns, steps = node.cost
        if row < self.depth and node.position[1] == 0:
            for column in range(self.breadth):
                open_list.insert((row + 1, column), (turns + column % 2, steps + 1))

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == (self.depth, self.breadth - 1)


def graph_of(
    arcs: list[tuple[int, int, int]], guesses: list[int], goal: int, number: type[np.generic] = np.int64
) -> Graph[int]:
    arcs = sorted(arcs, key=lambda arc: arc[0])
    tails = np.array([tail for tail, _, _ in arcs], np.int64)
    scale = 1 if number is np.int64 else 0.1
    return Graph(
        np.searchsorted(tails, np.arange(len(guesses) + 1)),
        np.array([head for _, head, _ in arcs], np.int64),
        (np.array([weight for _, _, weight in arcs]) * scale).astype(number),
        (np.array(guesses) * scale).astype(number),
        goal,
    )


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[int, int, int]], list[int], int]:
    count = draw(st.integers(1, 8))
    node = st.integers(0, count - 1)
    arcs = draw(st.lists(st.tuples(node, node, st.one_of(st.integers(0, 4), st.integers(0, 2**40))), max_size=20))
    return arcs, draw(st.lists(st.integers(0, 12), min_size=count, max_size=count)), draw(node)


def without_clock(result: Result[object, object]) -> Result[object, object]:  # type: ignore[type-var]
    return evolve(result, seconds=0.0, engine="")


WORKSPACE = Workspace()
TABLES = (0, 0, 2, 3, 4, 5, 1000)
"""Sizes of transposition tables."""


@pytest.mark.parametrize("number", [np.int64, np.float64])
@settings(max_examples=80)
@given(
    graph=graphs(), expansions=st.integers(0, 400), most=st.one_of(st.none(), st.integers(0, 40)), table=st.sampled_from(TABLES)
)
def test_same_answer(
    number: type[np.generic],
    graph: tuple[list[tuple[int, int, int]], list[int], int],
    expansions: int,
    most: int | None,
    table: int,
) -> None:
    """Estimates of any kind: what they do to the answer, they do at both speeds."""
    solver = graph_of(*graph, number)
    bound = None if most is None else most if number is np.int64 else most * 0.1
    limits = Limits(expansions=expansions, cost=bound)
    slow = solver.search(0, algorithm=IdaStar(table), limits=limits)
    fast = solver.search(0, algorithm=IdaStar(table), limits=limits, engine="compiled", workspace=WORKSPACE)
    assert without_clock(fast) == without_clock(slow)


@settings(max_examples=25)
@given(graph=graphs(), table=st.sampled_from(TABLES))
def test_same_trace(graph: tuple[list[tuple[int, int, int]], list[int], int], table: int) -> None:
    solver, traces = graph_of(*graph), (Trace(), Trace())  # type: ignore[var-annotated]
    solver.search(0, algorithm=IdaStar(table), limits=Limits(expansions=300), observer=traces[0])
    solver.search(
        0, algorithm=IdaStar(table), limits=Limits(expansions=300), observer=traces[1], engine="compiled", workspace=WORKSPACE
    )
    assert traces[0].events == traces[1].events


def test_a_long_line_and_many_who_wait() -> None:
    """Every array grows in the midst of an expansion, which is run again and adds nothing twice."""
    for solver in (Tree(700, 3), Tree(3, 700), Tree(40, 40)):
        slow, fast = (
            solver.search((0, 0), (0, 0), algorithm=IdaStar(), engine=engine) for engine in ("interpreted", "compiled")
        )
        assert slow.outcome is Outcome.FOUND
        assert without_clock(fast) == without_clock(slow)


def line(length: int) -> Graph[int]:
    """A line there and back, without a cost, so that one round walks all of it."""
    there = [(place, place + 1, 0) for place in range(length)]
    back = [(place + 1, place, 0) for place in range(length)]
    return graph_of(there + back, [0] * (length + 1), length)


def test_after_a_large_search_in_the_same_workspace() -> None:
    """A line of 5,000 in a workspace, then short ones: what stands in the table of the line is never believed."""
    workspace = Workspace()
    for length in (5000, 3, 5000, 700, 0):
        result = line(length).search(0, algorithm=IdaStar(), engine="compiled", workspace=workspace)
        assert result.path == tuple(range(length + 1))
        assert result.expanded == length
        assert line(length).search(0, engine="compiled", workspace=workspace).path == result.path


def ladder(rungs: int) -> Graph[int]:
    """Two ways to go on at each rung, and none to the goal: 2 ** rungs ways."""
    arcs = [(rung, rung + side, 0) for rung in range(0, 2 * rungs, 2) for side in (1, 2)]
    arcs += [(rung + 1, rung + 2, 0) for rung in range(0, 2 * rungs, 2)]
    return graph_of(arcs, [0] * (2 * rungs + 2), 2 * rungs + 1)


@frozen
class Keyed(AStar[tuple[int, float], tuple[int, int]]):
    """A lattice with costs of tuples, whose positions carry more than their key."""

    breadth: int

    def add_neighbours(
        self, node: Node[tuple[int, float], tuple[int, int]], open_list: OpenList[tuple[int, float], tuple[int, int]]
    ) -> None:
        (number, _), (turns, steps) = node.position, node.cost
        for step in (1, self.breadth, self.breadth + 1):
            if number + step < self.breadth * self.breadth:
                open_list.insert((number + step, 0.5 * step), (turns + step % 2, steps + step % 3))

    def is_destination(self, position: tuple[int, float]) -> bool:
        return position[0] == self.breadth * self.breadth - 1

    def key(self, position: tuple[int, float]) -> int:
        return position[0]


@pytest.mark.parametrize("table", [0, 2, 6, 20, 200])
def test_tables_with_keys_and_costs_of_any_type(table: int) -> None:
    slow, fast = (
        Keyed(6).search((0, 0.0), (0, 0), algorithm=IdaStar(table), engine=engine) for engine in ("interpreted", "compiled")
    )
    assert without_clock(fast) == without_clock(slow)
    assert slow.cost == Keyed(6).search((0, 0.0), (0, 0), reopen=True).cost
    assert slow.expanded < 2000 or table < 20


def test_tables_take_turns_in_a_workspace() -> None:
    """A table is empty in the next search, of any size, and its size is no part of the program."""

    class Own(Keyed):
        pass

    workspace = Workspace()
    for table in (200, 2, 31, 5000, 0, 200):
        slow, fast = (
            Own(6).search((0, 0.0), (0, 0), algorithm=IdaStar(table), engine=engine, workspace=workspace)
            for engine in ("interpreted", "compiled")
        )
        assert without_clock(fast) == without_clock(slow)
    assert [len(plan._programs) for plan in plans_of(Own)] == [2]


def test_limits_on_time_and_on_expansions() -> None:
    solver = ladder(60)
    result = solver.search(0, algorithm=IdaStar(), limits=Limits(seconds=0.1), engine="compiled")
    assert result.outcome is Outcome.TIMEOUT
    assert 0.1 <= result.seconds < 5
    assert result.expanded > 1000
    result = solver.search(0, algorithm=IdaStar(), limits=Limits(expansions=12345), engine="compiled")
    assert (result.outcome, result.expanded) == (Outcome.LIMIT, 12345)
    small = ladder(8)
    ways = small.search(0, algorithm=IdaStar(), engine="compiled")
    assert without_clock(ways) == without_clock(small.search(0, algorithm=IdaStar()))
    assert ways.outcome is Outcome.UNREACHABLE


def test_cancelling_from_another_thread() -> None:
    token = CancelToken()
    timer = threading.Timer(0.1, token.cancel)
    timer.start()
    result = ladder(60).search(0, algorithm=IdaStar(), cancel=token, engine="compiled")
    timer.join()
    assert result.outcome is Outcome.CANCELLED


@pytest.mark.usefixtures("heeds_interrupts")
def test_ctrl_c() -> None:
    ladder(3).search(0, algorithm=IdaStar(), engine="compiled")  # compiles
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ladder(60).search(0, algorithm=IdaStar(), engine="compiled", limits=Limits(seconds=30))
    timer.join()
    time.sleep(0)  # a signal that came late would arrive here


def test_what_is_refused() -> None:
    huge = graph_of([(0, 1, 2**62), (1, 2, 2**62), (2, 3, 2**62)], [0, 0, 0, 0], 3)
    with pytest.raises(CostError, match="64-bit"):
        huge.search(0, algorithm=IdaStar(), engine="compiled")
    nan = graph_of([(0, 1, 1)], [0, 0], 1, np.float64)
    nan.weights[0] = np.nan
    for engine in ("interpreted", "compiled"):
        with pytest.raises(CostError, match="NaN"):
            nan.search(0, algorithm=IdaStar(), engine=engine)


@frozen
class Halves(AStar[Fraction, Cost[int]]):
    """Positions that have no machine code."""

    def add_neighbours(self, node: Node[Fraction, Cost[int]], open_list: OpenList[Fraction, Cost[int]]) -> None:
        if node.position > Fraction(1, 8):
            open_list.relax(node.position / 2, node.cost.travelled + 1)

    def is_destination(self, position: Fraction) -> bool:
        return position == Fraction(1, 8)


@pytest.mark.usefixtures("auto_at_once")
def test_auto() -> None:
    with pytest.raises(CannotCompile, match="Halves"):
        Halves().search(Fraction(1), algorithm=IdaStar(), engine="compiled")
    with pytest.warns(UserWarning, match="searching interpreted") as caught:
        result = Halves().search(Fraction(1), algorithm=IdaStar(), engine="auto")
    assert (result.path[-1], result.engine) == (Fraction(1, 8), "interpreted")
    assert len(caught) == 1
    assert line(3).search(0, algorithm=IdaStar(), engine="auto").engine == "compiled"
