"""The cache on disk: hit by the next process, never stale, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from genastar_compiled.storage.folder import own_files

pytestmark = pytest.mark.long

SOLVER = """
from attrs import frozen
from genastar import AStar
from helper import toll

STEP = 3

@frozen
class Line(AStar):
    goal: int

    def add_neighbours(self, node, open_list):
        open_list.insert(node.position + 1, node.cost + STEP + toll(node.position))

    def is_destination(self, position):
        return position == self.goal
"""
HELPER = """
def toll(position):
    return position % 2
"""
MAIN = """
from genastar_compiled.compiler.code import target
compiled = 0
original = target._compiled
def counted(text):
    global compiled
    compiled += 1
    return original(text)
target._compiled = counted
from solver import Line
cost = Line(10).search(0, 0, engine="compiled").cost
assert cost == Line(10).search(0, 0).cost
print(cost, "compiled" if compiled else "cached")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("solver.py", SOLVER), ("helper.py", HELPER), ("main.py", MAIN)):
        (tmp_path / name).write_text(textwrap.dedent(text))
    return tmp_path


def run(folder: Path, cache: str = "cache") -> list[str]:
    environment = os.environ | {"GENASTAR_CACHE_DIR": str(folder / cache) if cache else "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "main.py"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_the_second_process_compiles_nothing(folder: Path) -> None:
    assert run(folder) == ["35", "compiled"]
    assert run(folder) == ["35", "cached"]


POSITIONS = {
    "a number": ("", "0", "node.position + 1", "node.position"),
    "attrs": (
        """
from attrs import Factory, frozen as record
@record
class At:
    x: int
    y: int = Factory(lambda: 0)
    z: tuple = Factory(lambda self: (self.x, self.y), takes_self=True)
""",
        "At(0, 0, (0, 0))",
        "At(node.position.x + 1, 0, (0, 0))",
        "node.position.x",
    ),
    "dataclass": (
        """
from dataclasses import dataclass, field
@dataclass(frozen=True)
class At:
    x: int
    y: int = field(default_factory=lambda: 0)
""",
        "At(0, 0)",
        "At(node.position.x + 1, 0)",
        "node.position.x",
    ),
}
"""A class, the start, the next position, and the number of a position."""


@pytest.mark.parametrize("position", POSITIONS)
def test_costs_and_positions_of_classes_are_known_to_the_next_process(position: str, folder: Path) -> None:
    made, start, following, number = POSITIONS[position]
    edit(folder / "solver.py", "STEP = 3\n", f"{made}\nSTEP = 3\n")
    edit(
        folder / "solver.py",
        "open_list.insert(node.position + 1, node.cost + STEP + toll(node.position))",
        f"open_list.relax({following}, node.cost.travelled + STEP + toll({number}))",
    )
    edit(folder / "solver.py", "return position == self.goal", f"return {number.removeprefix('node.')} == self.goal\n\n"
         "    def estimate(self, position):\n        return 0")  # fmt: skip
    text = (folder / "main.py").read_text().replace("from solver import Line", "from solver import *")
    (folder / "main.py").write_text(text.replace(".search(0, 0", f".search({start}").replace(").cost", ").cost.travelled"))
    assert run(folder) == ["35", "compiled"]
    assert run(folder) == ["35", "cached"]


def test_moving_code_about_changes_nothing(folder: Path) -> None:
    run(folder)
    edit(folder / "solver.py", "STEP = 3", "# a comment\n\nSTEP = 3")
    assert run(folder) == ["35", "cached"]


@pytest.mark.parametrize(
    ("file", "old", "new", "cost"),
    [
        ("solver.py", "STEP = 3", "STEP = 4", "45"),
        ("solver.py", "node.cost + STEP", "node.cost + 1 + STEP", "45"),
        ("helper.py", "position % 2", "position % 2 + 1", "45"),
    ],
)
def test_nothing_stale_is_met(folder: Path, file: str, old: str, new: str, cost: str) -> None:
    assert run(folder) == ["35", "compiled"]
    edit(folder / file, old, new)
    assert run(folder) == [cost, "compiled"]


def test_no_cache_where_none_can_be_written(folder: Path) -> None:
    (folder / "blocked").write_text("a file, where a folder should be made")
    assert run(folder, "blocked") == ["35", "compiled"]
    assert run(folder, "") == ["35", "compiled"]


def test_a_damaged_entry_is_compiled_again(folder: Path) -> None:
    run(folder)
    for entry in (folder / "cache" / "compiled").iterdir():
        entry.write_bytes(entry.read_bytes()[:100])
    assert run(folder) == ["35", "compiled"]


def test_two_processes_at_once(folder: Path) -> None:
    environment = os.environ | {"GENASTAR_CACHE_DIR": str(folder / "cache")}
    racing = [
        subprocess.Popen([sys.executable, "main.py"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[0].split()[0] for process in racing] == ["35", "35"]
    assert run(folder) == ["35", "cached"]


def test_all_of_this_package_is_part_of_an_entrys_name() -> None:
    assert {"plan.py", "loop.py", "arithmetic.py", "folder.py", "typer.py"} <= {file.name for file in own_files()}


def test_code_of_two_processes_keeps_apart_in_a_third(folder: Path) -> None:
    for step in (2, 5):
        (folder / f"by_{step}.py").write_text(SOLVER.replace("STEP = 3", f"STEP = {step}"))

    def costs(*steps: int) -> list[str]:
        lines = [f"import by_{step}; print(by_{step}.Line(10).search(0, 0, engine='compiled').cost)" for step in steps]
        (folder / "main.py").write_text("\n".join(lines))
        return run(folder)

    assert (costs(2), costs(5), costs(2, 5)) == (["25"], ["55"], ["25", "55"])


SCRIPT = """
from enum import Enum, IntEnum, StrEnum
from attrs import frozen
from genastar import AStar, Cost

class Kind(Enum):
    NEAR = "n"
    FAR = "ff"

class Way(IntEnum):
    UP = 1
    DOWN = 2

@frozen
class Line(AStar[int, Cost[int]]):
    goal: int
    kind: Kind = Kind.FAR
    way: Way = Way.DOWN

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + self.way + (2 if self.kind is Kind.FAR else 1))

    def is_destination(self, position):
        return position == self.goal
"""


def test_the_enums_of_a_script_are_known_to_its_next_run(folder: Path) -> None:
    (folder / "main.py").write_text(SCRIPT + MAIN.replace("from solver import Line", "").replace(".search(0, 0", ".search(0"))
    edit(folder / "main.py", "print(cost,", "print(cost.travelled,")
    assert run(folder) == ["40", "compiled"]
    assert run(folder) == ["40", "cached"]
