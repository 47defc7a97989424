"""A problem of steps, a search at both speeds, and solvers that are written as text."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import evolve, frozen

from genastar import AStar, Cost, Node, OpenList, Trace
from genastar_compiled.engine import ENGINE
from genastar_compiled.plans.layout import Program
from genastar_compiled.plans.plan import Plan
from genastar_compiled.plans.plans import Plans


@frozen(eq=False)
class Steps(AStar[object, Cost[int]]):
    """Steps to the right, up to a goal."""

    goal: int
    step: int = 1

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        if node.position < self.goal:
            open_list.relax(node.position + 1, node.cost.travelled + self.step)

    def is_destination(self, position: object) -> bool:
        return position == self.goal


def search_both(solver: AStar, start: object, cost: object = None) -> object:  # type: ignore[type-arg]
    """The result, which must be one at both engines, position by position and type by type."""
    slow, fast = (solver.search(start, cost, engine=engine) for engine in ("interpreted", "compiled"))
    assert evolve(slow, seconds=0.0, engine="") == evolve(fast, seconds=0.0, engine="")
    assert list(map(repr, slow.path)) == list(map(repr, fast.path))
    return slow


def write_module(text: str, folder: Path) -> ModuleType:
    """A module of this text, which has a source."""
    folder.mkdir(exist_ok=True)
    file = folder / "solver_of_a_row.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("solver_of_a_row", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def record_events(solver: AStar[Any, Any], start: Any, engine: str) -> tuple[object, ...]:
    """Path, types of its positions, cost, counts and events of a search."""
    trace: Trace[Any, Any] = Trace()
    result = solver.search(start, engine=engine, observer=trace)
    types = [type(position) for position in result.path]
    return result.path, types, result.cost, result.expanded, result.generated, trace.events


def plans_of(kind: type) -> list[Plan]:
    """The plans for a class that have a program."""
    plans = [plan for each in _all_plans() for plan in each._plans.get(kind, ())]
    return [plan for plan in plans if any(isinstance(each, Program) for each in plan._programs.values())]


def are_packed(kind: type) -> set[bool]:
    """Whether the programs for a class pack each position into a cell."""
    return {each.is_packed for plan in plans_of(kind) for each in plan._programs.values() if isinstance(each, Program)}


def forget_plans(kind: type) -> None:
    """Let searches of a class begin in the narrowest layout again."""
    for each in _all_plans():
        each._plans.pop(kind, None)


def _all_plans() -> list[Plans]:
    return [ENGINE._plans._best_first, *ENGINE._plans._others.values()]
