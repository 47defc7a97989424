"""llvmlite is imported at the first need of it, and whole or not at all."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest
from attrs import frozen

from genastar import AStar, Cost, Node, OpenList, PluginError
from genastar.search import requests
from genastar.search.auto import engine
from genastar_compiled import engine as module
from genastar_compiled.engine import TESTED, Compiled

INTERRUPTED = """
import os, signal, sys
from attrs import frozen
from genastar import AStar, Cost

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in a shell's background ignores it

class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == "llvmlite.binding.ffi":
            sys.meta_path.remove(self)
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


@pytest.mark.long
def test_an_interrupted_import_can_be_repeated(tmp_path: Path) -> None:
    (tmp_path / "line.py").write_text(INTERRUPTED)
    done = subprocess.run([sys.executable, tmp_path / "line.py"], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["interrupted", "5"], "")


LOADED = """
import sys
from genastar.engine import find_fastest_engine

find_fastest_engine().check()
print(*sorted({"scipy.linalg", "numpy.f2py", "numpy.ma", "genastar_compiled.plans.frontiers"} & {*sys.modules}))
"""


def test_no_more_is_imported_than_a_search_needs() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_tested_versions_are_those_that_are_installed_with_it() -> None:
    told = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    first, end = (".".join(map(str, bound)) for bound in TESTED)
    assert f"llvmlite>={first},<{end}" in told
    Compiled().check()


@frozen
class Line(AStar[int, Cost[int]]):
    """A step to the next number, and a search that is long enough for `auto` to look for machine code."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 3000


@pytest.mark.parametrize("found", ["0.99.0", "1.0.0rc1", "0.30.2", "0.99.0dev0+g1", None])
def test_another_version_or_none_is_told_in_one_line(found: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if found is None:
        monkeypatch.setitem(sys.modules, "llvmlite", None)
        says = "^engine 'compiled' needs llvmlite, which cannot be imported: .*; try: pip install --force-reinstall llvmlite$"
    else:
        monkeypatch.setattr("llvmlite.__version__", found)
        says = f"^engine 'compiled' needs llvmlite>=.*, and {re.escape(found)} is installed; try: pip"
    compiled = Compiled()
    with pytest.raises(PluginError, match=says):
        compiled.check()
    monkeypatch.setattr(engine, "find_fastest_engine", lambda: compiled)
    monkeypatch.setattr(engine, "LOOK_AFTER", 0)
    monkeypatch.setattr(module, "PREPARE_AFTER", 0)
    monkeypatch.setitem(requests.BUILT_IN, "auto", engine.Auto())
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        results = [Line().search(0, engine="auto") for _ in range(2)]
    assert [(each.engine, each.cost) for each in results] == [("interpreted", Cost(3000, 3000))] * 2
    (said,) = warned
    assert "searching interpreted: engine 'compiled' needs llvmlite" in str(said.message)
    assert "\n" not in str(said.message)
