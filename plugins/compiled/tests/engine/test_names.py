"""What a hook names: globals are watched, attributes of the same name are not."""

from __future__ import annotations

import builtins
import math
import sys
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar_compiled.data.signs import SPECIAL
from genastar_compiled.reach.names import attribute_names, global_names, imported_names
from genastar_compiled.reach.reach import Reach

goal = 7  # as many a script has it, beside a field of that name
FACTOR = 2


@frozen
class Line(AStar[int, Cost[int]]):
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        from math import floor as down

        open_list.relax(node.position + down(1.5), node.cost.travelled + FACTOR * math.gcd(2, 4))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@pytest.mark.parametrize("name", ["min", "range", "len"])
def test_a_builtin_function_that_is_replaced_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = getattr(builtins, name)
    monkeypatch.setattr(builtins, name, lambda *arguments: known(*arguments))
    with pytest.raises(CannotCompile, match=rf"^builtins\.{name} is replaced, which the compiler calls too; "):
        Line(3).search(0, engine="compiled")
    assert Line(3).search(0, engine="auto").found


def test_names_of_globals_and_of_attributes() -> None:
    code = Line.add_neighbours.__code__
    assert global_names(code) == {"FACTOR", "math"}
    assert attribute_names(code) == {"relax", "position", "cost", "travelled", "gcd", "math", "floor"}
    assert list(imported_names(code)) == [("math", None), ("math", "floor")]
    assert global_names(Line.is_destination.__code__) == set()


def test_names_inside_inner_functions_count() -> None:
    def outer() -> object:
        return lambda: FACTOR + sum([each.real for each in (goal,)])

    assert global_names(outer.__code__) == {"FACTOR", "goal", "sum"}
    assert attribute_names(outer.__code__) == {"real"}


def test_what_is_watched_is_what_is_looked_up() -> None:
    pins = Reach.of_solver(Line(3)).pins.values()
    watched = {pin.name for pin in pins if pin.home is globals()}
    assert watched == {"FACTOR", "math"}
    assert "floor" in {pin.name for pin in pins if pin.home is vars(math)}
    assert "math" in {pin.name for pin in pins if pin.home is sys.modules}


def test_what_is_imported_in_a_hook_is_part_of_the_fingerprint() -> None:
    def fingerprint(step: object) -> str:
        module = ModuleType("a_module_of_steps")
        module.__dict__["step"] = step
        sys.modules[module.__name__] = module

        def hook() -> int:
            from a_module_of_steps import step

            return step(1)

        try:
            return Reach.of_solver(None, hook).fingerprint
        finally:
            del sys.modules[module.__name__]

    def by_one(number: int) -> int:
        return number + 1

    def by_two(number: int) -> int:
        return number + 2

    assert fingerprint(by_one) == fingerprint(by_one)
    assert fingerprint(by_one) != fingerprint(by_two)


def test_an_import_from_the_own_package_is_no_error() -> None:
    scope: dict[str, Any] = {"__name__": "a_package.a_module"}
    exec("def hook():\n    from . import step\n    return step(1)", scope)
    assert Reach.of_solver(None, scope["hook"]).fingerprint


@frozen
class Stair(AStar[int, Cost[int]]):
    """Its fields have the names of methods that search."""

    begin: int  # type: ignore[assignment]
    results: int  # type: ignore[assignment]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + self.begin + self.results, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 12


def test_fields_may_have_the_names_of_methods_that_search() -> None:
    assert Stair(1, 2).search(0, engine="compiled").path == (0, 3, 6, 9, 12)


def changed(text: str) -> tuple[str, str]:
    """The fingerprints of a hook before and after the number in its module is changed."""

    def fingerprint(number: int) -> str:
        scope: dict[str, Any] = {"__name__": "a_module_that_changes"}
        exec(text.format(number=number), scope)
        return Reach.of_solver(None, scope["hook"]).fingerprint

    assert fingerprint(1) == fingerprint(1)
    return fingerprint(1), fingerprint(2)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_special_method_is_part_of_the_fingerprint(name: str) -> None:
    text = f"class Point:\n    def {name}(self, *others):\n        return {{number}}\n\ndef hook():\n    return Point()\n"
    before, after = changed(text)
    assert before != after


@pytest.mark.parametrize(
    "text",
    [
        "def hook(*, step={number}):\n    return step",
        "def hook(step={number}):\n    return step",
        "TABLE = bytearray(({number}, 3))\ndef hook():\n    return TABLE[0]",
        "from attrs import frozen\n@frozen\nclass Point:\n    x: int\n    def __repr__(self):\n        return 'a point'\n"
        "POINTS = [Point({number})]\ndef hook():\n    return POINTS[0].x",
        "from enum import Enum\nclass Way(Enum):\n    UP = {number}\n    def __repr__(self):\n        return 'a way'\n"
        "WAYS = (Way.UP,)\ndef hook():\n    return WAYS[0]",
    ],
)
def test_a_constant_is_part_of_the_fingerprint(text: str) -> None:
    before, after = changed(text)
    assert before != after
