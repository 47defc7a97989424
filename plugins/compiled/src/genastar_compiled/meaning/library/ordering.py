"""Functions that sort, and ``sum``, as in Python: Numba's sorting is not stable, which matters with a key."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.typed import by_types
from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning.library import adding
from genastar_compiled.meaning.numbers.nans import refuse_nan
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.meaning.written import stands_for_by, stands_for_method_by
from genastar_compiled.syntax.loops.orders import EQUAL, ORDER, of_a_set


def in_order(keys: Value, falling: Value) -> Value:
    """Return the indices of the keys in ascending or descending order, stable, by merge sort."""
    count = len(keys)
    refuse_nan(keys)
    order = [place for place in range(count)]  # noqa: C416  # Numba makes a list from a comprehension, but not from a range
    spare = order.copy()
    width = 1
    while width < count:
        for low in range(0, count, 2 * width):
            middle, high = min(low + width, count), min(low + 2 * width, count)
            left, right = low, middle
            for place in range(low, high):
                from_right = left >= middle
                if not from_right and right < high:
                    one, other = keys[order[left]], keys[order[right]]
                    from_right = one < other if falling else other < one
                if from_right:
                    spare[place] = order[right]
                    right += 1
                else:
                    spare[place] = order[left]
                    left += 1
        order, spare = spare, order
        width *= 2
    return order


@by_types()
def _keys(items: Any, key: Any) -> Any:
    """Return what items are sorted by."""
    if isinstance(key, types.NoneType) or (isinstance(key, types.Omitted) and key.value is None):
        return lambda items, key: items
    return lambda items, key: [key(item) for item in items]


def sorted_stably(iterable: Value, key: Value = None, reverse: Value = False) -> Value:
    """Do the same as ``sorted``."""
    items = [item for item in iterable]  # noqa: C416
    keys = _keys(items, key)
    order = in_order(keys, reverse)
    if of_a_set(iterable):
        for place in range(1, len(order)):
            if keys[order[place - 1]] == keys[order[place]]:
                raise Refusal(EQUAL)
    return [items[place] for place in order]


def sort_stably(items: Value, key: Value = None, reverse: Value = False) -> None:
    """Do the same as ``list.sort``."""
    items[:] = [items[place] for place in in_order(_keys(items, key), reverse)]


def smallest(n: Value, iterable: Value, key: Value = None) -> Value:
    """Do the same as `heapq.nsmallest`. Numba's raises an exception for a number below 0, and where there is no item."""
    return sorted_stably(iterable, key)[: max(n, 0)]


def largest(n: Value, iterable: Value, key: Value = None) -> Value:
    """Do the same as `heapq.nlargest`. Numba's reverses the order of equal items."""
    return sorted_stably(iterable, key, True)[: max(n, 0)]


def _pick_sum(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object]:
    items = args[0]
    if isinstance(items, types.Set) and not isinstance(items.dtype, types.Integer):
        raise TypingError(ORDER)
    return adding.add_up


stands_for_by(sorted, lambda args, kws: sorted_stably)
stands_for_method_by("sort", lambda args, kws: sort_stably if isinstance(args[0], types.List) else None)
stands_for_by(sum, _pick_sum)
stands_for_by(heapq.nsmallest, lambda args, kws: smallest if len(args) > 1 and set(kws) <= {"key"} else None)
stands_for_by(heapq.nlargest, lambda args, kws: largest if len(args) > 1 and set(kws) <= {"key"} else None)
