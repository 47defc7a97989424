"""``engine="auto"`` with the real compiled engine, in processes of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROGRAM = """
import json, os, sys, time, threading
from fractions import Fraction
from attrs import frozen
from genastar import AStar, Cost, Trace, Limits

@frozen
class Plane(AStar):
    side: int
    table: object = 0

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < self.side and 0 <= y + dy < self.side:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + 2 + (x * y) % 3)

    def estimate(self, position):
        return 0

    def is_destination(self, position):
        return False

def search(side=400, **options):
    result = Plane(side, options.pop("table", 0)).search((0, 0), engine="auto", **options)
    return result.engine, result.expanded

def tell(*values):
    print(json.dumps(values))
"""


def run(rest: str, folder: Path, cache: str | None = None) -> list[object]:
    """What a program tells that goes on like this, in a process of its own."""
    (folder / "program.py").write_text(PROGRAM + rest)
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", folder / "program.py"],
        env=os.environ | {"GENASTAR_CACHE_DIR": str(folder) if cache is None else cache},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or "searching interpreted" in done.stderr, done.stderr
    return json.loads(done.stdout)


def test_a_small_question_never_imports_the_compiler(tmp_path: Path) -> None:
    told = run('tell(*search(20), "llvmlite" in sys.modules, "numpy" in sys.modules)', tmp_path)
    assert told == ["interpreted", 400, False, False]


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_long_search_ends_in_machine_code(is_kept: bool, tmp_path: Path) -> None:
    assert run("tell(*search(900))", tmp_path, None if is_kept else "") == ["compiled", 810_000]


def test_what_does_not_compile_is_searched_interpreted_with_one_warning(tmp_path: Path) -> None:
    rest = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    found = [*search(600, table=Fraction(1, 2)), *search(600, table=Fraction(1, 2))]
tell(*found, [str(each.message) for each in caught])
"""
    *found, said = run(rest, tmp_path)
    assert found == ["interpreted", 360_000] * 2
    assert len(said) == 1  # type: ignore[arg-type]
    assert "searching interpreted: Plane cannot be compiled: Plane.table: a Fraction" in said[0]  # type: ignore[index]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_threads_and_forked_children_search_too(tmp_path: Path) -> None:
    rest = """
import multiprocessing
found = []
threads = [threading.Thread(target=lambda: found.append(search(500))) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with multiprocessing.get_context("fork").Pool(2) as pool:
    found += pool.map(search, [500, 500])
tell(*[expanded for _, expanded in found])
"""
    assert run(rest, tmp_path) == [250_000] * 4
