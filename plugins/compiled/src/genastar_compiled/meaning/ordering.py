"""``sorted``, ``list.sort`` and ``sum`` as in Python: Numba's sorting is not stable, which matters with a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning import adding
from genastar_compiled.meaning.nans import refuse_nan
from genastar_compiled.meaning.written import stands_for_by, stands_for_method_by


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


def sorted_plainly(iterable: Value, key: Value = None, reverse: Value = False) -> Value:
    """Do the same as ``sorted`` without a key."""
    items = [item for item in iterable]  # noqa: C416
    return [items[place] for place in in_order(items, reverse)]


def sorted_by_key(iterable: Value, key: Value = None, reverse: Value = False) -> Value:
    """Do the same as ``sorted`` with a key."""
    items = [item for item in iterable]  # noqa: C416
    return [items[place] for place in in_order([key(item) for item in items], reverse)]


def sort_plainly(items: Value, key: Value = None, reverse: Value = False) -> None:
    """Do the same as ``list.sort`` without a key."""
    items[:] = [items[place] for place in in_order(items, reverse)]


def sort_by_key(items: Value, key: Value = None, reverse: Value = False) -> None:
    """Do the same as ``list.sort`` with a key."""
    items[:] = [items[place] for place in in_order([key(item) for item in items], reverse)]


def _has_key(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> bool:
    key = dict(kws).get("key", args[1] if len(args) > 1 else types.none)
    return not (isinstance(key, types.NoneType) or (isinstance(key, types.Omitted) and key.value is None))


def _pick_sorted(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> FunctionType | None:
    return sorted_by_key if _has_key(args, kws) else sorted_plainly  # type: ignore[return-value]


def _pick_sort(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> FunctionType | None:
    if not isinstance(args[0], types.List):
        return None
    return sort_by_key if _has_key(args, kws) else sort_plainly  # type: ignore[return-value]


def _pick_sum(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> FunctionType | None:
    items = args[0]
    if isinstance(items, types.Set) and not isinstance(items.dtype, types.Integer):
        raise TypingError("the order of a set differs from Python's here; write sorted(...) around it")
    return adding.add_up  # type: ignore[return-value]


stands_for_by(sorted, _pick_sorted)
stands_for_method_by("sort", _pick_sort)
stands_for_by(sum, _pick_sum)
