"""Random solver classes: compiled they do what they do interpreted, event by event, or are refused in one line."""

from __future__ import annotations

import linecache
import math
import os
import warnings
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace

CLASSES = int(os.environ.get("GENASTAR_RANDOM_CLASSES", "10"))
"""Classes in the long set. Each is compiled, which takes 2 to 3 s: 10,000 are a night's work."""

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


def class_of(body: str, by_insert: bool) -> type[AStar[int, Any]]:
    """A solver's class with these lines in its hook; its source can be read, as a file's can."""
    add = "insert" if by_insert else "relax"
    cost = (
        "Cost(node.cost.travelled + abs(y) % 9, node.cost.travelled + abs(y) % 9)"
        if by_insert
        else "node.cost.travelled + abs(y) % 9"
    )
    text = f"""
@frozen(eq=False)
class Random(AStar[int, Cost[int]]):
    number: int
    real: float
    flag: bool
    array: np.ndarray

    def add_neighbours(self, node, open_list):
        p = node.position
{body}
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


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, bool, Callable[[type[AStar[int, Any]]], AStar[int, Any]]]:
    """A hook's lines, whether it inserts, and what makes a solver of the class."""
    body = draw(statements())
    number, real, flag = draw(st.sampled_from(INTS)), draw(st.sampled_from(FLOATS)), draw(st.booleans())
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        cells = [draw(st.sampled_from((0, 1, 2, limits.max, limits.min, limits.max // 2))) for _ in range(4)]
    else:
        cells = [draw(st.sampled_from((0, 1, 1.5, -1, 0.1, 2))) for _ in range(4)]
    array = np.array(cells).astype(dtype) if dtype.kind not in "iu" else np.array(cells, dtype)
    return body, draw(st.booleans()), lambda cls: cls(number, real, flag, array)  # type: ignore[call-arg]


Asked = tuple[str, bool, Callable[[type[AStar[int, Any]]], AStar[int, Any]]]
QUIET = {"suppress_health_check": list(HealthCheck)}


def outcome(solver: AStar[int, Any], engine: str) -> tuple[object, ...]:
    """What comes of a search: the result and its events, or the type of what was raised."""
    trace: Trace[int, Any] = Trace()
    try:
        result = solver.search(1, engine=engine, observer=trace, limits=Limits(expansions=60))
    except Exception as error:
        if isinstance(error, CannotCompile):
            assert "\n" not in str(error)  # noqa: PT017
            return (CannotCompile,)
        return (type(error),)
    return evolve(result, seconds=0.0, engine=""), trace.events


def agree(asked: Asked) -> None:
    body, by_insert, make = asked
    solver = make(class_of(body, by_insert))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = outcome(solver, "compiled")
        if found != (CannotCompile,):
            assert found == outcome(solver, "interpreted"), f"{body}\n{solver}"


@pytest.mark.long
@settings(max_examples=CLASSES, **QUIET)
@given(questions())
def test_many_random_classes(asked: Asked) -> None:
    agree(asked)
