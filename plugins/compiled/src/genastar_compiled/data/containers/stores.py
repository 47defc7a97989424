"""Python containers as numpy arrays, which machine code can read.

The items of a dictionary, a frozenset, a list of lists or a tuple of texts lie one after another in *stores*, and an
open-addressing table of 64-bit slots finds the keys. `reading` is the machine code that reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from enum import Enum
from itertools import chain
from typing import Any, ClassVar, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_compiled.data.values.records import field_names, has_fields, hidden_by, hides_nothing
from genastar_compiled.failures.words import IN_PYTHON
from genastar_compiled.reach.names import module_of

Store = Any
"""Items of one kind: an array of numbers, or one of the classes below."""

LONGEST_ROW: Final = 64
"""Maximum length of equally long tuples that stay tuples in machine code; longer ones become views."""


@frozen(eq=False)
class Numbers:
    """Ints and floats together: the bits of each, and whether they are an int."""

    bits: NDArray[np.int64]
    whole: NDArray[np.bool_]


@frozen(eq=False)
class Lines:
    """Strings of about one length, as the rows of a matrix: ASCII in bytes, or as wide as each of them has in CPython."""

    letters: NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
    lengths: NDArray[np.int64] | None
    """``None`` if all are as long as a row."""


@frozen(eq=False)
class Texts:
    """Strings as CPython has them, which machine code reads where they lie: 1, 2 or 4 bytes a letter."""

    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]
    """The first byte of each, and the end."""
    lengths: NDArray[np.int64] | None
    """``None`` if all strings are ASCII, as are the next two."""
    kinds: NDArray[np.int32] | None
    """The bytes of a letter."""
    ascii: NDArray[np.bool_] | None
    """Whether all letters of a string are ASCII."""


@frozen(eq=False)
class Columns:
    """Tuples of one length: a store for each index."""

    parts: tuple[Store, ...]


@frozen(eq=False)
class ListColumns(Columns):
    """Lists of one length, which hooks see as `tuples.OfList`."""


@frozen(eq=False)
class Records:
    """Values of a class with fields: a store for each field. `KINDS` maps the stored name to the class."""

    kind: str
    parts: tuple[Store, ...]


@frozen(eq=False)
class Members:
    """Members of an enum: their values."""

    kind: str
    values: Store


@frozen(eq=False)
class Rows:
    """Lists and tuples of any length, concatenated."""

    items: Store
    starts: NDArray[np.int64] | None
    """``None`` if all have one length."""
    width: int
    """That length."""


@frozen(eq=False)
class ListRows(Rows):
    """Lists of any length, concatenated."""


@frozen(eq=False)
class TupleRows(Rows):
    """Tuples of any length, concatenated."""


@frozen(eq=False)
class Tables:
    """Dictionaries, or sets if there are no values: their items and their slots, concatenated; and an empty one at the end."""

    either: ClassVar[bool] = True
    """Whether the classes derived from this one become this one where they meet."""

    keys: Store
    values: Store
    starts: NDArray[np.int64]
    slots: NDArray[np.int64]
    slot_starts: NDArray[np.int64]


@frozen(eq=False)
class FrozenTables(Tables):
    """Frozensets, which may be positions."""


KINDS: Final[dict[str, type]] = {}
"""Classes by their names in `Records` and `Members`."""


NUMBERS_OF_DATES: Final = "; give a number, such as date.toordinal() or int(datetime.timestamp())"


_TWO_FLOATS: Final = "write two floats, such as (1.0, 0.0) for 1 + 0j, and complex(real, imag) where they are read"


def _instead(item: object) -> str:
    """Return what to write instead of an item."""
    if isinstance(item, complex):
        return f"; {_TWO_FLOATS}"
    if isinstance(item, date):
        return NUMBERS_OF_DATES
    return "; choose functions by if and else, or by match" if callable(item) else ""


def store_of(items: Iterable[Any], may_be_map: bool = False) -> Store:
    """Return items of one kind as a store.

    Args:
        items: what to store.
        may_be_map: whether rows of one length, as maps have them, get a store of their own. It has a program of its own.

    Raises:
        TypeError: the items differ in kind, or their kind is not supported in machine code.
    """
    items = list(items)
    kinds = {type(item) for item in items}
    if not items:
        return np.zeros(0, dtype=np.int64)
    if kinds <= {int, float} or kinds == {bool}:
        return _numbers(items, kinds)
    if kinds == {str}:
        return (may_be_map and _lines(items)) or _texts(items)
    if kinds <= {tuple, list}:
        return _rows(items, may_be_map)
    if kinds <= {dict} or kinds <= {set, frozenset}:
        return tables_of(items)
    if len(kinds) == 1:
        (kind,) = kinds
        if issubclass(kind, Enum) and issubclass(kind, str):  # a text in machine code
            if any(str(item) != item.value for item in items):
                raise TypeError(
                    f"a container of members of {kind.__name__} is not supported in machine code; "
                    "derive it from Enum alone, or from StrEnum if its members are used as texts"
                )
            return store_of([item.value for item in items])
        if issubclass(kind, Enum):
            return Members(_name_of(kind), store_of([item.value for item in items]))
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return Records(_name_of(kind), tuple(store_of(column) for column in zip(*items, strict=True)))
        if has_fields(kind):
            for item in items if hasattr(items[0], "__dict__") and not hides_nothing(items, kind) else ():
                if (hidden := hidden_by(item, vars(item))) is not None:
                    raise TypeError(
                        f"{hidden} is set on a {kind.__name__} itself, in place of its class's; declare it as a field"
                    )
            columns = [(f"{kind.__name__}.{name}", [getattr(item, name) for item in items]) for name in field_names(kind)]
            return Records(_name_of(kind), tuple(_column(*each) for each in columns))
        raise TypeError(
            f"an item of the type {kind.__name__} inside a container is not supported in machine code{_instead(items[0])}"
        )
    names = ", ".join(sorted({IN_PYTHON.get(kind.__name__, kind.__name__) for kind in kinds}))
    mend = (
        "write a value that means nothing, such as -1 or '', in place of None"
        if type(None) in kinds
        else _TWO_FLOATS
        if complex in kinds
        else "give its items one type"
    )
    raise TypeError(f"a container of values of several types ({names}) is not supported in machine code; {mend}")


def _column(known_as: str, values: list[Any]) -> Store:
    """Return the store of a field of records, by whose name it is refused."""
    try:
        return store_of(values)
    except TypeError as error:
        raise TypeError(f"{known_as}: {error}") from None


def is_flat(store: Store) -> bool:
    """Return whether a store has numbers or strings, or lists and tuples of these, and nothing else."""
    inside = [store.items] if isinstance(store, Rows) else store.parts if isinstance(store, Columns) else [store]
    return all(isinstance(each, (np.ndarray, Numbers, Lines, Texts)) for each in inside)


def _numbers(items: list[Any], kinds: set[type]) -> Store:
    try:
        if len(kinds) == 1:
            return np.array(items, dtype=np.bool_ if bool in kinds else np.float64 if float in kinds else np.int64)
        whole = np.array([type(item) is int for item in items])
        ints = np.array([item if type(item) is int else 0 for item in items], dtype=np.int64)
        return Numbers(np.where(whole, ints, np.array(items, dtype=np.float64).view(np.int64)), whole)
    except OverflowError:
        raise TypeError("an int inside a container is beyond the 64 bits of a machine's integer") from None


def _rows(items: list[Any], may_be_map: bool) -> Store:
    lengths = {len(item) for item in items}
    kinds = {type(item) for item in items}
    longest = LONGEST_ROW if kinds == {tuple} else 8
    if len(kinds) == len(lengths) == 1 and 0 < max(lengths) <= longest:
        kind = Columns if kinds == {tuple} else ListColumns
        return kind(tuple(store_of(column) for column in zip(*items, strict=True)))
    rows = Rows if len(kinds) > 1 else TupleRows if kinds == {tuple} else ListRows
    store = store_of(chain.from_iterable(items), may_be_map)
    return rows(store, None, max(lengths)) if may_be_map and len(lengths) == 1 else rows(store, _starts(items), 0)


_CODECS: Final = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}
"""Codecs by the bytes of a letter."""


def _lines(items: list[str]) -> Lines | None:
    """Return strings as a matrix; ``None`` if they differ in kind, or if it would have many empty places."""
    whole, lengths = "".join(items), set(map(len, items))
    width, kind = max(lengths), _kind_of(whole)
    is_even = whole.isascii() or (kind > 1 and all(_kind_of(each) == kind for each in items))
    if not is_even or width * len(items) > 2 * len(whole) + LONGEST_ROW:
        return None
    filled = whole if len(lengths) == 1 else "".join([each.ljust(width, "\0") for each in items])
    letters = np.frombuffer(_encoded(filled, kind), f"u{kind}").reshape(len(items), width)
    return Lines(letters, None if len(lengths) == 1 else np.array(list(map(len, items)), np.int64))


def _texts(items: list[str]) -> Texts:
    whole = "".join(items)
    if whole.isascii():
        return Texts(np.frombuffer(whole.encode(), np.uint8), _starts(items), None, None, None)
    kinds = list(map(_kind_of, items))
    parts = [_encoded(*each) for each in zip(items, kinds, strict=True)]
    parts = [part + bytes(-len(part) % 4) for part in parts]  # so that each begins where a letter of 4 bytes may
    return Texts(
        np.frombuffer(b"".join(parts), np.uint8),
        _starts(parts),
        np.array(list(map(len, items)), np.int64),
        np.array(kinds, np.int32),
        np.array(list(map(str.isascii, items))),
    )


def _kind_of(text: str) -> int:
    """Return the bytes of a letter, as CPython has the string."""
    if text.isascii():
        return 1
    largest = max(text)
    return 1 if largest < "\u0100" else 2 if largest < "\U00010000" else 4


def _encoded(text: str, kind: int) -> bytes:
    return text.encode(_CODECS[kind], "surrogatepass")


def _starts(items: Sequence[Any]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum([len(item) for item in items]))).astype(np.int64)


def _name_of(kind: type) -> str:
    name = f"{module_of(kind)}.{kind.__qualname__}"
    while KINDS.setdefault(name, kind) is not kind:  # another class of the same name, for example made by a function
        name += "'"
    return name


def tables_of(items: list[Any]) -> Tables:
    """Return dictionaries, or sets, as tables."""
    keys = [*map(list, items), []]
    held = store_of(chain.from_iterable(keys))
    if _holds_nan(held):
        raise TypeError(
            "a set, or a key of a dictionary, is NaN, which Python finds only if it is the same object; leave it out"
        )
    slots, slot_starts = [], [0]
    for each in keys:
        slots.append(_slots(each))
        slot_starts.append(slot_starts[-1] + len(slots[-1]))
    kind = FrozenTables if all(type(each) is frozenset for each in items) else Tables
    return kind(
        held,
        store_of(chain.from_iterable(each.values() for each in items)) if isinstance(items[0], dict) else None,
        _starts(keys),
        np.concatenate(slots),
        np.array(slot_starts, dtype=np.int64),
    )


def _holds_nan(store: Store) -> bool:
    """Return whether a number in a store is NaN."""
    if isinstance(store, Numbers):
        return bool(np.isnan(store.bits.view(np.float64)[~store.whole]).any())
    if isinstance(store, (Columns, Records)):
        return any(map(_holds_nan, store.parts))
    return isinstance(store, np.ndarray) and store.dtype == np.float64 and bool(np.isnan(store).any())


def _slots(keys: list[Any]) -> NDArray[np.int64]:
    """Return the slots of the keys: at their hash, or at the next free slot. At most half of the slots are taken."""
    size = 2
    while size < 2 * len(keys):
        size *= 2
    found = [-1] * size
    for place, key in enumerate(keys):
        slot = hash_of_key(key) & (size - 1)
        while found[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        found[slot] = place
    return np.array(found, dtype=np.int64)


FACTOR: Final = 0x9E3779B97F4A7C15
"""2**64 divided by the golden ratio (Knuth, The Art of Computer Programming, vol. 3, 6.4)."""
_WORD: Final = (1 << 64) - 1


def mixed(number: int) -> int:
    """Return a hash of a 64-bit number, from 0 to 2**31 - 1."""
    return ((number & _WORD) * FACTOR & _WORD) >> 33


def hash_of_key(key: Any) -> int:
    """Return the hash of a key, as `reading.hash_key` computes it."""
    if isinstance(key, (bool, int)) and not isinstance(key, Enum):
        return mixed(key)
    if isinstance(key, float):
        is_whole = -(2.0**63) <= key < 2.0**63 and key == key // 1
        return mixed(int(key) if is_whole else int(key * 1024.0) if abs(key) < 2.0**50 else 0)
    if isinstance(key, Enum):
        return hash_of_key(key.value)
    if isinstance(key, str):
        total = len(key)
        for each in key:
            total = mixed(total ^ ord(each))
        return total
    if isinstance(key, frozenset):
        total = len(key)
        for each in key:
            total ^= mixed(hash_of_key(each))  # in whatever order
        return mixed(total)
    total = 0
    for part in key if isinstance(key, tuple) else [getattr(key, name) for name in field_names(type(key))]:
        total = mixed(total ^ hash_of_key(part))
    return total
