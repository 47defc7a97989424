"""Plain values: the numbers of a start as Python numbers, so that no engine computes with numpy's narrow types."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TypeVar, cast

import attrs

from genastar.values.cost import Cost

T = TypeVar("T")

_PLAIN = frozenset({int, float, str, bytes, type(None)})
WHOLE = frozenset({int, str, bytes})
"""Types of values that are hashable and plain, and hold no NaN; and so are tuples of them."""
_FIELDS_OF: dict[type, Callable[[object], tuple[object, ...]]] = {Cost: attrgetter("total", "travelled", "left")}
"""For each class, a function that reads all its fields at once."""


def to_plain(value: T) -> T:
    """Convert numpy's scalars in a position or a cost to Python's numbers, and a lone bool to an int."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    parts: tuple[object, ...] | None = value if kind is tuple else _FIELDS_OF[kind](value) if kind in _FIELDS_OF else None  # type: ignore[assignment]
    if parts is not None and _PLAIN.issuperset(map(type, parts)):
        return value  # most are, and the checks below are slow
    made = _convert_inside(value)
    return cast(T, int(made)) if isinstance(made, bool) else made


def _convert_inside(value: T) -> T:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind.__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", True):
        return cast(T, value.item())
    if isinstance(value, tuple):
        parts = [_convert_inside(part) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return cast(T, kind._make(parts) if hasattr(kind, "_make") else kind(parts))  # type: ignore[attr-defined, call-arg]
    if "__attrs_attrs__" in vars(kind):
        fields = [field for field in attrs.fields(cast("type[attrs.AttrsInstance]", kind)) if field.init]
        old = {field.alias: getattr(value, field.name) for field in fields}
        new = {name: _convert_inside(part) for name, part in old.items()}
        changed = {name: part for name, part in new.items() if part is not old[name]}
        return attrs.evolve(value, **changed) if changed else value  # type: ignore[misc]
    return value
