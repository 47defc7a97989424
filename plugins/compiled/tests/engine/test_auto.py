"""``engine="auto"`` with the real compiled engine: it waits for nobody, and leaves nothing behind.

Children compile what this package's compiler does not know, or all where it is off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from genastar_compiled.background.child import can_fork

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


def run(rest: str, cache: Path | str, **environment: str) -> list[object]:
    """What a program tells that goes on like this, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", PROGRAM + rest],
        env=os.environ | {"GENASTAR_CACHE_DIR": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or "searching interpreted" in done.stderr, done.stderr
    return json.loads(done.stdout)


def test_a_small_question_never_imports_numba(tmp_path):
    assert run('tell(*search(20), "numba" in sys.modules, "numpy" in sys.modules)', tmp_path) == [
        "interpreted",
        400,
        False,
        False,
    ]


@pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
def test_a_long_search_ends_in_machine_code_that_a_child_made(tmp_path):
    first = """
trace = Trace()
engine, expanded = search(1500)
import numba.core.compiler
tell(engine, expanded)
"""
    assert run(first, tmp_path, GENASTAR_COMPILER="off") == ["compiled", 2_250_000]
    counted = """
from numba.core import compiler
def refuse(*args, **kwargs):
    raise AssertionError("compiled here")
compiler.compile_extra = refuse
tell(*search(400))
"""
    assert run(counted, tmp_path, GENASTAR_COMPILER="off") == ["compiled", 160_000]


@pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
def test_many_classes_are_compiled_one_after_another(tmp_path):
    rest = """
from genastar_compiled.background import child as children
children.AT_ONCE = 1
most = 0
for number in range(4):
    fields = {f"f{number}": number, "__annotations__": {f"f{number}": int}}
    kind = frozen(type(f"Plane{number}", (Plane,), fields))
    kind(250).search((0, 0), engine="auto")
    most = max(most, sum(child.report() is None for child in tuple(children._children)))
tell(most)
"""
    assert run(rest, tmp_path, GENASTAR_COMPILER="off") == [1]


def test_where_no_process_can_be_had_the_search_compiles_by_itself(tmp_path):
    rest = """
import errno
def refuse():
    raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
os.fork = refuse
from genastar_compiled.background import preparation
preparation.COMPILE_AFTER = 0.5
tell(*search(900))
"""
    assert run(rest, tmp_path) == ["compiled", 810_000]


def test_without_a_cache_the_search_compiles_by_itself():
    rest = """
from genastar_compiled.background import preparation
preparation.COMPILE_AFTER = 0.5
tell(*search(900))
"""
    assert run(rest, "") == ["compiled", 810_000]


def test_what_does_not_compile_is_remembered_by_the_next_process(tmp_path):
    rest = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    found = search({side}, table=Fraction(1, 2))
tell(*found, [str(each.message) for each in caught], "numba" in sys.modules)
"""
    engine, expanded, said, _ = run(rest.format(side=600), tmp_path)
    assert (engine, expanded) == ("interpreted", 360_000)
    assert len(said) == 1
    assert "Plane.table cannot be compiled" in said[0]
    assert run(rest.format(side=300), tmp_path) == ["interpreted", 90_000, said, False]


@pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
def test_no_child_is_left_when_the_program_ends_early(tmp_path):
    rest = """
from genastar_compiled.background import child as children
search(200)
tell([child._pid for child in children._children])
"""
    (pids,) = run(rest, tmp_path)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.skipif(not can_fork(), reason="this system cannot fork")
def test_threads_and_forked_children_search_too(tmp_path):
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
