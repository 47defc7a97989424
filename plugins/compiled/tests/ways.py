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
    "flags in a variable": steps("f = F.A | F.B\ng = F.A if n % 2 else F.B\nd = 1 + (g in f)", before=FLAGS),
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
    "a Counter that is copied": steps(
        "c = Counter([1, n])\ne = c.copy()\nf = e.copy()\nf[3] += 1\ne[7] -= 2\n"
        "d = 40 + sum(c[k] * k for k in f) + len(f) + e[7] * 10 + (3 in c) + e[99]\nfor k in e:\n    d += k",
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
    "fields that built-in classes make": steps(
        "q = Q(n)\nd = 1 + len(q.seen | {'a' * n}) + q.a + len(q.t) + len(q.s) + int(q.f + q.b) + Q(n, items=[1]).items[0]",
        before="@frozen\nclass Q:\n    n: int\n    seen: Any = field(factory=frozenset)\n    a: int = field(factory=int)\n"
        "    t: Any = field(factory=tuple)\n    s: str = field(factory=str)\n    f: float = field(factory=float)\n"
        "    b: bool = field(factory=bool)\n    items: Any = field(factory=lambda: [0][:0])",
    ),
    "texts that are repeated": steps(
        "e = {'b': 2, 'a': n} | {'c': 4}\ns = {'ab' * (n - 1)}\nd = 1 + len(e) + ({'a' * n: 1} == {'aa': 1}) + len(s)\n"
        "d += len(','.join('xy' * k for k in range(n))) + ('aa' in s) * 7"
    ),
    "numbers and texts in one tuple": steps(
        "d = 1 + ('a' in ('a', n)) + 2 * (n in ('a', 3)) + 4 * ((n, 1) in ((3, 1), (4,)))\n"
        "d += 8 * (('a', n) in ((1, 2), ('a', 3))) + 16 * ('b' not in (n, 'a', 'b'))\n"
        "d += math.gcd() + math.lcm() + math.gcd(12 * n, 18, 24)"
    ),
    "a copy of a dictionary": steps(
        "e = self.table.copy()\ne[n] = 7\nd = sum(e.values()) + len(self.table) + (not e) + (not {1: n})", "{1: 2, 3: 4}"
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
    "a value that an enum lacks": (
        steps("d = 1 + Colour(n).value", before="class Colour(Enum):\n    RED = 0\n    BLUE = 1"),
        "2 is not a valid Colour",
    ),
    "a missing item of a list": (steps("a, b = [1] * (4 - n)\nd = a", before=""), "too many values to unpack (expected 2)"),
}
"""Solvers whose hooks raise, and the text of the exception."""
