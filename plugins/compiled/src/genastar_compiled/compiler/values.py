"""The kinds of Python's values, and how they cross into machine code."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from enum import Enum, Flag
from itertools import chain
from types import FunctionType, NoneType
from typing import Any, Final

import numpy as np
from attrs import frozen

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.compiler.containers.kinds import (
    TEXT,
    Never,
    Sequence,
    Table,
    Text,
    has_containers,
    join,
    kind_as_kept,
    of_items,
    unordered,
)
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MIXED,
    NONE,
    Array,
    Container,
    Fixed,
    Kind,
    Maybe,
    Member,
    Memory,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    are_whole,
    is_of_numbers,
)
from genastar_compiled.data.leaves import LARGEST, fits_half
from genastar_compiled.data.making import fault_of_reading
from genastar_compiled.data.records import fault_of_enums, fault_of_tuples, is_record, names_of
from genastar_compiled.failures.hints import a_value
from genastar_compiled.kernel.primitives import Primitive

MOST_LEAVES: Final = 64
"""Numbers of a question that are passed by themselves, at most."""
SMALL: Final = Primitive("small")


@frozen(eq=False)
class Maker:
    """Makes a value of a class from its fields, without its ``__init__``."""

    cls: type
    names: tuple[str, ...]


@frozen(eq=False)
class Lent:
    """Gives the value of a kind at an address: memory that the caller of a program lends it, or the control block."""

    kind: Kind


def kind_of(value: Any) -> Kind:
    """Return the kind of a value that a solver holds, or that a search begins with.

    Raises:
        TypeError: the compiler does not know its kind.
    """
    kind = type(value)
    if kind is bool:
        return BOOL
    if kind is int:
        if not -LARGEST - 1 <= value <= LARGEST:
            raise TypeError("an int beyond 64 bits")
        return INT
    if kind is float:
        return FLOAT
    if value is None:
        return NONE
    if kind is FunctionType:
        return Fixed(value)
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, Enum):
        is_odd = isinstance(value, (complex, bytes, tuple)) or (isinstance(value, Flag) and not are_whole(type(value)))
        if is_odd or (fault := fault_of_enums(kind)):
            raise TypeError(f"a member of {kind.__qualname__}" if is_odd else fault)
        return Member(kind)
    if kind is str:
        return TEXT
    if kind in (list, bytes):
        return Sequence(_kind_of_items(list(value)), kind, True)
    if kind in (set, frozenset):
        return Table(unordered(_kind_of_items(list(value))), NONE, kind, True)
    if kind is dict:
        return Table(unordered(_kind_of_items(list(value))), _kind_of_items(list(value.values())), dict, True)
    if isinstance(value, tuple):
        if kind is tuple and len(value) > MOST_LEAVES:
            return Sequence(_kind_of_items(value), tuple, True)
        if kind is not tuple and (not hasattr(kind, "_fields") or fault_of_tuples(kind) is not None):
            raise TypeError(a_value(value))
        made = Tuple(tuple(map(kind_of, value)), None if kind is tuple else kind)
        if _has_arrays(made):
            return made
        if kind is tuple and (len(made.leaves) > MOST_LEAVES or has_containers(made)):
            whole = of_items(made)
            if isinstance(whole, Sequence):
                return whole
        if len(made.leaves) > MOST_LEAVES:
            raise TypeError(f"a tuple of {len(made.leaves)} numbers")
        return made
    if is_record(value):
        if fault_of_reading(kind) is not None or inspect.getattr_static(kind, "__getattr__", None) is not None:
            raise TypeError(a_value(value))
        names = names_of(value)
        return Record(kind, names, tuple(_field(kind, name, getattr(value, name)) for name in names))
    if kind in (np.int64, np.float64, np.bool_):
        return element_of(np.dtype(kind))
    if isinstance(value, np.generic):
        raise TypeError(f"{kind.__name__} of numpy's; write int(...) or float(...) around it")
    raise TypeError(a_value(value))


def _kind_of_items(values: Items[Any]) -> Kind:
    """Return the kind of all of some values: of numbers by their types, and of tuples by their columns."""
    groups: dict[Any, list[Any]] = {}
    kinds = set(map(type, values))
    for each in values if len(kinds) > 1 or kinds == {tuple} else ():
        groups.setdefault((type(each), len(each) if type(each) is tuple else 0), []).append(each)
    made: Kind = Never()
    for group in groups.values() or ([values] if values else ()):
        found = join(made, _kind_of_alike(group), _mixed)
        if found is None:
            raise TypeError("items of several kinds")
        made = found
    return made


def _kind_of_alike(values: Items[Any]) -> Kind:
    first = type(values[0])
    if first is int and not -LARGEST - 1 <= min(values) <= max(values) <= LARGEST:
        raise TypeError("an int beyond 64 bits")
    if first in (int, float, bool, str, NoneType):
        return kind_of(values[0])
    if first is tuple and 0 < len(values[0]) <= MOST_LEAVES:
        columns = tuple(map(_kind_of_items, zip(*values, strict=True)))
        return _short(Tuple(columns))
    if first in (list, tuple):
        return Sequence(_kind_of_items(list(chain.from_iterable(values))), first, True)
    made: Kind = kind_of(values[0])
    for each in values[1:]:
        found = join(made, kind_of(each), _mixed)
        if found is None:
            raise TypeError("items of several kinds")
        made = found
    if _has_arrays(made):
        raise TypeError("arrays in a container")
    return made


def _has_arrays(kind: Kind) -> bool:
    """Return whether values hold arrays: these are no items of a container, which holds numbers."""
    return isinstance(kind, Array) or any(map(_has_arrays, kind.parts))


def _mixed(one: Kind, other: Kind) -> Kind | None:
    return MIXED if {one, other} <= {INT, FLOAT, MIXED} else None


def _short(kind: Tuple) -> Kind:
    """Return the kind of a tuple, or that of one of any length if it has many numbers."""
    return of_items(kind) if len(kind.leaves) > MOST_LEAVES else kind


def _field(cls: type, name: str, value: Any) -> Kind:
    """Return the kind of a field: one that is declared to be one of a few texts has a program for each."""
    try:
        return Fixed(value) if known_text(cls, name, value) else kind_of(value)
    except TypeError as error:
        raise TypeError(f"{cls.__qualname__}.{name}: {error}") from None


def known_text(cls: type, name: str, value: Any) -> bool:
    """Return whether a field is a text that is known when a program is made."""
    if type(value) is not str:
        return False
    said = next((vars(each)["__annotations__"][name] for each in cls.__mro__ if name in _declared(each)), "")
    return "Literal[" in str(said)


def _declared(cls: type) -> dict[str, Any]:
    found: dict[str, Any] = vars(cls).get("__annotations__", {})
    return found


def _array(value: np.ndarray[Any, Any]) -> Array:
    dtype = value.dtype
    if type(value) not in (np.ndarray, np.memmap) or not dtype.isnative or value.ndim == 0 or not value.flags.aligned:
        raise TypeError("an array of an unusual kind")
    return Array(element_of(dtype), value.ndim, value.flags.c_contiguous, value.flags.writeable)


def element_of(dtype: np.dtype[Any]) -> Kind:
    """Return the kind of the elements of an array.

    Raises:
        TypeError: the compiler does not know it.
    """
    bits = 8 * dtype.itemsize
    if dtype.kind == "b":
        return Truth(numpy=True)
    if dtype.kind in "iu":
        return Whole(bits, dtype.kind == "i", numpy=True)
    if dtype.kind == "f" and bits in (32, 64):
        return Real(bits, numpy=True)
    raise TypeError(f"an array of {dtype}")


@frozen
class Kinds:
    """The kinds of a search."""

    position: Kind
    cost: Kind
    rank: Kind
    focus: Kind | None = None
    """What the hook ``focus`` returns, if it is used."""

    @property
    def node(self) -> Record:
        """The kind of nodes."""
        return Record(Node, ("position", "cost", "parent"), (self.position, self.cost, Maybe(self.position)))

    @property
    def add(self) -> bool:
        """Whether costs are `Cost`."""
        return isinstance(self.cost, Record) and self.cost.cls is Cost


def kinds_of(start: Any, cost: Any, focus: Any) -> Kinds:
    """Return the kinds of a search that begins with these values.

    Raises:
        TypeError: they are not made of numbers.
    """
    position, price = (kind_as_kept(unordered(kind_of(each))) for each in (start, cost))
    rank = price
    if isinstance(price, Record) and price.cls is Cost:  # an estimate in floats makes the whole cost one of floats
        rank = FLOAT if FLOAT in price.kinds else price.fields["total"]
        price = Record(Cost, price.names, (rank,) * len(price.names))
    if not is_of_numbers(position) or not is_of_numbers(price) or not price.leaves or BOOL in (rank, price):
        raise TypeError("a position or a cost that is not made of numbers")
    return Kinds(position, price, rank, None if focus is None else kind_of(focus))


def in_floats(kinds: Kinds) -> Kinds | None:
    """Return the same kinds with float costs, for a search that begins with an int and continues with floats."""
    if INT not in (kinds.rank, kinds.focus):
        return None
    cost, rank = kinds.cost, kinds.rank
    if rank == INT:
        cost, rank = Record(Cost, cost.names, (FLOAT,) * 3) if isinstance(cost, Record) else FLOAT, FLOAT
    return Kinds(kinds.position, cost, rank, kinds.focus and FLOAT)


class Rebuilding:
    """Writes text that builds values again from their leaves."""

    def __init__(self, scope: dict[str, Any], maker: Callable[..., Any]) -> None:
        self.scope = scope
        self.kinds: list[Kind] = []
        """The kinds of the leaves."""
        self._maker = maker
        scope["small"] = SMALL

    def text(
        self, value: Any, replaced: Mapping[str, str] | None = None, within: str = "", fixed: bool = False, known: bool = False
    ) -> str:
        """Return text that builds a value, and append its leaves. Small ints of what is ``fixed`` are told to be so.

        ``replaced`` gives other text for some fields, whose names have dots if they are nested; ``within`` begins them.
        """
        kind = type(value)
        if value is None:
            return "None"
        if kind is FunctionType or known:
            return self._name(value)
        if isinstance(whole := kind_of(value), (Container, Text)):
            self.kinds.append(Memory(whole, whole))
            return f"leaf{len(self.kinds) - 1}[0]"
        if not isinstance(whole, Member) and (isinstance(value, tuple) or is_record(value)):
            if isinstance(value, tuple):
                names = getattr(value, "_fields", ())
                texts = [self.text(each, fixed=fixed) for each in value]
            else:
                names, texts = names_of(value), []
                for name in names:
                    path, part = f"{within}{name}", getattr(value, name)
                    text = self.text(part, replaced, f"{path}.", fixed, known_text(kind, name, part))
                    texts.append(replaced.get(path, text) if replaced else text)
            inside = ", ".join(texts)
            if kind is tuple:
                return f"({inside},)" if value else "()"
            return f"{self._name(self._maker(kind, tuple(names)))}({inside})"
        self.kinds.append(whole)
        leaf = f"leaf{len(self.kinds) - 1}"
        return f"small({leaf})" if fixed and whole == INT and fits_half(value) else leaf

    def _name(self, value: Any) -> str:
        name = f"constant{len(self.scope)}"
        self.scope[name] = value
        return name
