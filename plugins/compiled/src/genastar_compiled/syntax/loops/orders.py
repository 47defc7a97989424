"""What depends on the order of a set, which differs from Python's in machine code, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.facts import Facts
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import TEXTS, Instance

ORDER: Final = "the order of a set differs from Python's here; write sorted(...) around it"
_WITH_KEY: Final = (
    "{0}(..., key=...) of a set: items with equal keys come in the order of the set, which differs from Python's here; "
    "write {0}(sorted(...), key=...)"
)


def has_no_order(kind: types.Type) -> bool:
    """Return whether a value is a set or a frozenset that a hook made, or of a position."""
    return isinstance(kind, types.Set) or (isinstance(kind, Instance) and kind.cls is Facts)


@by_types(lambda items: items)
def in_any_order(items: Any) -> Any:
    """Return items whose order does not matter; those of a set as a list, so that no loop is refused for their order."""
    return (lambda items: [each for each in items]) if has_no_order(items) else lambda items: items  # noqa: C416


@cache
def by_a_key(function: str) -> Callable[[Any], Any]:
    """Return a function that returns what ``min`` or ``max`` is given with a key; it refuses a set."""

    @by_types(lambda items: items)
    def given(items: Any) -> Any:
        if has_no_order(items):
            raise TypingError(_WITH_KEY.format(function))
        return lambda items: items

    given.__name__ = f"given_{function}"
    return given


@by_types(lambda items: isinstance(items, (set, frozenset)))
def of_a_set(items: Any) -> Any:
    """Return whether these are the items of a set, in another order than Python's."""
    return (lambda items: True) if has_no_order(items) else (lambda items: False)


EQUAL: Final = (
    "sorted(..., key=...) of a set has items with equal keys, in the order of the set, which differs from Python's "
    'here; write sorted(sorted(...), key=...), or search with engine="interpreted"'
)


@by_types(lambda found, items: found)
def of_no_order(found: Any, items: Any) -> Any:
    """Return a sum, a least or a greatest item; refuse a float of a set: the order rounds a sum, and chooses 0.0 or -0.0."""
    if has_no_order(items) and not _is_exact(found):
        raise TypingError(ORDER)
    return lambda found, items: found


def _is_exact(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_exact, kind.types))
    return isinstance(kind, (types.Integer, types.Boolean, types.EnumMember, *TEXTS))
