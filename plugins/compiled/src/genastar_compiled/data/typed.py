"""Functions that Numba writes for the types of their arguments (`numba.extending.overload`), which are not translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba.extending import overload

_TYPED: Final[set[object]] = set()


def by_types(in_python: Callable[..., Any] | None = None, **options: object) -> Callable[..., Callable[..., Any]]:
    """Return a decorator that makes a function of one that chooses its code by the types of the arguments.

    The decorated function returns code in Python, or ``None``; then choices that `overload` adds are asked.

    Args:
        in_python: what the function does outside machine code, where rewritten hooks are tested.
        options: Numba's, for the code.
    """

    def decorate(choose: Callable[..., Any]) -> Callable[..., Any]:
        def written(*args: Any) -> Any:
            if in_python is None:
                raise NotImplementedError(f"{choose.__name__} is for machine code")
            return in_python(*args)

        written.__name__, written.__qualname__, written.__module__ = choose.__name__, choose.__qualname__, choose.__module__
        written.__doc__ = choose.__doc__
        overload(written, options, strict=False)(choose)  # strict: both have the same annotations
        _TYPED.add(written)
        return written

    return decorate


def is_by_types(function: object) -> bool:
    """Return whether a function is one of these."""
    return function in _TYPED
