"""Random solver classes: compiled they do what they do interpreted, event by event, or are refused in one line."""

from __future__ import annotations

import linecache
import math
import os
import re
import warnings
from collections import Counter
from itertools import count
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace

CLASSES = int(os.environ.get("GENASTAR_RANDOM_CLASSES", "10000"))
"""Classes in the long set, which is divided into shares."""
PART = 100
"""Classes of one test."""
TOGETHER = 16
"""Random hooks of one class: each has a method of its own, and all share the program, most of which is not theirs."""

INTS = (0, 1, 2, 3, 7, -1, -2, 8, 63, 64, 255, 256, -128, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.75, 1e-3, 1e10, 2.0**53, 1e300, math.inf, -math.inf, 5e-324)
DTYPES = (np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64, np.bool_)


LEAVES = {
    "int": (*map(str, INTS[:9]), *(f"({number})" for number in INTS)),
    "float": tuple(repr(number) for number in FLOATS if math.isfinite(number)),
    "bool": ("True", "False"),
    "array": tuple(f"self.array[{index}]" for index in range(4)),
    "compare": ("<", "<=", "==", "!=", ">", ">="),
    "sign": ("+", "-", "*", "//", "%", "&", "|", "^"),
    "real": ("+", "-", "*", "/", "//", "%"),
    "of_array": ("+", "-", "*", "&", "//", "%"),
    "shift": ("<<", ">>"),
    "power": ("-1", "0", "1", "2", "3", "40"),
    "function": ("sqrt", "log", "exp", "sin", "floor", "fabs", "log2", "atan"),
    "which": ("0", "1"),
}
"""What ends an expression, by its kind. Powers are small, for Python would compute ``7 ** 2**31`` for hours."""

GRAMMAR = {
    "bool": (
        "(<int> <compare> <int>)",
        "(<float> <compare> <float>)",
        "(<array> <compare> <array>)",
        "(<bool> and <bool>)",
        "(not <bool>)",
        "(<int> in (<int>, <int>))",
    ),
    "array": ("self.array[<int> % 4]", "(self.array[0] <of_array> <int>)"),
    "float": (
        "(<float> <real> <float>)",
        "(<float> <real> <int>)",
        "(<float> ** <float>)",
        "(<int> / <int>)",
        "math.<function>(<float>)",
        "math.hypot(<float>, <float>)",
        "abs(<float>)",
        "float(<int>)",
        "float(<array>)",
        "max(<float>, <float>)",
        "(<float> if <bool> else <float>)",
        "round(<float>, 2)",
    ),
    "int": (
        "(<int> <sign> <int>)",
        "(<int> <sign> <int>)",
        "(<int> <shift> (<int> % 140 - 3))",
        "(<int> ** <power>)",
        "(<int> <sign> <bool>)",
        "(<bool> + <bool>)",
        "-<int>",
        "~<int>",
        "abs(<int>)",
        "int(<float>)",
        "int(<array>)",
        "round(<float>)",
        "math.floor(<float>)",
        "min(<int>, <int>)",
        "divmod(<int>, <int>)[<which>]",
        "sum([<int>, <int>])",
        "sorted([<int>, <int>, <int>])[1]",
        "sorted([5, <int>, 17], key=lambda each: each % 3)[0]",
        "len({<int>, <int>})",
        "(<int> if <bool> else <int>)",
    ),
}
"""What an expression of a kind may be. A name in angle brackets stands for an expression of that kind."""

STATEMENTS = (
    "x = <int>",
    "x += <int>",
    "x *= <int>",
    "x <<= <int> % 140 - 3",
    "z = <float>",
    "z -= <float>",
    "if <bool>:\n    x = <int>",
    "for each in range(<int> % 4):\n    x = x + each * <int>",
    "for each in sorted({<int>, p, 2}):\n    x = x * 3 + each",
    "for each in {<int>, p, 2}:\n    x = x * 3 + each",
    "if <bool>:\n    late = <int>\nx = late",
    "table = {p: 1}\ntable[<int>] = 2\nfor each in table:\n    x = x * 5 + each",
)

REFUSED = ("<array> <compare>", "<of_array>", "in {<int>", "late", "sorted({")
"""Parts of constructs that are often refused. A refused hook costs all that share its program a second compilation."""

NAMES = {"int": ("p", "x", "self.number"), "float": ("z", "self.real"), "bool": ("self.flag", "(p > 3)")}


def some(constructs: tuple[str, ...], risky: bool) -> list[str]:
    """Return those of these constructs that compile, or all."""
    return [each for each in constructs if risky or not any(part in each for part in REFUSED)]


@st.composite
def filled(draw: st.DrawFn, text: str, depth: int, risky: bool) -> str:
    """Text with an expression for each kind in angle brackets. Only what is chosen is drawn."""

    def expression(found: re.Match[str]) -> str:
        kind = found[1]
        if kind not in GRAMMAR or depth == 0 or draw(st.integers(0, 4)) == 0:
            return draw(st.sampled_from((*NAMES.get(kind, ()), *LEAVES[kind])))
        return draw(filled(draw(st.sampled_from(some(GRAMMAR[kind], risky))), depth - 1, risky))

    return re.sub(r"<(\w+)>", expression, text)


@st.composite
def statements(draw: st.DrawFn, risky: bool) -> str:
    """The lines of a hook that compute ``x``, ``y`` (ints) and ``z`` (a float), which may not be bound."""
    chosen = draw(st.lists(st.sampled_from(some(STATEMENTS, risky)), min_size=1, max_size=4))
    lines = ["x = p", "z = self.real", "y = 1", *(draw(filled(each, draw(st.integers(1, 4)), risky)) for each in chosen)]
    lines.append(draw(filled("y = <int>", 3, risky)))
    return "\n".join(f"        {line}" for each in lines for line in each.splitlines())


_numbers = count()


def class_of(bodies: list[str], by_insert: bool) -> type[AStar[int, Any]]:
    """A solver's class whose hook runs one of these lists of lines; its source can be read, as a file's can."""
    add = "insert" if by_insert else "relax"
    cost = (
        "Cost(node.cost.travelled + abs(y) % 9, node.cost.travelled + abs(y) % 9)"
        if by_insert
        else "node.cost.travelled + abs(y) % 9"
    )
    methods = "".join(f"    def body{at}(self, p):\n{body}\n        return x, y, z\n\n" for at, body in enumerate(bodies))
    calls = [f"        if self.which == {at}:\n            x, y, z = self.body{at}(p)\n" for at in range(len(bodies))]
    text = f"""
@frozen(eq=False)
class Random(AStar[int, Cost[int]]):
    which: int
    number: int
    real: float
    flag: bool
    array: np.ndarray

{methods}
    def add_neighbours(self, node, open_list):
        p = node.position
        x, y, z = 0, 0, 0.0
{"".join(calls)}
        open_list.{add}(x % 50, {cost})
        if z > 1.0:
            open_list.{add}((p + 7) % 50, {cost})
        open_list.{add}((p * 3 + 1) % 50, {cost})

    def is_destination(self, position):
        return position == 49
"""
    file = f"<random hooks {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {
        "AStar": AStar,
        "Cost": Cost,
        "frozen": frozen,
        "math": math,
        "np": np,
        "Node": Node,
        "OpenList": OpenList,
    }
    scope["__name__"] = __name__
    exec(compile(text, file, "exec"), scope)
    made: type[AStar[int, Any]] = scope["Random"]
    return made


Values = tuple[int, float, bool]
Asked = tuple[list[tuple[str, Values]], bool, np.ndarray[Any, Any]]
"""Lines of hooks, each with the numbers in the fields of its solver; whether they insert; and the array in a field of all."""


@st.composite
def questions(draw: st.DrawFn, together: int, risky: bool) -> Asked:
    """Draw the parts of some solvers that share a class."""
    wide = draw(st.booleans())  # the program depends on whether a field fits 32 bits
    numbers = st.sampled_from([number for number in INTS if (abs(number) >= 2**31) == wide])
    values = st.tuples(numbers, st.sampled_from(FLOATS), st.booleans())
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        cells = [draw(st.sampled_from((0, 1, 2, limits.max, limits.min, limits.max // 2))) for _ in range(4)]
    else:
        cells = [draw(st.sampled_from((0, 1, 1.5, -1, 0.1, 2))) for _ in range(4)]
    array = np.array(cells).astype(dtype) if dtype.kind not in "iu" else np.array(cells, dtype)
    bodies = draw(st.lists(st.tuples(statements(risky), values), min_size=together, max_size=together))
    return bodies, draw(st.booleans()), array


QUIET = {"suppress_health_check": list(HealthCheck)}


def outcome(solver: AStar[int, Any], engine: str) -> object:
    """What comes of a search: the result and its events, or the type of what was raised, or a refusal."""
    trace: Trace[int, Any] = Trace()
    try:
        result = solver.search(1, engine=engine, observer=trace, limits=Limits(expansions=60))
    except CannotCompile as error:
        assert "\n" not in str(error)  # noqa: PT017
        return error
    except Exception as error:
        return type(error)
    return evolve(result, seconds=0.0, engine=""), trace.events


counted: Counter[str] = Counter()
"""Classes that were compared, and those that were refused."""


def agree(asked: Asked) -> None:
    bodies, by_insert, array = asked
    cls = class_of([body for body, _ in bodies], by_insert)
    solvers = [cls(at, *values, array) for at, (_, values) in enumerate(bodies)]  # type: ignore[call-arg]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for solver, (body, _) in zip(solvers, bodies, strict=True):
            found = outcome(solver, "compiled")
            if isinstance(found, CannotCompile):
                counted["refused"] += 1
                named = re.match(r"Random cannot be compiled: Random\.body(\d+) ", str(found))
                if named and len(bodies) > 1:  # the program of all lacks it: try the others without it
                    at = int(named[1])
                    agree((bodies[:at] + bodies[at + 1 :], by_insert, array))
                    return
            else:
                counted["compared"] += 1
                assert found == outcome(solver, "interpreted"), f"{body}\n{solver}"


@settings(max_examples=6, **QUIET)
@given(questions(TOGETHER, False))
def most_agree(asked: Asked) -> None:
    agree(asked)


@settings(max_examples=2, **QUIET)
@given(questions(2, True))
def refused_ones_agree(asked: Asked) -> None:
    agree(asked)


@pytest.mark.long
@pytest.mark.parametrize("part", range(CLASSES // PART))
def test_random_classes(part: int) -> None:
    most_agree()
    refused_ones_agree()


@settings(max_examples=1, **QUIET)
@given(questions(8, False))
def test_a_few_random_classes(asked: Asked) -> None:
    agree(asked)
