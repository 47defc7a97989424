"""Keys and indices: the identities of positions, from the optional hooks ``key``, ``index`` and ``size``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

from genastar.contracts.hooks import Hooks
from genastar.errors import BadInput, format_value, name_problem
from genastar.values.node import K, has_nan


def get_checked_key(problem: Hooks[K, Any]) -> Callable[[K], Any] | None:
    """Return the hook ``key`` of a problem with a check of its values; ``None`` if the problem has no such hook.

    The returned function raises BadInput if a key is not hashable or holds NaN.
    """
    if not problem.is_keyed:
        return None
    key = problem.key

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


def check_index(problem: Hooks[K, Any], positions: Iterable[K]) -> None:
    """Raise BadInput if two of these positions have one index. Nothing is checked of a problem without the hook ``index``."""
    if not problem.is_indexed:
        return
    owners: dict[object, object] = {}
    for position in positions:
        number = problem.index(position)
        owner = owners.setdefault(number, position)
        if owner != position:
            raise BadInput(
                f"{name_problem(problem)}.index gives the same number, {format_value(number)}, for {format_value(owner)} "
                f"and {format_value(position)}; "
                "give each position an index of its own"
            )


def read_size(problem: Hooks[Any, Any]) -> int:
    """Return the number of positions that a problem declares.

    Raises:
        BadInput: its size is not a number of positions.
    """
    size = problem.size
    try:
        count = index(size)
    except TypeError:
        count = -1
    if count < 0:
        raise BadInput(
            f"{name_problem(problem)}.size is {size!r}; it must be the number of positions, an int of at least 0"
        ) from None
    return count
