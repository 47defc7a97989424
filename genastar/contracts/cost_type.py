"""The types of positions and costs that a problem's class declares in ``AStar[K, V]``."""

from __future__ import annotations

from collections.abc import Iterator
from re import search
from types import TracebackType
from typing import Any, TypeVar, get_args, get_origin

from attrs import frozen

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import METHODS, OpenList
from genastar.errors import BadInput, CannotCompile, GenastarError, format_value, name_problem
from genastar.values.cost import Cost


def iterate_declared_types(cls: type) -> Iterator[tuple[Any, ...]]:
    """Yield what a class, and those that it derives from, write in ``AStar[...]`` or in the brackets of a class of problems."""
    for owner in cls.__mro__:
        for base in vars(owner).get("__orig_bases__", ()):
            if get_args(base) and issubclass(get_origin(base) or object, Hooks):
                yield get_args(base)


def find_declared_cost(problem: object) -> Any:
    """Return the type of costs in ``AStar[K, V]``; ``None`` if the class does not declare one."""
    cost = next((given[1] for given in iterate_declared_types(type(problem)) if len(given) == 2), None)
    return None if isinstance(cost, TypeVar) else cost


def check_kind(problem: object, cost: object, error: Exception) -> None:
    """Raise BadInput if a search failed whose start cost is not of the declared type; or add a note where none is declared.

    An error about a method that an open list does not have gets a note about those that it has. It is called after an error
    of a hook, or of an engine that could not compile it.

    Args:
        problem: the problem.
        cost: the cost of the start.
        error: the error.
    """
    if isinstance(error, AttributeError) and isinstance(error.obj, OpenList):
        error.add_note(METHODS)
        return
    declared = find_declared_cost(problem)
    kind = get_origin(declared) or declared
    if isinstance(kind, type) and kind not in (Any, object) and not getattr(kind, "_is_protocol", False):
        if isinstance(cost, _HELD.get(kind, kind)):
            return
        mend = (
            f"leave it out; {_NO_GOAL}"
            if issubclass(kind, Cost)
            else f"give search() a start cost, such as {_format_example(declared)}"
        )
        raise BadInput(
            f"{name_problem(problem)} counts in {_format_type(declared)}, and the search began with the cost "
            f"{format_value(cost)}; {mend}"
        ) from error
    if isinstance(error, AttributeError) and error.name == "travelled" and type(error.obj) is type(cost):
        error.add_note(
            f"the search began with the cost {format_value(cost)}; if the hooks want a Cost, give one: Cost(5, 5); {_NO_GOAL}"
        )
    elif isinstance(cost, Cost) and _is_about_cost(error):
        error.add_note(
            f"the search began with the cost {format_value(cost)}; if the hooks want another, give search() a start cost "
            "of the same "
            "type, such as search(start, (0, 0)) for tuples"
        )


def _is_about_cost(error: Exception) -> bool:
    """Return whether an error of a hook, or of an engine that compiles it, is about a `Cost` in place of another cost."""
    if isinstance(error, GenastarError) and not isinstance(error, CannotCompile):
        return False
    added = isinstance(error, AttributeError) and error.name in ("total", "travelled", "left") and isinstance(error.obj, tuple)
    return added or search(r"\bCost\b", str(error)) is not None


@frozen
class CostTypeChecker:
    """A block in which a problem is searched: `check_kind` looks at an error that leaves the block."""

    problem: object
    cost: object

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, (AttributeError, TypeError)):
            check_kind(self.problem, self.cost, error)


_NO_GOAL = "goals of a problem are no argument of search() but fields of its class"

_HELD: dict[type, tuple[type, ...]] = {float: (float, int), bool: (int,)}
"""What stands for a declared type too: a search keeps a single bool as an int."""


def _format_type(declared: Any) -> str:
    kind, parts = get_origin(declared) or declared, get_args(declared)
    name = getattr(kind, "__qualname__", None) or str(kind)
    return f"{name}[{', '.join(map(_format_type, parts))}]" if parts else name


def _format_example(declared: Any) -> str:
    """Return the text of a value of a type."""
    kind, parts = get_origin(declared) or declared, get_args(declared)
    if kind is tuple and parts and Ellipsis not in parts:
        return f"({', '.join(map(_format_example, parts))}{',' if len(parts) == 1 else ''})"
    return repr(kind()) if kind in (int, float, bool, str, tuple) else f"{_format_type(declared)}(...)"
