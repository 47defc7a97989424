"""What classes declare of their positions."""

from __future__ import annotations

from collections.abc import Container, Iterable
from enum import Enum, IntEnum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from genastar.contracts.cost_type import iterate_declared_types
from genastar_compiled.data.values.records import is_record


def said_of_positions(problem: object) -> Any:
    """Return the position type that a problem's class declares in ``AStar[...]``; ``None`` if there is none.

    A class that wraps problems declares type variables, which stand for the type of the wrapped problem.
    """
    said = next(iterate_declared_types(type(problem)), (None,))[0]
    within = getattr(problem, "problem", None)
    if not hasattr(within, "add_neighbours"):
        return said
    if isinstance(said, TypeVar):
        return said_of_positions(within)
    return said[said_of_positions(within)] if len(getattr(said, "__parameters__", ())) == 1 else said


def but_none(said: Any) -> Any:
    """Return the type ``X`` of a declared ``X | None``; ``None`` for any other type."""
    parts = get_args(said) if get_origin(said) in (Union, UnionType) else ()
    return next((each for each in parts if each is not NoneType), None) if len(parts) == 2 and NoneType in parts else None


def declared_parts(value: tuple[Any, ...], said: Any) -> tuple[Any, ...]:
    """Return the types that are declared of the items of a tuple."""
    if type(value) is not tuple:
        return tuple(map(hints_of(type(value)).get, getattr(value, "_fields", ("",) * len(value))))
    parts = get_args(said)
    if parts[1:] == (Ellipsis,):
        return (parts[0],) * len(value)
    return parts if len(parts) == len(value) else (None,) * len(value)


def hints_of(kind: type) -> dict[str, Any]:
    """Return the types that a class declares of its fields, as far as they can be found."""
    try:
        return get_type_hints(kind)
    except Exception:  # noqa: BLE001  # as in `values.iterate_declared_types`
        return {}


def may_vary(value: object, said: Any) -> bool:
    """Return whether a position has a tuple of which no length is declared."""
    kind, said = type(value), but_none(said) or said
    if value is None:
        return get_origin(said) is tuple and Ellipsis in get_args(said)
    if isinstance(value, tuple) and kind is tuple:
        parts = get_args(said)
        return not parts or Ellipsis in parts or any(map(may_vary, value, declared_parts(value, said)))
    hints = hints_of(kind) if isinstance(value, tuple) or is_record(value) else {}
    return any(may_vary(getattr(value, name, None), hint) for name, hint in hints.items())


def fault_of_start(value: Any, said: Any, reached: Container[object]) -> str | None:
    """Return what is wrong with a start that has a text or a number where a member of an enum is declared that hooks reach.

    In machine code a member of an enum that is a text or a number is that alone, so only the start shows what to give back.
    """
    kind, said = type(value), but_none(said) or said
    is_enum = isinstance(said, type) and issubclass(said, Enum) and not issubclass(said, IntEnum)  # Numba knows that one
    if is_enum and said in reached and kind in (int, float, str) and issubclass(said, kind):
        return f"it declares {said.__qualname__} where the start has {value!r}; give the start a member"
    inside: Iterable[tuple[Any, Any]]
    if isinstance(value, tuple):
        inside = zip(value, declared_parts(value, said), strict=True)
    elif kind is frozenset:
        inside = zip(value, get_args(said) * len(value), strict=False)
    else:
        hints = hints_of(kind) if is_record(value) else {}
        inside = ((getattr(value, name, None), hint) for name, hint in hints.items())
    return next(filter(None, (fault_of_start(*part, reached) for part in inside)), None)
