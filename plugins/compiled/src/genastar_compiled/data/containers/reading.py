"""Read the stores of `stores` in machine code: items, comparisons, and lookups of keys."""

from __future__ import annotations

from enum import Enum
from typing import Any

from numba import int64, typeof
from numba.core import types
from numba.core.cgutils import create_struct_proxy, get_null_value
from numba.core.errors import TypingError
from numba.cpython.hashing import _Py_hash_t
from numba.cpython.unicode import _get_code_point
from numba.extending import intrinsic
from numba.np.arrayobj import load_item, make_array

from genastar_compiled.data.containers import stores
from genastar_compiled.data.containers.key_types import is_same
from genastar_compiled.data.containers.tuples import LISTS_AND_TUPLES, OfList, Several, as_row
from genastar_compiled.data.makers import maker
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.mixed import MIXED, Mixed, as_float, bits_of, int_or_float, is_int, mixed
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.records import field_names
from genastar_compiled.data.values.values import Instance, Text
from genastar_compiled.reach.generated import generated

_FACTOR = stores.FACTOR - (1 << 64)


def kind_of(store: types.Type) -> type | None:
    """Return the class of a store of `stores`; ``None`` for an array."""
    return store.cls if isinstance(store, Instance) else None


def named(store: Instance) -> type:
    """Return the class of the items of `stores.Records` or `stores.Members`."""
    return stores.KINDS[store.fields["kind"].value]


@by_types()
def item_of(store: Any, at: Any) -> Any:
    """Return the item at an index of a store."""
    if isinstance(store, types.Array):
        return lambda store, at: fetched(store, at)
    kind = kind_of(store)
    if kind is stores.Numbers:
        return lambda store, at: int_or_float(fetched(store.bits, at), fetched(store.whole, at))
    if kind is stores.Lines:
        return _line_of(store.fields["letters"].dtype.bitwidth // 8, store.fields["lengths"] != types.none)
    if kind is stores.Texts:
        return _ascii_at if store.fields["kinds"] == types.none else _text_at
    if kind is stores.Columns:
        return _made("({})", len(store.fields["parts"]), {})
    if kind is stores.ListColumns:
        return _made("as_row(({}))", len(store.fields["parts"]), {"as_row": as_row})
    if kind is stores.Records:
        cls, count = named(store), len(store.fields["parts"])
        if issubclass(cls, tuple):
            return _made("cls({})", count, {"cls": cls})
        return _made("make({})", count, {"make": maker(cls, field_names(cls))})
    if kind is stores.Members:
        as_member = member_of(named(store))
        return lambda store, at: as_member(item_of(store.values, at))
    return None


def _made(text: str, count: int, scope: dict[str, Any]) -> Any:
    parts = "".join(f"item_of(store.parts[{index}], at), " for index in range(count))
    return generated(f"def made(store, at):\n    return {text.format(parts)}\n", {**scope, "item_of": item_of})


def _line_of(kind: int, is_ragged: bool) -> Any:
    length = "fetched(store.lengths, at)" if is_ragged else "width"
    part = f"view_of(store.letters, at * width * {kind}, {length}, {kind}, {int(kind == 1)})"
    text = f"def made(store, at):\n    width = store.letters.shape[1]\n    return {part}\n"
    return generated(text, {"fetched": fetched, "view_of": _view_of})


def _ascii_at(store, at):  # type: ignore[no-untyped-def]
    start = fetched(store.starts, at)
    return _view_of(store.letters, start, fetched(store.starts, at + 1) - start, 1, 1)


def _text_at(store, at):  # type: ignore[no-untyped-def]
    return _view_of(
        store.letters, fetched(store.starts, at), fetched(store.lengths, at), fetched(store.kinds, at), fetched(store.ascii, at)
    )


@intrinsic
def fetched(typingctx: Any, array: Any, at: Any) -> Any:
    """Return an element of an array of a store; the caller knows that there is one."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = make_array(array)(context, builder, args[0]).data
        place = builder.gep(data, [context.cast(builder, args[1], signature.args[1], types.intp)])
        return load_item(context, builder, array, place)

    return array.dtype(array, at), codegen


def letter_of(whole, at):  # type: ignore[no-untyped-def]
    """Return a letter of a string. It lies inside the string: the bytes of a letter begin with the lowest."""
    code = _get_code_point(whole, at)
    return _view_of(whole, at * whole._kind, 1, 1 if code < 256 else 2 if code < 65536 else 4, code < 128)


@intrinsic
def _view_of(typingctx: Any, whole: Any, start: Any, count: Any, kind: Any, is_ascii: Any) -> Any:
    """Return a part of a string, or of the letters of a store, as a string, without a copy."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, start, count, kind, is_ascii = args
        of_store = isinstance(whole, types.Array)
        source = make_array(whole)(context, builder, array) if of_store else create_struct_proxy(whole)(context, builder, array)
        text = create_struct_proxy(types.unicode_type)(context, builder)
        data = builder.bitcast(source.data, text.data.type)
        text.data = builder.gep(data, [context.cast(builder, start, signature.args[1], types.intp)])
        text.length = context.cast(builder, count, signature.args[2], types.intp)
        text.kind = context.cast(builder, kind, signature.args[3], types.int32)
        text.is_ascii = context.cast(builder, is_ascii, signature.args[4], types.uint32)
        text.hash = context.get_constant(_Py_hash_t, -1)  # not computed yet
        text.parent = get_null_value(text.parent.type)
        text.meminfo = get_null_value(text.meminfo.type) if of_store else source.meminfo  # the caller keeps stores alive
        if not of_store and context.enable_nrt:
            context.nrt.incref(builder, whole, array)
        return text._getvalue()

    return types.unicode_type(whole, start, count, kind, is_ascii), codegen


def member_of(cls: type[Enum]) -> Any:
    """Return an intrinsic that makes an enum member from its value."""
    member = typeof(next(iter(cls)))  # an int for an `IntFlag`
    kind = getattr(member, "dtype", member)

    @intrinsic
    def as_member(typingctx: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            held = context.cast(builder, args[0], value, kind)
            if context.enable_nrt:
                context.nrt.incref(builder, kind, held)
            return held

        return member(value), codegen

    return as_member


@by_types()
def holds(store: Any, at: Any, item: Any) -> Any:
    """Return whether the item at an index equals this one."""
    kind = kind_of(store)
    if isinstance(item, types.Optional):
        return lambda store, at, item: item is not None and holds(store, at, there(item))
    if isinstance(item, types.NoneType):
        return lambda store, at, item: False
    if isinstance(item, Text):
        text = item.value
        return lambda store, at, item: holds(store, at, text)
    if kind in (stores.Lines, stores.Texts) and isinstance(item, types.UnicodeType):
        return _text_equals
    if kind is stores.Columns and isinstance(item, Several):
        count = len(store.fields["parts"])
        tests = "".join(f" and holds(store.parts[{index}], at, item[{index}])" for index in range(count))
        return generated(f"def made(store, at, item):\n    return len(item) == {count}{tests}\n", {"holds": holds})
    if kind in (stores.Columns, stores.ListColumns) and isinstance(item, types.BaseTuple):
        if isinstance(item, OfList) != (kind is stores.ListColumns):
            raise TypingError(LISTS_AND_TUPLES)
        count = len(store.fields["parts"])
        if len(item) != count:
            return lambda store, at, item: False
        tests = " and ".join(f"holds(store.parts[{index}], at, item[{index}])" for index in range(count))
        return generated(f"def made(store, at, item):\n    return {tests}\n", {"holds": holds})
    if _is_number(store) and not isinstance(item, (types.Number, types.Boolean, types.IntEnumMember, Mixed)):
        return lambda store, at, item: False
    return lambda store, at, item: is_same(item_of(store, at), item)


def _is_number(store: types.Type) -> bool:
    return isinstance(store, types.Array) or kind_of(store) is stores.Numbers


def _text_equals(store, at, item):  # type: ignore[no-untyped-def]
    text = item_of(store, at)
    if len(text) != len(item):
        return False
    for place in range(len(item)):  # noqa: SIM110  # Numba supports loops only
        if _get_code_point(text, place) != _get_code_point(item, place):
            return False
    return True


@intrinsic
def _mixed(typingctx: Any, number: Any) -> Any:
    """Return the same hash as `stores.mixed`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.cast(builder, args[0], number, types.int64)
        product = builder.mul(word, word.type(_FACTOR))
        return builder.lshr(product, word.type(33))

    return int64(number), codegen


@by_types()
def beside(value: Any, store: Any, default: Any) -> Any:
    """Return a value of a store, or the default of a lookup in it; `MIXED` if one of the two is an int, the other a float."""
    held = store.dtype if isinstance(store, types.Array) else MIXED if kind_of(store) is stores.Numbers else None
    if any(not isinstance(kind, (types.Integer, types.Float, Mixed)) for kind in (held, default)):
        return lambda value, store, default: value
    if isinstance(held, types.Integer) == isinstance(default, types.Integer) and MIXED not in (held, default):
        return lambda value, store, default: value
    return lambda value, store, default: mixed(value)


@by_types()
def hash_key(key: Any) -> Any:
    """Return the same hash as `stores.hash_of_key`."""
    if isinstance(key, (types.Integer, types.Boolean)):
        return lambda key: _mixed(key)
    if isinstance(key, types.Float):
        return _hash_float
    if isinstance(key, Mixed):
        return lambda key: _mixed(bits_of(key)) if is_int(key) else _hash_float(as_float(key))  # type: ignore[no-untyped-call]
    if isinstance(key, types.EnumMember):
        return lambda key: hash_key(key.value)
    if isinstance(key, types.Optional):
        return lambda key: 0 if key is None else hash_key(there(key))
    if isinstance(key, types.NoneType):
        return lambda key: 0
    if isinstance(key, types.UnicodeType):
        return _hash_text
    if isinstance(key, Text):
        text = key.value
        return lambda key: hash_key(text)
    if isinstance(key, types.BaseTuple) and not isinstance(key, OfList):
        parts = "".join(f"    total = mixed(total ^ hash_key(key[{index}]))\n" for index in range(len(key)))
        return _hashing(parts)
    if isinstance(key, Instance) and hasattr(key.cls, "hash_as_key"):
        return lambda key: key.hash_as_key()
    if isinstance(key, Instance):
        return _hashing("".join(f"    total = mixed(total ^ hash_key(key.{name}))\n" for name in key.fields))
    if isinstance(key, Several):
        return _hash_items
    raise TypingError(f"{key} cannot be a key of a dictionary or set that is a field or a constant")


def _hashing(lines: str) -> Any:
    return generated(f"def made(key):\n    total = 0\n{lines}    return total\n", {"hash_key": hash_key, "mixed": _mixed})


def _hash_items(key):  # type: ignore[no-untyped-def]
    total = 0
    for part in key:
        total = _mixed(total ^ hash_key(part))
    return total


def _hash_float(key):  # type: ignore[no-untyped-def]
    if -(2.0**63) <= key < 2.0**63 and key == key // 1:
        return _mixed(int(key))
    return _mixed(int(key * 1024.0)) if abs(key) < 2.0**50 else 0


def _hash_text(key):  # type: ignore[no-untyped-def]
    total = len(key)
    for place in range(len(key)):
        total = _mixed(total ^ ord(key[place]))
    return total


@by_types()
def place_of(tables: Any, which: Any, key: Any) -> Any:
    """Return the index of a key in one of several tables; -1 if it is missing."""
    if isinstance(key, types.Optional):
        return lambda tables, which, key: -1 if key is None else place_of(tables, which, there(key))
    return _find


def _find(tables, which, key):  # type: ignore[no-untyped-def]
    first, start = fetched(tables.slot_starts, which), fetched(tables.starts, which)
    mask = fetched(tables.slot_starts, which + 1) - first - 1
    slot = hash_key(key) & mask
    while True:
        place = fetched(tables.slots, first + slot)
        if place < 0:
            return -1
        if holds(tables.keys, start + place, key):
            return start + place
        slot = (slot + 1) & mask
