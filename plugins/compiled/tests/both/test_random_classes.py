"""Random solver classes: compiled they do what they do interpreted, event by event, or are refused in one line."""

from __future__ import annotations

import linecache
import math
import os
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace
from genastar_compiled import failure

CLASSES = int(os.environ.get("GENASTAR_RANDOM_CLASSES", "10000"))
"""Classes to compare; all take some hours. Each difference is a fault to mend."""
PART = 100
"""Classes of one test."""
TOGETHER = 16
"""Random hooks of one class: each has a method of its own, and all share the program, most of which is not theirs."""

INTS = (0, 1, 2, 3, 7, -1, -2, 8, 63, 64, 255, 256, -128, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.75, 1e-3, 1e10, 2.0**53, 1e300, math.inf, -math.inf, 5e-324)
DTYPES = (np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64, np.bool_)


LEAVES = {
    "int": (*map(str, INTS[:9]), *map(str, INTS[:5]), *(f"({number})" for number in INTS[3::3])),
    "float": tuple(repr(number) for number in FLOATS if math.isfinite(number)),
    "num": ("3", "0.5", "(-7)", "2.5"),
    "bool": ("True", "False"),
    "array": tuple(f"self.array[{index}]" for index in range(4)),
    "compare": ("<", "<=", "==", "!=", ">", ">="),
    "sign": ("+", "-", "*", "//", "%", "&", "|", "^"),
    "real": ("+", "-", "*", "/", "//", "%"),
    "of_array": ("+", "-", "*", "&", "//", "%"),
    "shift": ("<<", ">>"),
    "power": ("0", "1", "2", "3"),
    "divisor": ("3", "7", "-5", "(p + 1)", "(-2)"),
    "function": ("sqrt", "log", "exp", "sin", "floor", "fabs", "log2", "atan"),
    "which": ("0", "1"),
}
"""What ends an expression, by its kind. Powers are small, for Python would compute ``7 ** 2**31`` for hours."""

GRAMMAR = {
    "bool": (
        "(<int> <compare> <int>)",
        "(<float> <compare> <float>)",
        "(<num> <compare> <num>)",
        "(<array> <compare> <array>)",
        "(<bool> and <bool>)",
        "(not <bool>)",
        "(<int> in (<int>, <int>))",
        "(<int> in self.seen)",
        "(<int> in self.prices)",
        "isinstance(<num>, int)",
    ),
    "array": ("self.array[<int> % 4]", "(self.array[0] <of_array> <int>)"),
    "num": (
        "self.mixed[<int> % 3]",
        "self.prices.get(<int> % 5, 0.5)",
        "(<int> if <bool> else <float>)",
        "(<num> <real> <divisor>)",
        "(<num> + <num>)",
        "(<num> * <num> % 1009)",
        "max(<num>, <num>)",
        "abs(<num>)",
        "-<num>",
        "self.mix(<int>)",
    ),
    "float": (
        "(<float> <real> <float>)",
        "(<float> <real> <int>)",
        "(<float> ** <power>)",
        "(<int> / <divisor>)",
        "math.<function>(abs(<float>) + 1.0)",
        "math.<function>(<float>)",
        "math.hypot(<float>, <float>)",
        "abs(<float>)",
        "float(<int>)",
        "float(<num>)",
        "float(<array>)",
        "max(<float>, <float>)",
        "(<float> if <bool> else <float>)",
        "round(<float>, 2)",
    ),
    "int": (
        "(<int> <sign> <int>)",
        "(<int> // <divisor>)",
        "(<int> % <divisor>)",
        "(<int> % 1009 * <int>)",
        "(<int> <shift> (<int> % 8))",
        "((<int> % 16 - 7) ** <power>)",
        "(<int> <sign> int(<bool>))",
        "(<int> * <bool>)",
        "(<bool> + <int>)",
        "-<int>",
        "~<int>",
        "abs(<int>)",
        "int(<float>)",
        "int(<array>)",
        "self.array[<int> % 4].item()",
        "int(<num> * 2)",
        "round(<num>)",
        "(1 if isinstance(<num>, int) else 2)",
        "round(<float>)",
        "math.floor(<float>)",
        "min(<int>, <int>)",
        "divmod(<int>, <divisor>)[<which>]",
        "sum([<int>, <int>])",
        "sorted([<int>, <int>, <int>])[1]",
        "sorted([5, <int>, 17], key=lambda each: each % 3)[0]",
        "len({<int>, <int>})",
        "(<int> if <bool> else <int>)",
        "less(<int>, <int>)",
        "self.twice(<int>, <bool>)",
    ),
}
"""What an expression of a kind may be. A name in angle brackets stands for an expression of that kind."""

STATEMENTS = (
    "x = <int>",
    "x += <int>",
    "x = x % 4099 * <int>",
    "x <<= <int> % 9",
    "x //= <divisor>",
    "z = <float>",
    "z -= <float>",
    "m = <num>",
    "m = <int>",
    "m += <num>",
    "m %= <divisor>",
    "if <bool>:\n    x = <int>",
    "if <bool>:\n    m = <float>\nelse:\n    m = <int>",
    "for each in range(<int> % 4):\n    x = x + each * <int>",
    "for each in sorted({<int>, p, 2}):\n    x = x % 1009 * 3 + each",
    "for each in {<int>, p, 2}:\n    x = x * 3 + each",
    "for each in sorted(self.seen):\n    if each < <int>:\n        x = x % 1009 + each",
    "for key, price in self.prices.items():\n    if price < <num>:\n        x = x % 1009 + key",
    "if <bool>:\n    late = <int>\nx = late",
    "table = {p: 1}\ntable[<int>] = 2\nfor each in table:\n    x = x % 1009 * 5 + each",
    "items = [<num>, 2]\nitems.append(<num>)\nm = items[<int> % 3]",
    "try:\n    x = 97 // x\nexcept ZeroDivisionError:\n    x = 5",
    "try:\n    x = <int> // <int>\nexcept Exception:\n    x = 5",
    "try:\n    z = math.sqrt(<float>)\nexcept Exception:\n    z = 0.25",
    "try:\n    m = self.prices[<int> % 7]\nexcept Exception:\n    m = 1.5",
    "match <int> % 4:\n    case 0:\n        x = <int>\n    case 1 | 2:\n        x = 3\n    case _:\n        z = <float>",
    "match (<int> % 2, <int> % 3):\n    case (0, other):\n        x = other\n    case (_, 1):\n        x = <int>",
    "while x > 1009:\n    x = x // 3 - <int> % 5",
    "bits = [<bool>, <bool>]\nif bits[<which>]:\n    x = <int>",
)

REFUSED = (
    *(
        "<array> <compare>",
        "<of_array>",
        "late",
        "each in {<int>",
        "<array> ",
        "math.<function>(<float>)",
        "(<float> <real> <float>)",
    ),
    *("sorted({",),
)
"""Parts of constructs that are often refused. A refused hook costs all that share its program a second compilation."""

NUMPYS = ("array",)
"""Parts of constructs that need an array."""
AMBIGUOUS = ("isinstance",)
"""Parts of constructs that are refused beside an array, because a number may be numpy's there."""

NAMES = {
    "int": ("p", "x", "p", "x", "q", "self.number"),
    "float": ("z", "self.real"),
    "bool": ("self.flag", "(p > 3)"),
    "num": ("m", "x", "z", "self.mixed[0]"),
}


def some(constructs: tuple[str, ...], risky: bool, numpy: str) -> list[str]:
    """Return those of these constructs that compile, or all; without an array, those that need none."""
    left_out = (*(() if risky else REFUSED), *((() if risky else AMBIGUOUS) if numpy else NUMPYS))
    return [each for each in constructs if not any(part in each for part in left_out)]


@st.composite
def filled(draw: st.DrawFn, text: str, depth: int, risky: bool, numpy: str) -> str:
    """Text with an expression for each kind in angle brackets. Only what is chosen is drawn.

    ``numpy`` says which numbers an array has: "whole", "real", or none if there is no array.
    """
    if text.endswith(".item()") and numpy == "real" and not risky:
        text = f"int({text})"  # a float among ints is often refused

    def expression(found: re.Match[str]) -> str:
        kind = found[1]
        if kind not in GRAMMAR or depth == 0 or draw(st.integers(0, 4)) == 0:
            return draw(st.sampled_from((*NAMES.get(kind, ()), *LEAVES[kind])))
        return draw(filled(draw(st.sampled_from(some(GRAMMAR[kind], risky, numpy))), depth - 1, risky, numpy))

    return re.sub(r"<(\w+)>", expression, text)


@st.composite
def statements(draw: st.DrawFn, risky: bool, numpy: str) -> str:
    """The lines of a hook that compute ``x``, ``y`` (ints), ``z`` (a float) and ``m`` (either), which may not be bound."""
    chosen = draw(st.lists(st.sampled_from(some(STATEMENTS, risky, numpy)), min_size=1, max_size=4))
    filling = [draw(filled(each, draw(st.integers(1, 3)), risky, numpy)) for each in chosen]
    lines = ["x = p", "z = self.real", "m = self.mixed[p % 3]", "y = 1", *filling]
    lines.append(draw(filled("y = <int>", 2, risky, numpy)))
    lines.append("y += int(m > 2)" if numpy and not risky else "y += (1 if isinstance(m, int) else 2) + int(m > 2)")
    return "\n".join(f"        {line}" for each in lines for line in each.splitlines())


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
"""Classes that were compared, that were not compiled, and that were refused as they ran."""
MIXED, PRICES, SEEN = [1, 2.5, 94906267], {0: 1, 3: 2.5, 4: 7}, frozenset({2, 3, 7, 48})


@contextmanager
def noting_refusals() -> Iterator[set[int]]:
    """The numbers of the hooks that are refused in this block. The text of a refusal names only the first."""
    refused: set[int] = set()
    noted = failure.noted

    @contextmanager
    def noting(function: Any) -> Iterator[None]:
        with noted(function):
            try:
                yield
            except Exception:
                refused.update(int(number) for number in re.findall(r"^Random\.body(\d+)$", function.__qualname__))
                raise

    failure.noted = noting
    try:
        yield refused
    finally:
        failure.noted = noted


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
            with noting_refusals() as refused:
                found = outcome(solver, start, "compiled")
            if not isinstance(found, CannotCompile):
                counted["compared"] += 1
                assert found == outcome(solver, start, "interpreted"), f"{body}\n{solver}"
                continue
            if not str(found).startswith("Random cannot be compiled"):
                counted["refused as they ran"] += 1
                continue
            others = [body for at, body in enumerate(asked.bodies) if at not in refused]
            if not refused:  # the cause is not in a hook alone
                others = []
            counted["not compiled"] += len(asked.bodies) - len(others)
            if others:  # the program of all lacks them: try it without those that are refused
                agree(evolve(asked, bodies=others))
            return


PROFILE: dict[str, Any] = {
    "derandomize": False,  # with CI set, every test would draw the same
    "database": None,
    "deadline": None,
    "phases": [Phase.generate],  # each smaller class would be compiled for a minute
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


def test_each_test_draws_classes_of_its_own() -> None:
    drawn: dict[str, list[str]] = {"first": [], "second": [], "second again": []}
    for name, asked in drawn.items():
        with_classes(lambda each, asked=asked: asked.append(str(each.bodies)), 3, 2, False, name != "first")  # type: ignore[misc]
    assert not {*drawn["first"]} & {*drawn["second"]}
    assert drawn["second"] == drawn["second again"]
    assert len({*drawn["second"]}) == 3


def test_a_few_random_classes() -> None:
    with_classes(agree, 1, 8, False, 0)
