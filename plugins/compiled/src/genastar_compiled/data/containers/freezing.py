"""Freeze Python containers when a search begins: each becomes a view of its items in `stores`, which machine code can read."""

from __future__ import annotations

import operator
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import chain
from typing import Any, Final

import numpy as np

from genastar_compiled.data.containers.stores import is_flat, store_of, tables_of
from genastar_compiled.data.containers.views import Bag, ListView, Table, TupleView
from genastar_compiled.data.values.records import field_names, has_fields, is_frozen
from genastar_compiled.guards.watched import CAN_WATCH, Held, Watched

_NUMBERS: Final = (int, float, bool)
_KEPT: Final = 64
"""Number of frozen values to remember."""


def freezes(value: Any, fixed: bool = False) -> bool:
    """Return whether a value is frozen before machine code sees it; one that is ``fixed`` is no position."""
    kind = type(value)
    if kind in (bytes, bytearray, dict, frozenset):
        return True
    if kind is str:
        return fixed or len(value) > _MANY
    if kind is list or kind is set:
        return not value or not _is_plain(list(value))
    if kind is tuple and value:
        kinds = {type(item) for item in value}
        if kinds == {str} or (kinds <= {set, frozenset} and (fixed or set in kinds)):
            return True
        if len(value) > _MANY and all(issubclass(each, (int, float)) for each in kinds):
            return True
        if kinds <= {tuple, list}:
            shapes = {tuple(map(type, item)) for item in value}
            many = sum(map(len, value)) > _MANY
            has_frozen = any(each in _FROZEN for shape in shapes for each in shape)
            has_texts = any(set(shape) == {str} for shape in shapes)
            return many or list in kinds or has_frozen or has_texts or (len(shapes) > 1 and _has_store(value))
        if columns := _columns(value):
            differ = fixed and any(map(_differ, columns))
            return any(map(freezes, chain.from_iterable(columns))) or (differ and _has_store(value))
    return False


def _columns(values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the values of each field of values of one class; nothing for others."""
    first = type(values[0])
    if any(type(each) is not first for each in values) or not (has_fields(first) or hasattr(first, "_fields")):
        return []
    names = getattr(first, "_fields", None) or field_names(first)
    return [tuple([getattr(each, name, None) for each in values]) for name in names]


def _differ(values: tuple[Any, ...]) -> bool:
    """Return whether the values of a field differ in type in machine code, as texts and tuples of several lengths do."""
    if all(isinstance(each, str) for each in values):
        return len(set(values)) > 1
    return freezes(values) if all(type(each) is tuple for each in values) else any(map(_differ, _columns(values)))


def _has_store(value: tuple[Any, ...]) -> bool:
    """Return whether machine code can read these items from a store."""
    try:
        store_of(value)
    except TypeError:
        return False
    return True


_MANY: Final = 256
"""Numbers in a tuple of Numba, or letters of a constant in a program, at most: the time to compile grows with them."""
_FROZEN: Final = (dict, frozenset, set, list)


def _is_plain(items: Sequence[Any]) -> bool:
    """Return whether Numba's own lists and sets can hold these: numbers, tuples of numbers, or numpy arrays."""
    kinds = {type(item) for item in items}
    if kinds == {tuple}:
        return len({tuple(map(type, item)) for item in items}) == 1 and all(type(part) in _NUMBERS for part in items[0])
    return len(kinds) == 1 and all(kind in _NUMBERS or issubclass(kind, (np.ndarray, np.generic)) for kind in kinds)


_known: OrderedDict[int, tuple[Any, Watched | Held | None, object]] = OrderedDict()
"""Values by their addresses: each with the watch on it if it may change, and its frozen form."""
_met: Final[deque[int]] = deque(maxlen=_KEPT)
"""Addresses of containers that were frozen and not kept: to watch one takes as long as to freeze it, and pays if it returns."""


def recalled(value: Any) -> object | None:
    """Return the frozen form of a value that was frozen before and is the same; ``None`` for any other."""
    known, watched, made = _known.get(id(value), _NOTHING)
    return made if known is value and (watched is None or watched.is_unchanged()) else None


_NOTHING: Final = object(), None, None


def freeze(value: Any) -> object:
    """Return the frozen form of a value for which `freezes` holds: a view, or of a text a store that holds it alone.

    Raises:
        TypeError: an item is not supported in machine code, or items differ in type.
    """
    kind = type(value)
    if kind is str and len(value) <= _MANY:  # not kept: the goals of many searches would take the places of large containers
        return store_of([value])
    if (made := recalled(value)) is not None:
        return made
    watched: Watched | Held | None = None
    if id(value) in _met:
        watched = Held(value)
    elif kind is list and CAN_WATCH:
        watched = Watched([value, *(each for each in value if type(each) is list)])
    if kind is str:
        made = store_of([value])
    elif isinstance(value, dict):
        made = Table(tables_of([value]), 0)
    elif isinstance(value, (set, frozenset)):
        made = Bag(tables_of([value]), 0)
    else:
        made = (TupleView if kind is tuple else ListView)(store := store_of(value, may_be_map=True), 0, len(value))
    if watched is None:
        is_kept = _is_deeply_fixed(value)
    else:
        is_kept = (isinstance(watched, Held) or is_flat(store)) and watched.is_unchanged()
    if is_kept:
        _known[id(value)] = value, watched, made
        if len(_known) > _KEPT:
            _known.popitem(last=False)
    elif id(value) not in _met:
        _met.append(id(value))
    return made


def constant(value: Any, keeps: Callable[[Any], bool] = lambda value: False) -> Any:
    """Return a container of a module or a class as machine code reads it, alone or inside a tuple; any other value as it is.

    Args:
        value: the constant.
        keeps: whether a container is left to Numba.

    Raises:
        TypeError: as `freeze`.
    """
    kind = type(value)
    if kind in (list, set) or (kind is not str and freezes(value, fixed=True) and not keeps(value)):
        return freeze(value)
    if not isinstance(value, tuple):
        return value
    parts = [constant(each, keeps) for each in value]
    if all(map(operator.is_, parts, value)):
        return value
    return tuple(parts) if kind is tuple else kind._make(parts)


def _is_deeply_fixed(value: object) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_deeply_fixed, value))
    kind = type(value)
    if has_fields(kind) and is_frozen(kind):
        return all(_is_deeply_fixed(getattr(value, name, None)) for name in field_names(kind))
    return kind in (int, float, bool, str) or isinstance(value, Enum)
