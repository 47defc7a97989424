"""What names mean may change between two searches, in any way that Python has: both engines see it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

from genastar import AStar, CannotCompile, Trace

pytestmark = pytest.mark.long

HEAD = """
import functools
import math
from dataclasses import dataclass
from enum import Enum
from attrs import define, field, frozen
from genastar import AStar, Cost

class Base(AStar[int, Cost[int]]):
    RATE = 1
    goal = 6

    def step(self, position):
        return 1

    def add_neighbours(self, node, open_list):
        for far in (1, 2):
            open_list.relax(node.position + far, node.cost.travelled + self.price(node.position, far))

    def is_destination(self, position):
        return position == self.goal
"""
PRICED = """
@{made}
class Solver(Base):
    x: int = 1

    def price(self, position, far):
        return {price}
"""


def module_of(text: str, folder: Path, name: str = "module_that_changes") -> ModuleType:
    """A module of this text, which has a source."""
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answers(solver: AStar[Any, Any]) -> list[object]:
    """What both engines give, which must be the same; also with an observer, and checked by the engine itself."""
    found: list[object] = []
    for trace in (None, Trace()):
        slow, fast = (
            solver.search(0, engine=engine, observer=trace if engine == "compiled" else None)
            for engine in ("interpreted", "compiled")
        )
        assert evolve(slow, seconds=0.0, engine="") == evolve(fast, seconds=0.0, engine="")
        assert repr(slow.cost) == repr(fast.cost)
        found.append(fast.cost)
    return found


CHANGES: dict[str, tuple[str, str, list[str]]] = {
    "a method of the class over that of a base": (
        "frozen",
        "self.step(position) + far",
        ["Solver.step = lambda self, position: 2", "del Solver.step", "Base.step = lambda self, position: 3"],
    ),
    "a constant of the class over that of a base": (
        "frozen",
        "self.RATE + far",
        ["Solver.RATE = 5", "del Solver.RATE", "Base.RATE = 8"],
    ),
    "hooks of the class": (
        "frozen",
        "far",
        [
            "Solver.is_destination = lambda self, position: position >= 4",
            "Solver.estimate = lambda self, position: 4 - position if position < 4 else 0",
            "def add(self, node, open_list): open_list.relax(node.position + 1, node.cost.travelled + 7)",
            "Solver.add_neighbours = add",
            "del Solver.add_neighbours",
            "Solver.key = lambda self, position: position // 2",
        ],
    ),
    "a base in front": (
        "define(slots=False)",
        "self.step(position) + far",
        ["class Other(Base):\n    def step(self, position): return 9", "Solver.__bases__ = (Other,)"],
    ),
    "a property": (
        "dataclass",
        "self.rate + far",
        ["Solver.rate = property(lambda self: 5)", "Base.rate = property(lambda self: 7)", "del Solver.rate"],
    ),
    "a function in the place of a builtin": (
        "frozen",
        "abs(position - 3) + far",
        ["def abs(x): return x * x", "del abs"],
    ),
    "a builtin": ("frozen", "max(position, far)", ["max = min", "del max"]),
    "code": (
        "frozen",
        "helper(position) + far",
        [
            "def other(position, more=5): return 9 + more",
            "helper.__code__ = other.__code__",
            "helper.__defaults__ = (7,)",
            "helper.__code__, helper.__defaults__ = other.__code__, (1,)",
        ],
    ),
    "defaults": (
        "frozen",
        "helper(position) + named(position) + listed(position) + far",
        [
            "helper.__defaults__ = (4,)",
            "named.__kwdefaults__ = {'more': 6}",
            "named.__kwdefaults__['more'] = 8",
            "listed.__defaults__[0][0] = 7",
            "listed.__defaults__ = ([2],)",
        ],
    ),
    "equal defaults of several types": (
        "frozen",
        "signed() + whole() + 2 * real() + 4 + far",
        ["signed.__defaults__ = (-0.0,)", "whole.__defaults__ = ((1.0, 2),)", "real.__defaults__ = ((True, 2),)"],
    ),
    "items of containers": (
        "frozen",
        "LISTS[0][0] + far",
        ["LISTS[0][0] = 7", "LISTS[0].insert(0, 3)"],
    ),
    "equal items": (
        "frozen",
        "(5 if isinstance(TABLE[0], float) else 1) + (3 if isinstance(PRICES[1][0], bool) else 1) + far",
        ["TABLE[0] = 1.0", "PRICES.update({1: (True,), 2: (True,)})", "TABLE[0] = 1"],
    ),
    "the sign of a zero": (
        "frozen",
        "int(math.copysign(3, ZEROS[position % 2])) + 4 + far",
        ["ZEROS[1] = -0.0", "ZEROS[1] = 0.0"],
    ),
    "the order of a dictionary": (
        "frozen",
        "first_of_prices() + far",
        ["PRICES[1] = PRICES.pop(1)", "PRICES[2] = PRICES.pop(2)"],
    ),
    "fields of a record in a list": ("frozen", "RECORDS[0].x + far", ["RECORDS[0].x = 5"]),
    "back again, with another program of the same plan": ("frozen", "doubled(position) + far", ["RATE = 5", "RATE = 1"]),
    "an attribute of a module": (
        "frozen",
        "outer.step(position) + outer.RATE + far",
        ["outer.RATE = 6", "outer.step = helper", "outer = another"],
    ),
    "a class, by a method of it": (
        "frozen",
        "make(position) + far",
        ["make = Second.of", "Second.RATE = 12", "make = First.of"],
    ),
    "a method of a record": (
        "frozen",
        "bound(position) + far",
        ["Tariff.of = lambda self, position: 9", "bound = Tariff(5).of", "RATE = 3"],
    ),
    "operators that attrs and dataclasses wrote": (
        "frozen",
        "(3 if Item(1) == Item(far) else 4) + (10 if Item(1) != Item(far) else 20) + (30 if Level(far) < Level(1) else 40)",
        ["Item.__eq__ = lambda self, other: True", "Level.__lt__ = lambda self, other: self.x > other.x"],
    ),
    "operators of a base": (
        "frozen",
        "(3 if Weight(1) == Weight(far) else 4) + (-Weight(far)).x + far",
        [
            "Weighed.__eq__ = lambda self, other: True",
            "Weighed.__neg__ = lambda self: Weight(27)",
        ],
    ),
    "what a field's factory names": ("frozen", "Pair(position).more + far", ["RATE = 4", "RATE = 6"]),
}
HELPERS = """
RATE = 1

@define
class Record:
    x: int

LISTS = ([1], [2])
TABLE = [1, 2]
ZEROS = [0.0, 0.0]
PRICES = {1: (1,), 2: (4,)}
RECORDS = [Record(1), Record(2)]

def first_of_prices():
    for key, (price,) in PRICES.items():
        return price
    return 0

def helper(position, more=1):
    return more + position % 2

def named(position, *, more=1):
    return more

def listed(position, acc=[1]):
    return acc[0]

def signed(zero=0.0):
    return int(math.copysign(3, zero))

def whole(items=(1, 2)):
    return 5 if isinstance(items[0], int) else 1

def real(items=(1.0, 2)):
    return 5 if isinstance(items[0], float) else 1

def doubled(position):
    return RATE * 2

class First:
    RATE = 2

    @classmethod
    def of(cls, position):
        return cls.RATE + position % 2

class Second:
    RATE = 10

    @classmethod
    def of(cls, position):
        return cls.RATE

@frozen
class Pair:
    x: int
    more: int = field(factory=lambda: RATE)

@frozen
class Tariff:
    x: int

    def of(self, position):
        return self.x * RATE + position % 2

bound = Tariff(2).of

@dataclass(unsafe_hash=True)
class Item:
    x: int

@frozen(order=True)
class Level:
    x: int

class Weighed:
    def __eq__(self, other): return self.x * RATE == other.x * RATE
    def __hash__(self): return 1
    def __neg__(self): return Weight(self.x)

@frozen(eq=False)
class Weight(Weighed):
    x: int

import types
outer = types.ModuleType("outer")
outer.RATE, outer.step = 2, lambda position: 1
another = types.ModuleType("another")
another.RATE, another.step = 3, lambda position: 30
make = First.of
"""


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_between_searches_is_seen(name: str, tmp_path: Path) -> None:
    made, price, changes = CHANGES[name]
    rate = "    rate = property(lambda self: 3)\n" if "self.rate" in price else ""
    module = module_of(HEAD + rate + HELPERS + PRICED.format(made=made, price=price), tmp_path)
    scope = vars(module)
    scope["solver"] = module.Solver()
    before = answers(module.solver)
    seen = []
    for at, change in enumerate(changes):
        file = tmp_path / f"change_{at}.py"  # what it makes has a source
        file.write_text(change)
        exec(compile(change, file, "exec"), scope)
        seen.append(answers(module.solver))
    assert any(found != before for found in seen)
    assert module.solver.search(0, engine="compiled", verify=True).found


@pytest.mark.parametrize(
    ("made", "changed"),
    [
        ("@frozen\nclass Toll:", "Toll.__init__.__defaults__ = (30,)"),
        ("@frozen(kw_only=True)\nclass Toll:", "Toll.__init__.__kwdefaults__ = {'x': 30}"),
        ("@dataclass\nclass Toll:", "Toll.__init__.__defaults__ = (30,)"),
        ("@dataclass(kw_only=True)\nclass Toll:", "Toll.__init__.__kwdefaults__ = {'x': 30}"),
        ("from typing import NamedTuple\nclass Toll(NamedTuple):", "Toll.__new__.__defaults__ = (30,)"),
    ],
)
def test_defaults_of_a_class_that_are_replaced_are_refused(made: str, changed: str, tmp_path: Path) -> None:
    text = f"{HEAD}{made}\n    x: int = 3\n{PRICED.format(made='frozen', price='Toll().x + far')}"
    module = module_of(text, tmp_path)
    before = answers(module.Solver())
    exec(changed, vars(module))
    assert module.Solver().search(0).cost != before[0]
    with pytest.raises(CannotCompile, match=r"Toll has a __(init|new)__ that was given another default of x, .*; declare that"):
        module.Solver().search(0, engine="compiled")
    exec(changed.replace("30", "3"), vars(module))
    assert answers(module.Solver()) == before


def test_an_attribute_of_an_object_that_hides_its_classes_is_refused(tmp_path: Path) -> None:
    module = module_of(HEAD + PRICED.format(made="dataclass", price="self.step(position) + far"), tmp_path)
    solver = module.Solver()
    before = answers(solver)
    for name, value in (("goal", 4), ("step", lambda position: 3)):
        setattr(solver, name, value)
        with pytest.raises(CannotCompile, match=f"{name} is set on this object"):
            solver.search(0, engine="compiled")
        delattr(solver, name)
        assert answers(solver) == before


SAME_NAMES = """
from attrs import frozen
from enum import Enum

class Plain:
    k = {number}

    def of(position):
        return {number}

class Mode(Enum):
    ONE = {number}

    def price(self):
        return {number}

@frozen
class Rate:
    v: int

    @staticmethod
    def made(v):
        return v * {number}

    def of(self, position):
        return self.v * {number}
"""
TWO = """
from {one} import Plain as First, Mode as FirstMode, Rate as FirstRate
from {two} import Plain as Second, Mode as SecondMode, Rate as SecondRate

def asked(value):
    return 5 if isinstance(value, FirstRate) else 7 if isinstance(value, SecondRate) else 9
"""
PRICES = {
    "constants": "First.k + 100 * Second.k",
    "functions": "First.of(position) + 100 * Second.of(position)",
    "members of enums": "FirstMode.ONE.price() + 100 * SecondMode.ONE.price()",
    "members by value": "FirstMode(1).price() + 100 * SecondMode(4).price()",
    "methods": "FirstRate(1).of(position) + 100 * SecondRate(1).of(position)",
    "static methods": "FirstRate.made(1) + 100 * SecondRate.made(1)",
    "isinstance": "asked(FirstRate(1)) + 100 * asked(SecondRate(1))",
}


def test_two_classes_of_one_name_are_two(tmp_path: Path) -> None:
    for number in (1, 4):
        module_of(SAME_NAMES.format(number=number), tmp_path, f"same_names_{number}")
    for cell, price in PRICES.items():
        text = HEAD + TWO.format(one="same_names_1", two="same_names_4") + PRICED.format(made="frozen", price=price)
        solver = module_of(text, tmp_path, "module_of_two").Solver()
        slow, fast = (solver.search(0, engine=engine).cost for engine in ("interpreted", "compiled"))
        assert slow == fast, cell
