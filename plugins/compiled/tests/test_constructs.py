"""Ordinary Python, construct by construct: each row of the table in `docs/two-speeds.md` gives the same at both speeds."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen

sys.path.insert(0, str(Path(__file__).parent))
from constructs import ROWS, TOGETHER, together
from drafts import DRAFTS

from genastar import AStar, CannotCompile, Cost, Node, OpenList, Trace

DOCUMENT = Path(__file__).parents[3] / "docs" / "two-speeds.md"


def module_of(text: str, folder: Path) -> ModuleType:
    """A module of this text, which has a source."""
    folder.mkdir(exist_ok=True)
    file = folder / "solver_of_a_row.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("solver_of_a_row", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def heard(solver: AStar[Any, Any], start: Any, engine: str) -> tuple[object, ...]:
    trace: Trace[Any, Any] = Trace()
    result = solver.search(start, engine=engine, observer=trace)
    types = [type(position) for position in result.path]
    return result.path, types, result.cost, result.expanded, result.generated, trace.events


@pytest.mark.long
@pytest.mark.parametrize("name", ROWS)
def test_a_construct_gives_the_same_at_both_speeds(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    solver = module_of(row.source("Solver"), tmp_path).solver()
    interpreted = heard(solver, 0, "interpreted")
    if row.refused:
        with pytest.raises(CannotCompile) as refused:
            heard(solver, 0, "compiled")
        assert row.refused in str(refused.value)
        assert "\n" not in str(refused.value)
    else:
        assert heard(solver, 0, "compiled") == interpreted


def test_some_constructs_together(tmp_path: Path) -> None:
    solver = module_of(together(TOGETHER), tmp_path).solver()
    assert heard(solver, 0, "compiled") == heard(solver, 0, "interpreted")


@pytest.mark.long
@pytest.mark.parametrize("name", DRAFTS)
def test_a_first_draft_runs_as_written(name: str) -> None:
    solver, start = DRAFTS[name]
    interpreted = heard(solver, start, "interpreted")
    assert interpreted[0], "the example has a path"
    assert heard(solver, start, "compiled") == interpreted


def test_the_document_lists_every_construct() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the documents are not beside the plugin")
    table = DOCUMENT.read_text().split("## Every construct that was tried")[1].split("\n## ")[0]
    told = dict(re.findall(r"^\| `(.+?)` \| (yes|refused)", table, re.MULTILINE))
    assert told == {name: "refused" if row.refused else "yes" for name, row in ROWS.items()}


CLASSES = """
from enum import Enum

from attrs import frozen

from genastar import AStar


class Settings:
    STEP = {step}


class Mode(Enum):
    FAST = {step}


PRICES = {{1: [{step}]}}


@frozen
class Solver(AStar[int, int]):
    def add_neighbours(self, node, open_list):
        {use}

    def is_destination(self, position):
        return position == 9
"""


@pytest.mark.parametrize("use", ["Settings.STEP", "Mode.FAST.value", "PRICES[1]"])
def test_a_constant_of_a_class_is_part_of_what_a_hook_reaches(use: str, tmp_path: Path) -> None:
    from genastar_compiled.reach import Reach

    solvers = [module_of(CLASSES.format(step=step, use=use), tmp_path / str(step)).Solver() for step in (1, 1, 2)]
    first, same, other = (Reach.of_solver(solver).fingerprint for solver in solvers)
    assert first == same
    assert first != other


PRICES = {1: 3, 2: 5}


@frozen
class Stairs(AStar[int, Cost[int]]):
    extra: dict[int, int]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for steps in (1, 2):
            open_list.relax(node.position + steps, node.cost.travelled + PRICES[steps] + self.extra.get(node.position, 0))

    def is_destination(self, position: int) -> bool:
        return position == 9


def test_what_changes_in_a_frozen_dictionary_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    stairs = Stairs({3: 1})

    def answers() -> list[object]:
        return [stairs.search(0, engine=engine).cost for engine in ("interpreted", "compiled")]

    costs = [answers()]
    stairs.extra[0] = 40
    costs.append(answers())
    monkeypatch.setitem(PRICES, 2, 100)
    costs.append(answers())
    assert all(interpreted == compiled for interpreted, compiled in costs)
    assert len({str(pair) for pair in costs}) == 3
