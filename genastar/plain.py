"""Plain values: a start's numbers as Python's own, so that no engine computes with numpy's narrow ones for the length of a search."""

from __future__ import annotations

from typing import TypeVar, cast

import attrs

T = TypeVar("T")

_PLAIN = frozenset({int, float, str, bytes, type(None)})


def plain(value: T) -> T:
    """Convert numpy's scalars in a position or a cost to Python's numbers, and a lone bool to an int."""
    if type(value) in _PLAIN:
        return value
    return cast(T, int(value)) if type(value) is bool else _inside(value)


def _inside(value: T) -> T:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind.__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", True):
        return cast(T, value.item())
    if isinstance(value, tuple):
        parts = [_inside(part) for part in value]
        if all(map(_same, parts, value)):
            return value
        return cast(T, kind._make(parts) if hasattr(kind, "_make") else kind(parts))  # type: ignore[attr-defined]
    if "__attrs_attrs__" in vars(kind):
        fields = [field for field in attrs.fields(cast("type[attrs.AttrsInstance]", kind)) if field.init]
        parts = {field.alias: getattr(value, field.name) for field in fields}
        changed = {name: new for name, old in parts.items() if not _same(new := _inside(old), old)}
        return cast(T, attrs.evolve(cast(attrs.AttrsInstance, value), **changed)) if changed else value
    return value


def _same(one: object, other: object) -> bool:
    return one is other
