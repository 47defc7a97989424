"""Questions about the numbers inside a value, resolved at compile time into a few instructions."""

from __future__ import annotations

import math
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from genastar.contracts.open_list import NOT_IN_A_WALK
from genastar_compiled.data.calls import lower_call
from genastar_compiled.data.containers.tuples import OfList
from genastar_compiled.data.scalars import scalars
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.mixed import MIXED
from genastar_compiled.data.values.values import (
    FRACTION,
    NARROW,
    TEXTS,
    Instance,
    counts_bools,
    enum_lost,
    is_like,
    loses,
    parts_of,
    refuse_narrow,
    turned_to_float,
)
from genastar_compiled.meaning import operators
from genastar_compiled.meaning.numbers.conversions import DOUBLE, are_inexact, is_exact
from genastar_compiled.meaning.refusal import origin

_WORD = ir.IntType(64)
LIKE_THE_START: Final = "a position must be hashable, a tuple and not a list, and of the type of the start"


def hashed(context: Any, builder: Any, kind: types.Type, value: Any) -> list[Any]:
    """Return the LLVM scalars of a value that decide its equality.

    Raises:
        TypingError: machine code cannot compare the value.
    """
    match kind:
        case Instance():
            method = operators.hash_method(kind.cls)
            if method is not None:
                return [lower_call(context, builder, method, (kind,), (value,))]
            kept = operators.compared(kind.cls)
            parts = [(part, index) for index, (name, part) in enumerate(kind.fields.items()) if name in kept]
            return [
                each for part, index in parts for each in hashed(context, builder, part, builder.extract_value(value, index))
            ]
        case types.BaseTuple():
            return [
                each
                for index, part in enumerate(kind.types)
                for each in hashed(context, builder, part, builder.extract_value(value, index))
            ]
        case types.Optional():
            struct = cgutils.create_struct_proxy(kind)(context, builder, value=value)
            there = cgutils.as_bool_bit(builder, struct.valid)
            inside = hashed(context, builder, kind.type, struct.data)
            return [there, *[builder.select(there, each, ir.Constant(each.type, 0)) for each in inside]]
    return scalars(builder, value)


@intrinsic
def hash_of(typingctx: Any, value: Any) -> Any:
    """Return a hash of all numbers in a value, as a non-negative int64. Equal values have equal hashes.

    Each number is folded in by a multiplication with a 64-bit odd constant (the golden ratio) and the high half is
    mixed into the low, as in the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        result = ir.Constant(_WORD, 0)
        for scalar in hashed(context, builder, value, args[0]):
            if isinstance(scalar.type, ir.IntType):
                word = builder.sext(scalar, _WORD) if scalar.type.width < 64 else scalar
            else:  # adding 0.0 turns -0.0 into 0.0, which is equal
                double = builder.fpext(scalar, ir.DoubleType()) if isinstance(scalar.type, ir.FloatType) else scalar
                word = builder.bitcast(builder.fadd(double, ir.Constant(ir.DoubleType(), 0.0)), _WORD)
            for factor, shift in ((0xBF58476D1CE4E5B9, 32), (0x94D049BB133111EB, 29)):
                result = builder.mul(builder.xor(result, word), ir.Constant(_WORD, factor))
                result = builder.xor(result, builder.lshr(result, ir.Constant(_WORD, shift)))
                word = ir.Constant(_WORD, 0)
        return builder.and_(result, ir.Constant(_WORD, (1 << 63) - 1))

    if _has_no_hash(value):
        raise TypingError(LIKE_THE_START)
    return types.int64(value), codegen


def _has_no_hash(kind: types.Type) -> bool:
    """Return whether a value has a part that the search keeps in another form, so that it is not like the start."""
    if isinstance(kind, types.BaseTuple):
        return any(map(_has_no_hash, kind.types))
    return isinstance(kind, (types.NoneType, *TEXTS))


@intrinsic
def has_nan(typingctx: Any, value: Any) -> Any:
    """Return whether a number in a value is NaN."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = ir.Constant(ir.IntType(1), 0)
        for scalar in scalars(builder, args[0]):
            if isinstance(scalar.type, (ir.DoubleType, ir.FloatType)):
                found = builder.or_(found, builder.fcmp_unordered("uno", scalar, scalar))
        return found

    return types.boolean(value), codegen


@intrinsic
def like_the_start(typingctx: Any, refused: Any, position: Any) -> Any:
    """Do nothing at run time; refuse a position of another type than the start's at compile time."""
    check_like_the_start(typingctx, position, refused.element)
    return types.none(refused, position), lambda context, builder, signature, args: context.get_dummy_value()


def check_like_the_start(typingctx: Any, position: types.Type, want: types.Type) -> None:
    """Refuse a position, or a part of one, of another type than the start's.

    Raises:
        TypingError: the message says what differs.
    """
    _check_compares(position)
    if counts_bools(position, want):
        begin = ", or begin with a bool there" if isinstance(position, (types.BaseTuple, Instance)) else ""
        raise TypingError(f"a position has a bool where the start has an int; write int(...) around the bool{begin}")
    if enum := enum_lost(position, want):
        raise TypingError(
            f"a position has a member of {enum} where the start has a number; give the start a member, "
            "or write int(...) around it"
        )
    if number := turned_to_float(position, want):
        raise TypingError(f"a position has {number} where the start has a float; write float(...) around it")
    if loses(position, want):
        raise TypingError(
            "a position has a float where the start has an int; give search() a start with a float there, such as 4.0 for 4"
        )
    if enum := enum_lost(want, position):
        raise TypingError(
            f"a position has a number where the start has a member of {enum}; give the start int(...), or make a member of it"
        )
    if not is_like(typingctx, position, want):
        if isinstance(position, types.BaseTuple) and isinstance(want, types.BaseTuple) and len(position) != len(want):
            raise TypingError(
                f"it adds a position of {len(position)} items, but the search began at one of {len(want)}, and in machine code "
                f"a tuple keeps its length; fill it up, for example with -1 ({LIKE_THE_START})"
            )
        raise TypingError(
            f"it adds a position of type {position}, but the search began at one of type {want}; {LIKE_THE_START}"
        )


def _check_compares(kind: types.Type) -> None:
    """Refuse positions that machine code cannot compare.

    Raises:
        TypingError: the message says why.
    """
    if isinstance(kind, Instance) and operators.hash_method(kind.cls) is None:
        operators.compared(kind.cls)
    if isinstance(kind, OfList):
        raise TypingError("a position has a list, which is not hashable; write tuple(...) around it")
    for part in parts_of(kind):
        _check_compares(part)


@intrinsic
def sum_overflows(typingctx: Any, a: Any, b: Any, total: Any) -> Any:
    """Return whether ``total``, the sum ``a + b``, left the range of int64. Floats never do."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not all(isinstance(kind, types.Integer) for kind in signature.args):
            return ir.Constant(ir.IntType(1), 0)
        one, other, both = (
            context.cast(builder, arg, kind, types.int64) for arg, kind in zip(args, signature.args, strict=True)
        )
        flipped = builder.and_(builder.xor(one, both), builder.xor(other, both))
        return builder.icmp_signed("<", flipped, ir.Constant(_WORD, 0))

    return types.boolean(a, b, total), codegen


@intrinsic
def is_rounded(typingctx: Any, cost: Any) -> Any:
    """Return whether a cost that is whole in Python may have been rounded to a float. A cost that began as a float never is."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = ir.Constant(ir.IntType(1), 0)
        if not origin().whole:
            return found
        kinds = cost.types if isinstance(cost, types.BaseTuple) else (cost,)
        values = cgutils.unpack_tuple(builder, args[0]) if isinstance(cost, types.BaseTuple) else args
        plain = [each for kind, value in zip(kinds, values, strict=True) if kind != MIXED for each in scalars(builder, value)]
        floats = [each for each in plain if each.type == DOUBLE]
        if floats:
            found = are_inexact(builder, floats)
        for each in plain:
            if each.type == _WORD:
                found = builder.or_(found, builder.not_(is_exact(builder, each)))
        for kind, value in zip(kinds, values, strict=True):
            if kind == MIXED:
                number = cgutils.create_struct_proxy(MIXED)(context, builder, value=value)
                is_large = builder.not_(is_exact(builder, number.bits))
                found = builder.or_(found, builder.and_(cgutils.as_bool_bit(builder, number.whole), is_large))
        return found

    return types.boolean(cost), codegen


@intrinsic
def whole(typingctx: Any, number: Any) -> Any:
    """Return an integer as int64; refuse a float at compile time."""
    if number in NARROW:
        refuse_narrow(number, "a cost or an estimate")
    return _integer(number, types.int64, FRACTION)


@intrinsic
def cell_of(typingctx: Any, number: Any) -> Any:
    """Return an index as uint64, very large if it is negative; refuse anything but an integer at compile time."""
    return _integer(number, types.uint64, f"index gives {number}, but must give an int")


def _integer(number: Any, want: types.Type, refusal: str) -> Any:
    if not isinstance(number, (types.Integer, types.Boolean)):
        raise TypingError(refusal)
    return want(number), lambda context, builder, signature, args: context.cast(builder, args[0], number, want)


ROWS_ALONE: Final = "this layout knows no parents but the expanded position"


@intrinsic
def needs_no_parent(typingctx: Any, parent: Any) -> Any:
    """Refuse, at compile time, a parent that a hook names, which needs another layout."""
    if not isinstance(parent, (types.NoneType, types.Omitted)):
        raise TypingError(ROWS_ALONE)
    return types.none(parent), lambda context, builder, signature, args: context.get_dummy_value()


@intrinsic
def not_in_a_walk(typingctx: Any, position: Any) -> Any:
    """Refuse, at compile time, a hook that calls ``known``."""
    raise TypingError(NOT_IN_A_WALK)


@intrinsic
def has_no_action(typingctx: Any, action: Any) -> Any:
    """Refuse, at compile time, an action together with a parent."""
    if not isinstance(action, (types.NoneType, types.Omitted)):
        raise TypingError("a parent and an action are given at once; an action belongs to a step from the expanded position")
    return types.none(action), lambda context, builder, signature, args: context.get_dummy_value()


@intrinsic
def must_be_nothing(typingctx: Any, returned: Any) -> Any:
    """Refuse, at compile time, a hook that returns or yields neighbours instead of adding them to the open list."""
    if not isinstance(returned, types.NoneType):
        raise TypingError(
            "add_neighbours returns or yields something, which is ignored; "
            "call open_list.relax(position, travelled) or open_list.insert(position, cost) for each neighbour instead"
        )
    return types.none(returned), lambda context, builder, signature, args: context.get_dummy_value()


@by_types()
def comes_before(cost: Any, serial: Any, other: Any, other_serial: Any) -> Any:
    """Return whether the first of two entries of a queue comes out first: the cheaper one, the newer among equals."""
    if isinstance(cost, types.Number):  # no branch: a processor could not predict it

        def made(cost, serial, other, other_serial):  # type: ignore[no-untyped-def]
            return (cost < other) | ((cost == other) & (serial > other_serial))
    else:

        def made(cost, serial, other, other_serial):  # type: ignore[no-untyped-def]
            if cost < other:
                return True
            return serial > other_serial and not (other < cost)

    return made


_MOST: Final = (1 << 63) - 1


@by_types()
def times(least: Any, weight: Any) -> Any:
    """Return the highest rank that is at most ``weight`` times the least, but not below the least."""
    if not isinstance(least, types.Integer):

        def made(least, weight):  # type: ignore[no-untyped-def]
            product = least * weight
            return product if least <= product else least
    elif isinstance(weight, types.Integer):

        def made(least, weight):  # type: ignore[no-untyped-def]
            if least <= 0:
                return least
            return least * weight if least <= _MOST // weight else _MOST
    else:

        def made(least, weight):  # type: ignore[no-untyped-def]
            product = least * weight
            if product >= 2.0**63:
                return _MOST
            return max(least, math.floor(product)) if product > 0 else least

    return made


@intrinsic
def order_of(typingctx: Any, number: Any) -> Any:
    """See `kernel.primitives`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(builder.fadd(args[0], args[0].type(0.0)), _WORD)
        rest = builder.lshr(builder.ashr(bits, _WORD(63)), _WORD(1))
        return builder.xor(bits, rest)  # the greater a negative float, the smaller its bits

    return types.int64(types.float64), codegen  # a hook may give an int to a search by floats


@intrinsic
def of_numbers(typingctx: Any, key: Any) -> Any:
    """Return the key; refuse keys that are not made of numbers at compile time."""
    if not _is_of_numbers(key):
        raise TypingError(f"key gives {key}, but must give a number, a tuple of numbers, an enum or an attrs value of these")
    return key(key), lambda context, builder, signature, args: args[0]


def _is_of_numbers(kind: types.Type) -> bool:
    is_made = isinstance(kind, (types.BaseTuple, Instance, types.Optional)) and all(map(_is_of_numbers, parts_of(kind)))
    return is_made or isinstance(kind, (types.Number, types.Boolean, types.EnumMember))
