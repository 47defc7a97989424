"""Keys and indices: the identities of positions, from the optional hooks ``key``, ``index`` and ``size``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

from genastar.errors import BadInput, format_value, name_problem
from genastar.values.node import K, has_nan


def get_checked_key(problem: object) -> Callable[[K], Any] | None:
    """Return the hook ``key`` of a problem with a check of its values; ``None`` if the problem has no such hook.

    The returned function raises BadInput if a key is not hashable or holds NaN.
    """
    key: Callable[[K], Any] | None = getattr(problem, "key", None)
    if not callable(key) or not is_keyed(problem):
        return None

    def key_and_check(position: K) -> Any:
        found = key(position)
        try:
            hash(found)
        except TypeError as error:
            raise BadInput(
                f"{name_problem(problem)}.key gives {found!r} for {position!r}, which is not hashable ({error}); "
                "give a tuple, not a list"
            ) from error
        if type(found) is not int and has_nan(found):
            raise BadInput(
                f"{name_problem(problem)}.key gives {found!r} for {position!r}: NaN equals nothing; use keys without NaN"
            )
        return found

    return key_and_check


def has_hook(problem: object, name: str) -> bool:
    """Return whether a problem has a hook of this name: a method, not a field that happens to have the name."""
    return callable(getattr(problem, name, None))


def is_keyed(problem: object) -> bool:
    """Return whether a problem has the hook ``key``. A problem that wraps another has it if the wrapped problem has it."""
    return callable(getattr(problem, "key", None)) and bool(getattr(problem, "is_keyed", True))


def is_indexed(problem: object) -> bool:
    """Return whether a problem has the hooks ``index`` and ``size``. One that wraps another has them if the wrapped one has.

    A field with one of these names is common (the size of a board), and is no hook by itself.
    """
    return has_hook(problem, "index") and hasattr(problem, "size") and bool(getattr(problem, "is_indexed", True))


def check_index(problem: object, positions: Iterable[object]) -> None:
    """Raise BadInput if two of these positions have one index. Nothing is checked of a problem without the hook ``index``."""
    if not is_indexed(problem):
        return
    owners: dict[object, object] = {}
    for position in positions:
        number = problem.index(position)  # type: ignore[attr-defined]  # checked
        owner = owners.setdefault(number, position)
        if owner != position:
            raise BadInput(
                f"{name_problem(problem)}.index gives the same number, {format_value(number)}, for {format_value(owner)} "
                f"and {format_value(position)}; "
                "give each position an index of its own"
            )


def read_size(problem: object) -> int:
    """Return the number of positions that a problem declares.

    Raises:
        BadInput: its size is not a number of positions.
    """
    size = problem.size  # type: ignore[attr-defined]
    try:
        count = index(size)
    except TypeError:
        count = -1
    if count < 0:
        raise BadInput(
            f"{name_problem(problem)}.size is {size!r}; it must be the number of positions, an int of at least 0"
        ) from None
    return count
