"""Random solver classes: compiled they do what they do interpreted, event by event, or are refused in one line."""

from __future__ import annotations

import linecache
import math
import os
import re
import warnings
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from attrs import evolve, frozen
from grammar import FLOATS, INTS, statements
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace

CLASSES = int(os.environ.get("GENASTAR_RANDOM_CLASSES", "10000"))
"""Solvers to compare; all take half an hour. Each difference is a fault to mend."""
PART = 100
"""Solvers of one test."""
TOGETHER = 16
"""Random hooks of one class: each has a method of its own, and all share the program, most of which is not theirs."""
DTYPES = (np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64, np.bool_)


_numbers = count()

HELPERS = """
class Tuple(NamedTuple):
    a: int
    b: int


@frozen
class Record:
    a: int
    b: int


def less(a, b):
    if a > b:
        return a - b
    return b // 2
"""
POSITIONS = {"int": ("position", "0", "{}"), "tuple": ("position.a", "position.b", "Tuple({}, p % 3)")} | {
    "record": ("position.a", "position.b", "Record({}, p % 3)")
}
"""How a hook reads and makes positions of a kind."""


def class_of(bodies: list[str], by_insert: bool, kind: str, numpy: bool) -> tuple[type[AStar[Any, Any]], Any]:
    """A solver's class whose hook runs one of these lists of lines, and its start; its source can be read, as a file's can."""
    add = "insert" if by_insert else "relax"
    cost = (
        "Cost(node.cost.travelled + abs(y) % 9, node.cost.travelled + abs(y) % 9)"
        if by_insert
        else "node.cost.travelled + abs(y) % 9"
    )
    methods = "".join(f"    def body{at}(self, p, q):\n{body}\n        return x, y, z\n\n" for at, body in enumerate(bodies))
    calls = [f"        if self.which == {at}:\n            x, y, z = self.body{at}(p, q)\n" for at in range(len(bodies))]
    first, second, made_by = POSITIONS[kind]
    text = f"""{HELPERS}
@frozen(eq=False)
class Random(AStar[Any, Cost[int]]):
    which: int
    number: int
    real: float
    flag: bool
    mixed: list[float]
    prices: dict[int, float]
    seen: frozenset[int]
    {"array: np.ndarray" if numpy else ""}

    def mix(self, a):
        if a % 2:
            return a % 1009
        return 0.5 * a

    def twice(self, a, doubled):
        return a % 4099 * 2 if doubled else a

{methods}
    def add_neighbours(self, node, open_list):
        position = node.position
        p, q = {first}, {second}
        x, y, z = 0, 0, 0.0
{"".join(calls)}
        open_list.{add}({made_by.format("int(x) % 50")}, {cost})
        if z > 1.0:
            open_list.{add}({made_by.format("(p + 7) % 50")}, {cost})
        open_list.{add}({made_by.format("(p * 3 + 1) % 50")}, {cost})

    def is_destination(self, position):
        return {first} == 49
"""
    file = f"<random hooks {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {
        "Any": Any,
        "AStar": AStar,
        "Cost": Cost,
        "NamedTuple": NamedTuple,
        "frozen": frozen,
        "math": math,
        "Node": Node,
        "OpenList": OpenList,
    }
    if numpy:
        scope["np"] = np
    scope["__name__"] = __name__
    exec(compile(text, file, "exec"), scope)
    start = 1 if kind == "int" else scope[kind.capitalize()](1, 2)
    return scope["Random"], start


Values = tuple[int, float, bool]


@frozen
class Asked:
    """Hooks to compare, of one class."""

    bodies: list[tuple[str, Values]]
    """Lines of hooks, each with the numbers in the fields of its solver."""
    by_insert: bool
    kind: str
    """The kind of the positions."""
    array: np.ndarray[Any, Any] | None
    """An array in a field of all, if their numbers may be numpy's."""


@st.composite
def questions(draw: st.DrawFn, together: int, risky: bool) -> Asked:
    """Draw the parts of some solvers that share a class."""
    wide = draw(st.integers(0, 3)) == 0  # the program depends on whether a field fits 32 bits
    numbers = st.sampled_from([number for number in INTS if (abs(number) >= 2**31) == wide])
    values = st.tuples(numbers, st.sampled_from(FLOATS), st.booleans())
    array = draw(arrays()) if draw(st.booleans()) else None
    numpy = "" if array is None else "real" if array.dtype.kind == "f" else "whole"
    body = st.tuples(statements(risky, numpy), values)
    bodies = draw(st.lists(body, min_size=together, max_size=together))
    return Asked(bodies, draw(st.booleans()), draw(st.sampled_from(sorted(POSITIONS))), array)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return np.array([draw(st.sampled_from((0, 1, 2, limits.max, limits.min, limits.max // 2))) for _ in range(4)], dtype)
    return np.array([draw(st.sampled_from((0, 1, 1.5, -1, 0.1, 2))) for _ in range(4)]).astype(dtype)


def outcome(solver: AStar[Any, Any], start: Any, engine: str) -> object:
    """What comes of a search: the result and its events, or the type of what was raised, or a refusal."""
    trace: Trace[Any, Any] = Trace()
    try:
        result = solver.search(start, engine=engine, observer=trace, limits=Limits(expansions=60))
    except CannotCompile as error:
        assert "\n" not in str(error)  # noqa: PT017
        return error
    except Exception as error:
        return type(error)
    return evolve(result, seconds=0.0, engine=""), trace.events


counted: Counter[str] = Counter()
"""Solvers that were compared, that were not compiled, and that were refused as they ran."""
MIXED, PRICES, SEEN = [1, 2.5, 94906267], {0: 1, 3: 2.5, 4: 7}, frozenset({2, 3, 7, 48})


def agree(asked: Asked) -> None:
    cls, start = class_of([body for body, _ in asked.bodies], asked.by_insert, asked.kind, asked.array is not None)
    arrays = () if asked.array is None else (asked.array,)
    solvers: list[AStar[Any, Any]] = [
        cls(at, *values, MIXED, PRICES, SEEN, *arrays)  # type: ignore[call-arg]
        for at, (_, values) in enumerate(asked.bodies)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for solver, (body, _) in zip(solvers, asked.bodies, strict=True):
            found = outcome(solver, start, "compiled")
            if not isinstance(found, CannotCompile):
                counted["compared"] += 1
                assert found == outcome(solver, start, "interpreted"), f"{body}\n{solver}"
                continue
            if not str(found).startswith("Random cannot be compiled"):
                counted["refused as they ran"] += 1
                continue
            refused = re.search(r"Random\.body(\d+) ", str(found))
            others = [] if refused is None else asked.bodies.copy()  # the cause may not be in a hook alone
            if refused is not None:
                del others[int(refused[1])]
            counted["not compiled"] += len(asked.bodies) - len(others)
            if others:  # the program of all lacks them: try it without those that are refused
                agree(evolve(asked, bodies=others))
            return


PROFILE: dict[str, Any] = {
    "derandomize": False,  # with CI set, every test would draw the same
    "database": None,
    "deadline": None,
    "phases": [Phase.generate],  # each smaller class would be compiled for seconds
    "suppress_health_check": list(HealthCheck),
}


def with_classes(check: Callable[[Asked], None], classes: int, hooks: int, risky: bool, at: int) -> None:
    """Check some random classes, which are others for each seed. The first that Hypothesis draws, the simplest, is left out."""
    drawn = count()

    def check_others(asked: Asked) -> None:
        if next(drawn):
            check(asked)

    seed(at)(settings(max_examples=classes + 1, **PROFILE)(given(questions(hooks, risky))(check_others)))()


@pytest.mark.long
@pytest.mark.parametrize("part", range(CLASSES // PART))
def test_random_classes(part: int) -> None:
    with_classes(agree, 6, TOGETHER, False, part)
    with_classes(agree, 2, 2, True, part)
    assert 2 * counted["compared"] > counted.total()


def test_each_test_draws_classes_of_its_own() -> None:
    drawn: dict[str, list[str]] = {"first": [], "second": [], "second again": []}
    for name, asked in drawn.items():
        with_classes(lambda each, asked=asked: asked.append(str(each.bodies)), 3, 2, False, name != "first")  # type: ignore[misc]
    assert not {*drawn["first"]} & {*drawn["second"]}
    assert drawn["second"] == drawn["second again"]
    assert len({*drawn["second"]}) == 3


def test_a_few_random_classes() -> None:
    with_classes(agree, 1, 8, False, 0)
