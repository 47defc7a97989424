"""Positions and costs with texts and tuples of any length in them, and what hooks make of texts: as Python does it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import field, frozen
from both_speeds import record_events, search_both, write_module

from genastar import AStar, CannotCompile, Cost
from genastar.algorithms import IdaStar

WORDS = frozenset(["cold", "cord", "card", "ward", "warm", "worm", "word", "wold", "corm", "form", "farm", "harm"])


class Place(NamedTuple):
    name: str
    fuel: int


@frozen
class Noted:
    number: int
    note: int = field(eq=False)


@frozen(eq=False)
class Ladder(AStar[str, Cost[int]]):
    goal: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        word = node.position
        for at in range(len(word)):
            for letter in "abcdefghijklmnopqrstuvwxyz":
                other = word[:at] + letter + word[at + 1 :]
                if other in WORDS and other != word:
                    open_list.relax(other, node.cost.travelled + 1)

    def estimate(self, position: str) -> int:
        return sum(1 for a, b in zip(position, self.goal, strict=True) if a != b)

    def is_destination(self, position: str) -> bool:
        return position == self.goal


@frozen(eq=False)
class Growing(AStar[Any, Cost[int]]):
    """Positions of any length, of texts or of tuples."""

    goal: Any
    parts: tuple[Any, ...]

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        position = node.position
        for part in self.parts:
            open_list.relax(position + part, node.cost.travelled + 1)
        if position:
            open_list.relax(position[1:], node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.goal)


@frozen(eq=False)
class Driving(AStar[Place, Cost[int]]):
    roads: dict[str, dict[str, int]]
    goal: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for to, length in self.roads[node.position.name].items():
            if node.position.fuel > 0:
                open_list.relax(Place(to, node.position.fuel - 1), node.cost.travelled + length)

    def is_destination(self, position: Place) -> bool:
        return position.name == self.goal


@frozen(eq=False)
class Ties(AStar[int, Any]):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        cost, name = node.cost
        for step in (1, 2, 3):
            open_list.insert(node.position + step, (cost + step * step, name + "cab"[step - 1]))

    def is_destination(self, position: int) -> bool:
        return position >= 9


@frozen(eq=False)
class Keyed(AStar[Any, Cost[int]]):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        number, word = node.position
        open_list.relax((number + 1, word + "x"), node.cost.travelled + 1)
        open_list.relax((number + 2, word + "y"), node.cost.travelled + 1)

    def key(self, position: Any) -> str:
        return f"{position[1][:3]}{position[0] % 7}"

    def is_destination(self, position: Any) -> bool:
        return bool(position[0] >= 8)


@frozen(eq=False)
class Asking(AStar[str, Cost[int]]):
    """Looks up nodes, and names parents."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        word, cost = node.position, node.cost.travelled
        known = open_list.known(word + "a")
        if known is None or known.cost.travelled > 2 or known.position.startswith("b"):
            open_list.relax(word + "a", cost + 1)
        open_list.relax(word + "b", cost + 1, parent=word)
        if open_list.improves(word[:-1] + "c", cost + 2):
            open_list.relax(word[:-1] + "c", cost + 2)
        if node.parent is not None and node.parent.endswith("b"):
            open_list.relax("q" + word, cost + 1)

    def is_destination(self, position: str) -> bool:
        return len(position) == 4 and position[0] == "q"


@frozen(eq=False)
class Holding(AStar[Any, Cost[int]]):
    """Positions that hold a text or None."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        at, held = node.position
        open_list.relax((at + 1, None), node.cost.travelled + 1)
        if held is None:
            open_list.relax((at, "key"), node.cost.travelled + 1)
        else:
            open_list.relax((at + 2, held), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position[0] >= 8)


ROADS = {"A": {"B": 3, "C": 8}, "B": {"C": 3, "Dé": 1}, "C": {}, "Dé": {"C": 1}}
SOLVERS: list[tuple[Any, Any]] = [
    (Ladder("warm"), "cold"),
    (Growing("abbab", ("a", "b")), ""),
    (Growing("猫é猫", ("猫", "é")), "é"),
    (Growing((1, 2, 0, 1), ((0,), (1,), (2,))), (1,)),
    (Growing((1, 2, 0), ((0,), (1,), (2,))), ()),
    (Growing(("x", "", "yz"), (("x",), ("", "yz"))), ("x", "x")),
    (Growing(((1, "a"), (2, "b")), (((1, "a"),), ((2, "b"),))), ()),
    (Driving(ROADS, "C"), Place("A", 5)),
    (Keyed(), (0, "")),
    (Asking(), ""),
    (Holding(), (0, None)),
    (Holding(), (0, "other")),
]


@pytest.mark.parametrize(("solver", "start"), SOLVERS, ids=range(len(SOLVERS)))
def test_searches_are_equal(solver: Any, start: Any) -> None:
    assert record_events(solver, start, "compiled") == record_events(solver, start, "interpreted")
    search_both(solver, start)


def test_texts_decide_between_costs() -> None:
    search_both(Ties(), 0, (0, ""))


def test_a_walk_a_run_and_a_tree_have_texts() -> None:
    solver = SOLVERS[1][0]
    walks = [solver.search("", engine=engine, algorithm=IdaStar()) for engine in ("interpreted", "compiled")]
    assert walks[0].path == walks[1].path
    run = solver.begin("", engine="compiled")
    run.advance(9)
    solver.search("b", engine="compiled")  # in the memory of another
    paths = [run.advance(), solver.search("", engine="interpreted")]
    assert [each.path for each in paths] == [paths[1].path] * 2


def test_items_that_compare_only_some_fields_are_refused() -> None:
    """Of two that are equal, the search would keep the first, and Python the later."""
    with pytest.raises(CannotCompile, match="equal ones may differ"):
        Growing((), ((Noted(1, 2),), (Noted(1, 3),))).search((Noted(1, 2),), engine="compiled")


EXPRESSIONS = """
w[1:] + w[:1] + w[::-1][:2] + w[-2:] + w[4:1:-2]
w.replace('a', 'bc').replace('bb', '')
'-'.join([w, str(n), w]) + ' '.join((w, 'x')) + ''.join(sorted(w)) + ','.join(c for c in w if c != 'a')
str(n * -7 + 3) + str(n > 3) + str(-9223372036854775807 - 1) + str(None) + str(w or 'none')
f'{w}:{n}:{n:03d}|{n:4}|{n:<3}|{w:>6}|{w:5}' + f'{-n:04}{n:d}{None}'
'/'.join(w.split('a')) + '+'.join((w + ' x  y ').split())
('  ' + w + ' ').strip() + w.strip('ab') + w.lstrip('a') + w.rstrip('b') + (w + ' ').rstrip()
w.upper() + w.upper().lower()
str(w.isdigit()) + str(str(n).isdigit()) + str(w.isalpha()) + str((w + '-').isalpha()) + str(w.isascii())
str(w.find('b')) + str(w.find('b', 2)) + str(w.rfind('b')) + str(w.find('', 9)) + str(w.find('a', -2)) + str(w.count('a'))
w.removeprefix('a') + w.removesuffix('b') + str(w.startswith(('a', 'c'))) + str(w.endswith('b'))
w.rjust(6) + w.ljust(6, '.') + str(-n).zfill(5) + w.zfill(3)
chr(ord('a') + n) + str(ord(w[0]) if w else 0) + str(int(str(n)) + int('-12') + int('+7'))
w * 2 + 'ab' * (n % 3) + max('abc', w) + min(w, 'b') + (w if n > 2 else 'lit')
str({w: n, 'q': 2}.get(w, 0) + len({w, w + 'a', w})) + ''.join([c + c for c in reversed(w)])
str(w < 'ab') + str('a' in w) + str(w == 'ab') + str(w in ('ab', 'c')) + str(w.index('a') if 'a' in w else -1)
"""
MODULE = """from attrs import field, frozen
from genastar import AStar, Cost

@frozen(eq=False)
class Making(AStar[tuple, Cost[int]]):
    top: int
    def add_neighbours(self, node, open_list):
        w, n, _ = node.position
        if n < self.top:
            for c in "abq":
                made = {}
                open_list.relax((w + c, n + 1, made), node.cost.travelled + 1 + len(made) % 3)
    def is_destination(self, position):
        return position[1] == self.top
"""


@pytest.mark.parametrize("text", EXPRESSIONS.strip().splitlines())
def test_texts_made_in_hooks_are_equal(text: str, tmp_path: Path) -> None:
    solver = write_module(MODULE.format(text), tmp_path).Making(4)
    assert record_events(solver, ("", 0, ""), "compiled") == record_events(solver, ("", 0, ""), "interpreted")


@pytest.mark.parametrize("text", ["'é'.upper()", "str(int(' 1'))", "w.replace('', 'x')", "f'{w!r}'", "str(n / 2)"])
def test_what_is_not_known_is_refused(text: str, tmp_path: Path) -> None:
    solver = write_module(MODULE.format(text), tmp_path).Making(4)
    with pytest.raises(CannotCompile):
        solver.search(("", 0, ""), engine="compiled")
