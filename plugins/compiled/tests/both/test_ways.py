"""Solvers as people write them give the same in both engines, raise the same, or are refused in one line."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from both_speeds import record_events, write_module
from problems import PROBLEMS
from puzzles import PUZZLES
from ways import ERRORS, HEAD, LINKS, SAME, steps

from genastar import AStar, BadInput, CannotCompile, Cost, Limits

pytestmark = pytest.mark.long

WRITTEN = SAME | PROBLEMS | PUZZLES


NOT_YET = (
    *(
        "a Counter that begins empty",
        "a Counter that is copied",
        "members in containers",
        "items of other types beyond 2 ** 53",
    ),
    *("rows of a number and a text", "a list or a tuple", "fields that built-in classes make"),
    *("slices of lists", "math floats", "numpy argwhere and any", "bitmask tsp"),
)
"""Solvers that machine code refuses in one line."""


def written(text: str, folder: Path) -> tuple[AStar[Any, Cost[int]], Any]:
    module: ModuleType = write_module(HEAD + text, folder)
    return module.problem, module.start


def kinds(value: object) -> object:
    """The types in a value; a text of the whole would have the items of a set in an order that a process draws."""
    if isinstance(value, frozenset):
        return frozenset(map(kinds, value))
    return tuple(map(kinds, value)) if isinstance(value, tuple) else type(value)


@pytest.mark.parametrize("name", [name for name in WRITTEN if name not in NOT_YET])
def test_both_engines_give_the_same(name: str, tmp_path: Path) -> None:
    problem, start = written(WRITTEN[name], tmp_path)
    compiled = record_events(problem, start, "compiled")
    interpreted = record_events(problem, start, "interpreted")
    assert compiled == interpreted
    assert kinds(compiled[0]) == kinds(interpreted[0])  # True == 1
    assert problem.search(start, engine="compiled", verify=True, limits=Limits(expansions=10_000)).expanded == compiled[3]


@pytest.mark.parametrize("name", NOT_YET)
def test_what_is_refused_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    problem, start = written(WRITTEN[name], tmp_path)
    with pytest.raises(CannotCompile, match=r"^[^\n]+$"):
        problem.search(start, engine="compiled")


@pytest.mark.parametrize("name", ERRORS)
def test_an_exception_has_its_text_and_its_line_in_both_engines(name: str, tmp_path: Path) -> None:
    text, words = ERRORS[name]
    problem, start = written(text, tmp_path)
    raised = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises((LookupError, ValueError)) as caught:
            problem.search(start, engine=engine)
        last = traceback.extract_tb(caught.value.__traceback__)
        assert caught.value.__cause__ is None
        raised.append((type(caught.value), str(caught.value), [frame.lineno for frame in last if "of_a_row" in frame.filename]))
    assert raised[0] == raised[1]
    assert raised[1][1] == words


def test_two_positions_with_one_index_are_named_by_verify(tmp_path: Path) -> None:
    text = LINKS.format(test="position == self.goal", goal="('d', 'c')")
    problem, start = written(
        text.replace("    def is_dest", "    size = 9\n\n    def index(self, p):\n        return 1\n\n    def is_dest"),
        tmp_path,
    )
    with pytest.raises(BadInput, match=r"^Pairs\.index gives the same number, 1, for \('a', 'a'\) and \('b', 'a'\); give each"):
        problem.search(start, verify=True)


def test_a_function_without_a_module_is_refused() -> None:
    scope: dict[str, Any] = {}
    exec(HEAD + steps("d = 1"), scope)
    with pytest.raises(CannotCompile, match="its source cannot be"):
        scope["problem"].search(0, engine="compiled")
