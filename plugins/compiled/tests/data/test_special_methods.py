"""What Python makes of the values that special methods give: machine code does the same, or refuses the class in one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost


class Pair(NamedTuple):
    x: int
    y: int


class Asking(type):
    def __instancecheck__(cls, value: object) -> bool:
        return True


class Anything(metaclass=Asking):
    """Says that every value is one."""


@dataclass
class Bag:
    """What each of these methods gives, Python makes something else of, or raises."""

    n: int

    def __contains__(self, item: int) -> Any:
        return self.n

    def __len__(self) -> int:
        return self.n - 3

    def __getitem__(self, at: int) -> int:
        return at

    def __reversed__(self) -> Any:
        return iter((7, 7, 7))

    def _replace(self, n: int) -> Bag:
        return Bag(n + 100)


@dataclass
class Truth:
    n: int

    def __bool__(self) -> Any:
        return self.n


@dataclass
class Same:
    n: int

    def __eq__(self, other: object) -> Any:
        return self.n


class Renewed(Pair):
    __slots__ = ()

    def _replace(self, **changes: Any) -> Renewed:
        return Renewed(50, 1)


@frozen
class Asks(AStar[int, Cost[int]]):
    given: Any

    def price(self, position: int) -> int:
        return 10 * (position in self.given) + 100 * (position not in self.given) + len(self.given) + self.given._replace(n=9).n

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.price(node.position))

    def is_destination(self, position: int) -> bool:
        return position == 3


@frozen
class AsksTruth(Asks):
    def price(self, position: int) -> int:
        return 1 if self.given else 2


@frozen
class AsksClass(Asks):
    def price(self, position: int) -> int:
        return 1 if isinstance(position, Anything) else 2


@frozen
class AsksBackwards(Asks):
    def price(self, position: int) -> int:
        return sum(list(reversed(self.given)))


@frozen
class AsksSame(Asks):
    def price(self, position: int) -> int:
        return int(self.given == position)


@frozen
class AsksAnother(Asks):
    def price(self, position: int) -> int:
        return self.given._replace(x=position).x


def test_what_special_methods_give_is_what_python_makes_of_it() -> None:
    search_both(Asks(Bag(7)), 0)
    for engine in ("interpreted", "compiled"):
        with pytest.raises(ValueError, match="__len__"):
            Asks(Bag(1)).search(0, engine=engine)


@pytest.mark.parametrize(
    ("solver", "has"),
    [
        (AsksTruth(Truth(1)), "the truth of Truth"),
        (AsksClass(1), "isinstance of a class that decides by itself"),
        (AsksBackwards(Bag(4)), "a loop over Bag"),
        (AsksAnother(Renewed(1, 2)), "a Renewed"),
        (AsksSame(Same(5)), "an __eq__ that gives something else than a bool"),
    ],
)
@pytest.mark.usefixtures("refuses_at_once")
def test_implicit_calls_are_refused(solver: Any, has: str) -> None:
    with pytest.raises(CannotCompile, match=has):
        solver.search(0, engine="compiled")
