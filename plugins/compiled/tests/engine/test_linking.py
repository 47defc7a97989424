"""Compiling by Numba keeps no memory but that of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from llvmlite.binding.newpassmanagers import NewPassManager
from numba import njit
from numba.core.codegen import JITCPUCodegen
from walks import Walk

from genastar import AStar, Cost, Node, OpenList
from genastar_compiled.reach.functions import translate_for


@frozen
class Steps(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 9


@pytest.mark.long
def test_managers_of_passes_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENASTAR_CACHE_DIR", "")
    monkeypatch.setenv("GENASTAR_COMPILER", "off")
    monkeypatch.setattr("genastar_compiled.plans.lasting._compiled", {})  # so that all is compiled, whatever ran before
    translate_for(object())
    counts: Counter[str] = Counter()

    def counted(owner: type, name: str, what: str) -> None:
        original = getattr(owner, name)

        def call(self: Any, *args: Any, **options: Any) -> Any:
            counts[what] += 1
            return original(self, *args, **options)

        monkeypatch.setattr(owner, name, call)

    counted(JITCPUCodegen, "_module_pass_manager", "made")
    counted(JITCPUCodegen, "_function_pass_manager", "made")
    counted(NewPassManager, "_dispose", "freed")
    assert Steps().search(0, engine="compiled").found
    assert counts["freed"] > 100
    assert counts["made"] - counts["freed"] < 20  # those of Numba's runtime and helpers


def test_a_users_own_functions_of_numba_keep_their_meaning() -> None:
    is_int = njit(lambda number: isinstance(number, int))
    assert (is_int(3), is_int(2.5)) == (True, False)


TEXTS = """
import sys
from collections import Counter
from attrs import frozen
from numba import njit
from numba.core.codegen import JITCodeLibrary
from genastar import AStar
from genastar_compiled.linking import lowering

def text(words):
    return "-".join(sorted(words.split("/"))).replace("b", "cd") + str(words.find("c"))

@frozen
class Texts(AStar):
    def add_neighbours(self, node, open_list):
        words = node.position
        open_list.relax("-".join(sorted(words.split("/"))).replace("b", "cd") + str(words.find("c")), node.cost.travelled + 1)

    def is_destination(self, position):
        return len(position) > 8

lowered, libraries = Counter(), Counter()
lower, finish = lowering.LowerInside.run_pass, JITCodeLibrary._finalize_specific

def noted(self, state):
    lowered[state.func_id.func_qualname, state.args, state.flags.nrt] += 1
    return lower(self, state)

def finished(self):
    libraries[type(self).__name__] += 1
    return finish(self)

users = njit(text)
if sys.argv[1] == "first":
    assert users("b/a") == text("b/a")
lowering.LowerInside.run_pass, JITCodeLibrary._finalize_specific = noted, finished
assert Texts().search("b/a/c", engine="compiled").path == Texts().search("b/a/c", engine="interpreted").path
assert lowered[next(each for each in lowered if "unicode_join" in each[0])] == 1
assert libraries["Whole"] == 1 and "Part" not in libraries, libraries
lowering.LowerInside.run_pass, JITCodeLibrary._finalize_specific = lower, finish
assert users("c/b/a") == text("c/b/a")
print("done")
"""


@pytest.mark.long
@pytest.mark.parametrize("users", ["first", "last"])
def test_functions_of_numbas_library_are_compiled_once_and_stay_a_users(users: str) -> None:
    environment = os.environ | {"GENASTAR_CACHE_DIR": "", "GENASTAR_COMPILER": "off"}
    ended = subprocess.run([sys.executable, "-c", TEXTS, users], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "done\n"), ended.stderr[-600:]


def texts(n: int) -> Iterator[str]:
    for each in range(n):
        yield str(each) + "x"


def paired(n: int) -> int:
    return len(list(zip(texts(n), [1, 2], strict=False))) + len(dict(zip(texts(n), texts(n + 1), strict=False)))


@pytest.mark.long
def test_a_large_function_is_linked_after_all_that_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of pairs calls the text of a number, which the loop over the generator alone needs before."""
    monkeypatch.setenv("GENASTAR_COMPILER", "off")
    search_both(Walk(4, paired), 0)


SUM_OF_A_SET = """
from pieces import in_machine_code

def add_up(p):
    total = 0
    for each in sorted({7, p, 2}):
        total = total * 10 + each
    return total

print(in_machine_code(add_up, 3)(3))
"""


@pytest.mark.long
def test_nothing_needs_an_optimiser_to_be_right() -> None:
    switches = {"GENASTAR_COMPILER": "off", "NUMBA_OPT": "0", "PYTHONPATH": str(Path(__file__).parents[1])}
    environment = os.environ | switches
    ended = subprocess.run([sys.executable, "-c", SUM_OF_A_SET], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "237\n"), ended.stderr[-300:]
