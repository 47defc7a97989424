"""Look up numbers, and tuples of numbers, in lists, sets and dictionaries.

Python compares the values. Numba converts what is looked up to the type of the items first: 1.5 to 1, and 2 to ``True``. So
here a value is converted only if the item that it becomes is equal to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from types import FunctionType
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from genastar_compiled.data.containers.facts import Facts
from genastar_compiled.data.containers.key_types import differs, is_among, is_same, key_type
from genastar_compiled.data.containers.views import View
from genastar_compiled.data.values.mixed import MIXED, Mixed
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.values import Instance
from genastar_compiled.meaning.library import adding
from genastar_compiled.meaning.library.strings import numbas_method, puts
from genastar_compiled.meaning.numbers.conversions import DOUBLE, Value, to_float
from genastar_compiled.meaning.numbers.nans import has_floats, unless_nan
from genastar_compiled.meaning.written import Pick, stands_for_method_by
from genastar_compiled.reach.generated import generated

_WIDE: Final = ir.IntType(128)
"""Holds any int, signed or unsigned."""
_BIT: Final = ir.IntType(1)
_Found = tuple[Value, Value]
"""Whether a value equals an item of the type, and that item."""


@cache
def equal_of(want: types.Type) -> Any:
    """Return an intrinsic that returns whether a value equals one of this type, and that one."""

    @intrinsic
    def equal(typingctx: Any, value: Any) -> Any:
        if _has_records(want) and differs(want, value):
            raise TypingError("a record is looked up among records whose fields have other types; give each field one type")
        result = types.Tuple((types.boolean, want))

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            is_equal, item = _equal(context, builder, args[0], value, want)
            if context.enable_nrt:
                context.nrt.incref(builder, want, item)
            return context.make_tuple(builder, result, (is_equal, item))

        return result(value), codegen

    return equal


def _has_records(kind: types.Type) -> bool:
    return isinstance(kind, Instance) or (isinstance(kind, types.BaseTuple) and any(map(_has_records, kind.types)))


def _equal(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> _Found:
    plain = types.unliteral(have)
    value, have = context.cast(builder, value, have, plain), plain
    if isinstance(have, types.NoneType):
        return ir.Constant(_BIT, 0), context.get_constant_null(want)
    if isinstance(have, types.Optional):
        found = context.make_helper(builder, have, value)
        is_equal, item = _equal(context, builder, found.data, have.type, want)
        return builder.and_(cgutils.as_bool_bit(builder, found.valid), is_equal), item
    if isinstance(have, types.IntEnumMember) and have != want:
        return _equal(context, builder, value, have.dtype, want)
    if not differs(want, have):
        return ir.Constant(_BIT, 1), context.cast(builder, value, have, want)
    if isinstance(want, types.BaseTuple):
        parts = [
            _equal(context, builder, builder.extract_value(value, at), *kinds)
            for at, kinds in enumerate(zip(have.types, want.types, strict=True))
        ]
        are_equal = reduce(builder.and_, [each for each, _ in parts])
        return are_equal, context.make_tuple(builder, want, [item for _, item in parts])
    if isinstance(want, types.IntEnumMember):
        return _equal(context, builder, value, have, want.dtype)
    if isinstance(have, Mixed):
        struct = cgutils.create_struct_proxy(MIXED)(context, builder, value=value)
        whole = _equal(context, builder, struct.bits, types.int64, want)
        real = _equal(context, builder, builder.bitcast(struct.bits, DOUBLE), types.float64, want)
        is_whole = cgutils.as_bool_bit(builder, struct.whole)
        return builder.select(is_whole, whole[0], real[0]), builder.select(is_whole, whole[1], real[1])
    if isinstance(want, Mixed):
        near = types.float64 if isinstance(have, types.Float) else types.int64
        found, number = _equal(context, builder, value, have, near)
        return found, context.cast(builder, number, near, want)
    return _equal_number(context, builder, value, have, want)


def _equal_number(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> _Found:
    if have == want:
        return ir.Constant(_BIT, 1), value
    if isinstance(want, types.Boolean):
        is_equal, number = _equal(context, builder, value, have, types.int64)
        is_bool = builder.icmp_unsigned("<=", number, ir.Constant(number.type, 1))
        return builder.and_(is_equal, is_bool), builder.trunc(number, _BIT)
    if isinstance(have, types.Boolean):
        return _equal(context, builder, context.cast(builder, value, have, types.int64), types.int64, want)
    if isinstance(want, types.Float):
        return _equal_float(context, builder, value, have, want)
    if isinstance(have, types.Float):
        return _equal_whole(context, builder, value, have, want)
    wide = _widened(builder, value, have)
    item = builder.trunc(wide, ir.IntType(want.bitwidth))
    return builder.icmp_signed("==", wide, _widened(builder, item, want)), item


def _widened(builder: Any, value: Value, kind: types.Type) -> Value:
    return (builder.sext if kind.signed else builder.zext)(value, _WIDE)


def _equal_float(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> _Found:
    """Return whether a number equals a float of this type, and the float."""
    real = to_float(context, builder, value, have)
    if isinstance(have, types.Float):
        is_equal: Value = ir.Constant(_BIT, 1)
    else:
        as_it_was, back = _equal_whole(context, builder, real, types.float64, have)
        is_equal = builder.and_(as_it_was, builder.icmp_signed("==", back, value))
    if want == types.float64:
        return is_equal, real
    item = builder.fptrunc(real, ir.FloatType())
    return builder.and_(is_equal, builder.fcmp_ordered("==", builder.fpext(item, DOUBLE), real)), item


def _equal_whole(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> _Found:
    """Return whether a float equals an int of this type, and the int."""
    real = to_float(context, builder, value, have)
    least, above = (-(2.0 ** (want.bitwidth - 1)), 2.0 ** (want.bitwidth - 1)) if want.signed else (0.0, 2.0**want.bitwidth)
    is_within = builder.and_(
        builder.fcmp_ordered(">=", real, ir.Constant(DOUBLE, least)),
        builder.fcmp_ordered("<", real, ir.Constant(DOUBLE, above)),
    )
    near = builder.select(is_within, real, ir.Constant(DOUBLE, 0.0))  # a conversion of any other is undefined
    item = (builder.fptosi if want.signed else builder.fptoui)(near, ir.IntType(want.bitwidth))
    return builder.fcmp_ordered("==", (builder.sitofp if want.signed else builder.uitofp)(item, DOUBLE), real), item


def looked_up(items: types.Type, item: types.Type) -> FunctionType | None:
    """Return the function for ``item in items``; ``None`` where Numba's own means the same."""
    want = key_type(items)
    if isinstance(want, types.Optional):
        return adding.is_among_them  # type: ignore[return-value]
    found = None if want is None or not differs(want, item) else _looked_up(want)
    is_view = isinstance(items, Instance) and issubclass(items.cls, (View, Facts))
    return unless_nan(found) if has_floats(item) and (is_view or has_floats(items)) else found


@cache
def _looked_up(want: types.Type) -> FunctionType:
    return _written("items, item", want, "return is_equal and key in items")


@overload(is_among)
def _is_among(items, item):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    return looked_up(items, item) or (lambda items, item: item in items)


@overload(is_same)
def _is_same(one, other):  # type: ignore[no-untyped-def]
    if isinstance(one, types.Optional):
        return _same_unless_none
    if not differs(one, other):
        return lambda one, other: one == other
    scope = {"__name__": adding.__name__, "equal_of": equal_of(types.unliteral(one))}
    return generated(
        "def same(one, other):\n    is_equal, item = equal_of(other)\n    return is_equal and item == one\n", scope
    )


def _same_unless_none(one, other):  # type: ignore[no-untyped-def]
    if one is None or other is None:
        return one is None and other is None
    return is_same(there(one), there(other))


def _written(names: str, want: types.Type, then: str) -> FunctionType:
    scope = {"__name__": adding.__name__, "equal_of": equal_of(want)}
    made: FunctionType = generated(f"def looked_up({names}):\n    is_equal, key = equal_of(item)\n    {then}", scope)
    return made


@cache
def _left_out(want: types.Type, name: str, is_set: bool) -> FunctionType:
    error = "KeyError('the item is not in the set')" if is_set else "ValueError('list.remove(x): x not in list')"
    otherwise = f"else:\n        raise {error}" if name == "remove" else ""
    return _written("items, item", want, f"if is_equal:\n        items.{name}(key)\n    {otherwise}")


def _pick_leaving_out(name: str) -> Pick:
    def pick(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> FunctionType | None:
        is_other = len(args) == 2 and isinstance(args[0], (types.Set, types.List)) and differs(args[0].dtype, args[1])
        return _left_out(args[0].dtype, name, isinstance(args[0], types.Set)) if is_other else None

    return pick


def _puts_unless_other(name: str) -> None:
    """Let a method of a dictionary compare the key that it is given: Numba's makes one of the dictionary's of it."""
    known = numbas_method(name, types.DictType)._overload_func

    def finding(dct, key, default=None):  # type: ignore[no-untyped-def]
        may_fail = name == "pop" and (default is None or isinstance(default, types.Omitted))
        if may_fail or not isinstance(dct, types.DictType) or not differs(dct.key_type, key):
            return known(dct, key, default)
        text = "def finding(dct, key, default=None):\n    is_equal, found = equal_of(key)\n"
        text += f"    if is_equal:\n        return dct.{name}(found, default)\n    return default\n"
        return generated(text, {"equal_of": equal_of(dct.key_type)})

    puts(finding, name, types.DictType)


for _name in ("get", "pop"):
    _puts_unless_other(_name)
for _name in ("discard", "remove"):
    stands_for_method_by(_name, _pick_leaving_out(_name))
