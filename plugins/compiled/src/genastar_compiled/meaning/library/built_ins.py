"""Built-in functions of numbers: ``min``, ``max``, ``range``, ``str``, ``isinstance``; and numpy's functions of arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.tuples import OfList
from genastar_compiled.data.values.mixed import MIXED
from genastar_compiled.data.values.values import NARROW, TEXTS, Iterated, Text, refuse_narrow
from genastar_compiled.linking.lowering import lower_named
from genastar_compiled.meaning.library import adding
from genastar_compiled.meaning.numbers.arithmetic import refuse_mixed_arrays
from genastar_compiled.meaning.numbers.conversions import (
    LEAST,
    Value,
    constant_of,
    is_float,
    is_scalar,
    is_word,
    require_exact,
    to_float,
    word,
)
from genastar_compiled.meaning.numbers.integers import checked
from genastar_compiled.meaning.numbers.nans import has_floats, of_tuples
from genastar_compiled.meaning.refusal import leave_range_if, origin, raise_if
from genastar_compiled.meaning.stand_ins import LATER, Choose, Chosen, StandIn, stand_in_of, stands_for
from genastar_compiled.meaning.written import Pick, stands_for_by
from genastar_compiled.reach.generated import generated

_BEGIN: Final = "give search() a start cost of floats, or write int(...) around it"


# --- the least and the greatest --------------------------------------------------------------------------------------


def _choose_extreme(function: Callable[..., object]) -> Pick:
    """Choose code for ``min`` and ``max`` of several numbers: one of them, of its own type; or of what a loop can go over."""

    def choose(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Chosen | FunctionType | None:
        if len(args) == 1 and isinstance(args[0], (types.IterableType, Iterated)) and not isinstance(args[0], types.BaseTuple):
            is_of_tuples = isinstance(args[0], types.List) and isinstance(args[0].dtype, types.BaseTuple)
            return of_tuples(_of_items(function)) if is_of_tuples and has_floats(args[0]) else _of_items(function)
        kinds = {*map(types.unliteral, args[0].types)} if len(args) == 1 and isinstance(args[0], types.BaseTuple) else set()
        if len(kinds) > 1:
            if types.boolean in kinds:
                raise TypingError(f"{function.__name__}() of a tuple with a bool and a number; write int(...) around the bool")
            return _of_each(function, len(args[0]))
        if len(args) < 2 or not all(map(is_scalar, args)):
            return None
        plain = {types.unliteral(kind) for kind in args}
        whole = plain == {types.int64}
        if len(plain) == 1 and not whole and types.float64 not in plain:
            return None
        for kind in args:
            if types.unliteral(kind) in NARROW:
                refuse_narrow(kind, f"one of the numbers of {function.__name__}()")
        if types.boolean in plain and types.float64 in plain:
            raise TypingError(f"{function.__name__}() of a bool and a float; write float(...) around the bool")
        if types.float64 not in plain and not whole:
            if types.boolean in plain and origin().numpy:
                raise TypingError(f"{function.__name__}() of a bool and an int; write int(...) around the bool")
            return None

        result = MIXED if len(plain) > 1 else types.int64 if whole else types.float64

        def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
            best = found = None
            for value, kind in zip(values, args, strict=True):
                if len(plain) > 1:
                    require_exact(context, builder, value, kind)
                number = (word if whole else to_float)(context, builder, value, kind)
                item = context.cast(builder, value, types.unliteral(kind), result)
                if best is not None:  # the first of equal numbers, with Python's comparison of NaN
                    compare = builder.icmp_signed if whole else builder.fcmp_ordered
                    better = compare("<" if function is min else ">", number, best)
                    number, item = builder.select(better, number, best), builder.select(better, item, found)
                best, found = number, item
            return found

        return Chosen(result, code)

    return choose


@cache
def _of_each(function: Callable[..., object], count: int) -> FunctionType:
    """Return ``min`` or ``max`` of the items of a tuple, which differ in type."""
    items = ", ".join(f"items[{at}]" for at in range(count))
    text = f"def {function.__name__}_of_each(items):\n    return {function.__name__}({items})\n"
    made: FunctionType = generated(text, {"__name__": adding.__name__})
    return made


@cache
def _of_items(function: Callable[..., object]) -> FunctionType:
    """Return ``min`` or ``max`` of what a loop can go over. Numba's raise `StopIteration` if there is no item."""
    text = f"""def {function.__name__}(items):
    found = False
    for item in items:
        if not found:
            best, found = item, True
        elif item {"<" if function is min else ">"} best:
            best = item
    if not found:
        raise ValueError("{function.__name__}() arg is an empty sequence")
    return best
"""
    made: FunctionType = generated(text, {"__name__": __name__})
    return made


stands_for_by(min, _choose_extreme(min))
stands_for_by(max, _choose_extreme(max))


# --- numpy's functions -----------------------------------------------------------------------------------------------


def _choose_ufunc(args: Sequence[types.Type]) -> Chosen | None:
    refuse_mixed_arrays(args)
    return None


for _each in list(vars(np).values()):  # `dir` names modules that numpy imports when they are asked for
    if isinstance(_each, np.ufunc):
        stands_for(_each, _choose_ufunc)


def _choose_range(args: Sequence[types.Type]) -> Chosen | None:
    """Choose Python's ints for ``range``, whatever its bounds are, and ask for its step: Numba's asks where a loop begins."""
    has_step = len(args) == 3 and not constant_of(args[2])
    first = constant_of(args[0]) if len(args) > 1 else 0
    may_be_long = first is None or abs(first) > _FAR
    if (all(map(is_word, args)) and not (has_step or may_be_long)) or not all(map(is_scalar, args)):
        return None

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        if any(isinstance(kind, types.Float) for kind in args):
            if origin().whole:
                raise TypingError(f"range() of a number that may be a cost, which began whole; {_BEGIN}")
            fault = "'float' object cannot be interpreted as an integer"
            raise_if(context, builder, ir.Constant(ir.IntType(1), 1), TypeError, fault)
        numbers = [word(context, builder, value, kind) for value, kind in zip(values, args, strict=True)]
        if has_step:
            is_zero = builder.icmp_signed("==", numbers[2], numbers[2].type(0))
            raise_if(context, builder, is_zero, ValueError, "range() arg 3 must not be zero")
        if may_be_long:
            checked(context, builder, "sub", numbers[1], numbers[0])
        return lower_named(context, builder, range, (types.int64,) * len(args), numbers)[0]

    return Chosen(types.range_state64_type, code)


_FAR: Final = 1 << 32
"""The distance of a constant first number from 0 up to which ranges are taken to be shorter than 2 ** 63."""

stands_for(range, _choose_range)


# --- questions about a number ----------------------------------------------------------------------------------------


def _choose_text(args: Sequence[types.Type]) -> Chosen | None:
    """Choose Numba's text of ints and texts, and refuse any other, for which Numba gives the name of the type."""
    if len(args) == 1 and isinstance(args[0], types.EnumMember):
        name = args[0].instance_class.__name__
        raise TypingError(f"the text of a member of {name} is asked for; write its .name or its .value")
    if len(args) == 1 and not isinstance(args[0], (types.Integer, types.Boolean, *TEXTS)):
        what = "a float" if isinstance(args[0], types.Float) else str(args[0])
        raise TypingError(f"the text of {what} is not known to machine code, only that of ints, bools and texts")
    if len(args) == 1 and not isinstance(args[0], (types.Boolean, Text)):
        enum = origin().members[isinstance(args[0], types.Integer)]
        if enum:
            raise TypingError(
                f"the text of a value is asked for that may be a member of {enum}, whose text is not its value; "
                f"make {enum} {'an IntEnum' if isinstance(args[0], types.Integer) else 'a StrEnum'}, or compare members"
            )
    if len(args) == 1 and isinstance(args[0], Text):
        shown = args[0].shown
        return Chosen(
            types.unicode_type,
            lambda context, builder, values: context.get_constant_generic(builder, types.unicode_type, shown),
        )
    if len(args) != 1 or not is_word(args[0]) or constant_of(args[0]) is not None:
        return None

    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        leave_range_if(context, builder, builder.icmp_signed("==", values[0], LEAST))  # its digits have no 64 bits
        return lower_named(context, builder, str, (types.int64,), values)[0]

    return Chosen(types.unicode_type, code)


def _leave_to_numba(args: Sequence[types.Type]) -> None:
    """Choose no code: the stand-in is for numbers that may be ints or floats."""


def _choose_source(args: Sequence[types.Type]) -> Chosen | None:
    """Choose the text of a number for ``repr``, and refuse that of a text, which has quotes."""
    if len(args) == 1 and isinstance(args[0], TEXTS):
        raise TypingError("repr() of a text is asked for; write the text itself, or compare texts")
    return _choose_text(args)


def _unless_none(choose: Choose) -> Pick:
    """Choose Python's text of None too, for a value that may be None."""

    def pick(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Chosen | FunctionType | None:
        if args and isinstance(args[0], (types.Optional, types.NoneType)):
            choose([args[0].type] if isinstance(args[0], types.Optional) else [types.int64])
            return adding.text_unless_none  # type: ignore[return-value]
        return choose(args)

    return pick


stands_for_by(str, _unless_none(_choose_text))
stands_for_by(repr, _unless_none(_choose_source))


def _choose_instance(args: Sequence[types.Type]) -> Chosen | None:
    """Answer for a number as Python does: a bool is an int, and numpy's numbers are not. What may be either is refused."""
    if origin().whole and is_float(args[0]) and ("int" in str(args[1])) != ("float" in str(args[1])):
        raise TypingError(f"isinstance() of a number that may be a cost, which began whole; {_BEGIN}")
    verdicts = _verdicts([args[0].type, *args[1:]] if isinstance(args[0], types.Optional) else args)
    if len(verdicts) > 1:
        raise TypingError("isinstance() of a number that may be numpy's; compare numbers instead, or write int(...) around it")
    if not verdicts:
        return None
    if isinstance(args[0], types.Optional):
        return _verdict_unless_none(args[0], verdicts.pop())
    answer = types.literal(verdicts.pop())
    return Chosen(answer, lambda context, builder, values: context.get_constant(types.boolean, answer.literal_value))


def _verdict_unless_none(kind: types.Optional, verdict: bool) -> Chosen:
    def code(context: Any, builder: Any, values: Sequence[Value]) -> Value:
        is_there = cgutils.as_bool_bit(builder, context.make_helper(builder, kind, values[0]).valid)
        return builder.and_(is_there, context.get_constant(types.boolean, verdict))

    return Chosen(types.boolean, code)


def _verdicts(args: Sequence[types.Type]) -> set[bool]:
    """Return the answers of ``isinstance`` for a number or a row, by the types that it may have in Python; none otherwise."""
    kinds = (list,) if isinstance(args[0], OfList) else _MAY_BE.get(types.unliteral(args[0]), ())
    if len(args) != 2 or not kinds:
        return set()
    asked = args[1] if isinstance(args[1], types.BaseTuple) else (args[1],)
    classes = tuple(kind.typing_key for kind in asked if isinstance(kind, types.Function))
    if len(classes) < len(asked) or not all(isinstance(each, type) for each in classes):
        return set()
    return {issubclass(kind, classes) for kind in (kinds if origin().numpy else kinds[:1])}


_MAY_BE: Final = {types.int64: (int, np.int64), types.float64: (float, np.float64), types.boolean: (bool, np.bool_)}
"""The types in Python of a number: its own, and numpy's."""


def _choose_instance_later(args: Sequence[types.Type]) -> Chosen | None:
    """Choose the same answer, but as no constant."""
    chosen = _choose_instance(args)
    return chosen and Chosen(types.boolean, chosen.write)


stands_for(isinstance, _choose_instance)
LATER[isinstance] = stand_in_of(StandIn, isinstance, _choose_instance_later)


def _choose_type(args: Sequence[types.Type]) -> None:
    """Refuse the type of a number, whose comparison with ``int`` Numba answers wrongly."""
    if len(args) == 1 and isinstance(args[0], types.NoneType):
        raise TypingError("type(None) is asked for; write 'is None'")
    if len(args) == 1 and (is_scalar(args[0]) or args[0] == MIXED):
        raise TypingError("type() of a number is asked for; write isinstance(...)")


stands_for(type, _choose_type)
stands_for(hash, _leave_to_numba)
