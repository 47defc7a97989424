"""Members of enums in positions: each stays what it is, or is refused where the start has a plain value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum, IntFlag, StrEnum
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import record_events, search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long


class Turn(IntEnum):
    MINE = 0
    YOURS = 1


class Hand(IntEnum):
    LEFT = 0
    RIGHT = 1


@frozen(eq=False)
class Playing(AStar[Any, Cost[int]]):
    """A step after each of which it is the other's turn; one of YOURS costs more."""

    goal: int = 4

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        turn, n = self.parts(node.position)
        if n < self.goal:
            open_list.relax(
                self.made(node.position, Turn(1 - turn), n + 1), node.cost.travelled + (10 if turn is Turn.YOURS else 1)
            )

    def is_destination(self, position: Any) -> bool:
        return bool(self.parts(position)[1] == self.goal)

    def parts(self, position: Any) -> Any:
        return position[0], position[1]

    def made(self, position: Any, turn: Any, n: int) -> Any:
        return turn, n


class Round(NamedTuple):
    turn: int
    n: int


@frozen(eq=False)
class InNamedTuples(Playing):
    def made(self, position: Any, turn: Any, n: int) -> Any:
        return Round(turn, n)


@dataclass(frozen=True)
class Game:
    turn: int
    n: int


@frozen(eq=False)
class InRecords(Playing):
    def parts(self, position: Any) -> Any:
        return position.turn, position.n

    def made(self, position: Any, turn: Any, n: int) -> Any:
        return replace(position, turn=turn, n=n)


@frozen(eq=False)
class InNewRecords(InRecords):
    def made(self, position: Any, turn: Any, n: int) -> Any:
        return Game(turn, n)


@frozen(eq=False)
class InTuples(Playing):
    def parts(self, position: Any) -> Any:
        return position[0][0], position[1]

    def made(self, position: Any, turn: Any, n: int) -> Any:
        return (turn, 0), n


CASES = [
    (Playing(), lambda turn: (turn, 0)),
    (InNamedTuples(), lambda turn: Round(turn, 0)),
    (InRecords(), lambda turn: Game(turn, 0)),
    (InNewRecords(), lambda turn: Game(turn, 0)),
    (InTuples(), lambda turn: ((turn, 0), 0)),
]
IDS = [type(solver).__name__ for solver, _ in CASES]


@pytest.mark.parametrize(("solver", "start"), CASES, ids=IDS)
def test_members_stay_members(solver: Playing, start: Any) -> None:
    """Also in a field that is declared an int."""
    found: Any = search_both(solver, start(Turn.MINE))
    assert [type(solver.parts(each)[0]) for each in found.path] == [Turn] * 5
    assert found.cost.travelled == 22


@pytest.mark.parametrize("plain", [0, 0.0, False, Hand.LEFT])
@pytest.mark.parametrize(("solver", "start"), CASES, ids=IDS)
def test_a_member_where_the_start_has_another_value(solver: Playing, start: Any, plain: Any) -> None:
    says = rf"'is' of {type(plain).__name__} and Turn; write ==|a position has Turn where the start has {type(plain).__name__}"
    with pytest.raises(CannotCompile, match=says):
        solver.search(start(plain), engine="compiled")


@frozen(eq=False)
class Alone(Playing):
    def parts(self, position: Any) -> Any:
        return position, position

    def made(self, position: Any, turn: Any, n: int) -> Any:
        return Turn.YOURS


@pytest.mark.parametrize("algorithm", ["astar", "focal", "breadth-first", "ida-star", "beam", "anytime", "partial-expansion"])
def test_a_member_alone(algorithm: str) -> None:
    found = Alone(1).search(Turn.MINE, engine="compiled", algorithm=algorithm)
    assert repr(found.path) == "(<Turn.MINE: 0>, <Turn.YOURS: 1>)"
    with pytest.raises(CannotCompile, match="'is' of int and Turn; write =="):
        Alone(1).search(0, engine="compiled", algorithm=algorithm)


@frozen(eq=False)
class Paying(Playing):
    """A cost is a member."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, Turn.YOURS)

    def is_destination(self, position: int) -> bool:
        return position == 1


def test_a_member_as_a_cost() -> None:
    with pytest.raises(CannotCompile, match=r"Turn where the search began with int; write int\(\.\.\.\) around it"):
        Paying().search(0, engine="compiled")


@frozen(eq=False)
class InSets(AStar[frozenset[int], Cost[int]]):
    def add_neighbours(self, node: Node[frozenset[int], Cost[int]], open_list: OpenList[frozenset[int], Cost[int]]) -> None:
        open_list.relax(node.position | {Turn.YOURS}, node.cost.travelled + 1)

    def is_destination(self, position: frozenset[int]) -> bool:
        return Turn.YOURS in position


def test_a_member_in_a_set() -> None:
    with pytest.raises(CannotCompile, match="set of Turn together with frozenset of int"):
        InSets().search(frozenset({0}), engine="compiled")
    search_both(InSets(), frozenset())


class Tool(IntFlag):
    SAW = 1
    AXE = 2


class Mark(StrEnum):
    RED = "r"
    GREEN = "gg"


class Level(int, Enum):
    LOW = 0
    HIGH = 1


class Bag(NamedTuple):
    tools: Tool
    n: int = 0


@dataclass(frozen=True)
class Sheet:
    mark: Mark


@frozen(eq=False)
class Declared(AStar[Any, Cost[int]]):
    """Its positions are declared by subclasses. It names the enums."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(node.position, node.cost.travelled + int(Tool.SAW == 1) + int(Mark.RED == "r") + int(Level.LOW == 0))

    def is_destination(self, position: Any) -> bool:
        return True


@frozen(eq=False)
class OfBags(Declared, AStar[Bag, Cost[int]]):
    pass


@frozen(eq=False)
class OfTuples(Declared, AStar[tuple[Mark, int], Cost[int]]):
    pass


@frozen(eq=False)
class OfManyTools(Declared, AStar[tuple[Tool, ...], Cost[int]]):
    pass


@frozen(eq=False)
class OfLevels(Declared, AStar[Level, Cost[int]]):
    pass


@frozen(eq=False)
class OfSheets(Declared, AStar[Sheet, Cost[int]]):
    pass


@frozen(eq=False)
class OfMarks(Declared, AStar[frozenset[Mark], Cost[int]]):
    pass


@pytest.mark.parametrize(
    ("solver", "plain", "member"),
    [
        (OfBags(), Bag(0), Bag(Tool(0))),  # type: ignore[arg-type]
        (OfTuples(), ("r", 1), (Mark.RED, 1)),
        (OfManyTools(), (Tool.SAW, 2), (Tool.SAW, Tool.AXE)),
        (OfLevels(), 0, Level.LOW),
        (OfSheets(), Sheet("r"), Sheet(Mark.RED)),  # type: ignore[arg-type]
        (OfMarks(), frozenset({"r"}), frozenset({Mark.RED})),
    ],
)
def test_positions_are_what_the_start_is_and_not_what_is_declared(solver: Declared, plain: Any, member: Any) -> None:
    for start in (plain, member):
        search_both(solver, start)


class Share(float, Enum):
    HALF = 0.5
    ALL = 1.0


@frozen(eq=False)
class Sharing(AStar[int, Cost[int]]):
    share: Share

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (5 if self.share is Share.HALF else 7))

    def is_destination(self, position: int) -> bool:
        return position == 1


def test_a_member_of_an_enum_of_floats_is_itself() -> None:
    for share in Share:
        search_both(Sharing(share), 0)


class Town(NamedTuple):
    tools: Tool
    level: Level
    year: int


@frozen(eq=False)
class Growing(AStar[Town, Cost[int]]):
    years: int = 3

    def add_neighbours(self, node: Node[Town, Cost[int]], open_list: OpenList[Town, Cost[int]]) -> None:
        tools, level, year = node.position
        open_list.relax(Town(tools | Tool.SAW, Level.HIGH, year + 1), node.cost.travelled + 1)
        open_list.relax(Town(tools | Tool.AXE, level, year + 1), node.cost.travelled + 2)

    def is_destination(self, position: Town) -> bool:
        return position.year == self.years and position.tools == Tool.SAW | Tool.AXE


BEGIN = Town(Tool(0), Level.LOW, 0)


def test_members_that_are_ints_stay_members_in_events_too() -> None:
    slow, fast = (repr(record_events(Growing(), BEGIN, engine)) for engine in ("interpreted", "compiled"))
    assert slow == fast
    assert [each.tools for each in Growing().search(BEGIN).path] == [Tool(value) for value in (0, 1, 1, 3)]


def test_members_in_a_batch() -> None:
    starts = [BEGIN, Town(Tool.AXE, Level.HIGH, 1)]
    for start, result in zip(starts, Growing().search_many(starts, engine="compiled"), strict=True):
        assert repr(result.path) == repr(Growing().search(start).path)


@frozen(eq=False)
class Lone(AStar[Tool, Cost[int]]):
    """No hook names the enum, so that none can make a member."""

    def add_neighbours(self, node: Node[Tool, Cost[int]], open_list: OpenList[Tool, Cost[int]]) -> None:
        open_list.relax(node.position | 2, node.cost.travelled + 1)

    def is_destination(self, position: Tool) -> bool:
        return position == 3


def test_a_plain_int_stays_one_after_a_member() -> None:
    for start in (Tool.SAW, 1, Tool.SAW):
        search_both(Lone(), start)


@frozen(eq=False)
class Numbering(Playing):
    """Steps to numbers, of which 0 and 1 are equal to members of all these enums."""

    def made(self, position: Any, turn: Any, n: int) -> Any:
        return n % 2, n


@pytest.mark.parametrize("member", [Turn.MINE, Level.LOW, Tool.SAW])
def test_a_number_where_the_start_has_a_member(member: Any) -> None:
    says = f"a position has int where the start has {type(member).__name__}; give search"
    with pytest.raises(CannotCompile, match=says):
        Numbering().search((member, 0), engine="compiled")
