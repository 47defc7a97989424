"""Functions that Numba writes for the types of their arguments (`numba.extending.overload`), which are not translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_TYPED: Final[set[object]] = set()


def by_types(function: F) -> F:
    """Mark a function as written by Numba for the types of its arguments. A decorator."""
    _TYPED.add(function)
    return function


def is_by_types(function: object) -> bool:
    """Return whether a function is marked in this way."""
    return function in _TYPED
