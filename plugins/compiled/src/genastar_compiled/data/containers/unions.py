"""``|`` of two dictionaries."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.extending import overload, register_jitable

from genastar_compiled.data.containers.key_types import refuse_other
from genastar_compiled.data.containers.views import is_dictionary
from genastar_compiled.data.typed import by_types


@overload(operator.or_)
def _union(left, right):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    return _united if is_dictionary(left) and is_dictionary(right) else None


def _united(left, right):  # type: ignore[no-untyped-def]
    return _updated({key: left[key] for key in left}, right)


@overload(operator.ior)
def _update(left, right):  # type: ignore[no-untyped-def]
    return _updated if isinstance(left, types.DictType) and is_dictionary(right) else None


@register_jitable
def _updated(left, right):  # type: ignore[no-untyped-def]
    for key in right:
        entered, value = as_item(key, right[key], left)
        left[entered] = value
    return left


@by_types()
def as_item(key: Any, value: Any, into: Any) -> Any:
    """Return a key and a value that are put into a dictionary; refuse what becomes another number there."""
    refuse_other(into.key_type, key)
    refuse_other(into.value_type, value)
    return lambda key, value, into: (key, value)
