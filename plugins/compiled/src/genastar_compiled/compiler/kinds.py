"""The kinds of values that the compiler knows, each of which says what its values are made of.

A value is made of *leaves*, numbers and addresses that a processor can hold: a tuple of two ints of two leaves, a record of
those of its fields. What is known when a program is made, such as a function, a class or a text, has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from attrs import define, evolve, fields, frozen


@frozen
class Kind:
    """The kind of a value. Equal kinds have equal hashes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, each.name) for each in fields(type(self)))

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of what a value is made of, one after another."""
        return ()

    @property
    def leaves(self) -> tuple[str, ...]:
        """The types, as LLVM names them, of the leaves of a value."""
        return tuple(leaf for part in self.parts for leaf in part.leaves)


@frozen
class Whole(Kind):
    """Integers of some bits; Python's ints have 64, and an operation that would leave them is refused."""

    bits: int = 64
    signed: bool = True
    numpy: bool = False
    """Whether they are numpy's, which compute otherwise."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return (f"i{self.bits}",)

    def __str__(self) -> str:
        return "int" if self == INT else f"{'' if self.signed else 'u'}int{self.bits}"


@frozen
class Real(Kind):
    """Floats."""

    bits: int = 64
    numpy: bool = False

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("double" if self.bits == 64 else "float",)

    def __str__(self) -> str:
        return "float" if self == FLOAT else f"float{self.bits}"


@frozen
class Mixed(Kind):
    """Numbers that are ints on one way and floats on another: 64 bits, and whether they are an int."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("i64", "i1")

    def __str__(self) -> str:
        return "int or float"


@frozen
class Complex(Kind):
    """Complex numbers, which only an array may hold."""

    bits: int = 128

    def __str__(self) -> str:
        return f"complex{self.bits}"


@frozen
class Truth(Kind):
    """Bools."""

    numpy: bool = False

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("i1",)

    def __str__(self) -> str:
        return "numpy.bool" if self.numpy else "bool"


@frozen
class Nothing(Kind):
    """``None``."""

    def __str__(self) -> str:
        return "None"


@frozen(eq=False)
class Fixed(Kind):
    """Something that is known when a program is made: a function, a class, a module, a text."""

    value: Any

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fixed) or type(self.value) is not type(other.value):
            return False
        return self.value is other.value or (isinstance(self.value, str) and self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value) if isinstance(self.value, str) else id(self.value)

    def __str__(self) -> str:
        return getattr(self.value, "__qualname__", None) or repr(self.value)


@define(frozen=True, slots=False, cache_hash=True)
class Tuple(Kind):
    """Tuples of some kinds, or values of a class of named tuples."""

    items: tuple[Kind, ...]
    cls: type | None = None
    """The class of named tuples."""

    @property
    def parts(self) -> tuple[Kind, ...]:
        return self.items

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the items of a named tuple."""
        return getattr(self.cls, "_fields", ())

    def __str__(self) -> str:
        return self.cls.__qualname__ if self.cls else f"({', '.join(map(str, self.items))}{',' * (len(self.items) == 1)})"


@define(frozen=True, slots=False, cache_hash=True)
class Record(Kind):
    """Values of a class, by their fields."""

    cls: type
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]

    @property
    def parts(self) -> tuple[Kind, ...]:
        return self.kinds

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves)

    @cached_property
    def fields(self) -> Mapping[str, Kind]:
        """The kind of each field by its name."""
        return dict(zip(self.names, self.kinds, strict=True))

    @cached_property
    def begins(self) -> Mapping[str, int]:
        """The number of leaves before those of each field."""
        counts = [len(part.leaves) for part in self.kinds]
        return {name: sum(counts[:at]) for at, name in enumerate(self.names)}

    def __str__(self) -> str:
        return self.cls.__qualname__


@frozen
class Place(Kind):
    """The address of a record whose fields can be set, 8 bytes a leaf."""

    record: Record

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr",)

    def __str__(self) -> str:
        return str(self.record)


@frozen
class Maybe(Kind):
    """A value that may be None: its leaves, and whether it is there."""

    kind: Kind

    @property
    def leaves(self) -> tuple[str, ...]:
        return (*self.kind.leaves, "i1")

    def __str__(self) -> str:
        return f"{self.kind} | None"


@frozen
class Member(Kind):
    """Members of an enum, by their numbers: see `number_of`."""

    cls: type[Enum]

    @property
    def kind(self) -> Kind:
        """The kind of their numbers."""
        return INT

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (INT,)

    def __str__(self) -> str:
        return self.cls.__qualname__


@frozen
class Kept(Kind):
    """Texts and containers that a search keeps, in words: equal ones lie at one address, by which they are compared."""

    kind: Kind

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (INT,) * len(self.kind.leaves)

    def __str__(self) -> str:
        return str(self.kind)


@frozen
class Array(Kind):
    """Arrays of numpy: the address of the numbers, the shape, and the steps in bytes."""

    element: Kind
    ndim: int
    is_packed: bool
    """Whether the numbers lie one behind the other, by rows."""
    is_mutable: bool

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr", *("i64",) * (2 * self.ndim))

    def __str__(self) -> str:
        return f"array of {self.element}"


@frozen
class Memory(Kind):
    """The engine's own arrays: addresses of elements that are stored as one kind and used as another."""

    element: Kind
    stored: Kind

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr",)


@frozen
class Container(Kind):
    """The address of a container: see `containers.kinds`."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr",)

    @property
    def record(self) -> Record:
        """The head of the container, as a record."""
        raise NotImplementedError


@frozen
class Arena(Kind):
    """The memory of a call of a hook: see `code.arena`."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr",)


@frozen
class Range(Kind):
    """Ranges: the first number, the end, and the step."""

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (INT, INT, INT)

    def __str__(self) -> str:
        return "range"


@frozen
class Allocations(Kind):
    """Notes of the memory that a call takes, to give it back."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return ("ptr",)


INT: Final = Whole()
FLOAT: Final = Real()
BOOL: Final = Truth()
MIXED: Final = Mixed()
NONE: Final = Nothing()
BITS: Final = Whole(64, signed=False)
"""uint64, of which the kernel's words are."""
HALF: Final = Whole(32, signed=False)
SMALL: Final = Whole(32)


@cache
def are_whole(cls: type[Enum]) -> bool:
    """Return whether the values of all members of an enum are ints of 64 bits."""
    return all(type(each.value) is int and -(1 << 63) <= each.value < 1 << 63 for each in cls)


def number_of(member: Enum) -> int:
    """Return the number that stands for a member: its value, or if a value of its class is no int, its place."""
    return member.value if are_whole(type(member)) else list(type(member)).index(member)


def are_twins(one: Kind, other: Kind) -> bool:
    """Return whether these are a kind of Python's numbers and that of numpy's which is made of the same bits."""
    return is_number(one) and is_number(other) and evolve(one, numpy=True) == evolve(other, numpy=True)  # type: ignore[call-arg]


def is_number(kind: Kind) -> bool:
    """Return whether values are numbers or bools."""
    return isinstance(kind, (Whole, Real, Truth))


def is_of_numbers(kind: Kind) -> bool:
    """Return whether values are made of numbers alone, so that they can lie in an array and be compared by their leaves."""
    if isinstance(kind, Maybe):
        return is_of_numbers(kind.kind)
    if isinstance(kind, (Tuple, Record, Member, Kept)):
        return all(map(is_of_numbers, kind.parts))
    return is_number(kind) or kind == NONE


def is_of_numpy(kind: Kind) -> bool:
    """Return whether a value is, or has in it, a number of numpy's."""
    if isinstance(kind, Maybe):
        return is_of_numpy(kind.kind)
    return getattr(kind, "numpy", False) or any(map(is_of_numpy, kind.parts))


def has_arrays(kind: Kind) -> bool:
    """Return whether a value is, or has in it, an array."""
    return isinstance(kind, Array) or any(map(has_arrays, kind.parts))


def dtype_of(kind: Kind) -> np.dtype[Any]:
    """Return the numpy dtype of a value in memory.

    Raises:
        TypeError: it is not made of numbers.
    """
    match kind:
        case Truth():
            return np.dtype(np.uint8)
        case Whole():
            return np.dtype(f"{'i' if kind.signed else 'u'}{kind.bits // 8}")
        case Real():
            return np.dtype(f"f{kind.bits // 8}")
        case Complex():
            return np.dtype(f"c{kind.bits // 8}")
        case Member():
            return dtype_of(kind.kind)
        case Maybe():
            return np.dtype([("data", dtype_of(kind.kind)), ("valid", np.uint8)], align=True)
        case Tuple():
            return np.dtype([(f"f{index}", dtype_of(part)) for index, part in enumerate(kind.items)], align=True)
        case Record():
            return np.dtype([(name, dtype_of(part)) for name, part in kind.fields.items()], align=True)
        case Container() | Memory():
            return np.dtype(np.uint64)
        case Mixed():
            return np.dtype([("bits", np.int64), ("is_int", np.uint8)], align=True)
    if not kind.leaves:
        return np.dtype([])
    if kind.parts:
        return np.dtype([(f"f{index}", dtype_of(part)) for index, part in enumerate(kind.parts)], align=True)
    raise TypeError(f"{kind} is not made of numbers")


def cells_of(kind: Kind, dtype: np.dtype[Any] | None = None, at: int = 0) -> list[int]:
    """Return where each leaf of a value begins in memory, in bytes."""
    dtype = dtype_of(kind) if dtype is None else dtype
    if isinstance(kind, Member):
        return cells_of(kind.kind, dtype, at)
    if isinstance(kind, Mixed):
        return [at, at + 8]
    if is_number(kind) or isinstance(kind, (Container, Memory)):
        return [at]
    parts = (kind.kind, BOOL) if isinstance(kind, Maybe) else kind.parts
    found = []
    for name, part in zip(dtype.names or (), parts, strict=True):
        inside, offset = dtype.fields[name][:2]  # type: ignore[index]
        found += cells_of(part, inside, at + offset)
    return found
