"""What machine code wrote, read as Python values: column by column, since numpy gives a column of numbers as a list at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, Protocol

import attrs
import numpy as np
from attrs import frozen
from numba.core import types
from numpy.typing import NDArray

from genastar_compiled.values import Instance


class Column(Protocol):
    """The elements of an array, or one part of each of them."""

    def one(self, index: int) -> Any:
        """The value at an index."""

    def many(self, count: int) -> list[Any]:
        """The first ``count`` values."""


def columns(kind: types.Type, array: NDArray[Any]) -> Column:
    """The column of an array whose dtype is `shape.dtype_of` this Numba type.

    Raises:
        TypeError: the type is not made of numbers.
    """
    match kind:
        case types.Boolean():
            return _Made(bool, _Numbers(array))
        case types.Number():
            return _Numbers(array)
        case types.EnumMember():
            return _Made(kind.instance_class, columns(kind.dtype, array))
        case types.Optional():
            return _OrNone(columns(kind.type, array["data"]), _Numbers(array["valid"]))
        case types.BaseTuple():
            return _Tuples([columns(part, array[f"f{index}"]) for index, part in enumerate(kind.types)])
        case Instance():
            return _Instances(_maker(kind.cls), [columns(part, array[name]) for name, part in kind.fields.items()])
    raise TypeError(f"{kind} is not made of numbers")


def put(kind: types.Type, array: NDArray[Any], values: Any) -> None:
    """Fill an array whose dtype is `shape.dtype_of` this Numba type with as many values, of Python or as a numpy array.

    Raises:
        ValueError, TypeError: the values are of another type, or of another number.
    """
    match kind:
        case types.BaseTuple():
            parts = values.T if isinstance(values, np.ndarray) and values.ndim == 2 else list(zip(*values, strict=True))
            for index, (part, column) in enumerate(zip(kind.types, parts, strict=True)):
                put(part, array[f"f{index}"], column)
        case Instance():
            for name, part in kind.fields.items():
                put(part, array[name], [getattr(value, name) for value in values])
        case types.Number() | types.Boolean():
            numbers = np.asarray(values)
            if numbers.shape != array.shape:
                raise ValueError(f"{numbers.shape} values where {array.shape} are wanted")
            np.copyto(array, numbers, casting="same_kind")
        case _:
            raise TypeError(f"{kind} cannot vary in a batch")


def _maker(cls: type) -> Callable[..., object]:
    """A function that makes a value of an attrs class of all its fields, in order."""
    fields = attrs.fields(cls)
    if all(field.init and not field.kw_only for field in fields):
        return cls
    names = [field.alias if field.init else None for field in fields]
    return lambda *parts: cls(**{name: part for name, part in zip(names, parts, strict=True) if name})


@frozen(eq=False)
class _Numbers:
    array: NDArray[Any]

    def one(self, index: int) -> Any:
        return self.array.item(index)

    def many(self, count: int) -> list[Any]:
        return self.array[:count].tolist()


@frozen(eq=False)
class _Made:
    make: Callable[[Any], object]
    inside: Column

    def one(self, index: int) -> Any:
        return self.make(self.inside.one(index))

    def many(self, count: int) -> list[Any]:
        return list(map(self.make, self.inside.many(count)))


@frozen(eq=False)
class _OrNone:
    inside: Column
    valid: Column

    def one(self, index: int) -> Any:
        return self.inside.one(index) if self.valid.one(index) else None

    def many(self, count: int) -> list[Any]:
        pairs = zip(self.inside.many(count), self.valid.many(count), strict=True)
        return [value if valid else None for value, valid in pairs]


@frozen(eq=False)
class _Tuples:
    parts: list[Column]

    def one(self, index: int) -> Any:
        return tuple([part.one(index) for part in self.parts])

    def many(self, count: int) -> list[Any]:
        return list(zip(*[part.many(count) for part in self.parts], strict=True)) if self.parts else [()] * count


@frozen(eq=False)
class _Instances:
    make: Callable[..., object]
    parts: list[Column]

    def one(self, index: int) -> Any:
        return self.make(*[part.one(index) for part in self.parts])

    def many(self, count: int) -> list[Any]:
        if not self.parts:
            return [self.make() for _ in repeat(None, count)]
        return list(map(self.make, *[part.many(count) for part in self.parts]))
