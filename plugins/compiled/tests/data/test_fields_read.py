"""A text that a field holds is gone over like any other, and so are what a look-up may not find and a tuple times a number."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, Cost, Node, OpenList

pytestmark = pytest.mark.long


class Train(NamedTuple):
    departs: int
    to: str


@frozen(eq=False)
class Fields(AStar[int, Cost[int]]):
    """Counts up to 5; a step's cost is what ``costs`` says."""

    text: str = "godding"
    rows: tuple[str, ...] = ("#.#", "..#")
    numbers: list[int] = [1, 4, 9]  # noqa: RUF008
    nested: list[list[int]] = [[1, 2], [3]]  # noqa: RUF008
    trains: dict[str, list[Train]] = {"a": [Train(1, "b"), Train(3, "c"), Train(5, "b")], "b": [Train(2, "a")]}  # noqa: RUF008
    pairs: dict[str, tuple[int, ...]] = {"a": (1, 2), "b": (2, 3)}  # noqa: RUF008

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.costs(node.position))

    def costs(self, n: int) -> int:
        raise NotImplementedError

    def is_destination(self, position: int) -> bool:
        return position == 5


class Letters(Fields):
    def costs(self, n: int) -> int:
        d = 0
        for at, letter in enumerate(self.text):
            d += at if letter == "g" else n
        for at, letter in enumerate(self.text, 1):
            d = d * 2 + at if letter == "d" else d
        for at, letter, after in zip(range(9), self.text, self.text[1:], strict=False):
            d += at if letter == after else 1
        for letter, number in zip(self.text, self.numbers, strict=False):
            d += number if letter == "o" else 2
        d += next(at for at, letter in enumerate(self.text) if letter == "d")
        places = {letter: at for at, letter in enumerate(self.text)}
        return d + places["g"] + len([at for at, letter in enumerate(self.text) if letter == "g"])


class Guarded(Fields):
    """Looks up what may not be there."""

    def costs(self, n: int) -> int:
        d = 0
        try:
            d += 1 if self.text[n * 2] == "g" else 2
        except IndexError:
            d += 20
        try:
            d += 3 if n < 1 or self.rows[n][n] == "#" else 4
        except IndexError:
            d += 30
        try:
            d += self.nested[n][1]
        except IndexError:
            d += 40
        return d


class Missing(Fields):
    """Cuts what may be missing out of a dictionary."""

    def costs(self, n: int) -> int:
        d = 0
        for train in self.trains.get("abc"[n % 3], [])[n : n + 2]:
            d += train.departs
        for number in self.pairs.get("abc"[n % 3], ())[1:]:
            d += number * 5
        return d


class Repeated(Fields):
    def costs(self, n: int) -> int:
        many = (n,) * len(self.numbers) + (n - 1) * (2, 3)
        return sum(many) + len(many) + len(tuple(self.numbers) * n) + (7 if many == (2, 2, 2, 2, 3) else 0)


class Chosen(Fields):
    def costs(self, n: int) -> int:
        d = 0
        for size in (1, 2):
            for crew in combinations(self.numbers, size):
                d += sum(crew)
        for a, b in combinations(self.text, 2):
            d += a == b
        for e, f, g, h in product(range(2), self.numbers, (0, 1), self.text):
            d += e * f + g if h == "d" else 1
        return d


@pytest.mark.parametrize("kind", [Letters, Guarded, Missing, Repeated, Chosen])
def test_fields_are_read_as_by_python(kind: Any) -> None:
    search_both(kind(), 0)
