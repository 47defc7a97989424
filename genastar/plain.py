"""Plain values: a start's numbers as Python's own, so that no engine computes with numpy's narrow ones."""

from __future__ import annotations

from typing import TypeVar, cast

import attrs

T = TypeVar("T")

_PLAIN = frozenset({int, float, str, bytes, type(None)})


def plain(value: T) -> T:
    """Convert numpy's scalars in a position or a cost to Python's numbers, and a lone bool to an int."""
    if type(value) in _PLAIN:
        return value
    made = _inside(value)
    return cast(T, int(made)) if isinstance(made, bool) else made


def _inside(value: T) -> T:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind.__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", True):
        return cast(T, value.item())
    if isinstance(value, tuple):
        parts = [_inside(part) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return cast(T, kind._make(parts) if hasattr(kind, "_make") else kind(parts))  # type: ignore[attr-defined, call-arg]
    if "__attrs_attrs__" in vars(kind):
        fields = [field for field in attrs.fields(cast("type[attrs.AttrsInstance]", kind)) if field.init]
        old = {field.alias: getattr(value, field.name) for field in fields}
        new = {name: _inside(part) for name, part in old.items()}
        changed = {name: part for name, part in new.items() if part is not old[name]}
        return attrs.evolve(value, **changed) if changed else value  # type: ignore[misc]
    return value
