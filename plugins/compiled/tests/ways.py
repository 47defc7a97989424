"""Solvers as people write them: modules that define ``problem`` and ``start``."""

from __future__ import annotations

from typing import Final

HEAD: Final = """import math
import heapq
from collections import defaultdict, namedtuple
from dataclasses import dataclass, field as dataclass_field, replace
from enum import Enum, IntEnum, StrEnum, auto
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
from attrs import evolve, field, frozen
from genastar import AStar, Cost, Node, OpenList
"""

LINKS: Final = """
LINKS = dict(a=('b', 'c'), b=('d',), c=('d',), d=('a',))

@frozen
class Pairs(AStar[tuple[str, str], Cost[int]]):
    goal: Any

    def add_neighbours(self, node, open_list):
        a, b = node.position
        for n in LINKS[a]:
            open_list.relax((n, b), node.cost.travelled + 1)
        for n in LINKS[b]:
            open_list.relax((a, n), node.cost.travelled + 1)

    def is_destination(self, position):
        return {test}

problem, start = Pairs({goal}), ("a", "a")
"""

COLOURS: Final = """
class Colour({base}):
    RED = {red}
    BLUE = {blue}

@frozen
class Lamps(AStar[tuple[int, Colour], Cost[int]]):
    goal: tuple[int, Colour]

    def add_neighbours(self, node, open_list):
        n, colour = node.position
        open_list.relax((n + 1, colour), node.cost.travelled + 1)
        other = Colour.BLUE if colour == Colour.RED else Colour.RED
        open_list.relax((n, other), node.cost.travelled + (1 if colour is Colour.RED else 2))

    def is_destination(self, position):
        return position == self.goal

problem, start = Lamps((3, Colour.BLUE)), (0, Colour.RED)
"""

STEPS: Final = """
{before}

@frozen
class Steps(AStar[int, Cost[int]]):
    table: Any = None

    def add_neighbours(self, node, open_list):
        n = node.position
        {body}
        open_list.relax(n + 1, node.cost.travelled + d)
        open_list.relax(n + 2, node.cost.travelled + 9)

    def is_destination(self, position):
        return position >= 6

problem, start = Steps({table}), 0
"""


def steps(body: str, table: str = "None", before: str = "") -> str:
    """A solver that counts to six; ``body`` computes the cost ``d`` of a step at ``n``."""
    return STEPS.format(body=body.replace("\n", "\n        "), table=table, before=before)


RECORD: Final = """
@frozen
class R:
    f: int
"""

SAME: Final[dict[str, str]] = {
    "tuple of texts == field": LINKS.format(test="position == self.goal", goal="('d', 'c')"),
    "tuple of texts != field": LINKS.format(test="not position != self.goal", goal="('d', 'c')"),
    "tuple of texts in tuple": LINKS.format(test="position in self.goal", goal="(('d', 'c'), ('c', 'd'))"),
    "enum of texts": COLOURS.format(base="Enum", red="'red'", blue="'blue'"),
    "enum derived from str": COLOURS.format(base="str, Enum", red="'red'", blue="'blue'"),
    "StrEnum by auto()": COLOURS.format(base="StrEnum", red="auto()", blue="auto()"),
    "enum of tuples": COLOURS.format(base="Enum", red="(1, 0)", blue="(0, 1)"),
    "a bool in an int field": steps(
        "r, s = R(n > 2), evolve(R(1), f=n > 3)\nd = len(str(r.f)) + len(f'{s.f}') + isinstance(r.f, bool)\n"
        "d += len(str(self.table.f))",
        "R(True)",
        RECORD,
    ),
    "a bool in a tuple field": steps(
        "p = P((n > 1, 2))\nd = 1 + len(str(p.pair[0]))", before="@frozen\nclass P:\n    pair: tuple[int, int]"
    ),
    "a bool is an int": steps("d = 1 if isinstance(n > 1, int) else 2\nb = n > 3\nd += 2 if isinstance(b, (int, str)) else 1"),
    "lists are equal": steps(
        "d = 1 + (self.table[n % 2] == ['b', 'c']) + 2 * (['a'] == self.table[0]) + 4 * (self.table[0] == self.table[1])",
        "[['a'], ['b', 'c']]",
    ),
    "a list or a tuple": steps(
        "row = self.table if n % 2 else MORE\nd = 1 + len(row) + ('c' in row)", "['a', 'c']", "MORE = ('c',) * 9"
    ),
    "names of members": steps(
        "d = len(self.table.name) + (4 if self.table.name == 'BLUE' else 5) + len(self.table.value)",
        "Colour.BLUE",
        "class Colour(Enum):\n    RED = 'red'\n    BLUE = 'blue!'",
    ),
}
"""Solvers that give the same in both engines."""

ERRORS: Final[dict[str, tuple[str, str]]] = {
    "a key that a field lacks": (steps("d = self.table[n]", "{0: 1, 1: 2}"), "2"),
    "a key of a tuple": (steps("d = self.table[n, 'a']", "{(0, 'a'): 1}"), "(1, 'a')"),
    "an item that a list lacks": (steps("d = 1 + [0, 1].index(n)"), "2 is not in list"),
    "an item that a tuple lacks": (
        steps("d = 1 + self.table.index(str(n))", "('0', '1')"),
        "tuple.index(x): x not in tuple",
    ),
    "an index outside an array": (
        steps("d = int(self.table[n])", "np.array([1, 2])"),
        "index 2 is out of bounds for axis 0 with size 2",
    ),
    "a text that is no number": (steps("d = 1 + int('x' * n + '1')"), "invalid literal for int() with base 10: 'x1'"),
    "a value that an enum lacks": (
        steps("d = 1 + Colour(n).value", before="class Colour(Enum):\n    RED = 0\n    BLUE = 1"),
        "2 is not a valid Colour",
    ),
    "a missing item of a list": (steps("a, b = [1] * (4 - n)\nd = a", before=""), "too many values to unpack (expected 2)"),
}
"""Solvers whose hooks raise, and the text of the exception."""

REFUSED: Final[dict[str, tuple[str, str]]] = {
    "a bool or an int in a field": (
        steps("r = R(True) if n > 2 else R(0)\nd = 1 + len(str(r.f))", before=RECORD),
        "a bool on one way to this line, and a number on another, is told from a number; write int(...) around the bool",
    ),
    "the type of a number": (steps("d = 1 if type(n) is int else 2"), "type() of a number is asked for; write isinstance(...)"),
    "isinstance of a number of numpy's": (
        steps("d = 1 if isinstance(self.table[n], int) else 2", "np.arange(9)"),
        "isinstance() of a number that may be numpy's; compare numbers instead, or write int(...) around it",
    ),
    "a list or a tuple is compared": (
        steps("d = 1 + ((n, 1) in self.table)", "[[1, 1], [2, 1]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "texts are compared by identity": (
        steps("s = 'a' if n > 2 else 'b'\nd = 1 if s is self.table else 2", "'a'"),
        "two texts are compared by 'is'; write ==",
    ),
    "a list is compared with a tuple": (
        steps("d = 1 + ([n, 1] == (n, 1))"),
        "compare values of one type, or their parts",
    ),
    "an empty frozenset of unknown items": (
        "class State(NamedTuple):\n    at: int\n    items: frozenset\n"
        + steps("d = 1").replace("AStar[int", "AStar[Any").replace("), 0\n", "), State(0, frozenset())\n"),
        "an empty frozenset, State.items, does not show the type of its items; "
        "declare a type of numbers, texts or tuples of these, for example items: frozenset[int]",
    ),
}
"""Solvers that are refused in one line, and its words."""
