"""Read and write the arrays of machine code as Python values.

The code that reads an element is Python text written for its type: `struct` takes the numbers of an element out of memory, and
the text builds the value.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable
from ctypes import string_at
from functools import cache
from itertools import groupby, repeat, starmap
from struct import Struct
from threading import Lock
from types import MemberDescriptorType
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from genastar_compiled.compiler.containers.kinds import Sequence, Table, Text
from genastar_compiled.compiler.kinds import (
    BOOL,
    INT,
    Complex,
    Container,
    Kept,
    Kind,
    Maybe,
    Member,
    Nothing,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    are_whole,
    cells_of,
    dtype_of,
    number_of,
)
from genastar_compiled.data.leaves import LARGEST
from genastar_compiled.data.making import is_plain, refuse_more_than_fields
from genastar_compiled.data.records import has_fields, record_of

FEW: Final = 16
"""Tuples of ints that `struct` reads faster than numpy, which takes half its time for many."""

Reader = tuple[Struct, Callable[..., Any]]
"""The numbers of an element in memory, and a function that builds a value from them."""


class Column:
    """The elements of an array."""

    __slots__ = ("_bytes", "_is_flat", "_make", "_numbers", "_rows", "_setters", "array", "keeping")

    def __init__(self, reader: Reader, array: NDArray[Any], keeping: object = None) -> None:
        """Wrap an array whose dtype is `dtype_of` the reader's kind; ``keeping`` holds what its elements point to."""
        self.array = array
        self.keeping = keeping
        self._numbers, self._make = reader
        self._is_flat = self._make is _itself
        count = len(self._numbers.format) - 1
        are_ints = not self._is_flat and self._numbers.format[1:] == count * "q" != ""
        self._rows = array.view(np.int64).reshape(-1, count) if are_ints else None
        """Elements that are made of ints, as rows."""
        self._setters = _setters_of(self._make)
        self._bytes = array.view(np.uint8).data if self._numbers.size else memoryview(b"")

    def raw(self, count: int) -> bytes:
        """Return the first elements as bytes, from which `numpy.frombuffer` makes an array of the same dtype."""
        return self._bytes[: count * self._numbers.size].tobytes()

    def copy(self, count: int) -> Column:
        """Return a copy of the first elements."""
        return Column((self._numbers, self._make), self.array[:count].copy(), self.keeping)

    def one(self, index: int) -> Any:
        """Return the value at an index."""
        return self._make(*self._numbers.unpack_from(self._bytes, index * self._numbers.size))

    def many(self, start: int, stop: int) -> list[Any]:
        """Return the values from ``start`` up to, but without, ``stop``."""
        if self._is_flat:
            numbers: list[Any] = self.array[start:stop].tolist()
            return numbers
        size, make = self._numbers.size, self._make
        if self._rows is not None and stop - start > FEW and make is _together:
            return list(zip(*self._rows[start:stop].T.tolist(), strict=True))
        if not size:
            return [make() for _ in range(start, stop)]
        # Of bytes, not of a view: a class's code may raise while the rows are read, and a kept error keeps the rows.
        rows = self._numbers.iter_unpack(self._bytes[start * size : stop * size].tobytes())
        if self._setters and stop - start > FEW:
            made = list(map(object.__new__, repeat(make, stop - start)))  # type: ignore[arg-type]  # a class then
            columns = zip(*rows, strict=True) if self._rows is None else self._rows[start:stop].T.tolist()
            for set_all, column in zip(self._setters, columns, strict=True):
                deque(map(set_all, made, column), 0)  # takes half the time of calling the class for each
            return made
        return list(rows) if make is _together else [make(*row) for row in rows]

    def backwards(self, count: int) -> tuple[Any, ...]:
        """Return the first ``count`` values, the last of them first."""
        if self._rows is not None and count > FEW and self._make is _together:
            return tuple(zip(*self._rows[:count][::-1].T.tolist(), strict=True))
        return tuple(self.many(0, count)[::-1])


class SharedColumn:
    """Elements of an array that the next search overwrites. They are copied before that if still needed."""

    def __init__(self, column: Column, count: int) -> None:
        self._column = column
        self._count = count
        self._lock = Lock()

    def one(self, index: int) -> Any:
        """Return the value at an index."""
        with self._lock:
            return self._column.one(index)

    def keep(self) -> None:
        """Copy the elements."""
        with self._lock:
            self._column = self._column.copy(self._count)


@cache
def _setters_of(make: Callable[..., Any]) -> tuple[Callable[[Any, Any], None], ...]:
    """Return what sets each field of a class with slots, if making a value is only that; empty otherwise."""
    if not isinstance(make, type) or not attrs.has(make):
        return ()
    members = [inspect.getattr_static(make, field.name, None) for field in attrs.fields(make)]
    sets_only = not hasattr(make, "_attrs_cached_hash") and all(isinstance(member, MemberDescriptorType) for member in members)
    return tuple(member.__set__ for member in members) if sets_only else ()


def _together(*numbers: Any) -> tuple[Any, ...]:
    return numbers


def _itself(number: Any) -> Any:
    return number


@cache
def reader_of(kind: Kind) -> Reader:
    """Return a reader for elements of this type.

    Raises:
        TypeError: the type is not made of numbers.
    """
    writer = _Writer()
    text = writer.value(kind, dtype_of(kind), 0)
    writer.skip_to(dtype_of(kind).itemsize)
    is_flat = text == f"({''.join(f'{name},' for name in writer.names)})"
    names = ", ".join(writer.names)
    maker, _, arguments = text.removesuffix(")").partition("(")
    is_call = maker in writer.scope and arguments == names
    if is_flat or (text == names and writer.format in _FLAT):
        make: Any = _together if is_flat else _itself
    else:
        make = writer.scope[maker] if is_call else eval(f"lambda {names}: {text}", writer.scope)
    return Struct(f"={writer.format}"), make


def put(kind: Kind, array: NDArray[Any], values: Any) -> None:
    """Fill an array whose dtype is `dtype_of` this kind with equally many values, from Python or a numpy array.

    Raises:
        ValueError, TypeError: the values have another type or number, or are of several types: `kind` is that of the first.
        OverflowError: an int is beyond 64 bits.
    """
    if not is_of_numbers(values) and len(kinds := [each for each, _ in groupby(values, type)]) > 1:
        raise TypeError(f"a value is no {kinds[0].__name__}, but of the type {kinds[1].__name__}")
    match kind:
        case Tuple():
            parts = values.T if isinstance(values, np.ndarray) and values.ndim == 2 else _columns_of(values)
            for index, (part, column) in enumerate(zip(kind.items, parts, strict=True)):
                put(part, array[f"f{index}"], column)
        case Record():
            if hasattr(values[0], "__dict__"):
                for value in values:
                    if len(vars(value)) > len(kind.fields):
                        refuse_more_than_fields(value)
            for name, part in kind.fields.items():
                put(part, array[name], [getattr(value, name) for value in values])
        case Member():
            put(INT, array, list(map(number_of, values)))
        case Whole() | Real() | Truth():
            numbers = np.asarray(values)
            if numbers.shape != array.shape:
                raise ValueError(f"{numbers.shape} values where {array.shape} are wanted")
            if kind == INT and numbers.dtype.str[1:] in ("u8", "f8", "O") and any(map(_is_too_large, values)):
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


class _Writer:
    """Writes the source for `reader_of`."""

    def __init__(self) -> None:
        self.format = ""
        self.at = 0
        self.names: list[str] = []
        self.scope: dict[str, object] = {}

    def value(self, kind: Kind, dtype: np.dtype[Any], at: int) -> str:
        """Return source that builds the value from the numbers at this offset."""
        match kind:
            case Truth():
                return self._number(np.dtype(np.bool_), at)
            case Complex():
                half = np.dtype(f"f{dtype.itemsize // 2}")
                return f"complex({self._number(half, at)}, {self._number(half, at + half.itemsize)})"
            case Whole() | Real():
                return self._number(dtype, at)
            case Member():
                made = kind.cls if are_whole(kind.cls) else list(kind.cls).__getitem__
                return f"{self._constant(made)}({self.value(INT, dtype, at)})"
            case Kept() | Text() | Container():
                numbers = [self._number(np.dtype(np.int64), cell) for cell in cells_of(kind, dtype, at)]
                return f"{self._constant(_content_of(kind.kind if isinstance(kind, Kept) else kind))}({', '.join(numbers)})"
            case Nothing():
                return "None"
            case Maybe():
                inside, valid = self._field(kind.kind, dtype, "data", at), self._field(BOOL, dtype, "valid", at)
                return f"({inside} if {valid} else None)"
            case Tuple():
                parts = [self._field(part, dtype, f"f{index}", at) for index, part in enumerate(kind.items)]
                if kind.cls is not None:
                    return f"{self._constant(_maker(kind.cls, kind.names))}({', '.join(parts)})"
                return f"({''.join(f'{part},' for part in parts)})"
            case Record():
                parts = [self._field(part, dtype, name, at) for name, part in kind.fields.items()]
                return f"{self._constant(_maker(kind.cls, kind.names))}({', '.join(parts)})"
        raise TypeError(f"{kind} is not made of numbers")

    def skip_to(self, at: int) -> None:
        """Skip to this offset."""
        self.format += "x" * (at - self.at)
        self.at = at

    def _field(self, kind: Kind, dtype: np.dtype[Any], name: str, at: int) -> str:
        assert dtype.fields is not None
        inside, offset = dtype.fields[name][:2]
        return self.value(kind, inside, at + offset)

    def _number(self, dtype: np.dtype[Any], at: int) -> str:
        self.skip_to(at)
        self.at += dtype.itemsize
        self.format += _CODES[dtype.str[1:]]
        self.names.append(f"number{len(self.names)}")
        return self.names[-1]

    def _constant(self, value: object) -> str:
        name = f"constant{len(self.scope)}"
        self.scope[name] = value
        return name


_CODES: Final = dict(zip(["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"], "?bhiqBHIQfd", strict=True))
"""Codes of `struct` for numpy's number types."""
_FLAT: Final = {*_CODES.values()} - {"?"}
"""Codes of numbers that `ndarray.tolist` gives as they are. A bool is stored as an int."""


def _content_of(kind: Kind) -> Callable[..., Any]:
    """Return a function that reads a text or a container from its address."""
    if isinstance(kind, Text):
        return lambda letters, count: string_at(letters, 4 * count).decode("utf-32-le", "surrogatepass") if count else ""
    assert isinstance(kind, (Sequence, Table))
    part = kind.item if isinstance(kind, Sequence) else kind.entry
    numbers, make = reader_of(part)

    def read(head: int) -> Any:
        memory, count = _HEAD.unpack(string_at(head, _HEAD.size))
        made = starmap(make, numbers.iter_unpack(string_at(memory, count * numbers.size)))
        return kind.cls(made if isinstance(kind, Sequence) else (key for key, _, is_there in made if is_there))

    return read


_HEAD: Final = Struct("=2q")
"""The first words of the head of a container: the address of its items, and their number."""


def _maker(cls: type, names: tuple[str, ...]) -> Callable[..., object]:
    """Return a function that makes a value of a class from these of its fields. No code of the class runs again."""
    if issubclass(cls, tuple):
        return cls if is_plain(cls) else lambda *parts: tuple.__new__(cls, parts)
    if has_fields(cls) and is_plain(cls):
        return cls
    return lambda *parts: record_of(cls, dict(zip(names, parts, strict=True)))
