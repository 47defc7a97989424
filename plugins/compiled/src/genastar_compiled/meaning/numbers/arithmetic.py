"""Operators between numbers, with Python's meaning.

The rules, by what the two numbers are:

- *ints* (int64, which is Python's int or ``np.int64``): as in Python; results beyond 64 bits are refused at run time.
- *numpy's narrow ints* with each other, or with a constant: numpy's type (NEP 50), if the number fits it. With an int that may
  be Python's or ``np.int64``, the result type is unknown: values that fit the narrow type are the same in both, others are
  refused.
- *np.uint64*: wraps around, as in numpy; with ints only where numpy does not convert it to a float.
- *np.float32* with each other only; other combinations are refused, because numpy's result depends on the other's origin.
- *floats*: as in Python. Where Python raises an error and numpy does not, the code raises it if the solver cannot reach numpy,
  and refuses otherwise.
- *bools* that may be numpy's: ``True + True`` is 2 or True, so it is refused.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from genastar_compiled.data.containers.key_types import refuse_mixed_lists, refuse_other, spoils
from genastar_compiled.data.containers.tuples import OfList, refuse_rows
from genastar_compiled.data.containers.views import is_dictionary
from genastar_compiled.data.values.flags import FLAGS, IntFlagMember
from genastar_compiled.data.values.mixed import Mixed
from genastar_compiled.data.values.signs import COMPARISONS
from genastar_compiled.data.values.values import NARROW, TEXTS, refuse_narrow
from genastar_compiled.linking.lowering import lower_named
from genastar_compiled.meaning.library import adding
from genastar_compiled.meaning.numbers.complexes import absolute_of_complex, choose_complex
from genastar_compiled.meaning.numbers.conversions import (
    LEAST,
    WORD,
    Value,
    constant_of,
    has_inexact,
    is_bool,
    is_float,
    is_narrow,
    is_scalar,
    is_word,
    require_exact,
    to_float,
    word,
)
from genastar_compiled.meaning.numbers.floats import choose_float, choose_halves, refuse_mixed_halves
from genastar_compiled.meaning.numbers.integers import WHOLE, as_result, checked, choose_whole, require_fit
from genastar_compiled.meaning.numbers.nans import compared, has_floats
from genastar_compiled.meaning.refusal import leave_range_if, origin, refuse_if
from genastar_compiled.meaning.stand_ins import STAND_INS, Chosen, compares_outside, stands_for
from genastar_compiled.meaning.widening import mixes
from genastar_compiled.meaning.written import Pick, stands_for_by


def _choose_binary(sign: object, is_in_place: bool = False) -> Callable[[Sequence[types.Type]], Chosen | None]:
    def choose(args: Sequence[types.Type]) -> Chosen | None:
        if len(args) != 2:
            return None
        if any(isinstance(kind, types.Array) for kind in args):
            refuse_mixed_arrays(args)
            if sign is operator.pow and has_inexact(args):
                return _choose_square(args, is_in_place)
            return None
        if any(isinstance(kind, OfList) for kind in args):
            raise TypingError("a list that a field holds is added or repeated; write list(...) around it")
        if sign is operator.add and len(args) == 2 and all(isinstance(kind, types.List) for kind in args):
            refuse_mixed_lists(*args)
        if sign in _OF_FLAGS and (flag := next((kind for kind in args if isinstance(kind, FLAGS)), None)) is not None:
            return _choose_flag(sign, flag, args)
        args = [kind.dtype if isinstance(kind, types.IntEnumMember) else kind for kind in args]
        if any(isinstance(kind, types.Complex) for kind in args):
            return choose_complex(sign, args)
        if not all(map(is_scalar, args)):
            return None
        if any(kind == types.float32 for kind in args):
            refuse_mixed_halves(args)
            if sign not in (operator.add, operator.sub, operator.mul, operator.truediv):
                refuse_narrow(types.float32, "an operand")
            return choose_halves(sign, args)
        if any(map(is_float, args)) or sign is operator.truediv:
            return choose_float(sign, args)
        return choose_whole(sign, args) if sign in WHOLE else None

    return choose


def _choose_square(args: Sequence[types.Type], is_in_place: bool) -> Chosen:
    """Choose numpy's code for the square of an array: a product, and not C's power."""
    if constant_of(args[1]) != 2 or is_in_place:
        raise TypingError(
            "** of an array of floats may give another last digit in machine code; "
            "write array ** 2, np.sqrt(array), 1 / array, or ** of each number"
        )
    typing = cpu_target.typing_context
    result = typing.resolve_value_type(np.square).get_call_type(typing, args[:1], {}).return_type
    return Chosen(result, lambda context, builder, values: lower_named(context, builder, np.square, args[:1], values[:1])[0])


_OF_FLAGS: Final = (operator.and_, operator.or_, operator.xor)
"""Operators that give a member of a `Flag`."""


def _choose_flag(sign: object, flag: types.EnumMember, args: Sequence[types.Type]) -> Chosen | None:
    """Choose the code for ints, for members. Python makes a positive number of a negative one."""
    name, is_int = flag.instance_class.__name__, isinstance(flag, IntFlagMember)
    if not all(kind == flag or (is_int and isinstance(kind, (types.Integer, types.IntEnumMember))) for kind in args):
        raise TypingError(f"a member of {name} is combined with another value; combine members of {name} alone")
    whole = choose_whole(sign, [kind.dtype if isinstance(kind, types.EnumMember) else kind for kind in args])
    if whole is None or whole.result != types.int64:
        return whole

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        made = whole.write(context, builder, values)
        below = builder.icmp_signed("<", made, ir.Constant(WORD, 0))
        refuse_if(context, builder, below, f"a negative int meets a {name}", "combine it with members")
        return made

    return Chosen(flag, code)


def refuse_mixed_arrays(args: Sequence[types.Type]) -> None:
    """Refuse numpy arrays of narrow numbers with other types: the result type is unknown."""
    kinds = [types.unliteral(getattr(kind, "dtype", kind)) for kind in args]
    if len(set(kinds)) > 1 and any(kind in NARROW for kind in kinds):
        raise TypingError("an array of numpy's narrow numbers with another type; write array.astype(np.int64) or np.float64")


def _choose_compare(predicate: str) -> Pick:
    def choose(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Chosen | Callable[..., object] | None:
        if len(args) == 2:
            if any(isinstance(kind, types.Optional) for kind in args):
                return {"==": adding.equal, "!=": adding.unequal}.get(predicate)
            if all(map(is_dictionary, args)):
                return {"==": adding.same_dictionaries, "!=": adding.other_dictionaries}.get(predicate)
            refuse_rows(*args)
            if any(map(_has_unlike, args)):
                raise TypingError("a list of items of several types is compared; write tuples in place of the lists")
            if predicate in ("==", "!=") and _never_equal(*args):
                verdict = predicate == "!="
                return Chosen(types.boolean, lambda context, builder, values: context.get_constant(types.boolean, verdict))
            if all(isinstance(kind, (types.BaseTuple, types.List)) and has_floats(kind) for kind in args):
                return compared(predicate)
        if types.float32 in args and all(map(is_scalar, args)):
            refuse_mixed_halves(args)
        if not (any(map(is_float, args)) and any(isinstance(kind, types.Integer) and kind.bitwidth == 64 for kind in args)):
            return None

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            for value, kind in zip(values, args, strict=True):
                require_exact(context, builder, value, kind)
            one, other = (to_float(context, builder, value, kind) for value, kind in zip(values, args, strict=True))
            compare = builder.fcmp_unordered if predicate == "!=" else builder.fcmp_ordered
            return compare(predicate, one, other)

        return Chosen(types.boolean, code)

    return choose


def _has_unlike(kind: types.Type) -> bool:
    """Return whether a value is a list of items of several types, or a tuple with one: Numba compares their types first."""
    return isinstance(kind, types.LiteralList) or (isinstance(kind, types.BaseTuple) and any(map(_has_unlike, kind.types)))


def _never_equal(one: types.Type, other: types.Type) -> bool:
    """Return whether values differ whatever they are: one is None, or a tuple, and the other a number or a text."""
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return len(one) == len(other) and any(map(_never_equal, one.types, other.types))
    kinds = [_kind_of_equals(each) for each in (one, other)]
    if "None" in kinds and any(isinstance(each, types.EnumMember) for each in (one, other)):
        return True
    return None not in kinds and kinds[0] != kinds[1]


def _kind_of_equals(kind: types.Type) -> str | None:
    """Return the name of a kind of values that are unequal to all of other kinds; ``None`` if a type has no such kind."""
    if isinstance(kind, types.NoneType):
        return "None"
    if isinstance(kind, (types.Number, types.Boolean, types.IntEnumMember, Mixed)):
        return "a number"
    if isinstance(kind, TEXTS):
        return "a text"
    return "a tuple" if isinstance(kind, types.BaseTuple) and not isinstance(kind, OfList) else None


# --- one operand -----------------------------------------------------------------------------------------------------


def _choose_negative(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if not is_scalar(kind) or isinstance(kind, types.Float) or types.unliteral(kind) == types.uint64:
        return None
    if is_bool(kind) and origin().numpy:
        raise TypingError("numpy has no minus of a bool; write int(...) around it")
    result = types.unliteral(kind) if is_narrow(kind) else types.int64

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number = checked(context, builder, "sub", ir.Constant(WORD, 0), word(context, builder, values[0], kind))
        return as_result(context, builder, number, result)

    return Chosen(result, code)


def _choose_absolute(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if isinstance(kind, types.Complex):
        return absolute_of_complex(kind)
    if is_bool(kind):
        result = types.boolean if origin().numpy else types.int64
        return Chosen(result, lambda context, builder, values: context.cast(builder, values[0], kind, result))
    if not isinstance(kind, types.Integer) or not kind.signed:
        return None
    result = types.unliteral(kind) if is_narrow(kind) else types.int64

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        number = word(context, builder, values[0], kind)
        leave_range_if(context, builder, builder.icmp_signed("==", number, LEAST))
        below = builder.icmp_signed("<", number, ir.Constant(WORD, 0))
        number = builder.select(below, builder.sub(ir.Constant(WORD, 0), number), number)
        return as_result(context, builder, number, result)

    return Chosen(result, code)


def _but_flag(context: Any, builder: Any, value: Value, kind: types.EnumMember) -> Value:
    """Write the complement of a member, of the bits that this version of Python gives it."""
    every = (~kind.instance_class(0)).value
    rest = builder.and_(value, ir.Constant(WORD, ~every))
    beyond = builder.icmp_unsigned("!=", rest, ir.Constant(WORD, 0))
    refuse_if(context, builder, beyond, "~ of a flag with bits that no member has", "leave them out")
    return builder.xor(value, ir.Constant(WORD, every))


def _choose_inverse(args: Sequence[types.Type]) -> Chosen | None:
    (kind,) = args
    if is_bool(kind):
        if origin().numpy:
            raise TypingError("~ of a bool is a bool in numpy but an int in Python; write not")
        return Chosen(types.int64, lambda context, builder, values: builder.not_(word(context, builder, values[0], kind)))
    if isinstance(kind, types.Integer) and kind.bitwidth < 64:
        if not kind.signed:
            refuse_narrow(kind, "what ~ is asked of")
        return Chosen(types.unliteral(kind), lambda context, builder, values: builder.not_(values[0]))
    if isinstance(kind, FLAGS):
        return Chosen(kind, lambda context, builder, values: _but_flag(context, builder, values[0], kind))
    if origin().flags and kind == types.int64:
        raise TypingError(
            "~ of what may be a member of an IntFlag differs between versions of Python; "
            "write -1 - x of an int, and (A | B) ^ x, with all members, of a flag"
        )
    return None


for _sign in (*WHOLE, operator.truediv):
    stands_for(_sign, _choose_binary(_sign))
    stands_for(getattr(operator, f"i{_sign.__name__.strip('_')}"), _choose_binary(_sign, is_in_place=True))
for _sign, _predicate in COMPARISONS.items():
    stands_for_by(_sign, _choose_compare(_predicate))
for _sign in COMPARISONS:
    compares_outside(_sign, STAND_INS[_sign])
stands_for(operator.neg, _choose_negative)
stands_for(operator.invert, _choose_inverse)
stands_for(abs, _choose_absolute)


def _choose_set_item(args: Sequence[types.Type]) -> Chosen | None:
    """Choose code that stores a value in an array or a dictionary unchanged, if it can hold the value."""
    target, kind = args
    if mixes(target, kind):  # and `widening` could not help
        raise TypingError(
            "a list or dictionary of ints is given a float, or one of floats an int; write float(...) around the ints"
        )
    held = target.dtype if isinstance(target, types.List) else getattr(target, "value_type", None)
    if isinstance(target, types.List) and isinstance(kind, types.List) and not isinstance(held, types.List):  # into a slice
        refuse_other(held, kind.dtype)
    if held is not None and is_bool(held) and isinstance(kind, (types.Number, Mixed)):
        raise TypingError("a list or dictionary of bools is given a number; begin it with numbers")
    if held is not None and spoils(held, kind):
        raise TypingError(f"a list or dictionary of {held} is given {kind}; give its items one type")

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        if context.enable_nrt:
            context.nrt.incref(builder, kind, values[1])
        element = getattr(target, "dtype", None)
        if isinstance(target, types.Array) and is_word(kind) and element in NARROW and isinstance(element, types.Integer):
            require_fit(context, builder, word(context, builder, values[1], kind), element)
        return values[1]

    return Chosen(kind, code)


stands_for(operator.setitem, _choose_set_item)
