"""Values that may be None, as ``dictionary.get(key)`` gives them: compared, looked up and computed with as by Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, IntEnum, IntFlag, StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both, write_module
from telling import telling
from walks import Walk, refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList


class Ground(Enum):
    PLAIN = 1
    LAKE = 2


class Text(StrEnum):
    PLAIN = "plain"
    LAKE = "lake"


class Number(IntEnum):
    PLAIN = 1
    LAKE = 2


class Flags(IntFlag):
    NONE = 0
    LAKE = 2


SEVERAL: dict[str, tuple[object, object]] = {
    "an enum": (Ground.PLAIN, Ground.LAKE),
    "an enum of texts": (Text.PLAIN, Text.LAKE),
    "an enum of ints": (Number.PLAIN, Number.LAKE),
    "a flag": (Flags.NONE, Flags.LAKE),
    "a bool": (False, True),
    "an int": (0, 2),
    "a float": (0.0, 2.0),
    "a text": ("", "b"),
    "a tuple": ((0, 0), (3, 4)),
}
EQUAL = (
    *("found == LAST", "found != LAST", "LAST == found", "found in (LAST,)", "found in (None, LAST)"),
    *("found == self.last", "found != self.found.get(7)", "found == None", "found is not None and found != LAST"),
)
TRUE = (
    *("found", "not found", "(found or LAST) == LAST", "found and found == LAST", "not found or found != LAST", "bool(found)"),
    *("found is not None and found", "found is None or found", "any([found, found])", "all((found, self.found.get(1)))"),
)
THE_SAME = (
    *("found is LAST", "found is not LAST", "LAST is found", "found is self.last", "found is self.found.get(2)"),
    *("found is not None and found is not LAST", "found is None or found is LAST", "found is self.found.get(7)"),
)
SOLVER = """
from attrs import frozen
from genastar import AStar, Cost, Node, OpenList

@frozen
class Finding(AStar[int, Cost[int]]):
    found: dict[int, object]
    last: object

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        found = self.found.get(node.position)
        open_list.relax(node.position + 1, node.cost.travelled + {told})

    def is_destination(self, position: int) -> bool:
        return position == 6
"""


def finding(kind: str, questions: tuple[str, ...], folder: Path) -> AStar[int, Cost[int]]:
    """A solver whose steps tell, bit by bit, the answers to questions about what was found."""
    first, last = SEVERAL[kind]
    told = " + ".join(f"({1 << at} if {question} else 0)" for at, question in enumerate(questions))
    module = write_module(SOLVER.format(told=told), folder)
    vars(module).update(LAST=last)
    solver: AStar[int, Cost[int]] = module.Finding({0: first, 1: last, 2: last, 4: first}, last)
    return solver


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind != "an enum")) for kind in SEVERAL])
def test_what_may_be_none_is_compared_as_by_python(kind: str, tmp_path: Path) -> None:
    search_both(finding(kind, EQUAL, tmp_path), 0)


@pytest.mark.long
@pytest.mark.parametrize("kind", SEVERAL)
def test_what_may_be_none_is_true_as_by_python(kind: str, tmp_path: Path) -> None:
    search_both(finding(kind, TRUE, tmp_path), 0)


@pytest.mark.parametrize("kind", ["an enum", pytest.param("an enum of ints", marks=pytest.mark.long)])
def test_what_may_be_none_is_the_same_object_as_by_python(kind: str, tmp_path: Path) -> None:
    search_both(finding(kind, THE_SAME, tmp_path), 0)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["a bool", "an int", "a float", "a text", "a tuple"])
def test_what_may_be_none_is_asked_for_by_value(kind: str, tmp_path: Path) -> None:
    assert re.search("'is' of .*; write ==", refusal(finding(kind, ("found is LAST",), tmp_path), 0))


COSTS = {".": 1, ",": 2, "~": 5}
PRICES = {4: 1, 5: 3}
GROUNDS = {Ground.PLAIN: 4}


@frozen
class Priced(AStar[int, Cost[int]]):
    """What was found is a key of another dictionary."""

    ground: dict[int, int]
    kinds: dict[int, Ground]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 2):
            found, kind = self.ground.get(node.position + step), self.kinds.get(node.position + step)
            if found is None or kind is None or kind is Ground.LAKE:
                continue
            open_list.relax(node.position + step, node.cost.travelled + PRICES[found] + GROUNDS[kind])

    def is_destination(self, position: int) -> bool:
        return position == 6


def test_what_was_found_is_a_key() -> None:
    kinds = {n: Ground.LAKE if n == 3 else Ground.PLAIN for n in range(7)}
    search_both(Priced({n: 4 + n % 2 for n in range(7)}, kinds), 0)
    with pytest.raises(KeyError, match="9"):
        Priced({1: 9}, kinds).search(0, engine="compiled")


LOOKED_UP = (
    *("[n, 2].count(found)", "[n, found].count(2)", "2 in [n, found]", "None in [n, found]", "None in (found, 5)"),
    *("(n, found) == (1, 2)", "(n, found) == (2, None)", "(1, found) != (1, None)"),
    *("found is not None and (n, found) < (1, 3)", "len(f'{found}')", "len(f'{name}')", "len(f'{None}')"),
    *("len(f'{found in (2, 6)}')", "isinstance(found in [2, 6], bool)"),
    *("len(str(found))", "len(str(name))", "isinstance(found, int)", "isinstance(name, (int, str))"),
    *(
        "isinstance(found, (str, bool))",
        "isinstance(name, str)",
        "isinstance(None, int)",
        "isinstance(name, str) and len(name) > 1",
    ),
)
REFUSED = {
    "{0: 1, 2: 2}.get(found, 5)": "int | None among keys that are int",
    "{n: 2}.pop(found, 4)": "int | None among keys that are int",
    "self.pairs.get((n, found), 4)": "(int, int | None) among keys that are (int, int)",
    "(n, found) in self.pairs": "(int, int | None) among keys that are (int, int)",
    "{2: 3}.get(n / 1, 4)": "float among keys that are int",
    "found in {n, 2}": "int | None among keys that are int",
    "sum([1, 2, 4][found:])": "int | None where an int is wanted",
    "len('abcd'[:found])": "int | None where an int is wanted",
    "len('a b'.split(None if n % 2 else ' '))": "' ' | None where a text is wanted",
}
FOUND = "found, name = self.found.get(n), self.names.get(n)"


def looking_up(lines: tuple[str, ...], folder: Path) -> Any:
    return telling(lines, folder, found={0: 0, 1: 2, 4: 5}, names={1: "ab"}, pairs={(1, 2): 3}, before=FOUND)


@pytest.mark.long
def test_what_may_be_none_is_looked_up_as_by_python(tmp_path: Path) -> None:
    search_both(looking_up(LOOKED_UP, tmp_path), 0)


@pytest.mark.long
@pytest.mark.parametrize("line", REFUSED)
def test_what_may_be_none_is_refused(line: str, tmp_path: Path) -> None:
    assert f"Telling.add_neighbours (solver_of_a_row.py, line 39): {REFUSED[line]}" in refusal(looking_up((line,), tmp_path), 0)


COMPUTED = ("found + found", "-found", "abs(found)", "found << 3", "found ** 3", "found * 4", "7 // found", "found & 5")


@pytest.mark.long
@pytest.mark.parametrize("text", COMPUTED)
def test_what_was_found_is_computed_with_as_by_python(text: str, tmp_path: Path) -> None:
    told = f"(0 if found is None else ({text}) % 1000)"
    module = write_module(SOLVER.format(told=told).replace("dict[int, object]", "dict[int, int]"), tmp_path)
    search_both(module.Finding({0: 5, 3: -7}, 0), 0)
    for large in (2**62, -(2**63)):
        solver: Any = module.Finding({0: large}, 0)
        try:
            assert solver.search(0, engine="compiled").cost == solver.search(0).cost
        except CannotCompile as error:
            assert "left the range" in str(error)  # noqa: PT017


@frozen
class World:
    """A world with a limit, or without."""

    limit: int | None


class Rules(NamedTuple):
    """The same as a tuple."""

    least: int
    limit: int | None


@frozen
class Limited(AStar[int, Cost[int]]):
    """Limits that may be None, with tests before each use; and a look-up that does not compile with a constant key at first."""

    limit: int | None
    world: World
    rules: Rules
    bounds: tuple[int, int | None]
    row: tuple[str, ...] = (".", ",", "~", ".", ",", ".")

    def price(self, at: int) -> int | None:
        return COSTS.get(self.row[at] if at < len(self.row) else "#")

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        g = node.cost.travelled
        if self.limit is not None and g >= self.limit:
            return
        if not self.world.limit or g < self.world.limit:
            g += 1 if self.rules.limit is None or g < self.rules.limit else 2
        low, high = self.bounds
        many = (1 if high is not None and g < high else 0) + (3 if self.bounds[1] and self.bounds[1] > g else low)
        fits = (limit := self.limit) is None or g + 1 < limit
        cost = self.price(node.position + 1)
        if cost is not None and fits:
            open_list.relax(node.position + 1, g + cost + many + (self.limit or 4))

    def is_destination(self, position: int) -> bool:
        return position == len(self.row) - 1


@pytest.mark.long
@pytest.mark.parametrize("limit", [None, 99])
def test_what_a_field_that_is_none_leaves_out_may_be_anything(limit: int | None) -> None:
    search_both(Limited(limit, World(limit), Rules(3, limit), (2, limit)), 0)


@frozen
class Wrong(Limited):
    """Does not compile for a reason of its own, beside a look-up that is tried twice."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        cost = self.price(node.position + 1)
        if cost is not None and len(str(cost / 2)) > 1:
            open_list.relax(node.position + 1, node.cost.travelled + cost)


def test_a_function_that_compiles_at_the_second_try_is_not_blamed() -> None:
    with pytest.raises(CannotCompile, match=r"Wrong.add_neighbours \(test_none.py, line \d+\)"):
        Wrong(None, World(None), Rules(3, None), (2, None)).search(0, engine="compiled")


@frozen
class Link:
    n: int
    further: Link | None = None


def linked(n: int) -> int:
    link = None
    for each in range(n % 5):
        link = Link(each, link)
    return 0 if link is None else link.n


def paired(n: int) -> int:
    pair: Any = None
    for each in range(n % 5):
        pair = (each, pair)
    return 0 if pair is None else pair[0]


@pytest.mark.parametrize("helper", [linked, paired])
def test_a_linked_list_that_grows_is_refused(helper: Callable[[int], int]) -> None:
    assert f"{helper.__name__}: the kinds of its variables do not settle" in refusal(Walk(5, helper), 0)
