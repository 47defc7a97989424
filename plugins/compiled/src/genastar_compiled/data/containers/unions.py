"""``|`` of two dictionaries."""

from __future__ import annotations

import operator

from numba.core import types
from numba.extending import overload, register_jitable

from genastar_compiled.data.containers.views import is_dictionary


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
        left[key] = right[key]
    return left
