"""Nodes: positions with their cost and parent."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from math import fsum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from genastar.errors import BadInput, format_value
from genastar.values.cost import NOT_COMPARABLE, V

if TYPE_CHECKING:
    from attrs import frozen
else:
    # Frozen for type checkers, unguarded at run time: the guard of a frozen attrs class takes longer
    # than all other work on a node, and a search makes a node for each improvement.
    from attrs import define as frozen

K = TypeVar("K")
"""The type of a position: any hashable value but ``None``, which stands for the parent of the start."""


@frozen(unsafe_hash=True, weakref_slot=False)
class Node(Generic[K, V]):
    """A position with the cost of a path to it. Hooks read nodes and never change them.

    ``parent`` is the position whose expansion added this node, or ``None`` for the start.
    """

    position: K
    cost: V
    parent: K | None = None


def has_nan(position: object) -> bool:
    """Return whether a position is NaN, or contains NaN in a tuple, a set or a field, at any depth.

    NaN equals nothing, so a position that contains it would be a new position each time.
    """
    if isinstance(position, tuple):  # `!=` takes identical parts for equal, also NaN; a sum does not
        try:
            total = fsum(position)
            if total == total:
                return False
        except NOT_COMPARABLE:
            pass  # parts that are not numbers, or infinities of both signs
        return any(map(has_nan, position))
    kind: Any = type(position)
    if kind in _WITHOUT_NAN:
        return False
    if kind is frozenset:
        return any(map(has_nan, position))  # type: ignore[call-overload]
    fields = _make_fields_getter(kind)
    if fields is not None:
        return has_nan(fields(position))
    try:
        return bool(position != position)
    except NOT_COMPARABLE:
        return False


def is_no_position(position: object) -> bool:
    """Return whether a value cannot be a position: ``None``, or a value that contains NaN."""
    return position is None or has_nan(position)


_WITHOUT_NAN = frozenset({int, str, bool, bytes, type(None)})


@cache
def _make_fields_getter(kind: Hashable) -> Callable[[object], object] | None:
    """Return a function that gives the values of all fields of an attrs class or dataclass; ``None`` for other classes."""
    fields = getattr(kind, "__attrs_attrs__", None) or getattr(kind, "__dataclass_fields__", {}).values()
    names = [field.name for field in fields]
    return attrgetter(*names) if names else None


def make_refusal_error(hook: str, position: object, parent: object, error: TypeError | None = None) -> BadInput | TypeError:
    """Return the error for a position that `is_no_position`, or whose look-up raised ``error``.

    If the position is hashable, ``error`` has another cause and is returned unchanged.

    Args:
        hook: the name of the hook that added the position, such as ``Solver.add_neighbours``.
        position: the position that was added.
        parent: the position that was being expanded; ``None`` if the position is the start.
        error: the error of the look-up, if there was one.
    """
    added = f"the start {format_value(position)}"
    if parent is not None:
        added = f"{hook} added the position {format_value(position)} at {format_value(parent)}, which"
    if position is None:
        return BadInput(f"{added} is reserved for the parent of the start; use another value")
    if error is None:
        return BadInput(f"{added} holds NaN, which is not equal to itself; use positions without NaN")
    try:
        hash(position)
    except TypeError as reason:
        return BadInput(
            f"{added} is not hashable ({reason}); a position must be hashable: a tuple, not a list; a class with frozen=True"
        )
    return error
