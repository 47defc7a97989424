"""Members of enums in positions, fields and hooks: as Python has them."""

from __future__ import annotations

from enum import Enum, Flag, IntEnum, StrEnum, auto
from typing import Any

import pytest
from attrs import frozen
from both_speeds import record_events, search_both

from genastar import AStar, CannotCompile, Cost


class Dir(Enum):
    N = (0, -1)
    E = (1, 0)
    S = (0, 1)
    W = (-1, 0)

    @property
    def back(self):
        return Dir((-self.value[0], -self.value[1]))

    def cost(self, other):
        return 1 if self is other else 3 if other is self.back else 2


class Mode(Enum):
    WALK = "walk"
    BUS = "bus"
    TRAM = "tram"


class Level(IntEnum):
    LOW = 3
    MID = 1
    HIGH = 7


class Name(StrEnum):
    A = "a"
    B = "bb"
    C = "c"


class Keys(Flag):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Body(Enum):
    X = (1, 5)
    Y = (2, 6)

    @property
    def mass(self):
        return self.value[0]

    @property
    def size(self):
        return self.value[1]


PRICE = {Mode.WALK: 3, Mode.BUS: 2, Mode.TRAM: 1}
NEXT = {Mode.WALK: Mode.BUS, Mode.BUS: Mode.TRAM, Mode.TRAM: Mode.WALK}


@frozen(eq=False)
class Robot(AStar[Any, Cost[int]]):
    goal: Any
    first: Dir = Dir.N

    def add_neighbours(self, node, open_list):
        (x, y), facing = node.position
        for d in Dir:
            dx, dy = d.value
            if 0 <= x + dx < 5 and 0 <= y + dy < 5:
                open_list.relax(((x + dx, y + dy), d), node.cost.travelled + facing.cost(d) + (facing == self.first))

    def is_destination(self, position):
        return position[0] == self.goal and position[1] is Dir.S


@frozen(eq=False)
class Modes(AStar[Any, Cost[int]]):
    top: int

    def add_neighbours(self, node, open_list):
        n, mode, last = node.position
        for m in Mode:
            if m != mode:
                open_list.relax((n + 1, m, mode), node.cost.travelled + PRICE[m] + len(m.value) + (last is None) + (last is m))
        open_list.relax((n, NEXT[mode], None), node.cost.travelled + 1 + (mode.name == "BUS") + {Mode.BUS: 5}.get(mode, 2))
        if mode in (Mode.BUS, Mode.TRAM):
            open_list.relax(
                (n + 2, Mode("walk"), last),
                node.cost.travelled + len({mode, Mode.BUS, Mode.WALK}) + len(f"{mode}{mode.name}") + len(str(mode)),
            )

    def is_destination(self, position):
        return position[0] >= self.top and position[1] == Mode.TRAM


@frozen(eq=False)
class Only(AStar[Mode, Cost[int]]):
    goal: Mode

    def add_neighbours(self, node, open_list):
        match node.position:
            case Mode.WALK:
                open_list.relax(Mode.BUS, node.cost.travelled + 1)
            case Mode.BUS:
                open_list.relax(Mode["TRAM"], node.cost.travelled + 1)
            case _:
                pass

    def is_destination(self, position):
        return position is self.goal


@frozen(eq=False)
class Ints(AStar[Any, Cost[int]]):
    top: int

    def add_neighbours(self, node, open_list):
        n, level, name = node.position
        for each in Level:
            open_list.relax(
                (n + 1, each, name),
                node.cost.travelled + each + (each > level) + len(each.name) + max(int(each), 2) + int(level),
            )
        for other in Name:
            open_list.relax(
                (n + 1, level, other),
                node.cost.travelled
                + len(other)
                + (other == "bb")
                + (name < other)
                + len(name + other)
                + {"a": 1, "bb": 2}.get(other, 3)
                + len(f"{level}{name}{other!s}")
                + len(other.upper()),
            )

    def is_destination(self, position):
        return position[0] >= self.top


@frozen(eq=False)
class Flags(AStar[Any, Cost[int]]):
    start: Keys

    def add_neighbours(self, node, open_list):
        n, keys = node.position
        for key in Keys:
            if key not in keys:
                open_list.relax((n + 1, keys | key), node.cost.travelled + 1 + key.value + bool(keys & Keys.RED))
            else:
                open_list.relax((n + 1, keys & ~key), node.cost.travelled + 1)
                open_list.relax(
                    (n + 1, keys ^ key ^ self.start), node.cost.travelled + 2 + (keys == Keys.RED) + (keys is Keys.BLUE)
                )

    def is_destination(self, position):
        return position[1] == Keys.RED | Keys.BLUE | Keys.GREEN and position[0] > 3


@frozen(eq=False)
class Bodies(AStar[Any, Cost[int]]):
    which: Any

    def add_neighbours(self, node, open_list):
        n, b = node.position
        other = self.which.get(b, Body.X)
        open_list.relax((n + 1, other), node.cost.travelled + b.mass * b.size)
        open_list.relax(
            (n + 2, b), node.cost.travelled + 9 + len([each for each in Body if each is not b]) + list(Body)[n % 2].mass
        )

    def is_destination(self, position):
        return position[0] >= 7


class Held(Enum):
    X = 1

    def __init__(self, number):
        self.mass = number


@frozen(eq=False)
class Holding(AStar[Any, Cost[int]]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position, node.cost.travelled + node.position.mass)

    def is_destination(self, position):
        return False


SOLVERS = [
    (Robot((4, 3)), ((0, 0), Dir.N)),
    (Robot((4, 3), Dir.E), ((0, 0), Dir.W)),
    (Modes(5), (0, Mode.WALK, None)),
    (Only(Mode.TRAM), Mode.WALK),
    (Ints(4), (0, Level.LOW, Name.A)),
    (Flags(Keys(0)), (0, Keys(0))),
    (Flags(Keys.RED), (0, Keys.RED | Keys.BLUE)),
    (Bodies({Body.X: Body.Y}), (0, Body.X)),
]


@pytest.mark.parametrize(("solver", "start"), SOLVERS, ids=range(len(SOLVERS)))
def test_searches_are_equal(solver, start):
    assert record_events(solver, start, "compiled") == record_events(solver, start, "interpreted")
    search_both(solver, start)


def test_an_attribute_that_may_change_is_refused():
    with pytest.raises(CannotCompile, match="which may change"):
        Holding().search(Held.X, engine="compiled")
