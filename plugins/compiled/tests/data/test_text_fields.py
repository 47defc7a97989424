"""Texts that are fields: they are data, and not part of the program. All that a hook does with texts can be done with them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import search_both
from telling import telling

from genastar import AStar, Cost, Node, OpenList

FIELDS = {"s": "abcab", "t": "b", "digit": "4"}
ROWS = {
    "joined": (
        *("len(','.join(self.s))", "len(self.t.join(self.s))", "len(str(n).join(self.s))", "len(self.s * n)"),
        *("len(self.t.join(str(n + 12)))", "len(self.t.join([self.s, 'x']))", "len(self.s + str(n) + 'x')"),
    ),
    "searched": (
        *(
            "str(n).startswith(self.t)",
            "self.s.startswith(self.t)",
            "self.s.count(self.t)",
            "len(self.s[n % 5:])",
        ),
        *(
            "('ab' * n).count(self.t)",
            "'abab'.count(self.t)",
            "('b' + 'ab' * n).find(self.t)",
            "len(self.s.split('b'))",
        ),
        *("len(('ab' * n).split(self.t))", "len(('ab' * n).strip(self.t))", "self.s.index(self.t)"),
        *(
            "self.t in 'ab' * n",
            "str(n) in self.s",
            "self.s.replace('a', self.t).count('b')",
            "self.s.rindex('b')",
        ),
    ),
    "gone through": (
        *("sum(i * (c == 'b') for i, c in enumerate(self.s))", "sum(c * (x == 'a') for x, c in zip(self.s, range(n)))"),
        *(
            "sum(x == y for x, y in zip(self.s, self.s[1:]))",
            "len(set(self.s))",
            "len(deque(self.s))",
            "min(self.s) == 'a'",
        ),
        *(
            "sorted(self.s)[0] == 'a'",
            "sum(map(ord, self.s))",
            "all(c in 'abc' for c in self.s)",
        ),
        *("[*reversed(self.s)][1] == 'a'", "len({c: 1 for c in self.s})", "self.s == self.s[::-1]"),
    ),
    "asked": (
        *(
            "ord(self.t)",
            "int(self.digit)",
            "3 if self.t else 4",
            "3 if not self.t else 4",
            "len(self.t or 'zz')",
        ),
        *("len(self.s.ljust(9))",),
        *("self.s < self.t", "(self.s, n) == ('abcab', 2)", "self.s[0] == self.t", "self.t > 'a'"),
    ),
    "chosen": (
        *(
            "len(self.s if n > 2 else self.t)",
            "len(self.s if n > 2 else 'zz')",
            "len([self.s, self.t][n % 2])",
            "len((self.s, self.t)[n % 2])",
            "len(f'b{n}'.removeprefix(self.t))",
        ),
        *("{self.s: 3, self.t: 4}['b']", "{'b': n}[self.t]", "len({0: self.s, 1: self.t}[n % 2])"),
        *("'b' in {self.s, self.t}", "len((self.s if n > 2 else None) or 'zz')"),
    ),
}


@pytest.mark.parametrize(
    "rows", [pytest.param(rows, marks=[pytest.mark.long] * (rows not in ("asked", "chosen"))) for rows in ROWS]
)
def test_a_text_field_is_a_text(rows: str, tmp_path: Path) -> None:
    search_both(telling(ROWS[rows], tmp_path, **FIELDS), 0)


@frozen(eq=False)
class Copying(AStar[str, Cost[int]]):
    """A step to each of the texts in its fields."""

    first: str
    then: tuple[str, str]

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        open_list.relax(self.first, node.cost.travelled + 1)
        open_list.relax(self.then[node.cost.travelled % 2], node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.then[1]


def test_a_text_field_is_a_position() -> None:
    search_both(Copying("first", ("second", "third")), "")


class Shade(StrEnum):
    LIGHT = "light"
    DARK = "dark"


Glass = tuple[int, Shade]


@frozen(eq=False)
class Shading(AStar[Glass, Cost[int]]):
    """Each step has another shade, of those in a field and of all that there are."""

    shades: tuple[Shade, ...]

    def add_neighbours(self, node: Node[Glass, Cost[int]], open_list: OpenList[Glass, Cost[int]]) -> None:
        n, shade = node.position
        every = list(Shade)
        dark = (every[n % 2] == "dark") + 2 * (every[n % 2] is Shade.DARK) + 4 * (shade in list(Shade)[1:])
        open_list.relax((n + 1, self.shades[n % 2]), node.cost.travelled + 1 + dark)
        open_list.relax((n + 2, every[n % 2]), node.cost.travelled + 2 + dark)

    def is_destination(self, position: Glass) -> bool:
        return position == (6, Shade.LIGHT)


def test_members_that_are_texts_in_a_field_and_in_a_list() -> None:
    search_both(Shading((Shade.DARK, Shade.LIGHT)), (0, Shade.LIGHT))


@frozen
class Pairs(AStar[int, Cost[int]]):
    """Steps that cost what pairs of texts say."""

    pairs: tuple[tuple[str, str], ...]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        price = sum(len(a) if a < "k" else 9 for a, b in self.pairs if b != "goat")
        price += 100 * any(f[1] == "cabbage" for f in self.pairs) + len(self.pairs[node.position % 2][0])
        open_list.relax(node.position + 1, node.cost.travelled + price)

    def is_destination(self, position: int) -> bool:
        return position == 3


@pytest.mark.parametrize("pairs", [(("wolf", "goat"), ("goat", "cabbage")), (("a", "b"), ("é", "")), (("a" * 300, "b"),) * 2])
def test_a_field_of_pairs_of_texts(pairs: tuple[tuple[str, str], ...]) -> None:
    """Texts of one length, and of several."""
    search_both(Pairs(pairs), 0)


@frozen
class Settings:
    """A text inside a record, and texts in a tuple."""

    mode: str
    named: tuple[str, int]


@frozen
class Towns(AStar[str, Cost[int]]):
    """Roads from town to town."""

    roads: dict[str, dict[str, int]]
    goal: str
    settings: Settings = Settings("short", ("a", 1))

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        extra = 1 if self.settings.mode == "long" else len(self.settings.named[0])
        for town, length in self.roads[node.position].items():
            open_list.relax(town, node.cost.travelled + length + extra)

    def is_destination(self, position: str) -> bool:
        return position == self.goal


ROADS = {"Ayr": {"Bute": 3, "Crail": 8}, "Bute": {"Crail": 3, "Øre": 5}, "Crail": {"Ayr": 2}, "Øre": {"Ayr": 9}}
OTHERS = [
    Towns(ROADS, "Bute"),
    Towns(ROADS, ""),
    Towns(ROADS, "Crail" * 99),
    Towns(ROADS, "Ayr", Settings("long", ("abc", 1))),
    Towns({**ROADS, "Ely": {}}, "Ely"),
]


def test_the_texts_of_each_search_are_its_own() -> None:
    for each in (Towns(ROADS, "Øre"), *OTHERS[:4], Towns(ROADS, "Crail")):
        search_both(each, "Ayr")
