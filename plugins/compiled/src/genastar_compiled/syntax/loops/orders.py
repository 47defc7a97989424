"""What depends on the order of a set, which differs from Python's in machine code, and what does not."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.facts import Facts
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import TEXTS, Instance
from genastar_compiled.meaning.refusal import Refusal

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

_TAKEN: Final = (
    "min(...) or max(...) of a set meets -0.0 or NaN: which item it returns depends on the order of the set, which differs "
    'from Python\'s here; write sorted(...) around the set, or search with engine="interpreted"'
)

_EXACT: Final = (types.Integer, types.Boolean, types.EnumMember, *TEXTS)
"""Types of values that are either different or the same; floats are so, too, but for -0.0 and NaN."""


@by_types(lambda item, items, whole: item)
def of_a_sum(item: Any, items: Any, whole: Any) -> Any:
    """Return an item of a sum; refuse a sum of floats in the order of a set, which rounds it."""
    if has_no_order(items) and not (_is_of(item, _EXACT) and _is_of(whole, _EXACT)):
        raise TypingError(ORDER)
    return lambda item, items, whole: item


@by_types(lambda item, items: item)
def of_a_best(item: Any, items: Any) -> Any:
    """Return an item, one of which is the least or the greatest; refuse those of a set of which the first would be taken."""
    if not has_no_order(items) or _is_of(item, _EXACT):
        return lambda item, items: item
    if not _is_of(item, (*_EXACT, types.Float)):
        raise TypingError(ORDER)

    def checked(item: Any, items: Any) -> Any:
        if _is_taken_for_another(item):
            raise Refusal(_TAKEN)
        return item

    return checked


@by_types()
def _is_taken_for_another(item: Any) -> Any:
    """Return whether a value equals one that differs from it, or has no order: -0.0 or NaN, also in a tuple."""
    if isinstance(item, types.Float):
        return lambda item: item != item or (item == 0 and math.copysign(1.0, item) < 0)
    if isinstance(item, types.BaseTuple) and len(item) > 0:
        return lambda item: _is_taken_for_another(item[0]) or _is_taken_for_another(item[1:])
    return lambda item: False


def _is_of(kind: types.Type, parts: tuple[type[types.Type], ...]) -> bool:
    return all(_is_of(each, parts) for each in kind.types) if isinstance(kind, types.BaseTuple) else isinstance(kind, parts)
