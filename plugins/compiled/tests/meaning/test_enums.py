"""Enums: members of a `Flag` stay members, as in Python; what an enum has in its own way is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import STRICT, Enum, EnumMeta, Flag, IntEnum, IntFlag, StrEnum
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both
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


def of_no_member(n: int) -> int:
    door = Door.OPEN | (8 if n else 2)
    return ~door


def of_an_int(n: int) -> int:
    return ~n if n else Door.OPEN


def as_proposed(n: int) -> int:
    door = Door.OPEN | Door.LOCKED if n else Door.OPEN
    return ((Door.OPEN | Door.LOCKED) ^ door) + (-1 - n)


def summing(n: int) -> int:
    return Door(n % 4)


@frozen
class Lacking(AStar[Door, Cost[int]]):
    need: Door

    def add_neighbours(self, node: Node[Door, Cost[int]], open_list: OpenList[Door, Cost[int]]) -> None:
        open_list.relax(node.position | self.need, node.cost.travelled + (node.position & ~self.need))

    def is_destination(self, position: Door) -> bool:
        return position == self.need


def test_the_complement_of_a_member() -> None:
    for helper in (inverted, of_a_variable, as_proposed, summing):
        search_both(Walk(3, helper), 0)
    search_both(Lacking(Door.OPEN), Door.LOCKED)
    assert "(test_enums.py, line 40): a value that is int on one way and Door on another" in refusal(Walk(3, of_an_int), 0)
    assert "bits that no member of Door has in of_no_member" in refusal(Walk(3, of_no_member), 0)


class Skill(Flag):
    SWIM = 1
    CLIMB = 2


class Hero(NamedTuple):
    skills: Skill
    door: Door
    steps: int


LESSONS = {Skill.SWIM: 2, Skill.CLIMB: 3}
DOORS = {Door.OPEN: 1, Door.LOCKED: 4}
ALL, NONE = Skill.SWIM | Skill.CLIMB, Skill(0)


@frozen
class Learning(AStar[Hero, Cost[int]]):
    spared: Skill = NONE

    def add_neighbours(self, node: Node[Hero, Cost[int]], open_list: OpenList[Hero, Cost[int]]) -> None:
        skills, door, steps = node.position
        travelled = node.cost.travelled + (1 if skills else 2) + (0 if self.spared else 1) + door
        for skill, price in LESSONS.items():
            if skill not in skills:
                open_list.relax(Hero(skills | skill, door & ~Door.OPEN, steps + 1), travelled + price)
        for other, price in DOORS.items():
            if other & ~door:
                open_list.relax(Hero(skills, door | other, steps + 1), travelled + price * (~skills).value)
        missing = Skill(0)
        for skill in Skill:
            if skill not in skills:
                missing |= skill
        open_list.relax(Hero(skills ^ missing, door ^ 1, steps + 1), travelled + 9 + len(f"{Door.OPEN}{Skill.SWIM.name}"))

    def is_destination(self, position: Hero) -> bool:
        return position.skills == ALL and ALL in position.skills and position.steps > 2 and bool(position.door)


def test_flags_stay_members() -> None:
    result: Any = search_both(Learning(), Hero(Skill(0), Door(0), 0))
    assert {type(hero.skills) for hero in result.path} == {Skill}
    assert {type(hero.door) for hero in result.path} == {Door}
    search_both(Learning(Skill.CLIMB), Hero(Skill.SWIM, Door.LOCKED, 0))


@frozen
class Locking(AStar[tuple[Door, int], Cost[int]]):
    helper: Callable[[Door], Any]

    def add_neighbours(self, node: Node[tuple[Door, int], Cost[int]], open_list: OpenList[tuple[Door, int], Cost[int]]) -> None:
        door, n = node.position
        open_list.relax((self.helper(door), n + 1), node.cost.travelled + 1)

    def is_destination(self, position: tuple[Door, int]) -> bool:
        return position[1] == 3


def is_a_door(door: Door) -> Door:
    return door | Door.LOCKED if isinstance(door, Door) else door


def with_an_int(door: Door) -> Door:
    return 4 | (door ^ 2)


def with_a_negative(door: Door) -> Door:
    return door | -1


def by_its_name(door: Door) -> Door:
    return Door.LOCKED if door.name == "OPEN" else door


def bit_by_bit(door: Door) -> Door:
    found = Door.OPEN
    for bit in door:
        found |= bit
    return found


def by_a_call(door: Door) -> Door:
    return Door(door | 4)


def test_what_flags_cannot_do_is_refused() -> None:
    for helper in (is_a_door, with_an_int, by_a_call):
        search_both(Locking(helper), (Door.OPEN, 0))
    for helper, says in (
        (with_a_negative, "a negative int that meets a Door in with_a_negative"),
        (by_its_name, "what a member of the flag Door is but a number"),
        (bit_by_bit, "a loop over Door"),
    ):
        assert says in refusal(Locking(helper), (Door.OPEN, 0))


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


class Found(IntFlag):
    A = 1

    @classmethod
    def _missing_(cls, value: object) -> Found:
        return Found.A


class First(EnumMeta):
    def __call__(cls, *values: object, **named: object) -> Any:
        return next(iter(cls))


class Odd(Enum, metaclass=First):
    A = 0
    B = 1


class Shifted(int, Enum):
    A = 0
    B = 1

    def __new__(cls, value: int) -> Shifted:
        made = int.__new__(cls, value + 5)
        made._value_ = value
        return made


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


def calling_flags(n: int) -> int:
    return Found(n)


def calling_oddly(n: int) -> int:
    return 1 if Odd(1) is Odd.A else 2


def shifting(n: int) -> int:
    return Shifted.A + n


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (calling_oddly, "Odd has a metaclass of its own, which machine code does not call; leave it out"),
        (shifting, "Shifted has members that are another int than their values; leave __new__ out"),
        (adding, "Way has a __add__ of its own, which machine code does not call; write a function in its place"),
        (comparing, "Same has a __eq__ of its own"),
        (measuring, "Word has a __len__ of its own"),
        (asking, "Never has a __bool__ of its own"),
        (valuing, "Worth has a value of its own, which machine code does not call; give it another name"),
        (joining, "Strict has a boundary, which machine code does not know; leave it out"),
        (calling_flags, "the member of Found that has a value: it has no members, or a _missing_ of its own"),
        (calling, "the member of Lost that has a value: it has no members, or a _missing_ of its own"),
    ],
)
def test_a_way_of_its_own_is_refused(helper: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(3, helper), 0)


class Side(IntEnum):
    LEFT = 1
    RIGHT = 2


class Tone(StrEnum):
    LOW = "l"
    HIGH = "h"


def by_identity(n: int) -> int:
    side = Side.LEFT if n else 1
    return 1 if side is Side.LEFT else 4


SIDES = {1: Side.RIGHT}


def by_a_key(n: int) -> int:
    return 1 if SIDES.get(n, 2) is Side.RIGHT else 4


def by_its_class(n: int) -> int:
    return 1 if isinstance([Side.LEFT, n][0], Side) else 4


def by_the_class_of_a_text(n: int) -> int:
    tone = Tone.LOW if n else "l"
    return 1 if isinstance(tone, Tone) else 4


def test_a_member_that_meets_plain_values_is_not_told_from_them() -> None:
    for helper, kinds in (
        (by_identity, "Side on one way and int"),
        (by_a_key, "Side on one way and int"),
        (by_its_class, "Side on one way and int"),
        (by_the_class_of_a_text, "Tone on one way and 'l'"),
    ):
        says = rf"{helper.__name__} \(test_enums.py, line \d+\): a value that is {kinds} on another"
        assert re.search(says, refusal(Walk(3, helper), 0))


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
