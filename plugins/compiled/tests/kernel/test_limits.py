"""Limits, cancellation, observers and workspaces, compiled."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from contextlib import suppress
from typing import Any

import pytest
from attrs import evolve, frozen

from genastar import (
    AStar,
    CancelToken,
    CannotCompile,
    Cost,
    Limits,
    Node,
    Observer,
    OpenList,
    Outcome,
    Result,
    Trace,
    Workspace,
)
from genastar.algorithms import BreadthFirst, Deepening, DepthFirst
from genastar.errors import WorkspaceBusy
from genastar_compiled.searches.search import EXPANDED, Search
from graphs import Line

pytestmark = pytest.mark.long

Cell = tuple[int, int]


@frozen
class Plain(AStar[Cell, Cost[int]]):
    """A square without walls, dense."""

    width: int
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= x + dx < self.width and 0 <= y + dy < self.width:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 2 + (x * y) % 3)

    def estimate(self, position: Cell) -> int:
        return 2 * (abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1]))

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def index(self, position: Cell) -> int:
        return position[1] * self.width + position[0]

    @property
    def size(self) -> int:
        return self.width * self.width


@frozen
class Endless(AStar[int, int]):
    """The numbers; there is no destination."""

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        open_list.insert(node.position + 1, node.cost + 1)
        open_list.insert(-node.position - 1, node.cost + 2)

    def is_destination(self, position: int) -> bool:
        return False


PLAIN = Plain(9, (7, 8))


def without_clock(result: Result[object, object]) -> Result[object, object]:  # type: ignore[type-var]
    return evolve(result, seconds=0.0, engine="")


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_every_limit_on_expansions(engine: str) -> None:
    whole = PLAIN.search((0, 0))
    for allowed in range(whole.expanded + 2):
        limited = PLAIN.search((0, 0), engine=engine, limits=Limits(expansions=allowed))
        assert without_clock(limited) == without_clock(PLAIN.search((0, 0), limits=Limits(expansions=allowed)))
        assert limited.expanded == min(allowed, whole.expanded)
        assert limited.found == (allowed >= whole.expanded)


@pytest.mark.parametrize("bound", [0, 29, 30, 31, 33.5, 40, 1000, Cost(33, 0)])
def test_limit_on_cost(bound: float) -> None:
    expected = PLAIN.search((0, 0), limits=Limits(cost=bound))
    assert without_clock(PLAIN.search((0, 0), limits=Limits(cost=bound), engine="compiled")) == without_clock(expected)


def test_no_time_at_all() -> None:
    result = PLAIN.search((0, 0), limits=Limits(seconds=0), engine="compiled")
    assert (result.outcome, result.expanded) == (Outcome.TIMEOUT, 0)


def test_time_limit_ends_an_endless_search() -> None:
    result = Endless().search(0, 0, limits=Limits(seconds=0.2), engine="compiled")
    assert result.outcome is Outcome.TIMEOUT
    assert result.expanded > 1000


def test_cancelled_from_another_thread() -> None:
    token = CancelToken()
    Endless().search(0, 0, limits=Limits(expansions=10), engine="compiled")
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    assert Endless().search(0, 0, cancel=token, engine="compiled").outcome is Outcome.CANCELLED
    timer.join()


class PullAt(Observer[Cell, Cost[int]]):
    """Cancels at the n-th event."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.token = CancelToken()
        self.trace: Trace[Cell, Cost[int]] = Trace()

    def _heard(self) -> None:
        if len(self.trace.events) == self.count:
            self.token.cancel()

    def opened(self, node: Node[Cell, Cost[int]]) -> None:
        self.trace.opened(node)
        self._heard()

    def closed(self, node: Node[Cell, Cost[int]]) -> None:
        self.trace.closed(node)
        self._heard()

    def found(self, node: Node[Cell, Cost[int]]) -> None:
        self.trace.found(node)
        self._heard()


def test_an_observer_may_cancel_at_every_event() -> None:
    plain = Plain(5, (4, 3))
    everything: Trace[Cell, Cost[int]] = Trace()
    plain.search((0, 0), observer=everything)
    for count in range(1, len(everything.events) + 2):
        heard = {engine: PullAt(count) for engine in ("interpreted", "compiled")}
        results = [
            plain.search((0, 0), engine=engine, observer=observer, cancel=observer.token) for engine, observer in heard.items()
        ]
        assert without_clock(results[0]) == without_clock(results[1])
        assert heard["interpreted"].trace.events == heard["compiled"].trace.events


@frozen
class Breaking(AStar[int, Cost[int]]):
    """One of its hooks raises at a position, or leaves the range of 64 bits."""

    bad: int
    hook: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)
        if node.position == self.bad and self.hook == 0:
            raise ValueError("no way")
        if node.position == self.bad and self.hook == 3:
            open_list.relax(node.position + 2, node.cost.travelled + (1 << 62) * self.bad)
        open_list.relax(node.position + 2, node.cost.travelled + 3)

    def estimate(self, position: int) -> int:
        if position == self.bad and self.hook == 1:
            raise ValueError("no estimate")
        return 0

    def is_destination(self, position: int) -> bool:
        if position == self.bad and self.hook == 2:
            raise ValueError("no question")
        return position == 4000


@frozen
class DenseBreaking(Breaking):
    size: int = 5000

    def index(self, position: int) -> int:
        return position


@pytest.mark.filterwarnings("ignore:searching interpreted")
@pytest.mark.parametrize("kind", [Breaking, DenseBreaking])
@pytest.mark.parametrize("algorithm", ["astar", DepthFirst()])
def test_an_exception_in_a_hook_ends_the_events(kind: type[Breaking], algorithm: Any) -> None:
    for bad in (5, 3000):
        limits = Limits() if algorithm == "astar" else Limits(depth=4000)
        for hook in range(4):
            heard: dict[tuple[str, bool], Trace[int, Cost[int]]] = {}
            for engine, cut in (("interpreted", False), ("compiled", False), ("compiled", True), ("auto", True)):
                trace = heard[engine, cut] = Trace()
                how: Any = {"engine": engine, "observer": trace, "limits": limits, "algorithm": algorithm}
                with suppress(ValueError, CannotCompile):
                    if not cut:
                        kind(bad, hook).search(0, **how)
                        continue
                    with kind(bad, hook).begin(0, **how) as run:
                        run.advance(2)
                        run.finish()
            wanted = heard.pop(("interpreted", False)).events
            for which, found in heard.items():
                events = found.events
                if hook == 3 and which[0] == "compiled":  # refused in the middle
                    assert len(events) > bad
                    assert events == wanted[: len(events)]
                else:
                    assert events == wanted, (bad, hook, which)


def test_an_exception_in_an_observer_reaches_the_caller() -> None:
    class Failing(Observer[Cell, Cost[int]]):
        def closed(self, node: Node[Cell, Cost[int]]) -> None:
            raise KeyError(node.position)

    workspace = Workspace()
    with pytest.raises(KeyError):
        PLAIN.search((0, 0), observer=Failing(), engine="compiled", workspace=workspace)
    assert PLAIN.search((0, 0), engine="compiled", workspace=workspace).found


@pytest.mark.usefixtures("heeds_interrupts")
def test_ctrl_c_ends_a_long_search_and_leaves_the_process_usable() -> None:
    Endless().search(0, 0, limits=Limits(expansions=10), engine="compiled")
    pressed = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    workspace = Workspace()
    timer = threading.Timer(0.3, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Endless().search(0, 0, limits=Limits(seconds=30), engine="compiled", workspace=workspace)
    assert time.perf_counter() - pressed[0] < 5
    timer.join()
    assert PLAIN.search((0, 0), engine="compiled", workspace=workspace).found


def test_a_workspace_serves_any_solver_after_another() -> None:
    workspace = Workspace()
    for _ in range(3):
        for solver, start, cost in ((PLAIN, (0, 0), None), (Endless(), 0, 0), (Plain(30, (29, 29)), (3, 3), None)):
            limits = Limits(expansions=3000)
            warm = solver.search(start, cost, engine="compiled", workspace=workspace, limits=limits)  # type: ignore[attr-defined]
            assert without_clock(warm) == without_clock(solver.search(start, cost, limits=limits))  # type: ignore[attr-defined]


def test_a_workspace_serves_every_layout() -> None:
    @frozen
    class InRows(Plain):
        """Dense, but not packed: it inserts."""

        def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
            x, y = node.position
            if x + 1 < self.width:
                open_list.insert((x + 1, y), Cost(node.cost.total + 3, node.cost.travelled + 3))
            if y + 1 < self.width:
                open_list.insert((x, y + 1), Cost(node.cost.total + 3, node.cost.travelled + 3))

    workspace = Workspace()
    for _ in range(2):
        for solver, start, cost in ((InRows(37, (36, 36)), (0, 0), None), (Endless(), 0, 0), (PLAIN, (0, 0), None)):
            limits = Limits(expansions=5000)
            warm = solver.search(start, cost, engine="compiled", workspace=workspace, limits=limits)  # type: ignore[attr-defined]
            assert without_clock(warm) == without_clock(solver.search(start, cost, limits=limits))  # type: ignore[attr-defined]


def test_a_workspace_in_use_is_refused() -> None:
    workspace = Workspace()

    class Nested(Observer[Cell, Cost[int]]):
        def opened(self, node: Node[Cell, Cost[int]]) -> None:
            PLAIN.search((0, 0), engine="compiled", workspace=workspace)

    with pytest.raises(WorkspaceBusy):
        PLAIN.search((0, 0), engine="compiled", workspace=workspace, observer=Nested())


def test_generations_wrap_around() -> None:
    from genastar_compiled.searches.memory import Memory

    workspace = Workspace()
    PLAIN.search((0, 0), engine="compiled", workspace=workspace)
    with workspace.hold(Memory) as memory:
        memory._generation = 3
    for _ in range(6):
        assert without_clock(PLAIN.search((0, 0), engine="compiled", workspace=workspace)) == without_clock(
            PLAIN.search((0, 0))
        )


def test_threads_with_a_workspace_each() -> None:
    expected = without_clock(PLAIN.search((0, 0)))
    found: list[object] = []

    def ask() -> None:
        workspace = Workspace()
        for _ in range(50):
            found.append(without_clock(PLAIN.search((0, 0), engine="compiled", workspace=workspace)))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 200


@frozen
class Halves(AStar[int, Cost[float]]):
    """Steps of half of 2 ** 64: costs beyond the integers of a machine."""

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 2.0**63)

    def estimate(self, position: int) -> float:
        return 0.0

    def is_destination(self, position: int) -> bool:
        return position == 4


@pytest.mark.parametrize(
    "bound",
    [
        math.inf,
        -math.inf,
        10**400,
        -(10**400),
        1 << 63,
        (1 << 65) - 1,
        1 << 65,
        (1 << 65) + 1,
        (1 << 65) - 2000,
        -(1 << 63) - 1,
    ],
)
def test_a_bound_beyond_64_bits_means_the_same_at_both_engines(bound: float) -> None:
    for solver, start in ((Line(300), Cost(0, 0)), (Halves(), Cost(0.0, 0.0))):
        slow, fast = (solver.search(0, start, limits=Limits(cost=bound), engine=each) for each in ("interpreted", "compiled"))
        assert (slow.outcome, slow.path, slow.expanded) == (fast.outcome, fast.path, fast.expanded)


@pytest.mark.parametrize("depth", [0, 1, 4, 5, 6, 40])
def test_a_depth_means_the_same_at_both_engines(depth: int) -> None:
    for order in (DepthFirst, BreadthFirst):
        results, traces = [], []
        for engine in ("interpreted", "compiled"):
            trace: Trace[int, Cost[int]] = Trace()
            results.append(Line(5).search(0, algorithm=order(), limits=Limits(depth=depth), engine=engine, observer=trace))
            traces.append(trace.events)
        slow, fast = results
        assert traces[0] == traces[1]
        assert (slow.outcome, slow.path, slow.cost, slow.expanded) == (fast.outcome, fast.path, fast.cost, fast.expanded)
        assert slow.found == (depth >= 5)
        quick = Line(5).search(0, algorithm=order(), limits=Limits(depth=depth), engine="compiled")
        assert (quick.outcome, quick.path) == (slow.outcome, slow.path)


def test_deepening_depth_first_is_the_same_at_both_engines() -> None:
    slow, fast = (
        Line(9).search(0, algorithm=Deepening(2, by="steps"), engine=engine) for engine in ("interpreted", "compiled")
    )
    assert (slow.path, slow.expanded, slow.generated) == (fast.path, fast.expanded, fast.generated)
    assert slow.path == tuple(range(10))


def test_a_call_that_takes_long_however_little_it_does_is_not_cut_into_ever_smaller_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, calls = [0.0], [0]
    call = Search._call

    def slow(self: Search[Cell, Cost[int]], *args: Any) -> int:
        calls[0] += 1
        before = self.words[EXPANDED]
        status = call(self, *args)
        clock[0] += 0.07 + (self.words[EXPANDED] - before) * 1e-6  # such as a list of thousands of items that is read anew
        return status

    monkeypatch.setattr(Search, "_call", slow)
    monkeypatch.setattr("genastar_compiled.searches.search.perf_counter", lambda: clock[0])
    result = Plain(300, (299, 299)).search((0, 0), engine="compiled")
    assert result.expanded > 40_000
    assert calls[0] < 100
