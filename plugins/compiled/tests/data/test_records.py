"""Records as positions and in modules, in the ways people write them: the same at both engines, event by event."""

from __future__ import annotations

import dataclasses
import math
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import write_module

from genastar import AStar, CannotCompile

pytestmark = pytest.mark.long


@dataclasses.dataclass(frozen=True)
class Spot:
    x: int
    y: int = 0
    note: int = dataclasses.field(default=0, compare=False)


class Pair(NamedTuple):
    x: int
    y: int = 0


@frozen
class Place:
    x: int
    y: int = 0


@frozen
class Marked:
    x: int
    mark: int = attrs.field(init=False, default=7)


class Way(IntEnum):
    UP = 1
    DOWN = 2

    @property
    def opposite(self) -> Way:
        return Way(3 - self)


class Heading(Enum):
    EAST = (1, 0)
    SOUTH = (0, 1)

    @property
    def dx(self) -> int:
        return self.value[0]

    def turned(self) -> Heading:
        return Heading.SOUTH if self is Heading.EAST else Heading.EAST

    @staticmethod
    def price() -> int:
        return 2

    @classmethod
    def first(cls) -> Heading:
        return cls.EAST


@frozen
class Step:
    dx: int
    price: int = 1

    def times(self, many: int) -> int:
        return self.price * many


STEPS = (Step(1), Step(2, 3))
RULE = Spot(4, 1)


class Walk(AStar[Any, Any]):
    """Walks to x = 9."""

    def is_destination(self, position: Any) -> bool:
        return bool(position.x == 9)


@frozen
class Compared(Walk):
    """A dataclass compared by its fields; one is left out."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        here = node.position
        if here != Spot(5, 1):
            open_list.relax(Spot(here.x + 1, here.y, here.note + 1), node.cost.travelled + 1)
        open_list.relax(Spot(here.x, 1 - here.y, here.note + 2), node.cost.travelled + 3)

    def is_destination(self, position: Any) -> bool:
        return bool(position == Spot(9, 1, 77))


@frozen
class Replaced(Walk):
    """A dataclass changed by `dataclasses.replace`."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(dataclasses.replace(node.position, x=node.position.x + 1), node.cost.travelled + 1)


@frozen
class Evolved(Walk):
    """An attrs position changed by `attrs.evolve`, by either name."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        there = evolve(node.position, x=node.position.x + 1)
        open_list.relax(attrs.evolve(there, y=1), node.cost.travelled + 1)


@frozen
class PairReplaced(Walk):
    """A NamedTuple changed by ``_replace``."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position._replace(y=2, x=node.position.x + int(Way.DOWN) - Way.UP), node.cost.travelled + 1)


@frozen
class Made(Walk):
    """A position with a field that ``__init__`` does not take."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(Marked(node.position.x + 1), node.cost.travelled + node.position.mark)


@frozen
class Headed(Walk):
    """Properties and methods of the members of enums, those of an enum's class, and frozen records of this module."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        x, heading, way = node.position
        travelled = node.cost.travelled
        for each in Heading:
            open_list.relax((x + each.dx, each.turned(), way.opposite), travelled + Heading.price() + each.price())
        for step in STEPS:
            if x != RULE.x:
                open_list.relax((x + step.dx, heading, way), travelled + step.times(2) + RULE.y)

    def is_destination(self, position: Any) -> bool:
        return bool(position[0] >= 9 and position[1] is Heading.first())


class Carrying(NamedTuple):
    x: int
    keys: frozenset[str]


@dataclasses.dataclass(frozen=True)
class Holding:
    x: int
    keys: frozenset[str] = frozenset()

    def with_key(self, key: str) -> Holding:
        return Holding(self.x, self.keys | {key})

    def opens(self, door: str) -> bool:
        return door.lower() in self.keys


@frozen
class Corridor(AStar[Carrying, Any]):
    """Keys, as a set in a NamedTuple."""

    cells: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        x, keys = node.position
        for there in (x - 1, x + 1):
            if 0 <= there < len(self.cells):
                cell = self.cells[there]
                if not cell.isupper() or cell.lower() in keys:
                    open_list.relax(Carrying(there, keys | {cell} if cell.islower() else keys), node.cost.travelled + 1)

    def is_destination(self, position: Carrying) -> bool:
        return position.x == 0


@frozen
class Hall(AStar[Holding, Any]):
    """Keys, as a set in a dataclass with methods."""

    cells: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        here = node.position
        if self.cells[here.x].islower():
            open_list.relax(here.with_key(self.cells[here.x]), node.cost.travelled + 1)
        for there in (here.x - 1, here.x + 1):
            if 0 <= there < len(self.cells) and (not self.cells[there].isupper() or here.opens(self.cells[there])):
                open_list.relax(Holding(there, here.keys), node.cost.travelled + 1)

    def is_destination(self, position: Holding) -> bool:
        return position.x == 0


@frozen
class Wrong(Walk):
    """It names a field that is none."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(evolve(node.position, z=1), node.cost.travelled + 1)


@frozen
class Ladder(AStar[str, Any]):
    """Two strings side by side."""

    goal: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        word = node.position
        for place in range(len(word)):
            for letter in "abc":
                open_list.relax(word[:place] + letter + word[place + 1 :], node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.goal

    def estimate(self, position: str) -> int:
        return sum(one != other for one, other in zip(position, self.goal))  # noqa: B905


@frozen
class Slope(AStar[Any, Any]):
    """Lengths in space."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        x, y = node.position
        for dx, dy in ((0, 1), (1, 0), (1, 1)):
            if x + dx < 9 and y + dy < 9:
                rise = (x * y % 5) / 10
                step = math.hypot(dx, dy, rise) + math.dist((x, y, 0.3), (x, y, rise)) + math.hypot(rise)
                open_list.relax((x + dx, y + dy), node.cost.travelled + step)

    def is_destination(self, position: Any) -> bool:
        return bool(position == (8, 8))

    def estimate(self, position: Any) -> float:
        return 0.0


@pytest.mark.parametrize(
    ("problem", "start"),
    [
        (Compared(), Spot(0)),
        (Replaced(), Spot(0, 3)),
        (Evolved(), Place(0)),
        (PairReplaced(), Pair(0)),
        (Made(), Marked(0)),
        (Corridor(".A.B..ab"), Carrying(5, frozenset())),
        (Hall(".A.B..ba"), Holding(5)),
        (Ladder("cab"), "aaa"),
        (Slope(), (0, 0)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_records_are_the_same_at_both_engines(problem: AStar[Any, Any], start: Any) -> None:
    found: Any = problem.search(start, engine="compiled", verify=True)  # type: ignore[call-arg]  # its cost is `Cost`
    assert found.engine == "compiled"
    assert found.found


@pytest.mark.usefixtures("refuses_at_once")
def test_a_field_that_is_none_is_refused_by_its_name() -> None:
    with pytest.raises(
        CannotCompile, match=r"Wrong\.add_neighbours \(test_records\.py, line \d+\): arguments that Place does not take"
    ):
        Wrong().search(Place(0), engine="compiled")  # type: ignore[call-arg]


LIBRARY = """
from attrs import frozen
from typing import NamedTuple
STEP = 1

def further(x):
    return x + STEP

class Pair(NamedTuple):
    x: int

@frozen
class Place:
    x: int
"""

library: Any = None


@frozen
class Elsewhere(AStar[int, Any]):
    """Functions, classes and constants by the name of their module."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        there = library.Place(library.Pair(library.further(node.position)).x)
        open_list.relax(there.x, node.cost.travelled + library.STEP)

    def is_destination(self, position: int) -> bool:
        return position >= 8


def test_what_stands_in_another_module_is_found_and_watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(globals(), "library", write_module(LIBRARY, tmp_path))
    one: Any = Elsewhere().search(0, engine="compiled", verify=True)  # type: ignore[call-arg]
    assert one.cost.travelled == 8
    library.STEP = 2  # type: ignore[attr-defined]
    other: Any = Elsewhere().search(0, engine="compiled", verify=True)  # type: ignore[call-arg]
    assert (other.cost.travelled, other.expanded) == (8, 4)


@frozen(eq=False)
class Toll(AStar[int, Any]):
    """Steps at a price that is a number of numpy's."""

    price: Any

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.price)

    def is_destination(self, position: int) -> bool:
        return position >= 6


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize("price", [np.uint8(200), np.uint64(5)], ids=repr)
def test_a_price_that_is_a_number_of_numpys_is_refused(price: object) -> None:
    with pytest.raises(CannotCompile, match=r"of numpy's; write int\(\.\.\.\) or float\(\.\.\.\) around it"):
        Toll(price).search(0, engine="compiled")  # type: ignore[call-arg]


@pytest.mark.parametrize("price", [True, np.int64(3), np.float64(0.1)], ids=repr)
def test_a_price_may_be_a_bool_or_have_64_bits(price: object) -> None:
    Toll(price).search(0, engine="compiled", verify=True)  # type: ignore[call-arg]
