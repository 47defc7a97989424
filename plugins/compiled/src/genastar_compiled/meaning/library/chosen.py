"""Choose the function of `adding` that replaces a library function, by the types of the arguments."""

from __future__ import annotations

import bisect
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from types import FunctionType
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload

from genastar_compiled.data.containers.key_types import key_type
from genastar_compiled.data.containers.tuples import Several, refuse_items
from genastar_compiled.data.containers.views import is_dictionary
from genastar_compiled.data.values.mixed import Mixed
from genastar_compiled.data.values.values import NARROW, TEXTS
from genastar_compiled.meaning.library import adding
from genastar_compiled.meaning.library.membership import looked_up
from genastar_compiled.meaning.numbers.conversions import is_scalar
from genastar_compiled.meaning.numbers.nans import has_floats, unless_nan
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.meaning.written import Pick, stands_for_by
from genastar_compiled.reach.generated import generated


def _is_int(kind: types.Type) -> bool:
    return isinstance(kind, (types.Integer, types.Boolean)) and types.unliteral(kind) not in NARROW


def _where(fits: Callable[..., bool], function: Callable[..., object]) -> Pick:
    """Pick a function where the types of the arguments fit."""
    return lambda args, kws: function if fits(*args) else None


def _are_ints(*args: types.Type) -> bool:
    return all(map(_is_int, args))


def _pick_place(function: Callable[..., object]) -> Pick:
    """Pick a bisection without a key."""

    def pick(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object] | None:
        if args and is_dictionary(args[0]):
            raise TypingError("bisection of a dictionary, which is no sequence; write list(...) around it")
        if "key" in kws:
            raise TypingError("a bisection by a key; make a list of the keys, and bisect that")
        return None if len(args) > 4 else function

    return pick


def _pick_distance(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object] | None:
    if len(args) != 2 or not all(isinstance(each, types.BaseTuple) for each in args) or len(args[0]) != len(args[1]):
        return None
    return {2: adding.distance_in_plane, 3: adding.distance_in_space}.get(len(args[0]))


def _pick_membership(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object] | None:
    """Pick comparisons with each item of a tuple, or a lookup of a key, where the items are of several types."""
    items, item = args
    refuse_items(items, item)
    if isinstance(items, _ONE_BY_ONE):
        one_by_one: Any = adding.is_among_them
        return unless_nan(one_by_one, is_iterator=True) if has_floats(item) else one_by_one
    held = items.types if isinstance(items, types.BaseTuple) else ()
    if held and any(isinstance(each, (types.Optional, types.NoneType, Several)) for each in (item, *held)):
        return _membership(len(items))
    if isinstance(item, types.Optional) and not isinstance(key_type(items), types.Optional):
        return adding.holds_unless_none
    among = [*items.types, item] if isinstance(items, types.BaseTuple) else []
    if (
        not all(map(_is_simple, among))
        or len({*map(types.unliteral, among)}) < 2
        or all(isinstance(each, TEXTS) for each in among)
    ):
        return looked_up(items, item)
    return _membership(len(items))


def _is_simple(kind: types.Type) -> bool:
    """Return whether values of a type are equal if, and only if, ``==`` says so."""
    is_tuple = isinstance(kind, types.BaseTuple) and not has_floats(kind)
    return is_tuple or is_scalar(kind) or isinstance(kind, (Mixed, *TEXTS))


_ONE_BY_ONE: Final = (
    types.IteratorType,
    types.DictKeysIterableType,
    types.DictValuesIterableType,
    types.DictItemsIterableType,
)
"""What has no look-up of its own: its items are compared one after another."""


def _pick_slice(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object] | None:
    may_be_none = len(args) > 1 and any(isinstance(each, types.Optional) for each in args[:2])
    return adding.slice_between if may_be_none else None


@cache
def _membership(count: int) -> FunctionType:
    tests = " or ".join(f"items[{at}] == item" for at in range(count))
    made: FunctionType = generated(f"def is_in(items, item):\n    return bool({tests})", {"__name__": adding.__name__})
    return made


def _pick_power(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> Callable[..., object] | None:
    return adding.power if len(args) == 2 else adding.power_of_rest if len(args) == 3 and _are_ints(*args) else None


_OF_INTS: Final[dict[int, dict[Callable[..., object], Callable[..., object]]]] = {
    1: {math.isqrt: adding.isqrt, math.factorial: adding.factorial},
    2: {math.comb: adding.comb, math.perm: adding.perm},
}
"""Functions by the number of their arguments."""


def _pick_of_many(function: Callable[..., object]) -> Pick:
    """Pick `math.gcd` or `math.lcm` of any number of arguments."""
    return lambda args, kws: _of_many(function, len(args)) if _are_ints(*args) else None


@cache
def _of_many(function: Callable[..., object], count: int) -> Callable[..., object]:
    """Return a function of so many numbers, one joined with the next by a function of two."""
    if count == 2:
        return function
    if not count:
        return adding.no_divisor if function is adding.gcd else adding.no_multiple
    names = [f"number{at}" for at in range(count)]
    whole = reduce(lambda one, other: f"joined({one}, {other})", names[1:] or names, names[0])
    scope = {"__name__": adding.__name__, "joined": function}
    made: FunctionType = generated(f"def {function.__name__}_of_{count}({', '.join(names)}):\n    return {whole}", scope)
    return made


for _count, _functions in _OF_INTS.items():
    for _original, _function in _functions.items():
        stands_for_by(_original, _where(lambda *args, count=_count: len(args) == count and _are_ints(*args), _function))
stands_for_by(
    bool, _where(lambda *args: bool(args) and isinstance(args[0], (types.Optional, types.NoneType)), adding.true_unless_none)
)
stands_for_by(math.gcd, _pick_of_many(adding.gcd))
stands_for_by(math.lcm, _pick_of_many(adding.lcm))
stands_for_by(divmod, _where(lambda *args: all(map(is_scalar, args)), adding.quotient_and_rest))
stands_for_by(pow, _pick_power)
stands_for_by(math.prod, _where(lambda *args: True, adding.product))
stands_for_by(math.dist, _pick_distance)
stands_for_by(operator.contains, _pick_membership)
stands_for_by(slice, _pick_slice)
stands_for_by(bisect.bisect_left, _pick_place(adding.place_left))
stands_for_by(bisect.bisect_right, _pick_place(adding.place_right))


@overload(int)
def _whole_of_text(text, base=10):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    return _number_in if isinstance(text, types.UnicodeType) else None


def _number_in(text, base=10):  # type: ignore[no-untyped-def]
    digits = text.strip()
    start = 1 if len(digits) > 0 and (digits[0] == "-" or digits[0] == "+") else 0
    if base == 0 or (base != 10 and len(digits) > start + 1 and digits[start] == "0" and digits[start + 1] in "bBoOxX"):
        raise Refusal("int() has a text with a prefix such as 0b, or the base 0")
    if base < 2 or base > 36:
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    if len(digits) == start:
        raise ValueError("invalid literal for int()")
    found = 0
    for place in range(start, len(digits)):
        code = ord(digits[place])
        if code > 127 or digits[place] == "_":
            raise Refusal(
                "int() is given a text with an underscore, or with digits beyond 0 to 9; write int(text.replace('_', ''))"
            )
        if found >= 1 << 57:  # the next digit may be 35
            raise Refusal("int() has a text of a number near 2**63 or beyond; keep numbers below 2**57")
        digit = code - 87 if code >= ord("a") else code - 55 if code >= ord("A") else code - 48 if code < 58 else -1
        if digit < 0 or digit >= base:
            raise ValueError("invalid literal for int()")
        found = found * base + digit
    return -found if digits[0] == "-" else found
