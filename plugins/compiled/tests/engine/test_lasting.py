"""The code of genastar's own functions serves the programs of several classes that Numba compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from numba import typeof
from numba.core import event, types

from genastar import AStar, Cost, Node, OpenList, Trace
from genastar.values.cost import rank
from genastar_compiled.data.containers.deques import Deque
from genastar_compiled.data.containers.tuples import Several
from genastar_compiled.data.values import Instance
from genastar_compiled.kernel.queues.bucket_queue import BucketQueue
from genastar_compiled.plans.lasting import described, lasts

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
    monkeypatch.setattr("genastar_compiled.compiler.engine.CompilerEngine.planned", lambda self, asked: None)
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


SEARCH = """
import sys
from attrs import frozen
from numba.core import event
from genastar import AStar, Trace
from genastar_compiled.compiler.engine import CompilerEngine

CompilerEngine.planned = lambda self, asked: None  # as if it covered no class

class Compiled(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__qualname__, event.data["args"])

    def on_end(self, event):
        pass

@frozen
class Words(AStar):
    def add_neighbours(self, node, open_list):
        for word in node.position.split("/"):
            open_list.relax(node.position.replace(word, NEW), node.cost.travelled + len(word))

    def is_destination(self, position):
        return len(position) > 7

slow, fast = Trace(), Trace()
Words().search("a/bc/d", algorithm=sys.argv[1], observer=slow)
with event.install_listener("numba:compile", Compiled()):
    Words().search("a/bc/d", engine="compiled", algorithm=sys.argv[1], observer=fast)
assert fast.events == slow.events
"""


@pytest.mark.long
def test_another_process_compiles_what_knows_the_class_alone(tmp_path: Path) -> None:
    def compiled(new: str, algorithm: str = "astar") -> list[str]:
        environment = os.environ | {"GENASTAR_CACHE_DIR": str(tmp_path)}
        told = [sys.executable, "-c", SEARCH.replace("NEW", new), algorithm]
        ended = subprocess.run(told, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr[-600:]
        return ended.stdout.splitlines()

    assert len(compiled("'ef'")) > 100
    assert not compiled("'ef'")
    other_algorithm, other_class = compiled("'ef'", "beam"), compiled("'fg'")
    assert any("add_neighbours" in each for each in other_algorithm)
    assert not any("replace" in each or "split" in each for each in other_algorithm)
    assert any("add_neighbours" in each for each in other_class)
    assert len(other_class) < 25
    assert not [each for each in other_class if each.startswith("RowsOpenList") and not each.startswith("RowsOpenList.relax")]


def adding(number: int) -> Callable[[int], int]:
    return lambda other: other + number


def test_a_description_is_of_one_thing_alone() -> None:
    cost, positions = Instance(Cost, {"total": types.int64}), Instance(stair(1), {"goal": typeof((1, 2))})
    alike = [cost, Instance(Cost, {"total": types.float64}), types.int64, typeof((1, 2)), typeof((1, 2, 3)), types.literal("1")]
    alike += [kind(types.int64) for kind in (types.List, Deque, Several)]
    told = [described(each) for each in (*alike, types.literal(1), 1, "1", 1.0, True, (1,), ((1,),), rank, Cost)]
    assert all(told)
    assert len(set(told)) == len(told)
    for of_a_user in (positions, types.Tuple((types.int64, positions)), stair, stair(1), adding(1), (1, adding), [1]):
        assert not described(of_a_user)


def test_a_function_inside_another_is_described_with_what_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not described(adding(1))
    monkeypatch.setattr("genastar_compiled.plans.lasting._LASTS", (__name__.split(".")[0],))
    assert described(adding(1)) == described(adding(1)) != described(adding(2))
    assert not described(adding([1]))  # type: ignore[arg-type]
