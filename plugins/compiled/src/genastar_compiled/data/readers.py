"""Readers and writers of arrays by Numba's types of their elements."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from genastar_compiled.compiler.kinds import BOOL, Complex, Kind, Maybe, Member, Real, Record, Tuple, Whole
from genastar_compiled.data import columns
from genastar_compiled.data.columns import Reader
from genastar_compiled.data.leaves import LARGEST
from genastar_compiled.data.shape import dtype_of
from genastar_compiled.data.values.making import refuse_more_than_fields
from genastar_compiled.data.values.values import Instance


@cache
def reader_of(kind: types.Type) -> Reader:
    """Return a reader for elements of this type.

    Raises:
        TypeError: the type is not made of numbers.
    """
    dtype_of(kind)  # which says better what is wrong
    return columns.reader_of(kind_of(kind))


def kind_of(kind: types.Type) -> Kind:
    """Return the kind of values of a Numba type.

    Raises:
        TypeError: the type is not made of numbers.
    """
    match kind:
        case types.Boolean():
            return BOOL
        case types.Integer():
            return Whole(kind.bitwidth, kind.signed)
        case types.Float():
            return Real(kind.bitwidth)
        case types.Complex():
            return Complex(kind.bitwidth)
        case types.EnumMember():
            return Member(kind.instance_class, kind_of(kind.dtype))
        case types.Optional():
            return Maybe(kind_of(kind.type))
        case types.BaseNamedTuple():
            return Tuple(tuple(map(kind_of, kind.types)), kind.instance_class)
        case types.BaseTuple():
            return Tuple(tuple(map(kind_of, kind.types)))
        case Instance():
            return Record(kind.cls, tuple(kind.fields), tuple(map(kind_of, kind.fields.values())))
    raise TypeError(f"{kind} is not made of numbers")


def put(kind: types.Type, array: NDArray[Any], values: Any) -> None:
    """Fill an array whose dtype is `shape.dtype_of` this Numba type with equally many values, from Python or a numpy array.

    Raises:
        ValueError, TypeError: the values have another type or number, or are of several types: `kind` is that of the first.
        OverflowError: an int is beyond 64 bits.
    """
    if not is_of_numbers(values) and len(kinds := [each for each, _ in groupby(values, type)]) > 1:
        raise TypeError(f"a value is no {kinds[0].__name__}, but of the type {kinds[1].__name__}")
    match kind:
        case types.BaseTuple():
            parts = values.T if isinstance(values, np.ndarray) and values.ndim == 2 else _columns_of(values)
            for index, (part, column) in enumerate(zip(kind.types, parts, strict=True)):
                put(part, array[f"f{index}"], column)
        case Instance():
            if hasattr(values[0], "__dict__"):
                for value in values:
                    if len(vars(value)) > len(kind.fields):
                        refuse_more_than_fields(value)
            for name, part in kind.fields.items():
                put(part, array[name], [getattr(value, name) for value in values])
        case types.EnumMember():
            put(kind.dtype, array, [value.value for value in values])
        case types.Number() | types.Boolean():
            numbers = np.asarray(values)
            if numbers.shape != array.shape:
                raise ValueError(f"{numbers.shape} values where {array.shape} are wanted")
            if kind == types.int64 and numbers.dtype.str[1:] in ("u8", "f8", "O") and any(map(_is_too_large, values)):
                raise OverflowError("an int beyond the 64 bits of a machine's integer")
            np.copyto(array, numbers, casting="same_kind")
        case _:
            raise TypeError(f"{kind} cannot vary in a batch")


def is_of_numbers(values: object) -> bool:
    """Return whether a column is an array of numpy's, all of whose values have one type."""
    return isinstance(values, np.ndarray) and not values.dtype.hasobject


def _columns_of(tuples: Any) -> list[tuple[Any, ...]]:
    try:
        return list(zip(*tuples, strict=True))
    except ValueError:
        raise ValueError("its tuples differ in length") from None


def _is_too_large(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not -LARGEST - 1 <= value <= LARGEST
