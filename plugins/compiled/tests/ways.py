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
from attrs import define, evolve, field, frozen
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

FLAGS: Final = """
from enum import IntFlag

class F(IntFlag):
    A = 1
    B = 2
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
    "a dictionary that begins empty": steps(
        "m = {}\nfor x in (1, 2, 1):\n    m[x] = m.get(x, 0) + 1\nk = dict()\nk[n] = 0.5\nd = m[1] + len(k)",
    ),
    "parts of lists of lists": steps(
        "d = sum(self.table[n % 2][1:]) + len(self.table[n % 2][n:]) + (self.table[n % 2][::-1] == [2, 1])"
        "\nd += len((*self.table[n % 2][1:], 4)) + isinstance(self.table[0][1:], list) + (self.table[1:] == [[3, 4]])",
        "[[1, 2], [3, 4]]",
    ),
    "the text of a text": steps("d = 1 + len(str(self.table)) + len(f'{self.table}')", "'abc'"),
    "the text of a member": steps(
        "d = 1 + len(f'{C.RED}') + len(str(self.table)) + (self.table == 'red')",
        "C.RED",
        before="class C(str, Enum):\n    RED = 'red'",
    ),
    "the text of a text beside members": steps(
        "c = C.RED if n % 2 else C.BLUE\nd = len(f'{C.RED!s}') + len(f'{c}') + len(f'{n}')",
        before="class C(StrEnum):\n    RED = 'red'\n    BLUE = 'blue'",
    ),
    "a Counter that begins empty": steps(
        "c = Counter()\nfor x in (1, 2, n):\n    c[x] += 1\nd = c[1] + len(c) + c[77] + len(c) + sum(c.values())",
        before="from collections import Counter",
    ),
    "a heap that begins empty": steps(
        "h = []\nfor i in range(5):\n    heapq.heappush(h, ((i * 7 % 5) * 0.5, i))\nd = 1\n"
        "while h and (first := heapq.heappop(h))[0] < 1.7:\n    d = d * 3 % 1000 + first[1]",
    ),
    "the truth of values of several types": steps(
        "s = [n]\nd = 1 if s and (m := n) and not (n and (k := s.pop()) > 1) else 2\nassert d or (m := d)",
    ),
    "zip of iterators, strict": steps(
        "a = [1, n]\nd = 1\nfor x, y in zip(a, reversed([3, 4]), strict=True):\n    d += x * y\n"
        "d += sum(x * y for x, y in zip((1, n), enumerate(a), strict=True) for x, y in [(x, y[1])])"
    ),
    "an exception that is raised from another": steps(
        "d = 1\ntry:\n    d = 3 // (n + 1)\nexcept ZeroDivisionError as error:\n    raise ValueError('x') from error\n"
        "if n > 100:\n    raise ValueError('y') from None",
    ),
    "members in containers": steps(
        "d = 1 + ('red' in self.table) + {C.RED: 2}.get('red', 5) + (C.RED in {'red'})",
        "frozenset({C.RED})",
        before="class C(StrEnum):\n    RED = 'red'",
    ),
    "items of other types beyond 2 ** 53": steps(
        "s = frozenset([2**53 + 1])\nd = 1 + (self.table in s)\nx = [2**53 + 1]\n"
        "d += (self.table in x) + len(s & frozenset([self.table]))",
        "2.0**53",
    ),
    "except KeyError": steps(
        "made = {1: 2, n: 3}\nd = 1\n"
        "try:\n    d = self.table[n]\nexcept KeyError:\n    d = 7\n"
        "try:\n    d += made[3]\nexcept (KeyError, ZeroDivisionError):\n    d += 6",
        "{1: 2, 3: 4}",
    ),
    "except IndexError": steps(
        "d = 1\ntry:\n    d = self.table[n]\nexcept IndexError:\n    d = 7\n"
        "try:\n    d += 6 // self.table[n]\nexcept (IndexError, ZeroDivisionError):\n    d += 6",
        "[3, 0, 5]",
    ),
    "lists of constants in try": steps(
        "d = 1\ntry:\n    d = sorted([5, 3, 9])[n % 3]\nexcept Exception:\n    d = 5\n"
        "try:\n    for each in [1, 2, n % 3]:\n        d += each + (n in [2, 3, 4])\nexcept Exception:\n    d = 6",
    ),
    "rows of lists": steps(
        "row, (a, b) = self.table[n % 2], self.table[1]\nd = row[0] + row[n % 2] + a * b + len(row) + sum(row) + max(row)\n"
        "for each in row:\n    d += each\n"
        "d += (row == self.table[1]) + 2 * (row == [1, 2]) + 4 * ([n, 4] != row) + 8 * (tuple(row) == (3, 4))\n"
        "d += 16 * isinstance(row, list) + 32 * isinstance(row, tuple)\n"
        "d += 64 * ([3, 4] in self.table) + 128 * (row in self.table)",
        "[[1, 2], [3, 4]]",
    ),
    "rows of a number and a text": steps(
        "for count, name in self.table:\n    d = count + len(name)\n"
        "d += (self.table[0] == self.table[1]) + 2 * (self.table[1][1] == 'b')",
        "[[1, 'aa'], [3, 'b']]",
    ),
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
    "walrus and while": steps("k, d = n, 1\nwhile (k := k // 2) > 0:\n    d += k\nif (m := n % 3) and m > 1:\n    d += m"),
    "match on tuple": steps(
        "match (n % 3, n // 3):\n    case (0, k):\n        d = 1 + k\n    case (1, 0) | (1, 1):\n"
        "        d = 4\n    case (a, b) if a > b:\n        d = a + 2 * b\n    case _:\n        d = 9"
    ),
    "match on text and class": steps(
        "match self.table[n % 3]:\n    case 'road':\n        d = 1\n"
        "    case 'mud' | 'sand':\n        d = 3\n    case other:\n        d = len(other)",
        "['road', 'mud', 'swamp']",
    ),
    "sets in a hook": steps(
        "seen = set()\nfor k in (n, n // 2, n % 3):\n    if k in seen:\n        continue\n    seen.add(k)\n"
        "d = 1 + len(seen & {0, 1}) + len(seen | {7}) + (3 in seen) + (seen <= {0, 1, 2, 3})"
    ),
    "default argument and kwargs": steps(
        "d = price(n, wet=n % 2 == 0)",
        before="def price(n, *, wet=False, base=2):\n    return base + n % 3 + (4 if wet else 0)",
    ),
    "sorted by key reverse": steps(
        "rows = sorted(self.table, key=lambda t: t[1], reverse=True)\nd = rows[n % 3][0]", "[(1, 2), (5, 3), (2, 2)]"
    ),
    "zip enumerate strict": steps(
        "d = 1 + sum(i * a * b for i, (a, b) in enumerate(zip(self.table, self.table[1:]), 1))", "(1, 2, 3, 4)"
    ),
    "unpack star": steps(
        "first, *rest = self.table\n*most, last = rest\nd = first + sum(rest) + last + len(most)", "(1, 2, 3, 4)"
    ),
    "chained ternaries": steps("d = 1 if n < 2 else 2 if n < 4 else 3 if n % 2 else 4"),
    "string building": steps(
        "s = ''\nfor k in range(n):\n    s += chr(ord('a') + k % 3)\n"
        "d = 1 + s.count('a') + len(s.replace('b', '')) + s.find('c')"
    ),
    "join and split": steps("parts = ','.join([str(k) for k in range(n + 1)]).split(',')\nd = 1 + len(parts) + int(parts[-1])"),
    "or default": steps("k = self.table or 5\nd = 1 + (n % 3 or k)", "0"),
    "None default field": steps("d = 1 if self.table is None else self.table"),
    "optional local": steps(
        "best = None\nfor k in (3, n, 5):\n    if best is None or k < best:\n        best = k\nd = 1 + best"
    ),
    "divmod floor negative": steps("q, r = divmod(-n - 1, 3)\nd = 10 + q + r + (-7 // 2) + (-7 % 3) + n // -2"),
    "round and int": steps(
        "d = 1 + round(n * 0.5) + int(-n / 2) + math.floor(-n / 2) + math.ceil(n / 3) + round(n / 3, 1) > 3\nd += 1"
    ),
    "slices of lists": steps(
        "xs = [k * k for k in range(8)]\nxs[1:3] = [7]\ndel xs[0]\nd = 1 + sum(xs[::2]) % 7 + xs[-1] % 3 + len(xs[n:])"
    ),
    "2d list in hook": steps("g = [[0] * 3 for _ in range(3)]\ng[n % 3][1] = 4\nd = 1 + sum(map(sum, g)) + g[1][1]"),
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
    "an index outside a list": (steps("d = [1, 2][n]"), "list index out of range"),
    "an exception without a cause": (
        steps("try:\n    d = 6 // (2 - n)\nexcept ZeroDivisionError:\n    raise ValueError('by zero') from None"),
        "by zero",
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
    "the order of a frozenset": (
        """
@frozen
class Shrinks(AStar[frozenset[int], Cost[int]]):
    def add_neighbours(self, node, open_list):
        for k in node.position:
            open_list.relax(node.position - {k}, node.cost.travelled + 1)

    def is_destination(self, position):
        return len(position) == 1

problem, start = Shrinks(), frozenset({8, 1, 16, 3})
""",
        "the order of a set differs from Python's here; write sorted(...) around it",
    ),
    "a field of a record is set": (
        steps("p = P(n, 2)\np.a += 1\nd = p.a", before="@dataclass\nclass P:\n    a: int\n    b: int"),
        "a field of a record is set, P.a; make another record",
    ),
    "a defaultdict": (
        steps("c = defaultdict(int)\nc[n] += 1\nd = 1 + c[n]"),
        "defaultdict is not supported in machine code; write a dict and get(key, 0)",
    ),
    "a list is compared with a tuple": (
        steps("d = 1 + ([n, 1] == (n, 1))"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a row is hashed": (
        steps("d = 1 + len({self.table[n % 2]: 3})", "[[1, 2], [3, 4]]"),
        "a list is hashed, or put into a set or a dictionary as a key; write tuple(...) around it",
    ),
    "a part of a row is compared with a tuple": (
        steps("d = 1 + (self.table[n % 2][1:] == (2,))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a part of a row, with a bound that is not constant": (
        steps("d = 1 + (self.table[n % 2][n:] == (2,))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a part of a list of any length": (
        steps("d = 1 + (self.table[n % 2][1:] == (2,))", "[[1, 2], [3]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a row is looked for among tuples": (
        steps("d = 1 + (self.table[n % 2] in ((1, 2), (3, 5)))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a tuple is looked for among rows": (
        steps("x = [r for r in self.table]\nd = 1 + x.index((1, 2))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a row on one way, and a tuple on another": (
        steps("x = self.table[0] if n > 1 else (1, 2)\nd = 1 + x[0]", "[[1, 2], [3, 4]]"),
        "on another; give both one type",
    ),
    "values of two types in a dictionary that begins empty": (
        steps("m = {}\nm[n] = 1\nm[n + 1] = 0.5\nd = 1 + int(m[n])"),
        "a dictionary that begins empty is given values of the types int64 and float64; give its values one type",
    ),
    "the source of a text": (steps("d = 1 + len(repr(self.table))", "'abc'"), "repr() of a text is asked for"),
    "a container of members that are also strings": (
        steps("d = 1 + ('red' in self.table)", "[C.RED]", before="class C(str, Enum):\n    RED = 'red'"),
        "a container of members of C is not supported in machine code; derive it from StrEnum",
    ),
    "an attribute of an item": (
        "@define(slots=False)\nclass Rate:\n    x: int\n    rate = 5\nodd = Rate(1)\nodd.rate = 7\n"
        + steps("d = self.table[n % 2].rate", "[Rate(1), odd]"),
        "rate is set on a Rate itself, in place of its class's; declare it as a field",
    ),
    "NaN in a set": (
        steps("d = 1 + (1.5 in self.table)", "frozenset({math.nan, 1.5})"),
        "a set, or a key of a dictionary, is NaN, which Python finds only if it is the same object; leave it out",
    ),
    "NaN among others": (
        steps("x = self.table[0]\nd = 1 + (x in self.table)", "[math.nan, 1.5]"),
        "a NaN is looked up among others, or put into a set or a dictionary",
    ),
    "NaN in a set of a hook": (
        steps("s = {1.5}\ns.add(self.table)\nd = len(s)", "math.nan"),
        "a NaN is looked up among others, or put into a set or a dictionary",
    ),
    "except KeyError around a list": (
        steps("d = 1\ntry:\n    d = self.table[n]\nexcept KeyError:\n    d = 7", "[3, 0, 5]"),
        "except KeyError, but what is looked up is no dictionary; check beforehand, or write except Exception",
    ),
    "a row of lists is compared with a tuple": (
        steps("d = 1 + (self.table[n % 2] == (3, 4))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "rows inside tuples are compared": (
        steps("d = 1 + ((self.table[n % 2], n) == ((3, 4), 1))", "[[1, 2], [3, 4]]"),
        "a list is compared with a tuple, which it never equals; make both tuples, or lists",
    ),
    "a row of lists in a position": (
        "class State(NamedTuple):\n    at: int\n    row: tuple[int, int]\n"
        + steps("d = 1", "[[1, 2], [3, 4]]")
        .replace("AStar[int", "AStar[Any")
        .replace("relax(n + 1,", "relax(State(n + 1, self.table[0]),")
        .replace("n = node.position", "n = node.position.at")
        .replace("return position ", "return position.at ")
        .replace(", 0\n", ", State(0, (1, 2))\n"),
        "a position has a list, which is not hashable; write tuple(...) around it",
    ),
    "the text of a member in a variable": (
        steps(
            "c = C.RED if n % 2 else C.BLUE\nd = len(f'{c}')",
            before="class C(str, Enum):\n    RED = 'red'\n    BLUE = 'blue'",
        ),
        "the text of a value is asked for that may be a member of C, whose text is not its value; make C a StrEnum, or",
    ),
    "the text of a member of ints in a variable": (
        steps("d = len(str(CS[n % 2]))", before="class C(int, Enum):\n    RED = 1\n    BLUE = 2\nCS = (C.RED, C.BLUE)"),
        "the text of a value is asked for that may be a member of C, whose text is not its value; make C an IntEnum, or",
    ),
    "setdefault of a list": (
        steps("g = {}\nfor x in (1, 2, n):\n    g.setdefault(x, []).append(n)\nd = len(g)"),
        "a dictionary that a hook makes cannot hold lists, sets or dictionaries, such as setdefault() adds; keep",
    ),
    "a dictionary of lists": (
        steps("g = {n: [1], 5: [2]}\nd = len(g)"),
        "a dictionary that a hook makes is given lists, sets or dictionaries; keep (key, item) pairs in a list, or make",
    ),
    "a dictionary of the module by members that are also strings": (
        steps("d = PRICES[C.RED]", before="class C(str, Enum):\n    RED = 'red'\nPRICES = {C.RED: 2}"),
        "PRICES: a container of members of C is not supported in machine code; derive it from StrEnum, or search",
    ),
    "an estimate beyond 2 ** 53": (
        steps("d = 1")
        .replace("open_list.relax(n + 1,", "open_list.insert(n + 1, Cost(2**53 + 1,")
        .replace("node.cost.travelled + d)", "node.cost.travelled + 0.5))"),
        "in a cost",
    ),
    "a function of a hook that is passed on": (
        steps("def f(x, k=n):\n    return -x * k\nd = sorted([1, n], key=f)[0]"),
        "a function that is defined in a hook is passed on; write a lambda in its place, or define it outside, or search",
    ),
    "a star and a named argument": (
        steps(
            "d = dear(n, 2)",
            before="def price(*given, scale=1):\n    return sum(given) * scale\n"
            "def dear(*given):\n    return price(*given, scale=3)",
        ),
        "a call has a star and a named argument; give all arguments by their places, or search",
    ),
    "flags in a variable": (
        steps("f = F.A | F.B\ng = F.A if n % 2 else F.B\nd = 1 + (g in f)", before=FLAGS),
        "'in' is asked of an int, or of a flag that machine code has as an int; write flags & flag == flag, or search",
    ),
    "an empty frozenset of unknown items": (
        "class State(NamedTuple):\n    at: int\n    items: frozenset\n"
        + steps("d = 1").replace("AStar[int", "AStar[Any").replace("), 0\n", "), State(0, frozenset())\n"),
        "an empty frozenset, State.items, does not show the type of its items; "
        "declare a type of numbers, texts or tuples of these, for example items: frozenset[int]",
    ),
}
"""Solvers that are refused in one line, and its words."""
