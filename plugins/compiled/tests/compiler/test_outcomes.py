"""Outcomes on disk: the next process imports no typer, and anything that the code follows from has its own outcome."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

MODULE = """
import math
from enum import Enum
from typing import Literal
import numpy as np
from attrs import field, frozen
from genastar import AStar, Cost

class Toll(Enum):
    LOW = 1
    HIGH = 5

def half(value):
    return value // 2

FACTOR = 3
TABLE = np.array([2, 9, 4, 9])[::2]

@frozen
class Spot:
    at: int
    note: int = field(default=0)

@frozen
class Line(AStar):
    goal: int
    kind: Literal["short", "long"]
    toll: Toll
    step: float

    def add_neighbours(self, node, open_list):
        price = self.toll.value + half(FACTOR) + TABLE[node.position.at % 2] * 0
        if self.kind == "long":
            price = price + 100
        open_list.relax(Spot(node.position.at + 1, node.position.note), node.cost.travelled + int(price) * self.step)

    def is_destination(self, position):
        return position.at == self.goal
"""
MAIN = """
import sys
from line import Line, Spot, Toll
cost = Line(4, {kind!r}, Toll.{toll}, {step}).search(Spot(0), engine="compiled").cost.total
assert cost == Line(4, {kind!r}, Toll.{toll}, {step}).search(Spot(0), engine="interpreted").cost.total
print(cost, "genastar_compiled.compiler.typing.typer" in sys.modules)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "line.py").write_text(MODULE.replace(" + TABLE[node.position.at % 2] * 0", ""))
    return tmp_path


def run(folder: Path, kind: str = "short", toll: str = "LOW", step: str = "1") -> tuple[float, bool]:
    """Return the cost, and whether the process typed a program."""
    environment = os.environ | {"GENASTAR_CACHE_DIR": str(folder / "cache")}
    source = MAIN.format(kind=kind, toll=toll, step=step)
    command = [sys.executable, "-B", "-c", source]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    cost, types = done.stdout.split()
    return float(cost), types == "True"


def edit(folder: Path, old: str, new: str) -> None:
    text = (folder / "line.py").read_text()
    assert old in text
    (folder / "line.py").write_text(text.replace(old, new))


def test_the_next_process_types_nothing(folder: Path) -> None:
    assert run(folder) == (8.0, True)
    assert run(folder) == (8.0, False)
    assert run(folder, toll="HIGH") == (24.0, False)
    edit(folder, "import math", "# moved\nimport math")
    assert run(folder) == (8.0, False)


def test_a_need_of_another_layout_is_kept(folder: Path) -> None:
    assert run(folder, step="1.5") == (12.0, True)
    assert run(folder, step="1.5") == (12.0, False)


@pytest.mark.parametrize(
    ("old", "new", "cost"),
    [
        ("FACTOR = 3", "FACTOR = 4", 12.0),
        ("value // 2", "value // 3 + 1", 12.0),
        ("LOW = 1", "LOW = 2", 12.0),
        ("HIGH = 5", "HIGH = 6", 8.0),
        ("note: int = field(default=0)", "note: int = field(default=0, eq=False)", 8.0),
    ],
)
def test_what_the_code_follows_from_is_in_its_name(folder: Path, old: str, new: str, cost: float) -> None:
    run(folder)
    edit(folder, old, new)
    assert run(folder) == (cost, True)
    assert run(folder) == (cost, False)


def test_a_text_that_chooses_the_program_is_in_its_name(folder: Path) -> None:
    assert run(folder) == (8.0, True)
    assert run(folder, kind="long") == (408.0, True)
    assert run(folder, kind="long") == (408.0, False)


def test_code_that_reads_an_array_where_it_is_serves_its_own_process(folder: Path) -> None:
    (folder / "line.py").write_text(MODULE)
    assert run(folder) == run(folder) == (8.0, True)


def test_damaged_outcomes_are_made_again(folder: Path) -> None:
    run(folder)
    for each in (folder / "cache" / "compiled").glob("*"):
        each.write_bytes(each.read_bytes()[:-1])
    assert run(folder) == (8.0, True)
