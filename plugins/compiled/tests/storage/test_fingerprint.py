"""The key of machine code on disk: it is another wherever a name means something else, and the same wherever none does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from genastar_compiled.reach.reach import Reach

COMMON = """
import functools, math, operator
from attrs import field, frozen
from enum import Enum
from typing import NamedTuple

def cheap(p):
    return 1

def dear(p):
    return 5

def made(k):
    def f(p):
        return k + p % 2
    return f

def with_default(g):
    def f(p, more=g):
        return more
    return f

def find_class(k):
    class H:
        RATE = k
        def price(self):
            return self.RATE
        @classmethod
        def of(cls):
            return cls.RATE
    return H

def enum_of(k):
    class Mode(Enum):
        ONE = k
    return Mode

def record_of(f):
    @frozen
    class Pair:
        x: int = field(factory=f)
    return Pair

def module_of(k):
    module = ModuleType("inner")
    module.k = k
    return module

def cyclic(other):
    def even(n):
        return n == 0 or odd(n - 1)
    def odd(n):
        return n != 0 and (other(n) if n > 100 else even(n - 1))
    return even

def hook(p):
    return {use}
"""
USES = {
    "two functions": ("day(p) if p > 1 else night(p)", "cheap", "dear"),
    "two closures": ("day(p) + night(p)", "made(1)", "made(4)"),
    "two closures over functions": ("day(p) + night(p)", "made(cheap)", "made(dear)"),
    "two closures over floats and ints": ("day(p) + night(p)", "made(1)", "made(1.0)"),
    "two classes of one name": ("day.RATE + 2 * night.RATE", "find_class(1)", "find_class(4)"),
    "two classes of one name, by a method": ("day().price() + 2 * night().price()", "find_class(1)", "find_class(4)"),
    "two class methods": ("day() + 2 * night()", "find_class(1).of", "find_class(4).of"),
    "two enums of one name": ("day.ONE.value + 2 * night.ONE.value", "enum_of(1)", "enum_of(4)"),
    "two records of one name": ("day().x + 2 * night().x", "record_of(made(1))", "record_of(made(4))"),
    "two modules of one name": ("day.k + 2 * night.k", "module_of(1)", "module_of(4)"),
    "two tuples of functions": ("day[0](p) + 2 * night[0](p)", "(cheap,)", "(dear,)"),
    "two functions of a library": ("day(p) + 2 * night(p)", "math.floor", "math.ceil"),
    "two builtins": ("day(p) + 2 * night(p)", "max", "min"),
    "two types": ("day(p) + 2 * night(p)", "int", "float"),
    "two memos": ("day(p) + 2 * night(p)", "functools.cache(cheap)", "functools.cache(dear)"),
    "two defaults": ("day(p) + 2 * night(p)", "with_default(1)", "with_default(4)"),
    "two functions as defaults": ("day(p)(p) + 2 * night(p)(p)", "with_default(cheap)", "with_default(dear)"),
    "two getters": ("day(p) + 2 * night(p)", "operator.itemgetter(0)", "operator.itemgetter(1)"),
    "two functions that call each other": ("day(p) + 2 * night(p)", "cyclic(cheap)", "cyclic(dear)"),
}


def fingerprint(text: str, *, swapped: bool = False, pair: tuple[str, str] = ("0", "0")) -> str:
    module = sys.modules["a_module"] = ModuleType("a_module")  # annotations are evaluated in it
    scope = vars(module)
    scope["ModuleType"] = ModuleType
    exec(text, scope)
    first, second = (eval(each, scope) for each in pair)
    scope["day"], scope["night"] = (second, first) if swapped else (first, second)
    return Reach.of_solver(None, scope["hook"]).fingerprint


@pytest.mark.parametrize("name", USES)
def test_which_name_means_which_is_part_of_the_fingerprint(name: str) -> None:
    use, *pair = USES[name]
    text = COMMON.format(use=use)
    prints = [fingerprint(text, swapped=swapped, pair=(pair[0], pair[1])) for swapped in (False, False, True)]
    same = [fingerprint(text, pair=(each, each)) for each in pair]
    assert prints[0] == prints[1]
    assert len({*prints, *same}) == 4


CODES = {
    "where a try ends": (
        "def hook(p):\n    try:\n        a = p.x()\n        b = p.y()\n    except KeyError:\n        return\n    return a + b",
        "def hook(p):\n    try:\n        a = p.x()\n    except KeyError:\n        return\n    b = p.y()\n    return a + b",
    ),
    "arguments by name alone": ("def hook(a, b=1):\n    return a", "def hook(a, *, b=1):\n    return a"),
    "what a field is declared as": (
        "from __future__ import annotations\nfrom attrs import frozen\nKind = int\n"
        "@frozen\nclass P:\n    x: Kind\ndef hook(p):\n    return P(p)",
        "from __future__ import annotations\nfrom attrs import frozen\nKind = bool\n"
        "@frozen\nclass P:\n    x: Kind\ndef hook(p):\n    return P(p)",
    ),
}


@pytest.mark.parametrize("name", CODES)
def test_all_of_the_code_is_part_of_the_fingerprint(name: str) -> None:
    assert len({fingerprint(text) for text in CODES[name]}) == 2


PROCESS = """
from attrs import frozen
from enum import Enum
from genastar import AStar, Cost
from genastar_compiled.reach.reach import Reach

class Mode(Enum):
    ONE = "one"
    TWO = "two"

@frozen
class Rate:
    mode: Mode
    names: frozenset

@frozen
class Solver(AStar[int, Cost[int]]):
    rates: tuple
    by_name: dict
    modes: frozenset

    def add_neighbours(self, node, open_list):
        for each in sorted({"a", "bc", "d"}):
            open_list.relax(node.position + len(each), node.cost.travelled + (Mode.ONE in self.modes) + max(SET))

    def is_destination(self, position):
        return position == 7

SET = frozenset(("one", "two", "three", Mode.ONE, Mode.TWO, 3))
print(Reach.of_solver(Solver((Rate(Mode.ONE, frozenset("abc")),), {"a": Mode.TWO}, frozenset(Mode)), 0, Cost(0, 0)).fingerprint)
"""


def test_every_process_finds_the_same(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(PROCESS)
    run = [sys.executable, "main.py"]
    found = {
        subprocess.run(run, cwd=tmp_path, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
