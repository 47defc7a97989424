"""numpy's functions of floats, whose last digits depend on how numpy computes them: the same way here, or a refusal.

numpy adds in pairs of eights, and takes exponentials and the like from libraries of its own, which differ between processors.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FunctionType
from typing import Any, Final

import numpy as np
from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.typed import by_types
from genastar_compiled.kernel.machine import Value
from genastar_compiled.meaning.numbers.arithmetic import refuse_mixed_arrays
from genastar_compiled.meaning.numbers.conversions import has_inexact
from genastar_compiled.meaning.written import Pick, stands_for_by, stands_for_method_by


def _in_order_of_memory(array: Value) -> Value:
    """Return the numbers of an array in the order in which numpy adds them."""
    return np.ravel(array, order="K")


@by_types(_in_order_of_memory)
def _flat(array: Any) -> Any:
    if array.ndim == 1:
        return lambda array: array
    return (lambda array: array.reshape(array.size)) if array.layout == "C" else lambda array: array.T.reshape(array.size)


def _pairwise(numbers: Value) -> Value:
    """Add numbers as numpy does: more than 128 by halves."""
    begins, counts, sums = np.zeros(_DEEPEST, np.int64), np.zeros(_DEEPEST, np.int64), np.zeros(_DEEPEST, numbers.dtype)
    counts[0], waiting, found = len(numbers), 1, 0
    while waiting:
        waiting -= 1
        first, count = begins[waiting], counts[waiting]
        if count < 0:  # both halves are added
            found -= 1
            sums[found - 1] += sums[found]
        elif count > 128:
            half = count // 2 - count // 2 % 8
            counts[waiting], counts[waiting + 1], counts[waiting + 2] = -1, count - half, half
            begins[waiting + 1], begins[waiting + 2] = first + half, first
            waiting += 3
        else:
            sums[found] = _few(numbers, first, count)
            found += 1
    return sums[0]


_DEEPEST: Final = 128


def _few(numbers: Value, first: int, count: int) -> Value:
    """Add up to eight numbers one after another, and up to 128 in eight sums."""
    if count < 8:
        total = numbers[first]
        for at in range(first + 1, first + count):
            total += numbers[at]
        return total
    a, b, c, d = numbers[first], numbers[first + 1], numbers[first + 2], numbers[first + 3]
    e, f, g, h = numbers[first + 4], numbers[first + 5], numbers[first + 6], numbers[first + 7]
    for at in range(first + 8, first + count - count % 8, 8):
        a, b, c, d = a + numbers[at], b + numbers[at + 1], c + numbers[at + 2], d + numbers[at + 3]
        e, f, g, h = e + numbers[at + 4], f + numbers[at + 5], g + numbers[at + 6], h + numbers[at + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for at in range(first + count - count % 8, first + count):
        total += numbers[at]
    return total


def _total(array: Value) -> Value:
    """Do the same as ``array.sum()``."""
    return array.dtype.type(0) + _pairwise(_flat(array)) if array.size else array.dtype.type(0)


def _mean(array: Value) -> Value:
    """Do the same as ``array.mean()``."""
    return _total(array) / array.dtype.type(array.size) if array.size else array.dtype.type(np.nan)


def _variance(array: Value) -> Value:
    """Do the same as ``array.var()``."""
    off = _flat(array) - _mean(array)
    return _mean(off * off)


def _deviation(array: Value) -> Value:
    """Do the same as ``array.std()``."""
    return np.sqrt(_variance(array))


def _variance_of_ints(array: Value) -> Value:
    return _variance(array.astype(np.float64))


def _deviation_of_ints(array: Value) -> Value:
    return np.sqrt(_variance(array.astype(np.float64)))


_COMPUTED: Final[dict[str, tuple[Callable[..., object], Callable[..., object] | None]]] = {
    "sum": (_total, None),
    "mean": (_mean, None),
    "var": (_variance, _variance_of_ints),
    "std": (_deviation, _deviation_of_ints),
}
"""The functions for an array of floats, and for one of ints; ``None`` where Numba computes the same."""


def _compute(name: str) -> Pick:
    def pick(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> FunctionType | None:
        array = args[0] if args else None
        of_floats, of_ints = _COMPUTED[name]
        if not isinstance(array, types.Array) or not (of_ints or has_inexact([array])):
            return None
        if len(args) + len(kws) > 1:
            raise TypingError(
                f"{name}() of an array of floats has more arguments, such as axis; "
                f"write a comprehension over the rows, such as np.array([row.{name}() for row in array])"
            )
        if not array.ndim or not array.aligned or isinstance(array.dtype, types.Complex):
            raise TypingError(f"{name}() of such an array may differ in the last digit; write a loop that adds its numbers")
        if array.ndim > 1 and array.layout == "A":
            raise TypingError(
                f"{name}() of a part of an array of floats may differ in the last digit; "
                "write np.ascontiguousarray(...) around it"
            )
        return of_floats if isinstance(array.dtype, types.Float) else of_ints  # type: ignore[return-value]

    return pick


def _refuse(name: str, mend: str, is_refused: Callable[[Sequence[types.Type]], bool]) -> Pick:
    def pick(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> None:
        if is_refused((*args, *kws.values())):
            raise TypingError(f"{name} of numpy may give another last digit in machine code; {mend}")
        refuse_mixed_arrays(args)

    return pick


def _of_array(pick: Pick) -> Pick:
    """Ask for a method of an array; classes of users may have one of this name."""
    return lambda args, kws: pick(args, kws) if isinstance(args[0], types.Array) else None


def _has_any(kinds: Sequence[types.Type]) -> bool:
    return True


def _has_float_step(kinds: Sequence[types.Type]) -> bool:
    return len(kinds) > 1 and has_inexact(kinds)


def _is_in_order_of_its_own(kinds: Sequence[types.Type]) -> bool:
    """Return whether an array's numbers may lie otherwise in memory than in rows, one after another."""
    return has_inexact(kinds) and any(isinstance(each, types.Array) and each.ndim > 1 and each.layout != "C" for each in kinds)


def _has_halves(kinds: Sequence[types.Type]) -> bool:
    return any(getattr(each, "dtype", each) == types.float32 for each in kinds)


_AS_MATH: Final = "write math.{} of each number, float(...) of an item"
_BY_LOOP: Final = "write a loop that computes it"
_BY_PRODUCT: Final = "write (a * b).sum(), or a loop"
_REFUSED: Final[tuple[tuple[str, str, Callable[[Sequence[types.Type]], bool]], ...]] = (
    ("exp expm1 log log2 log10 log1p sin cos tan sinh cosh tanh", _AS_MATH, _has_any),
    ("arcsin arccos arctan arcsinh arccosh arctanh arctan2", _AS_MATH, _has_any),
    ("exp2 cbrt sinc angle geomspace logspace hamming hanning kaiser blackman bartlett", _BY_LOOP, _has_any),
    ("histogram corrcoef cov percentile quantile nanpercentile nanquantile logaddexp logaddexp2", _BY_LOOP, _has_any),
    ("nansum nanmean nanvar nanstd average trapezoid trapz trace convolve correlate", _BY_LOOP, has_inexact),
    ("dot vdot inner matmul", _BY_PRODUCT, has_inexact),
    ("power", "write ** of each number, or array * array", has_inexact),
    ("prod", "write np.ascontiguousarray(...) around it", _is_in_order_of_its_own),
    ("median nanmedian linspace round around", "write float(...) around a number", _has_halves),
    ("degrees radians deg2rad rad2deg", "write array.astype(np.float64)", _has_halves),
    ("arange", "write np.array([first + step * i for i in range(count)])", _has_float_step),
)
"""Functions of numpy that are refused: their names, what to write, and for which arguments."""
_NORMS: Final = "write math.hypot of the differences, np.sqrt((v * v).sum()), or a loop"


for _name in _COMPUTED:
    stands_for_by(getattr(np, _name), _compute(_name))
    stands_for_method_by(_name, _compute(_name))
for _names, _mend, _test in _REFUSED:
    for _name in filter(partial(hasattr, np), _names.split()):  # `trapz` is `trapezoid` since numpy 2
        _like = _name.replace("arc", "a") if _name.startswith("arc") else _name
        stands_for_by(getattr(np, _name), _pick := _refuse(f"np.{_name}", _mend.format(_like), _test))
        if hasattr(np.ndarray, _name):
            stands_for_method_by(_name, _of_array(_pick))
for _name in np.linalg.__all__:
    if callable(_function := getattr(np.linalg, _name)) and not isinstance(_function, type):
        stands_for_by(_function, _refuse(f"np.linalg.{_name}", _NORMS if "norm" in _name else _BY_LOOP, _has_any))
for _sign in (operator.matmul, operator.imatmul):
    stands_for_by(_sign, _refuse("@", _BY_PRODUCT, has_inexact))
