# ruff: noqa: E501
"""Random hooks: compiled they do what they do interpreted, event by event, or are refused."""

from __future__ import annotations

import linecache
import math
import os
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from attrs import evolve, frozen
from expressions import FLOATS, INTS, expressions
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace

CLASSES = int(os.environ.get("GENASTAR_RANDOM_HOOKS", "300"))
PART = 30
_numbers = count()

STATEMENTS = (
    "a = {int}",
    "b = {int}",
    "x = {float}",
    "p = {bool}",
    "a += {int}",
    "b = b % 4099 * {int}",
    "x -= {float}",
    "a, b = b, {int}",
    "a = b = {int}",
    "if {bool}:\n    a = {int}\nelif {bool}:\n    b = {int}\nelse:\n    x = {float}",
    "if {bool}:\n    late = {int}\na = late",
    "c = None\nif {bool}:\n    c = {int}\nif c is not None and c > {int}:\n    a = c",
    "c = {int} if {bool} else None\na = 3 if c is None else c",
    "for i in range({int} % 5):\n    a = a % 1009 + i * {int}",
    "for i in range(7, {int} % 5, -2):\n    if {bool}:\n        continue\n    b = b % 1009 + i",
    "for i in (1, a % 4):\n    for j in range(i):\n        if {bool}:\n            break\n    else:\n        a += 1",
    "for i, j in ((1, 2), (3, {int}), (5, 6)):\n    if i > {int}:\n        break\n    a = a % 1009 + j\nelse:\n    b = 7",
    "for i in (1, {int}, 3, 4, 5, 6, 7, 8, 9, 10, 11):\n    b = b % 1009 * 3 + i",
    "for i, j in enumerate((a % 7, 2, 3), 4):\n    a += i * j",
    "for i, j in zip(range(3, 9), (1, 2, {int} % 5)):\n    a = a % 1009 + i * j",
    "while a > 1009:\n    a = a // 3 - {int} % 5",
    "while True:\n    b = abs(b) // 2\n    if b < 9 or {bool}:\n        break",
    "a = sum(i * {int} % 7 for i in range(b % 5) if i % 2 == 0)",
    "p = any(i > {int} for i in (a % 7, b % 5, 3))",
    "p = all(i != {int} % 5 and {bool} for i in range(a % 6))",
    "a = max(i * (i - 4) + {int} % 3 for i in range(5))",
    "a = min({int}, *(3, 4)) if {bool} else self.pick(a, b, p)",
    "pair = ({int}, {bool})\nif pair[1]:\n    a = pair[0]",
    "point = Point({int} % 9, b % 9)\nif point < Point(3, 4):\n    a = point.norm()",
    "record = Record({int}, x)\nb = record.whole if record == Record(3, 0.5) else record.twice()",
    "a = self.table[{int} % 4, a % 3]",
    "b = int(self.steps[{int} % 4]) + 1",
    "if self.open[{int} % 4, b % 3]:\n    a += 1",
    "x = float(self.prices[{int} % 3]) * 2.0",
    "match {int} % 4:\n    case 0:\n        a = {int}\n    case 1 | 2:\n        b = 3\n    case _:\n        x = {float}",
    "assert {bool} or a < 10**9",
    "if a == 12345:\n    raise ValueError('a hook')",
    "for i in steps(a % 7, {int}):\n    if {bool}:\n        continue\n    b = b % 1009 * 3 + i\n    if i > {int}:\n        break\nelse:\n    a += 1",
    "a = sum(i * {int} % 7 for i in steps(b % 5, a)) + max(steps(3, {int}), key=lambda i: i % 5)",
    "b = next((i for i in steps(a % 9, {int}) if {bool}), {int})",
    "for i, j in pairwise(steps(a % 5, {int} % 1009)):\n    b = b % 1009 + i * j % 7",
    "for i, j in product(range(a % 3), steps(2, 5) if False else (1, {int} % 9)):\n    b = b % 1009 + i * j",
    "try:\n    a = {int} // {int}\nexcept ZeroDivisionError:\n    b = {int}\nelse:\n    a = a % 1009\nfinally:\n    p = {bool}",
    "for i in range(3):\n    try:\n        if {bool}:\n            continue\n        a = (1, {int}, 3)[a % 5] % ({int} % 3)\n        if {bool}:\n            break\n"
    "    except (IndexError, ArithmeticError):\n        b = b % 1009 + i\n    finally:\n        a = a % 1009 + 1",
    "try:\n    b = deep({int} % 9, a % 5)\nexcept Far:\n    b = {int}",
    "x = {int} if {bool} else {float}\nif x > {int}:\n    y = x + {float}",
    "best = math.inf\nfor i in (a, {int}, b):\n    if i < best:\n        best = i\nx = float(best * 2)",
    "total = 0\nfor k in ({int}, {float}, {int}):\n    total = total + k\np = total > {float} and isinstance(total, float)",
    "f = lambda i, j=b: i * 3 % 1009 + j\na = f({int}) + f(a, 2)",
    "def add(i):\n    nonlocal b\n    b = b % 1009 + i\n    return i > {int}\np = add(a) or add({int} % 9)",
    "def inner(i):\n    return (i + a) % 1009 if {bool} else b\na = sum(map(inner, (1, b % 9, 3)))",
)

HELPERS = """
from itertools import pairwise, product


class Far(Exception):
    pass


def steps(count, first):
    yield first
    for i in range(count):
        if i == 4:
            return
        yield i * 3
    yield from (7, first % 5)


def deep(n, m):
    if n <= 0:
        return m
    if n == m:
        raise Far
    return deep(n - 1, m) + 1 if n % 2 else deep(n - 2, m)


class Point(NamedTuple):
    i: int
    j: int

    def norm(self):
        return abs(self.i) % 100 + self.j % 7


@frozen
class Record:
    whole: int
    real: float

    def twice(self):
        return self.whole % 1000 * 2 if self.real < 1.0 else 5


def less(one, other):
    if one > other:
        return one - other
    return other // 2
"""
POSITIONS = {
    "int": ("position", "position % 7", "({} * 7 + {} % 7)"),
    "tuple": ("position[0]", "position[1]", "({}, {} % 7)"),
    "named": ("position.i", "position.j", "Point({}, {} % 7)"),
    "record": ("position.whole", "int(position.real)", "Record({}, float({} % 7))"),
}


@st.composite
def bodies(draw: st.DrawFn) -> str:
    kinds = expressions(1)
    lines = []
    for form in draw(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=4)):
        while "{" in form:
            kind = form[form.index("{") + 1 : form.index("}")]
            form = form.replace("{" + kind + "}", draw(kinds[kind]), 1)
        lines += form.splitlines()
    return "\n".join(f"        {line}" for line in lines)


def class_of(body: str, kind: str, dense: bool, real: bool) -> tuple[type[AStar[Any, Any]], Any]:
    first, second, made = POSITIONS[kind]
    step = "abs(b) % 9" if not real else "abs(b) % 9 * 0.25"
    number = "position" if kind == "int" else f"{first} * 7 + {second} % 7"
    index = f"\n    def index(self, position):\n        return {number}\n" if dense else ""
    text = f"""{HELPERS}
@frozen(eq=False)
class Random(AStar[Any, Cost[Any]]):
    number: int
    real: float
    flag: bool
    table: tuple
    steps: Any
    open: Any
    prices: Any
    size: int

    def pick(self, one, other, third):
        return less(one, other) if third else one & 255

    def add_neighbours(self, node, open_list):
        position = node.position
        a, b = {first}, {second}
        x, y, p, q = self.real, 0.5 * b, self.flag, a > 3
{body}
        travelled = node.cost.travelled + {step}
        open_list.relax({made.format("a % 50", "b")}, travelled)
        if x > 1.0 or p:
            open_list.relax({made.format("(a + 7) % 50", "a")}, travelled)
        open_list.relax({made.format(f"({first} * 3 + 1) % 50", "3")}, travelled)

    def is_destination(self, position):
        return {first} == 49
{index}
"""
    file = f"<random hooks {next(_numbers)} of the compiler>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"Any": Any, "AStar": AStar, "Cost": Cost, "NamedTuple": NamedTuple, "frozen": frozen, "math": math}
    scope |= {"Node": Node, "OpenList": OpenList, "__name__": __name__}
    exec(compile(text, file, "exec"), scope)
    starts = {"int": 9, "tuple": (1, 2), "named": scope["Point"](1, 2), "record": scope["Record"](1, 2.0)}
    return scope["Random"], starts[kind]


def outcome(solver: AStar[Any, Any], start: Any, cost: Any, engine: str) -> object:
    trace: Trace[Any, Any] = Trace()
    try:
        result = solver.search(start, cost, engine=engine, observer=trace, limits=Limits(expansions=60))
    except CannotCompile as error:
        return error
    except Exception as error:
        return type(error)
    return evolve(result, seconds=0.0, engine=""), trace.events, list(map(repr, result.path))


def agree(body: str, kind: str, dense: bool, real: bool, numbers: tuple[int, float, bool]) -> bool:
    """Hold a class against Python; return whether it was compiled."""
    cls, start = class_of(body, kind, dense, real)
    table = np.arange(12).reshape(4, 3) * numbers[0] % 1009
    solver: Any = cls(  # type: ignore[call-arg]
        *numbers, table, np.array([3, -1, 4, 2], np.int32), table % 2 == 0, np.array([0.5, 2.0, 1e9]), 50 * 7
    )
    cost = Cost(0.0, 0.0, 0.0) if real else None
    found = outcome(solver, start, cost, "compiled")
    if isinstance(found, CannotCompile):
        return False
    assert found == outcome(solver, start, cost, "interpreted"), f"{body}\n{kind} {dense} {real} {numbers}"
    return True


questions = st.tuples(
    bodies(),
    st.sampled_from(sorted(POSITIONS)),
    st.booleans(),
    st.booleans(),
    st.tuples(st.sampled_from(INTS), st.sampled_from(FLOATS), st.booleans()),
)


@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.long) for part in range(CLASSES // PART)])
def test_random_hooks(part: int) -> None:
    check(part, PART)


def test_a_few_random_hooks() -> None:
    check(-1, 2)


def check(part: int, examples: int) -> None:
    profile: Any = {"database": None, "deadline": None, "phases": [Phase.generate], "suppress_health_check": list(HealthCheck)}
    agreed: list[bool] = []
    check_each = given(questions)(lambda each: agreed.append(agree(*each)))
    seed(part)(settings(max_examples=examples, derandomize=False, **profile)(check_each))()
    assert 2 * sum(agreed) >= len(agreed)
