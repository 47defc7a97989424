"""Positions that no search can use: NaN inside, or no hash. Both engines refuse them, in the same line."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from enum import Enum, IntEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import frozen

from genastar import AStar, BadInput, CannotCompile, Cost, Node, OpenList, Trace
from genastar.algorithms import BothWays, Deepening, DepthFirst, Greedy, IdaStar
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.contracts.hooks import Hooks
from genastar.values.node import K

pytestmark = pytest.mark.long

NAN = math.nan
Place = tuple[float, int]


@frozen
class Attack(AStar[Place, Cost[int]]):
    """The three positions of the attack: two hold NaN, and none of them leads back."""

    nan: float
    goal: int = 3
    inserting: bool = False

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        y = node.position[1]
        cost = node.cost.travelled + 1
        if self.inserting:
            open_list.insert((0.5, y + 2), Cost(cost, cost, 0))
            open_list.insert((self.nan, y + 1), Cost(cost, cost, 0))
        else:
            open_list.relax((0.5, y + 2), cost)
            open_list.relax((self.nan, y + 1), cost)
            open_list.relax((self.nan, y + 2), cost)

    def is_destination(self, position: Place) -> bool:
        return position[1] >= self.goal


@frozen
class Indexed(Attack):
    """Its closed list is an array."""

    size: int = 100

    def index(self, position: Place) -> int:
        return position[1]


@frozen
class Spot:
    x: float
    deep: Place


@frozen
class Spots(AStar[Spot, Cost[int]]):
    nan: float
    deep: bool

    def add_neighbours(self, node: Node[Spot, Cost[int]], open_list: OpenList[Spot, Cost[int]]) -> None:
        bad = Spot(1.0, (self.nan, 2)) if self.deep else Spot(self.nan, (1.0, 2))
        open_list.relax(bad, node.cost.travelled + 1)

    def is_destination(self, position: Spot) -> bool:
        return False


@frozen
class Bare(AStar[float, Cost[int]]):
    nan: float

    def add_neighbours(self, node: Node[float, Cost[int]], open_list: OpenList[float, Cost[int]]) -> None:
        open_list.relax(self.nan, node.cost.travelled + 1)

    def is_destination(self, position: float) -> bool:
        return False


@frozen
class Turned(AStar[Place, Cost[int]]):
    nan: float

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        open_list.relax((self.nan, 1), node.cost.travelled + 1)

    def is_destination(self, position: Place) -> bool:
        return position == (0.0, 9)

    def reverse(self, start: Place) -> tuple[AStar[Place, Cost[int]], Place]:
        return Turned(self.nan), (0.0, 9)


Search = Callable[[str], object]
START = (0.0, 0)
SEARCHES: dict[str, tuple[Search, str]] = {
    "relax": (
        lambda engine: Attack(NAN).search(START, engine=engine),
        "Attack.add_neighbours added the position (nan, 1) at (0.0, 0)",
    ),
    "insert": (
        lambda engine: Attack(NAN, inserting=True).search(START, engine=engine),
        "Attack.add_neighbours added the position (nan, 1) at (0.0, 0)",
    ),
    "-NaN": (lambda engine: Attack(-NAN).search(START, engine=engine), "Attack.add_neighbours added the position (nan, 1)"),
    "late": (
        lambda engine: search_late(engine),
        "Late.add_neighbours added the position (nan, 4) at (0.0, 3)",
    ),
    "index": (lambda engine: Indexed(NAN).search(START, engine=engine), "Indexed.add_neighbours added the position (nan, 1)"),
    "index, insert": (
        lambda engine: Indexed(NAN, inserting=True).search(START, engine=engine),
        "Indexed.add_neighbours added the position (nan, 1)",
    ),
    "a field": (
        lambda engine: Spots(NAN, False).search(Spot(0.0, (0.0, 0)), engine=engine),
        "Spots.add_neighbours added the position Spot(x=nan, deep=(1.0, 2)) at Spot(x=0.0, deep=(0.0, 0))",
    ),
    "a tuple in a field": (
        lambda engine: Spots(NAN, True).search(Spot(0.0, (0.0, 0)), engine=engine),
        "Spots.add_neighbours added the position Spot(x=1.0, deep=(nan, 2))",
    ),
    "a float": (lambda engine: Bare(NAN).search(0.0, engine=engine), "Bare.add_neighbours added the position nan at 0.0"),
    "the start": (lambda engine: Attack(0.0).search((NAN, 0), engine=engine), "the start (nan, 0) holds NaN"),
    "a later start": (
        lambda engine: [*Attack(0.0).search_many([START, (NAN, 0)], engine=engine)],
        "the start (nan, 0) holds NaN",
    ),
    "a question of many": (
        lambda engine: [*Attack(0.0).search_many([START, START], {"nan": [0.0, NAN]}, engine=engine)],
        "Attack.add_neighbours added the position (nan, 1) at (0.0, 0)",
    ),
    "ida_star": (
        lambda engine: Attack(NAN).search(START, algorithm=IdaStar(), engine=engine),
        "Attack.add_neighbours added the position (nan, 1)",
    ),
    "ida_star, insert": (
        lambda engine: Attack(NAN, inserting=True).search(START, algorithm=IdaStar(), engine=engine),
        "Attack.add_neighbours added the position (nan, 1)",
    ),
    "deepen": (
        lambda engine: Attack(NAN).search(START, algorithm=Deepening(1), engine=engine),
        "Attack.add_neighbours added the position (nan, 1)",
    ),
    "both ways": (
        lambda engine: Turned(NAN).search(START, algorithm=BothWays(), engine=engine),
        "AveragedProblem.add_neighbours added the position SidedPosition(side=0, position=(nan, 1))",
    ),
    "Greedy": (
        lambda engine: Attack(NAN).search(START, algorithm=Greedy(), engine=engine),
        "Attack.add_neighbours added the position",
    ),
    "DepthFirst": (
        lambda engine: Attack(NAN).search(START, algorithm=DepthFirst(), engine=engine),
        "Attack.add_neighbours added the position",
    ),
}


@frozen
class Late(AStar[Place, Cost[int]]):
    """Adds NaN after a few expansions."""

    nan: float

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        y = node.position[1] + 1
        open_list.relax((self.nan if y == 4 else 0.0, y), node.cost.travelled + 1)

    def is_destination(self, position: Place) -> bool:
        return False


def search_late(engine: str) -> object:
    return Late(NAN).search(START, engine=engine)


@pytest.mark.parametrize("name", SEARCHES)
def test_nan_is_refused_in_one_line_at_both_engines(name: str) -> None:
    search, says = SEARCHES[name]
    lines = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises(BadInput, match="holds NaN") as caught:
            search(engine)
        lines.append(str(caught.value))
    assert lines[0] == lines[1]
    assert "\n" not in lines[0]
    assert says in lines[0]


def test_starts_of_an_array() -> None:
    starts: Any = np.array([0.0, NAN])
    with pytest.raises(BadInput, match="the start nan holds NaN"):
        Bare(1.0).search_many(starts, engine="compiled")


@frozen(eq=False)
class Strange:
    """Equals nothing."""

    x: int

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return hash(self.x)


@frozen
class Stranger(AStar[Strange, Cost[int]]):
    goal: int

    def add_neighbours(self, node: Node[Strange, Cost[int]], open_list: OpenList[Strange, Cost[int]]) -> None:
        open_list.relax(Strange(node.position.x + 1), node.cost.travelled + 1)

    def is_destination(self, position: Strange) -> bool:
        return position.x == self.goal


def test_positions_that_compare_by_a_method_of_their_own_are_refused() -> None:
    with pytest.raises(CannotCompile, match="a position of the class Strange, which compares by a method of its own"):
        Stranger(3).search(Strange(0), engine="compiled")


UNUSABLE = {
    "list": ("[x + 1, y]", r"L\.add_neighbours added the position \[1, 0\] at \(0, 0\), which is not hashable \(.*'list'\)"),
    "list inside": (
        "(x + 1, [y])",
        r"the position \(1, \[0\]\) at \(0, 0\), which is not hashable \(.*'list'\); .*a tuple, not a list",
    ),
    "array": ("np.array([x + 1, y])", r"the position array\(\[1, 0\]\) at \(0, 0\), which is not hashable"),
    "set": ("{x, y}", r"the position \{0\} at \(0, 0\), which is not hashable"),
    "int": ("x + 1", None),
    "None": ("None", None),
}
SOURCE = """
import numpy as np
from attrs import frozen
from genastar import AStar

@frozen
class L(AStar):
    def add_neighbours(self, node, open_list):
        x, y = node.position
        open_list.relax({position}, node.cost.travelled + 1)

    def is_destination(self, position):
        return False
"""


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize("kind", UNUSABLE)
def test_a_position_of_another_kind_says_where(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, says = UNUSABLE[kind]
    (tmp_path / "strange.py").write_text(SOURCE.format(position=written))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "strange", raising=False)
    solver = import_module("strange").L()
    with pytest.raises(CannotCompile) as caught:
        solver.search((0, 0), engine="compiled")
    assert re.search(
        r"L\.add_neighbours \(strange.py, line 10\): (a position has .* where the start has .*|a call of numpy\.array)",
        str(caught.value),
    )
    if says is not None:
        for search in (solver.search, partial(solver.search, algorithm=IdaStar())):
            with pytest.raises(BadInput, match=says) as refused:
                search((0, 0))
            assert "\n" not in str(refused.value)


def test_a_position_of_another_length_raises_in_the_next_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code takes such positions for tuples that differ in length."""
    (tmp_path / "longer.py").write_text(SOURCE.format(position="(x + 1, y, 0)"))
    monkeypatch.syspath_prepend(str(tmp_path))
    for engine in ("interpreted", "compiled"):
        with pytest.raises(ValueError, match=r"too many values to unpack \(expected 2"):
            import_module("longer").L().search((0, 0), engine=engine)


@frozen
class Collecting(AStar[frozenset[int], Cost[int]]):
    count: int

    def add_neighbours(self, node: Node[frozenset[int], Cost[int]], open_list: OpenList[frozenset[int], Cost[int]]) -> None:
        for item in range(self.count):
            open_list.relax(node.position | frozenset((item,)), node.cost.travelled + item + 1)

    def is_destination(self, position: frozenset[int]) -> bool:
        return len(position) == self.count


def test_an_empty_set_of_a_wrapped_problem_has_the_type_that_is_written() -> None:
    start: frozenset[int] = frozenset()
    compiled, interpreted = (
        Collecting(3).search(start, algorithm="dijkstra", engine=engine) for engine in ("compiled", "interpreted")
    )
    assert (compiled.path, compiled.cost, compiled.expanded) == (interpreted.path, interpreted.cost, interpreted.expanded)


@frozen(eq=False)
class Unwritten(ProblemWrapper):  # type: ignore[type-arg]  # as users write it
    pass


@frozen(eq=False)
class Counted(Hooks[tuple[K, int], Cost[int]]):
    """A wrapper with positions of its own."""

    problem: Hooks[K, Cost[int]]

    def add_neighbours(self, node: Node[tuple[K, int], Cost[int]], open_list: OpenList[tuple[K, int], Cost[int]]) -> None:
        raise NotImplementedError

    def is_destination(self, position: tuple[K, int]) -> bool:
        raise NotImplementedError


class Direction(Enum):
    NORTH = 0
    EAST = 1
    SOUTH = 2


class Level(IntEnum):
    LOW = 10
    MIDDLE = 20
    HIGH = 30


class Share(Enum):
    HALF = 0.5
    ALL = 1.0


class Answer(Enum):
    NO = False
    YES = True


class Corner(Enum):
    ORIGIN = (0, 0)
    FAR = (1, 2)


@frozen
class Turns(AStar[Any, Cost[int]]):
    """Positions that are members of an enum."""

    then: tuple[Any, ...]
    last: Any

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        for each in self.then:
            if each != node.position:
                open_list.relax(each, node.cost.travelled + 1, action=each)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.last)


@pytest.mark.parametrize("kind", [Direction, Level, Share, Answer, Corner])
def test_a_member_of_an_enum_is_a_position(kind: type[Enum]) -> None:
    members = tuple(kind)
    problem = Turns(members, members[-1])
    found = []
    for engine in ("interpreted", "compiled"):
        trace: Trace[Any, Cost[int]] = Trace()
        result = problem.search(members[0], engine=engine, observer=trace)
        tree = problem.explore(members[0], engine=engine)
        told = result.path, result.closest, [(each.node.position, each.node.parent) for each in trace.events]
        reached = sorted(((node.position, node.parent) for node in tree.values()), key=repr)
        found.append(repr((told, result.actions, reached)))
        assert not [each for each in result.path if type(each) is not kind]
    assert found[0] == found[1]
