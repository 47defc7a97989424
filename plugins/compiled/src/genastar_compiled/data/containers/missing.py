"""A value of a dictionary, or a default of another type: ``self.links.get(key, [])``, ``prices.get(key, 0.5)``.

In Python the two may differ in type. Here the empty container of a frozen dictionary is a view of the same items as the others,
with none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload

from genastar_compiled.data.containers import stores
from genastar_compiled.data.containers.key_types import refuse_unlike, require_key
from genastar_compiled.data.containers.reading import item_of, kind_of, place_of
from genastar_compiled.data.containers.views import Bag, ListView, Table, TupleView, View
from genastar_compiled.data.makers import maker
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.mixed import WAYS, mixed
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.values import Instance
from genastar_compiled.reach.generated import generated


@cache
def item_or_empty(text: str, default: str) -> Callable[[Any, Any], Any]:
    """Return this function of ``items`` and ``key``, such as ``items.get(key, [])``, whose default is an empty container."""
    otherwise = generated(f"def otherwise(items, key):\n    return {text}\n")

    @by_types(otherwise)
    def found(items: Any, key: Any) -> Any:
        return _of_frozen(items, default) or otherwise

    found.__name__ = f"item_or_empty_{text.encode().hex()}"
    return found


def _of_frozen(items: types.Type, default: str) -> Callable[..., Any] | None:
    """Return the function for a frozen dictionary of containers; ``None`` for anything else."""
    if not isinstance(items, Instance) or items.cls is not Table:
        return None
    values = items.fields["tables"].fields["values"]
    kind = kind_of(values)
    held = ListView if kind in (stores.ListRows, stores.ListColumns) else TupleView if kind is not stores.Rows else View
    same = held is {"[]": ListView, "list()": ListView, "()": TupleView, "tuple()": TupleView}.get(default)
    view = maker(held if same else View, ("items", "start", "count"))
    match kind:
        case stores.Rows | stores.ListRows | stores.TupleRows:

            def row(items, key):  # type: ignore[no-untyped-def]
                rows, place = items.tables.values, place_of(items.tables, items.which, key)
                count = 0 if place < 0 else rows.starts[place + 1] - rows.starts[place]
                return view(rows.items, rows.starts[max(place, 0)], count)

            return row
        case stores.Tables | stores.FrozenTables:
            make = maker(Bag if values.fields["values"] == types.none else Table, ("tables", "which"))

            def table(items, key):  # type: ignore[no-untyped-def]
                values, place = items.tables.values, place_of(items.tables, items.which, key)
                return make(values, place if place >= 0 else len(values.starts) - 2)  # the last one is empty

            return table
        case stores.Columns | stores.ListColumns:

            def row_of_one_length(items, key):  # type: ignore[no-untyped-def]
                place = place_of(items.tables, items.which, key)
                row = item_of(items.tables.values, max(place, 0))
                return view(row, 0, 0 if place < 0 else len(row))

            return row_of_one_length
    raise TypingError(
        "a dictionary that is empty, or whose values are no containers, is asked for an empty container if a key is missing; "
        "give a default of the type of the values"
    )


@by_types(lambda items, key, default: items.get(key, default))
def item_or(items: Any, key: Any, default: Any) -> Any:
    """Return ``items.get(key, default)``; a `MIXED` number if one of an int and a float is found."""
    if isinstance(items, types.DictType):
        refuse_unlike(items.value_type, types.unliteral(default))
    elif isinstance(default, (types.BaseTuple, Instance)):
        return _like_item_or
    kinds = {items.value_type, types.unliteral(default)} if isinstance(items, types.DictType) else set()
    if len(kinds) == 1:
        return _item_or
    if kinds != set(WAYS):
        return lambda items, key, default: items.get(key, default)
    if isinstance(key, types.Optional):
        return lambda items, key, default: mixed(default) if key is None else item_or(items, there(key), default)
    require_key(items, key)
    return _mixed_item_or


def _item_or(items, key, default):  # type: ignore[no-untyped-def]
    found = items.get(key)
    return default if found is None else there(found)  # Numba's `get` may be None, whatever its default is


def _like_item_or(items, key, default):  # type: ignore[no-untyped-def]
    must_be_like(items.get(key), default)
    return items.get(key, default)


@by_types()
def must_be_like(found: Any, default: Any) -> Any:
    """Refuse a default whose ints are floats in what is found, or the other way round."""
    refuse_unlike(found, default)
    return lambda found, default: None


def _mixed_item_or(items, key, default):  # type: ignore[no-untyped-def]
    if key in items:
        return mixed(items[key])
    return mixed(default)


@overload(item_of)
def _item_of_row(store, at):  # type: ignore[no-untyped-def]
    """Return the item of a tuple, for a view of it. Items that differ in type are tuples of ints and floats."""
    if not isinstance(store, types.BaseTuple):
        return None
    lengths = {len(each) if isinstance(each, types.BaseTuple) else 0 for each in store}
    if isinstance(store, types.UniTuple) or len(lengths) > 1 or 0 in lengths:
        return lambda store, at: store[at]
    (length,) = lengths
    columns = ("".join(f"store[{row}][{column}], " for row in range(len(store))) for column in range(length))
    parts = "".join(f"item_of(({each}), at), " for each in columns)
    return generated(f"def made(store, at):\n    return ({parts})\n", {"item_of": item_of})
