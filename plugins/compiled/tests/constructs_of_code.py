"""Constructs of ordinary Python: functions, classes, and the flow of control."""

from __future__ import annotations

from typing import Final

from construct import Row

ENUM = "from enum import {0}\nclass Mode({0}):\n    SLOW = {1}\n    FAST = {2}\n"
DATACLASS = "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    b: int\n"
POINT = "@frozen\nclass P:\n    a: int\n    b: int\n"
PAIR = "from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    b: int\n"

CODE: Final[dict[str, Row]] = {
    "**kwargs": Row("d = f(a=n % 3, b=1)", "def f(**kwargs):\n    return kwargs['a'] + kwargs['b']"),
    "class method of a class": Row(
        "d = P.of(n % 3).a + P.low(n)",
        POINT
        + "    @classmethod\n    def of(cls, a):\n        return cls(a + 1, 2)\n"
        + "    @staticmethod\n    def low(n):\n        return n % 2\n",
    ),
    "namedtuple methods": Row(
        "d = (P(n % 3, 1) + P(1, 0)).whole + P.of(n % 2).plus(1)",
        PAIR
        + "    @property\n    def whole(self):\n        return self.a + self.b\n"
        + "    def plus(self, k):\n        return self.a + k\n"
        + "    def __add__(self, other):\n        return P(self.a + other.a, self.b + other.b)\n"
        + "    @classmethod\n    def of(cls, a):\n        return cls(a, 0)\n",
    ),
    "namedtuple own len": Row("d = len(P(n, 1))", PAIR + "    def __len__(self):\n        return 7\n"),
    "try/except as": Row("try:\n    d = (1, 2)[n % 3]\nexcept IndexError as error:\n    d = 3"),
    "try/except, several clauses": Row(
        "try:\n    assert n != 2\n    d = 6 // (n - 1) + [1, 5, 7].index(n)\nexcept ZeroDivisionError:\n    d = 1\n"
        "except (AssertionError, KeyError):\n    d = 2\nexcept LookupError:\n    raise\nexcept ValueError:\n    d = 3"
    ),
    "try/except as, and the exception used": Row(
        "try:\n    d = (1, 2)[n % 3]\nexcept IndexError as error:\n    d = len(str(error))",
    ),
    "Enum(value)": Row("d = 1 if Mode(n % 2) == Mode.FAST else 2", ENUM.format("Enum", 0, 1)),
    "IntFlag": Row("d = 1 if Mode.FAST in self.mode else 2", ENUM.format("IntFlag", 1, 2), "mode: Mode", "Mode.FAST"),
    "Flag": Row("d = 1 if Mode.FAST in self.mode | Mode.SLOW else 2", ENUM.format("Flag", 1, 2), "mode: Mode", "Mode.FAST"),
    "StrEnum field": Row(
        "d = 1 if self.mode == Mode.FAST else 2", ENUM.format("StrEnum", "'s'", "'f'"), "mode: Mode", "Mode.FAST"
    ),
    "cached_property": Row(
        "d = self.table + n % 2",
        "from functools import cached_property",
        methods="@cached_property\ndef table(self) -> int:\n    return self.top + 1",
    ),
    "callable field": Row("d = self.price(n)", "def double(n):\n    return n % 3 * 2", "price: object", "double"),
    "classmethod": Row("d = self.of(n)", methods="@classmethod\ndef of(cls, n):\n    return n % 3"),
    "dataclass frozen field": Row("d = self.p.a + n % self.p.b", DATACLASS, "p: P", "P(1, 2)"),
    "dataclass local object": Row("p = P(n % 2, 3)\nd = p.a + p.b", DATACLASS),
    "for m in EnumClass": Row(
        "d = 0\nfor m in Mode:\n    if m.value == n % 3:\n        d += m.value", ENUM.format("Enum", 1, 2)
    ),
    "generator yield from": Row(
        "d = 0\nfor k in self.all(n):\n    d += k",
        methods="def all(self, n):\n    yield from (1, n % 2)\n    yield from range(n % 3)",
    ),
    "global statement counter": Row(
        "d = count()",
        "COUNTER = 0\ndef count():\n    global COUNTER\n    COUNTER += 1\n    return 1",
    ),
    "import in hook": Row("from math import gcd\nd = gcd(n, 6)"),
    "kw-only args": Row("d = self.f(n, b=2)", methods="def f(self, n, *, b):\n    return n % b + 1"),
    "logging": Row("logging.getLogger('a').debug('n')\nd = 1", "import logging"),
    "lru_cache fn": Row(
        "d = f(n)",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef f(n):\n    return n % 3",
    ),
    "match class pattern": Row(
        "match P(n % 2, 3):\n    case P(a=0, b=b):\n        d = b\n    case P(a, _):\n        d = a", POINT
    ),
    "plain class field": Row(
        "d = self.p.cost(n)",
        "class P:\n    def __init__(self, a):\n        self.a = a\n    def cost(self, n):\n        return self.a + n % 2",
        "p: P",
        "P(2)",
    ),
    "recursion": Row("d = f(n)", "def f(n):\n    return 1 if n < 2 else f(n - 1) % 5 + f(n - 2)"),
    "try/except": Row("try:\n    d = 6 // (n % 3)\nexcept ZeroDivisionError:\n    d = 5"),
    "walrus": Row("if (h := n % 3) > 0:\n    d = h\nelse:\n    d = 3"),
    "with statement": Row(
        "with suppress(ValueError):\n    d = 1\nd = 2",
        "from contextlib import suppress",
    ),
    "*args": Row("d = f(n, 1)", "def f(*args):\n    return args[0] % 3 + args[1]"),
    "Enum compare field": Row("d = 1 if self.mode == Mode.FAST else 2", ENUM.format("Enum", 0, 1), "mode: Mode", "Mode.FAST"),
    "Enum str value": Row(
        "d = 1 if self.mode is Mode.FAST else 2", ENUM.format("Enum", "'s'", "'f'"), "mode: Mode", "Mode.FAST"
    ),
    "IntEnum arithmetic": Row("d = self.mode + n % 2", ENUM.format("IntEnum", 0, 1), "mode: Mode", "Mode.FAST"),
    "IntEnum index": Row(
        "mode = self.mode\nlist_of = [1, 2]\nlist_of[mode] = n\n"
        "d = (3, 4)[mode] + ((1, 2), (3, 4))[mode][n % 2] + list_of[mode] + PAIRS[Mode.FAST][0] + self.costs[mode][0]",
        ENUM.format("IntEnum", 0, 1) + "\nPAIRS = ((1, 2), (3, 4))",
        "mode: Mode\ncosts: tuple[tuple[int, ...], ...]",
        "Mode.FAST, ((1,), (2, 3))",
    ),
    "NamedTuple field": Row("d = self.p.a + n % self.p.b", PAIR, "p: P", "P(1, 2)"),
    "NamedTuple local": Row("p = P(n % 2, 3)\nd = p.a + p.b", PAIR),
    "Optional field None": Row("d = 1 if self.extra is None else 2", fields="extra: int | None", values="None"),
    "Optional field int": Row("d = 1 if self.extra is None else self.extra", fields="extra: int | None", values="3"),
    "assert": Row("assert n >= 0\nd = 1"),
    "attrs field with tuple of attrs": Row(
        "d = self.ps[1].a + n % self.ps[0].b", POINT, "ps: tuple[P, ...]", "(P(1, 2), P(3, 4))"
    ),
    "attrs helper object field": Row(
        "d = self.p.cost(n)",
        "@frozen\nclass P:\n    a: int\n    def cost(self, n):\n        return self.a + n % 2",
        "p: P",
        "P(2)",
    ),
    "attrs local object + method": Row(
        "d = P(n % 3).cost(2)", "@frozen\nclass P:\n    a: int\n    def cost(self, n):\n        return self.a + n % 2"
    ),
    "break out helper w/ early return in loop": Row(
        "d = first(n)", "def first(n):\n    for k in range(2, 9):\n        if n % k == 1:\n            return k\n    return 1"
    ),
    "cast()": Row(
        "d = cast(int, n % 3) + cast(Few, (1, n))[1] + cast(tuple[Small, ...], (n, 1))[0]",
        "from typing import Literal, cast\nSmall = Literal[1, 2]\nFew = tuple[int, int]\n",
    ),
    "NewType": Row("d = Toll(n % 3) + Toll(1)", "from typing import NewType\nToll = NewType('Toll', int)\n"),
    "assert_never": Row(
        "match n % 2:\n    case 0:\n        d = 1\n    case 1:\n        d = 2\n    case _:\n        assert_never(n)",
        "from typing import assert_never\n",
    ),
    "return NotImplemented": Row(
        "d = (1 if P(n, 1) < P(3, 1) else 2) + (P(n, 1) == P(4, 2)) + (P(n, 1) + P(1, 1)).a",
        "@frozen(eq=False)\nclass P:\n    a: int\n    b: int\n"
        "    def __eq__(self, other):\n        return self.a == other.a if isinstance(other, P) else NotImplemented\n"
        "    def __lt__(self, other):\n        if not isinstance(other, P):\n            return NotImplemented\n"
        "        return self.a < other.a\n"
        "    def __add__(self, other):\n        if isinstance(other, P):\n            return P(self.a + other.a, self.b)\n"
        "        return NotImplemented\n    def __hash__(self):\n        return hash(self.a)\n",
    ),
    "class attribute ClassVar": Row("d = self.STEP + n % 2", "from typing import ClassVar", "STEP: ClassVar[int] = 3"),
    "class attribute constant": Row("d = self.STEP + n % 2", fields="STEP = 3"),
    "class attribute tuple": Row("d = self.STEPS[n % 3]", fields="STEPS = (1, 2, 3)"),
    "closure nested def": Row("k = n % 3\ndef f(x):\n    return x + k\nd = f(1)"),
    "collections.namedtuple local": Row(
        "p = P(n % 2, 3)\nd = p.a + p.b", "from collections import namedtuple\nP = namedtuple('P', 'a b')"
    ),
    "default args & kwargs": Row("d = f(n, c=2)", "def f(a, b=1, c=1):\n    return a % 3 + b * c"),
    "for/else break": Row("for k in (2, 3):\n    if n == k:\n        d = 1\n        break\nelse:\n    d = 2"),
    "functools.reduce": Row("d = reduce(lambda a, b: a + b, (n % 2, 1, 2))", "from functools import reduce"),
    "generator method": Row(
        "d = 0\nfor k in self.near(n):\n    d += k", methods="def near(self, n):\n    yield 1\n    if n % 2:\n        yield n"
    ),
    "generator module function": Row(
        "d = 0\nfor k in near(n):\n    d += k", "def near(n):\n    yield 1\n    if n % 2:\n        yield n"
    ),
    "isinstance": Row("d = 1 if isinstance(n, int) else 2"),
    "lambda local": Row("f = lambda x: x % 3 + 1\nd = f(n)"),
    "match guard": Row("match n % 4:\n    case k if k > 2:\n        d = k\n    case _:\n        d = 1"),
    "nested def": Row("def f(x):\n    return x % 3 + 1\nd = f(n)"),
    "property": Row("d = self.twice + n % 2", methods="@property\ndef twice(self):\n    return self.top * 2"),
    "raise (not reached)": Row("if n > 100:\n    raise ValueError('far')\nd = 1"),
    "return None some paths": Row("if n == 4:\n    return\nd = 1"),
    "staticmethod": Row("d = self.f(n)", methods="@staticmethod\ndef f(n):\n    return n % 3 + 1"),
    "super() method": Row(
        "d = self.price(n)",
        base="Base",
        before="@frozen(eq=False)\nclass Base(AStar[int, Cost[int]]):\n    top: int\n    def price(self, n):\n        return n",
        methods="def price(self, n):\n    return super().price(n) + 1",
    ),
    "if x is None: continue": Row(
        "d, items = 0, [n]\nfor k in (n, 7):\n    x = {1: 2, 4: 5}.get(k)\n    if x is None:\n        continue\n"
        "    items.append(x)\n    d = x\nd += sum(items)"
    ),
    "ternary chain": Row("d = 1 if n < 3 else 2 if n < 6 else 3"),
    "try/except bare": Row("try:\n    d = 6 // (n % 3)\nexcept:\n    d = 5"),
    "while/else": Row("k = n\nwhile k > 3:\n    k -= 2\nelse:\n    k += 1\nd = k"),
}
