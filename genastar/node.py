"""A node: a position, what it cost to get there, and where the way came from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from math import fsum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from genastar.cost import NOT_COMPARABLE, V
from genastar.errors import BadInput

if TYPE_CHECKING:
    from attrs import frozen
else:
    # Frozen to a type checker, unguarded at run time: the guard of a frozen attrs class costs
    # more than the rest of a node's life, and a search makes one node for each improvement.
    from attrs import define as frozen

K = TypeVar("K")
"""The type of a position: any hashable value but ``None``, which is the parent of the start."""


@frozen(unsafe_hash=True, weakref_slot=False)
class Node(Generic[K, V]):
    """A position as one way reached it. Hooks read nodes and never change them.

    ``parent`` is the position whose expansion added this node, ``None`` for the start.
    """

    position: K
    cost: V
    parent: K | None = None


def holds_nan(position: object) -> bool:
    """Return whether a position is NaN, or holds NaN in a tuple, a set or a field, however deep.

    NaN equals nothing, so a position that holds it is another position each time that it is met.
    """
    if isinstance(position, tuple):  # `!=` takes a part for equal to itself, NaN too; a sum does not
        try:
            total = fsum(position)
            if total == total:
                return False
        except NOT_COMPARABLE:
            pass  # other parts than numbers, or infinities of either sign
        return any(map(holds_nan, position))
    kind: Any = type(position)
    if kind in _WITHOUT_NAN:
        return False
    if kind is frozenset:
        return any(map(holds_nan, position))  # type: ignore[call-overload]
    fields = _fields_of(kind)
    if fields is not None:
        return holds_nan(fields(position))
    try:
        return bool(position != position)
    except NOT_COMPARABLE:
        return False


def is_no_position(position: object) -> bool:
    """Return whether a position is ``None``, the parent of a start, or holds NaN, which equals nothing."""
    return position is None or holds_nan(position)


_WITHOUT_NAN = frozenset({int, str, bool, bytes, type(None)})


@cache
def _fields_of(kind: Hashable) -> Callable[[object], object] | None:
    """What gives the values of the fields of an attrs class or a dataclass; ``None`` for other classes."""
    fields = getattr(kind, "__attrs_attrs__", None) or getattr(kind, "__dataclass_fields__", {}).values()
    names = [field.name for field in fields]
    return attrgetter(*names) if names else None


def refusal(hook: str, position: object, parent: object, error: TypeError | None = None) -> BadInput | TypeError:
    """Return what to raise for a position that `is_no_position`, or whose look-up raised ``error``.

    An error that has another cause than a position without a hash comes back as it is.

    Args:
        hook: what added the position, ``Solver.add_neighbours``.
        position: what was added.
        parent: the position that was being expanded; ``None`` if the position is the start.
        error: what the look-up raised, if it did.
    """
    added = f"the start {position!r}" if parent is None else f"{hook} added the position {position!r} at {parent!r}, which"
    if position is None:
        return BadInput(f"{added} can be no position, for it is the parent of a start; use another value")
    if error is None:
        return BadInput(f"{added} holds NaN, which equals nothing, itself included; use positions without NaN")
    try:
        hash(position)
    except TypeError as reason:
        return BadInput(f"{added} is not hashable ({reason}); a position must be hashable: a tuple, not a list")
    return error
