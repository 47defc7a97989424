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

CLASSES = int(os.environ.get("GENASTAR_RANDOM_CLASSES", "16"))
"""Classes in the long set."""

INTS = (0, 1, 2, 3, 7, -1, -2, 8, 63, 64, 255, 256, -128, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.75, 1e-3, 1e10, 2.0**53, 1e300, math.inf, -math.inf, 5e-324)
DTYPES = (np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64, np.bool_)


@st.composite
def expressions(draw: st.DrawFn, depth: int, kind: str, names: dict[str, tuple[str, ...]]) -> str:
    """Text of an expression of a kind: int, float, bool, or a number of an array."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        if kind == "int":
            return draw(st.sampled_from((*names["int"], *map(str, INTS[:9]), *(f"({number})" for number in INTS))))
        if kind == "float":
            return draw(st.sampled_from((*names["float"], *(repr(number) for number in FLOATS if math.isfinite(number)))))
        if kind == "bool":
            return draw(st.sampled_from((*names["bool"], "True", "False")))
        return f"self.array[{draw(expressions(0, 'int', names))} % 4]"
    inner = lambda kind: draw(expressions(depth - 1, kind, names))  # noqa: E731
    if kind == "bool":
        number = draw(st.sampled_from(("int", "float", "array")))
        return draw(
            st.sampled_from(
                (
                    f"({inner(number)} {draw(st.sampled_from(('<', '<=', '==', '!=', '>', '>=')))} {inner(number)})",
                    f"({inner('bool')} and {inner('bool')})",
                    f"(not {inner('bool')})",
                    f"({inner('int')} in ({inner('int')}, {inner('int')}))",
                )
            )
        )
    if kind == "array":
        sign = draw(st.sampled_from(("+", "-", "*", "&", "//", "%")))
        return draw(st.sampled_from((f"self.array[{inner('int')} % 4]", f"(self.array[0] {sign} {inner('int')})")))
    if kind == "float":
        sign = draw(st.sampled_from(("+", "-", "*", "/", "//", "%", "**")))
        function = draw(st.sampled_from(("sqrt", "log", "exp", "sin", "floor", "fabs", "log2", "atan")))
        return draw(
            st.sampled_from(
                (
                    f"({inner('float')} {sign} {inner('float')})",
                    f"({inner('float')} {sign} {inner('int')})",
                    f"({inner('int')} / {inner('int')})",
                    f"math.{function}({inner('float')})",
                    f"math.hypot({inner('float')}, {inner('float')})",
                    f"abs({inner('float')})",
                    f"float({inner('int')})",
                    f"float({inner('array')})",
                    f"max({inner('float')}, {inner('float')})",
                    f"({inner('float')} if {inner('bool')} else {inner('float')})",
                    f"round({inner('float')}, 2)",
                )
            )
        )
    sign = draw(st.sampled_from(("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "**")))
    return draw(
        st.sampled_from(
            (
                f"({inner('int')} {sign} {inner('int')})",
                f"({inner('int')} {sign} {inner('int')})",
                f"({inner('int')} {sign} {inner('bool')})",
                f"({inner('bool')} + {inner('bool')})",
                f"-{inner('int')}",
                f"~{inner('int')}",
                f"abs({inner('int')})",
                f"int({inner('float')})",
                f"int({inner('array')})",
                f"round({inner('float')})",
                f"math.floor({inner('float')})",
                f"min({inner('int')}, {inner('int')})",
                f"divmod({inner('int')}, {inner('int')})[{draw(st.integers(0, 1))}]",
                f"sum([{inner('int')}, {inner('int')}])",
                f"sorted([{inner('int')}, {inner('int')}, {inner('int')}])[1]",
                f"sorted([5, {inner('int')}, 17], key=lambda each: each % 3)[0]",
                f"len({{{inner('int')}, {inner('int')}}})",
                f"({inner('int')} if {inner('bool')} else {inner('int')})",
            )
        )
    )


@st.composite
def statements(draw: st.DrawFn) -> str:
    """The lines of a hook that compute ``x``, ``y`` (ints) and ``z`` (a float), which may not be bound."""
    names = {"int": ("p", "x", "self.number"), "float": ("z", "self.real"), "bool": ("self.flag", "(p > 3)")}
    lines = ["x = p", "z = self.real", "y = 1"]
    for _ in range(draw(st.integers(1, 4))):
        whole, real, truth = (draw(expressions(draw(st.integers(0, 3)), kind, names)) for kind in ("int", "float", "bool"))
        lines += draw(
            st.sampled_from(
                (
                    [f"x = {whole}"],
                    [f"x += {whole}"],
                    [f"x *= {whole}"],
                    [f"x <<= {whole}"],
                    [f"z = {real}"],
                    [f"z -= {real}"],
                    [f"if {truth}:", f"    x = {whole}"],
                    [f"for each in range({whole} % 4):", f"    x = x + each * {whole}"],
                    [f"for each in sorted({{{whole}, p, 2}}):", "    x = x * 3 + each"],
                    [f"for each in {{{whole}, p, 2}}:", "    x = x * 3 + each"],
                    [f"if {truth}:", f"    late = {whole}", "x = late"],
                    ["table = {p: 1}", f"table[{whole}] = 2", "for each in table:", "    x = x * 5 + each"],
                )
            )
        )
    lines.append(f"y = {draw(expressions(2, 'int', names))}")
    return "\n".join(f"        {line}" for line in lines)


_numbers = count()
TOGETHER = 8
"""Random hooks of one class: each has a method of its own, and all share the program, most of which is not theirs."""


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
def questions(draw: st.DrawFn) -> Asked:
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
    bodies = draw(st.lists(st.tuples(statements(), values), min_size=TOGETHER, max_size=TOGETHER))
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


@pytest.mark.long
@settings(max_examples=max(1, CLASSES // TOGETHER), **QUIET)
@given(questions())
def test_many_random_classes(asked: Asked) -> None:
    agree(asked)
