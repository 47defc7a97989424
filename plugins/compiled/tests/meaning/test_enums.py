"""Enums: members of an `IntFlag` are complemented as by this Python; what an enum has in its own way is refused."""

from __future__ import annotations

from collections.abc import Callable
from enum import STRICT, Enum, IntEnum, IntFlag, StrEnum
from typing import Any

import pytest
from attrs import frozen
from both_speeds import both
from walks import Walk, refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long


class Door(IntFlag):
    OPEN = 1
    LOCKED = 2


def inverted(n: int) -> int:
    return int(~Door.OPEN) + 10 + (n & ~Door.LOCKED) + ~5


def of_a_variable(n: int) -> int:
    door = Door.OPEN | Door.LOCKED if n else Door.OPEN
    return ~door


def as_proposed(n: int) -> int:
    door = Door.OPEN | Door.LOCKED if n else Door.OPEN
    return ((Door.OPEN | Door.LOCKED) ^ door) + (-1 - n)


@frozen
class Lacking(AStar[Door, Cost[int]]):
    need: Door

    def add_neighbours(self, node: Node[Door, Cost[int]], open_list: OpenList[Door, Cost[int]]) -> None:
        open_list.relax(node.position | self.need, node.cost.travelled + (node.position & ~self.need))

    def is_destination(self, position: Door) -> bool:
        return position == self.need


def test_the_complement_of_a_member() -> None:
    for helper in (inverted, as_proposed):
        both(Walk(3, helper), 0)
    says = r"~ of what may be a member of an IntFlag differs between versions of Python; write -1 - x of an int, and"
    assert says in refusal(Walk(3, of_a_variable), 0)
    assert says in refusal(Lacking(Door.OPEN), Door.LOCKED)


class Way(IntEnum):
    N = 0
    E = 1

    def __add__(self, other: int) -> int:
        return 40


class Same(Enum):
    A = 0
    B = 1

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Enum.__hash__


class Word(StrEnum):
    A = "a"

    def __len__(self) -> int:
        return 9


class Never(Enum):
    A = 1

    def __bool__(self) -> bool:
        return False


class Worth(Enum):
    A = 1

    @property
    def value(self) -> int:  # type: ignore[override]
        return 60


class Strict(IntFlag, boundary=STRICT):
    A = 1
    B = 2


class Lost(Enum):
    A = 1

    @classmethod
    def _missing_(cls, value: object) -> Lost:
        return Lost.A


def adding(n: int) -> int:
    return Way.E + n


def comparing(n: int) -> int:
    return 1 if Same.A == Same.B else 4


def measuring(n: int) -> int:
    return len(Word.A)


def asking(n: int) -> int:
    return 1 if Never.A else 4


def valuing(n: int) -> int:
    return Worth.A.value


def joining(n: int) -> int:
    return Strict.A ^ n


def calling(n: int) -> int:
    return 1 if Lost(n) is Lost.A else 2


def summing(n: int) -> int:
    return Door(n % 4)


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (adding, "Way has a __add__ of its own, which machine code does not call; write a function in its place"),
        (comparing, "Same has a __eq__ of its own"),
        (measuring, "Word has a __len__ of its own"),
        (asking, "Never has a __bool__ of its own"),
        (valuing, "Worth has a value of its own, which machine code does not call; give it another name"),
        (joining, "Strict has a boundary, which machine code does not know; leave it out"),
        (calling, "Lost is called, which has a _missing_ of its own; write a function that gives the member"),
        (summing, "Door is called, which has members for sums of others; write a function that gives the member"),
    ],
)
def test_a_way_of_its_own_is_refused(helper: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(3, helper), 0)


@frozen
class Holding(AStar[int, Cost[int]]):
    held: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (1 if self.held else 2))

    def is_destination(self, position: int) -> bool:
        return position == 3


def test_a_field_with_a_way_of_its_own_is_refused() -> None:
    for held, says in ((Never.A, "Never has a __bool__"), (Word.A, "Word has a __len__"), (Strict.A, "Strict has a boundary")):
        for field in (held, (held,)):
            with pytest.raises(CannotCompile, match=says):
                Holding(field).search(0, engine="compiled")


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


def test_a_member_by_a_value_that_is_a_tuple() -> None:
    both(Turning(), (0, 0, Heading.N))
    for engine in ("interpreted", "compiled"):
        with pytest.raises(ValueError, match="Heading"):
            Turning((3, 4)).search((0, 0, Heading.N), engine=engine)
