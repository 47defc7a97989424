"""Ordinary Python, construct by construct: each row of `docs/data/constructs.json` gives the same at both speeds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import record_events, write_module
from constructs import ROWS, TOGETHER, together
from drafts import DRAFTS

from genastar import AStar, CannotCompile, Cost, Node, OpenList

DOCUMENT = Path(__file__).parents[4] / "docs" / "data" / "constructs.json"


def fault(text: str, folder: Path) -> str:
    """What is wrong with the solver of this module; empty if nothing is."""
    solver = write_module(text, folder).solver()
    interpreted = record_events(solver, 0, "interpreted")
    try:
        compiled = record_events(solver, 0, "compiled")
    except CannotCompile as refusal:
        return str(refusal)
    return "" if compiled == interpreted else f"compiled {compiled}, interpreted {interpreted}"


@pytest.mark.long
def test_some_constructs_together(tmp_path: Path) -> None:
    assert fault(together(TOGETHER), tmp_path) == ""


COMPILED = [name for name, row in ROWS.items() if not row.refused]
ALONE = [name for name in COMPILED if name in ("super() method", "return None some paths", "itertools.accumulate")]
"""What they show needs a solver of its own."""
OF_NUMPY = [name for name in COMPILED if "np." in ROWS[name].source("Solver")]
"""Where numpy's numbers are about, machine code refuses what only Python's raise, so they have a program of their own."""
OTHERS = [name for name in COMPILED if name not in (*ALONE, *OF_NUMPY)]
GROUPS = 8


@pytest.mark.long
@pytest.mark.parametrize("names", [OF_NUMPY, *(OTHERS[group::GROUPS] for group in range(GROUPS))])
def test_every_construct_gives_the_same_at_both_speeds(names: list[str], tmp_path: Path) -> None:
    whole = fault(together(tuple(names)), tmp_path)
    if whole:  # which of them is it?
        alone = {name: fault(ROWS[name].source("Solver"), tmp_path) for name in names}
        pytest.fail(f"{[each for each in alone.items() if each[1]] or whole}")


@pytest.mark.long
@pytest.mark.parametrize("name", ALONE)
def test_a_construct_that_needs_a_solver_of_its_own(name: str, tmp_path: Path) -> None:
    assert fault(ROWS[name].source("Solver"), tmp_path) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.refused])
def test_a_construct_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    solver = write_module(row.source("Solver"), tmp_path).solver()
    record_events(solver, 0, "interpreted")
    with pytest.raises(CannotCompile) as refused:
        record_events(solver, 0, "compiled")
    assert row.refused in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.long
@pytest.mark.parametrize("name", DRAFTS)
def test_a_first_draft_runs_as_written(name: str) -> None:
    solver, start = DRAFTS[name]
    interpreted = record_events(solver, start, "interpreted")
    assert interpreted[0], "the example has a path"
    assert record_events(solver, start, "compiled") == interpreted


def test_the_document_lists_every_construct() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the documents are not beside the plugin")
    rows = json.loads(DOCUMENT.read_text(encoding="utf-8"))["tables"][0]["rows"]
    shown = {name.strip("`"): compiled.partition(":")[0] for name, compiled in rows}
    assert shown == {name: "refused" if row.refused else "yes" for name, row in ROWS.items()}


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
    from genastar_compiled.reach.reach import Reach

    solvers = [write_module(CLASSES.format(step=step, use=use), tmp_path / str(step)).Solver() for step in (1, 1, 2)]
    first, same, other = (Reach.of_solver(solver).fingerprint for solver in solvers)
    assert first == same
    assert first != other


MOVED = """
from typing import NamedTuple

from attrs import frozen

from genastar import AStar


class Place(NamedTuple):
    x: int

    def moved(self):
        return Place(self.x + {step})


@frozen
class Solver(AStar[Place, int]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position.moved(), 1)

    def is_destination(self, position):
        return position.x == 9
"""


def test_a_method_of_the_start_is_part_of_what_a_hook_reaches(tmp_path: Path) -> None:
    from genastar_compiled.reach.reach import Reach

    modules = [write_module(MOVED.format(step=step), tmp_path / str(number)) for number, step in enumerate((1, 1, 2))]
    first, same, other = (Reach.of_solver(module.Solver(), module.Place(0)).fingerprint for module in modules)
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


@pytest.mark.long
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
