"""Members of enums that are found by their values or their names."""

from __future__ import annotations

from enum import Enum, Flag, IntFlag
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both, write_module
from walks import refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList

BY_VALUE = (
    *("Word('ll') is Word.LONG", "Word('l' * n) == Word.LONG", "Word('ll') == 'll'", "Word('ll') in (Word.LONG, Word.SHORT)"),
    *("Word['LONG'] is Word.LONG", "Word['SHORT'] is not Word('ll')", "len(Word('ll').value)", "Mixed('ll') is Mixed.LONG"),
    *("Mixed['LONG'] == 'll'", "Number(n) is Number.LONG", "Number['LONG'] + 1", "Plain('ll') is Plain.LONG"),
    "{Word.LONG: 3}[Word('ll')]",
)
SOLVER = """
from enum import Enum, IntEnum, StrEnum
from attrs import frozen
from genastar import AStar, Cost, Node, OpenList

class Word(StrEnum):
    SHORT = "s"
    LONG = "ll"

class Mixed(str, Enum):
    SHORT = "s"
    LONG = "ll"

class Plain(Enum):
    SHORT = "s"
    LONG = "ll"

class Number(int, Enum):
    SHORT = 1
    LONG = 2

class Way(IntEnum):
    SHORT = 1
    LONG = 2

@frozen
class Finding(AStar[int, Cost[int]]):
    name: str = "LONG"

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = 2
        open_list.relax(node.position + 1, node.cost.travelled + 1 + {hook})

    def is_destination(self, position: int) -> bool:
        return position == 2
"""


@pytest.mark.long
def test_a_member_by_its_value_or_its_name(tmp_path: Path) -> None:
    hook = " + ".join(f"{3**at} * int({each})" for at, each in enumerate(BY_VALUE))
    search_both(write_module(SOLVER.format(hook=hook), tmp_path).Finding(), 0)


@pytest.mark.long
def test_a_member_by_a_name_that_is_no_constant_is_refused(tmp_path: Path) -> None:
    solver = write_module(SOLVER.format(hook="Way[self.name]"), tmp_path).Finding()
    assert "Finding.add_neighbours (solver_of_a_row.py, line 32): an item of Way" in refusal(solver, 0)


class Heading(Enum):
    N = (0, -1)
    E = (1, 0)
    S = (0, 1)
    W = (-1, 0)

    @property
    def left(self) -> Heading:
        dx, dy = self.value
        return Heading((dy, -dx))


Pose = tuple[int, int, Heading]


@frozen
class Turning(AStar[Pose, Cost[int]]):
    given: tuple[int, ...] = (0, 1)

    def add_neighbours(self, node: Node[Pose, Cost[int]], open_list: OpenList[Pose, Cost[int]]) -> None:
        x, y, heading = node.position
        dx, dy = heading.value
        open_list.relax((x, y, Heading((-dy, dx))), node.cost.travelled + 1)
        open_list.relax((x, y, heading.left), node.cost.travelled + (2 if Heading(self.given) is heading else 3))
        open_list.relax((x + dx, y + dy, heading), node.cost.travelled + 1)

    def is_destination(self, position: Pose) -> bool:
        return position[:2] == (3, 3)


@pytest.mark.long
def test_a_member_by_a_value_that_is_a_tuple() -> None:
    search_both(Turning(), (0, 0, Heading.N))
    for engine in ("interpreted", "compiled"):
        with pytest.raises(ValueError, match="Heading"):
            Turning((3, 4)).search((0, 0, Heading.N), engine=engine)


class Right(IntFlag):
    READ = 4
    WRITE = 2
    RUN = 1


class Side(Flag):
    LEFT = 1
    OTHER = 2


class Shade(Enum):
    DARK = 1
    LIGHT = 2


@frozen(eq=False)
class Rights(AStar[tuple[int, Right], Cost[int]]):
    """Flags made of numbers, and as keys of a dictionary that a hook makes; the members of an enum as a tuple."""

    goal: int

    def add_neighbours(
        self, node: Node[tuple[int, Right], Cost[int]], open_list: OpenList[tuple[int, Right], Cost[int]]
    ) -> None:
        n, before = node.position
        rights = Right(n % 8)
        prices = {Side.LEFT: 3, Side.OTHER: 5}
        d = rights.value + (Right.READ in rights) + int(rights & Right.WRITE) + prices[Side.LEFT if n % 2 else Side.OTHER]
        open_list.relax(
            (n + 1, rights if n % 3 else Right(d % 8) | before), node.cost.travelled + d + tuple(Shade)[n % 2].value
        )

    def is_destination(self, position: tuple[int, Right]) -> bool:
        return position[0] >= self.goal


@pytest.mark.long
def test_flags_of_numbers_and_as_keys() -> None:
    search_both(Rights(9), (0, Right.READ))


@frozen(eq=False)
class Below(Rights):
    def add_neighbours(
        self, node: Node[tuple[int, Right], Cost[int]], open_list: OpenList[tuple[int, Right], Cost[int]]
    ) -> None:
        n = node.position[0]
        open_list.relax((n + 1, Right(n - 3)), node.cost.travelled + 1)


@pytest.mark.long
def test_a_flag_of_a_negative_number_is_refused() -> None:
    with pytest.raises(CannotCompile, match=r"a negative int that meets a Right in Below\.add_neighbours"):
        Below(4).search((0, Right.READ), engine="compiled")


@frozen(eq=False)
class Named(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        shade = Shade.DARK if node.position % 2 else Shade.LIGHT
        open_list.relax(node.position + 1, node.cost.travelled + len(f"{shade}"))

    def is_destination(self, position: int) -> bool:
        return position == 4


def test_the_text_of_a_member_of_a_plain_enum() -> None:
    search_both(Named(), 0)


class Level(int, Enum):
    LOW = 0
    HIGH = 1


class Rate(float, Enum):
    SLOW = 0.5
    FAST = 1.5


class Turn(Enum):
    LEFT = 0
    RIGHT = 1
    BACK = 2

    @property
    def step(self) -> tuple[int, int]:
        return {Turn.LEFT: (0, -1), Turn.RIGHT: (1, 0), Turn.BACK: (0, 1)}[self]


Ride = tuple[int, Level, Rate]
LAST, NOWHERE = (2, Level.HIGH, Rate.FAST), (2, None, Rate.FAST)


@frozen
class Riding(AStar[Ride, Cost[int]]):
    def add_neighbours(self, node: Node[Ride, Cost[int]], open_list: OpenList[Ride, Cost[int]]) -> None:
        n, level, rate = node.position
        d = 3 if node.position == LAST else 4 if node.position == NOWHERE else 5
        d += level + max(n, 1) + (7, 8)[level] + (level is Level.LOW) + (2 if level != 1.0 else 3) + (rate is Rate.SLOW)
        prices = {Turn.LEFT: 1, Turn.RIGHT: 2, Turn.BACK: n}
        values = {turn: turn.value for turn in Turn}
        d += prices[Turn(n % 3)] + values[Turn.BACK] + {(Turn.LEFT, 1): 2}[(Turn.LEFT, 1)] + 5 - Turn(n % 3).step[1]
        open_list.relax((n + 1, Level.HIGH if level == Level.LOW else Level.LOW, Rate.FAST), node.cost.travelled + d)
        open_list.relax((n + 1, Level(1 - level), rate), node.cost.travelled + d + int(2 * rate.value))

    def is_destination(self, position: Ride) -> bool:
        return position[0] == 5


@pytest.mark.long
def test_members_that_are_numbers_stay_members() -> None:
    result: Any = search_both(Riding(), (0, Level.LOW, Rate.SLOW))
    assert {tuple(map(type, position)) for position in result.path} == {(int, Level, Rate)}


@frozen
class Hurrying(Riding):
    def add_neighbours(self, node: Node[Ride, Cost[int]], open_list: OpenList[Ride, Cost[int]]) -> None:
        n, level, rate = node.position
        open_list.relax((n + 1, level, rate), node.cost.travelled + (2 if rate + 1 > 2 else 1))


@pytest.mark.long
def test_arithmetic_of_a_member_that_is_a_float() -> None:
    search_both(Hurrying(), (0, Level.LOW, Rate.SLOW))
