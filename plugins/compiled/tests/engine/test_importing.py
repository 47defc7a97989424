"""Numba is imported at the first need of it, and whole or not at all."""

from __future__ import annotations

import subprocess
import sys

INTERRUPTED = """
import os, signal, sys
from attrs import frozen
from genastar import AStar, Cost

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in a shell's background ignores it

class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == "numba.core.typing.templates":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())

@frozen
class Line(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == 5

for _ in range(2):
    try:
        print(Line().search(0, engine="compiled").cost.travelled)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interrupted_import_can_be_repeated() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["interrupted", "5"], "")


LOADED = """
import sys
from genastar.engine import fastest_engine

fastest_engine().check()
print(*sorted({"scipy.linalg", "numpy.f2py", "numpy.ma", "genastar_compiled.plans.frontiers"} & {*sys.modules}))
"""


def test_no_more_is_imported_than_a_search_needs() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")
