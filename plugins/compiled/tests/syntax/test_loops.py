"""Unrolled loops: a function without its loops over constants does what the original does."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Iterator
from itertools import product
from types import FunctionType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from genastar import AStar, Cost
from genastar_compiled.syntax.loops.unrolling import LARGEST, Loops
from genastar_compiled.syntax.source import compiled, source_of

MOVES = ((0, 1, 2), (1, 0, 2), (-1, 1, 3))
SIDES = (-1, 0, 1)
FEW = range(2, 5)
_numbers = itertools.count()


def written(text: str) -> FunctionType:
    """Return the function ``f`` of a text, whose source can be read."""
    file = f"<loops {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope = {"MOVES": MOVES, "SIDES": SIDES, "FEW": FEW, "product": product}
    exec(compile(text, file, "exec"), scope)
    made = scope["f"]
    assert isinstance(made, FunctionType)
    return made


def unrolled(function: FunctionType) -> tuple[str, FunctionType]:
    """Return the text of the rewritten function, and the function."""
    source = source_of(function)
    assert source is not None
    Loops(source).rewrite()
    return source.text(), compiled(source)


def outcome(function: FunctionType, a: int, b: int) -> tuple[object, list[object]]:
    """Return what a function returns or raises, and what it did before."""
    done: list[object] = []
    try:
        return function(a, b, done), done
    except (ZeroDivisionError, NameError, TypeError) as error:
        return type(error), done


NAMES = ("a", "b", "dx", "dy", "step", "kept")
SOURCES = (
    "SIDES", "FEW", "range(-1, 2)", "range(3)", "(1, 2)", "[0, -2]", "(2.5, -0.0)", "(True, False, 3)", "range(0)",
    "a_range(a)",
)  # fmt: skip
PAIRS = ("enumerate(SIDES)", "zip(SIDES, FEW)", "product((0, 1), SIDES)", "product(SIDES, repeat=2)", "[(0, 1), (1, 0)]")

values = st.sampled_from((*NAMES[:4], "1", "0", "-1", "dx * dx", "dx ** 2", "-dx", "a - dx", "10 // dx", "dy & 3"))
tests = st.sampled_from(
    ("dx == 0", "dx and dy", "not dx", "dx == 0 and dy == 0", "a + dx > b", "dx != 0 or b", "dx < dy", "1 if dx else b", "kept")
)


@st.composite
def blocks(draw: st.DrawFn, depth: int, in_loop: bool) -> list[str]:
    """Draw the lines of a block."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["note", "note", "keep", "if"] + ["for", "pairs", "moves"] * (depth > 0) + ["continue", "rebind"] * in_loop
        match draw(st.sampled_from(kinds + ["break", "return"] * (in_loop and draw(st.booleans())))):
            case "note":
                lines.append(f"done.append(({draw(values)}, {draw(values)}))")
            case "keep":
                lines.append(f"kept = {draw(values)}")
            case "rebind":
                lines.append(draw(st.sampled_from(("dx = dx + 1", "dy += a", "del dy", "done.append([dx for dx in (4, 5)])"))))
            case "if":
                lines.append(f"if {draw(tests)}:")
                lines += indented(draw(blocks(depth=max(depth - 1, 0), in_loop=in_loop)))
                if draw(st.booleans()):
                    lines += ["else:", *indented(draw(blocks(depth=0, in_loop=in_loop)))]
            case "for":
                lines.append(f"for {draw(st.sampled_from(('dx', 'dy')))} in {draw(st.sampled_from(SOURCES))}:")
                lines += indented(draw(blocks(depth=depth - 1, in_loop=True)))
            case "pairs":
                lines.append(f"for dx, dy in {draw(st.sampled_from(PAIRS))}:")
                lines += indented(draw(blocks(depth=depth - 1, in_loop=True)))
            case "moves":
                lines.append("for dx, dy, step in MOVES:")
                lines += indented(draw(blocks(depth=depth - 1, in_loop=True)))
            case word:
                lines.append(f"return {draw(values)}" if word == "return" else word)
    return lines


def indented(lines: list[str]) -> list[str]:
    return [f"    {each}" for each in lines]


@st.composite
def functions(draw: st.DrawFn) -> str:
    """Draw the text of a function with loops."""
    begin = draw(st.sampled_from((["dx = dy = step = kept = 7"], ["kept = 1"])))
    body = [*begin, "a_range = range", *draw(blocks(depth=3, in_loop=False)), "return kept"]
    return "\n".join(["def f(a, b, done):", *indented(body)]) + "\n"


@given(functions(), st.integers(-2, 2), st.integers(-2, 2))
@example("def f(a, b, done):\n    for dx in SIDES:\n        done.append(dx ** 2)\n    return 0\n", 0, 0)
@example("def f(a, b, done):\n    for dx in (1, 2):\n        if a:\n            if dx == b:\n                continue\n"
         "        done.append(dx)\n", 1, 2)  # fmt: skip
@example("def f(a, b, done):\n    for dy in SIDES:\n        kept = dx\n        continue\n        dx = 1\n    return 0\n", 0, 0)
@example("def f(a, b, done):\n    for dy in SIDES:\n        if dx:\n            continue\n        else:\n            continue\n"
         "        dx = 1\n        done.append([dx for dx in (4, 5)])\n    return [dx for dx in (4, 5)]\n", 0, 0)  # fmt: skip
def test_a_random_function_does_the_same(text: str, a: int, b: int) -> None:
    original = written(text)
    _, changed = unrolled(original)
    assert outcome(changed, a, b) == outcome(original, a, b)
    assert repr(outcome(changed, a, b)) == repr(outcome(original, a, b))  # 0.0 equals -0.0, and 1 equals True


@pytest.mark.parametrize(
    "loop",
    [
        "for dx, dy, step in MOVES:\n        done.append((a + dx, b + dy, step))",
        "for dx, dy in product((-1, 0, 1), repeat=2):\n        if dx or dy:\n            done.append((dx, dy))",
        "for dx in range(-1, 2):\n        for dy in range(-1, 2):\n            if dx == 0 and dy == 0:\n"
        "                continue\n            done.append((dx, dy))",
        "for at, (dx, dy, _) in enumerate(MOVES):\n        done.append((at, dx, dy))",
    ],
)
def test_no_loop_is_left(loop: str) -> None:
    original = written(f"def f(a, b, done):\n    {loop}\n")
    text, changed = unrolled(original)
    assert "for " not in text
    assert outcome(changed, 1, 2) == outcome(original, 1, 2)


@pytest.mark.parametrize(
    "loop",
    [
        "for dx in range(a):\n        done.append(dx)",
        f"for dx in range({LARGEST}):\n        done.append(dx)",
        "for dx in range(8):\n        try:\n            done.append(a // dx)\n        except Exception:\n            pass",
        "for dx in range(10 ** 12):\n        break",
        "for dx in SIDES:\n        if a == dx:\n            break",
        "for dx in SIDES:\n        yield dx",
    ],
)
def test_a_loop_is_left_as_it_is(loop: str) -> None:
    text, _ = unrolled(written(f"def f(a, b, done):\n    {loop}\n"))
    assert "for " in text


STEPS = ((1, 0), (0, 1))


class Plane(AStar[tuple[int, int], Cost[int]]):
    """Steps by a constant of this module."""

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx, dy in STEPS:
            if x + dx < 5 and y + dy < 5:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position):
        return position == (4, 4)


@pytest.mark.long
def test_another_constant_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def costs() -> Iterator[int | None]:
        for engine in ("interpreted", "compiled"):
            result = Plane().search((0, 0), engine=engine)
            yield result.cost.total if result.found else None

    assert list(costs()) == [8, 8]
    monkeypatch.setitem(globals(), "STEPS", ((1, 0), (0, 1), (1, 1)))
    assert list(costs()) == [4, 4]
    monkeypatch.setitem(globals(), "STEPS", ((1, 0),))
    assert list(costs()) == [None, None]


def plane_with(steps: tuple[tuple[int, int], ...]) -> Plane:
    class Around(Plane):
        def add_neighbours(self, node, open_list):
            x, y = node.position
            for dx, dy in steps:
                if x + dx < 5 and y + dy < 5:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    return Around()


@pytest.mark.long
def test_a_constant_of_the_function_around() -> None:
    for engine in ("interpreted", "compiled"):
        found = [plane_with(steps).search((0, 0), engine=engine).expanded for steps in (STEPS, ((1, 1),), ((2, 2), (1, 1)))]
        assert found == [24, 4, 3]
