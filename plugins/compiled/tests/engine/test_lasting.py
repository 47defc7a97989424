"""The code of genastar's own functions serves the programs of several classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import frozen
from numba.core import event

from genastar import AStar, Cost, Node, OpenList, Trace
from genastar.values.cost import rank
from genastar_compiled.kernel.bucket_queue import BucketQueue
from genastar_compiled.lasting import lasts

Cell = tuple[int, int]


class Compiled(event.Listener):  # type: ignore[misc]  # Numba is not typed
    """The names of the functions that Numba compiles."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(event.data["dispatcher"].py_func.__qualname__)

    def on_end(self, event: Any) -> None:
        pass


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiled]:
    monkeypatch.setenv("GENASTAR_CACHE_DIR", "")
    with event.install_listener("numba:compile", Compiled()) as listener:
        yield listener


def stair(rise: int) -> type[AStar[Cell, Cost[int]]]:
    """A class of its own, with its own hooks."""

    @frozen
    class Stair(AStar[Cell, Cost[int]]):
        goal: Cell

        def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
            x, y = node.position
            for step in (1, -1):
                open_list.relax((x + step, y + step * rise), node.cost.travelled + abs(step) + rise)

        def is_destination(self, position: Cell) -> bool:
            return position == self.goal

    return Stair


@pytest.mark.long
def test_another_class_of_the_same_types_compiles_its_own_hooks_and_little_more(compiled: Compiled) -> None:
    counts = []
    for rise in (1, 2, 3):
        slow, fast = Trace[Cell, Cost[int]](), Trace[Cell, Cost[int]]()
        problem = stair(rise)((7, 7 * rise))
        problem.search((0, 0), observer=slow)
        compiled.names.clear()
        problem.search((0, 0), engine="compiled", observer=fast)
        assert slow.events == fast.events
        assert any("add_neighbours" in name for name in compiled.names)
        counts.append(len(compiled.names))
    assert counts[1] == counts[2] < 40
    assert not any(name.startswith(("BucketQueue", "Heap", "HashTable")) for name in compiled.names)


def test_what_lasts() -> None:
    assert lasts(rank)
    assert lasts(Cost)
    assert lasts(BucketQueue.insert)
    assert not lasts(stair)  # a user's
    assert not lasts(stair(1).add_neighbours)
    assert not lasts("text")
