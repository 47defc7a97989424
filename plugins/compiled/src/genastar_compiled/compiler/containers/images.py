"""Images: containers of Python as they lie in the memory of machine code, which reads the constants of a question there."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Iterable
from collections.abc import Sequence as Items
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from genastar import CannotCompile
from genastar_compiled.compiler.containers.kinds import TEXT, Sequence, Table, Text
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.kinds import Kind, Maybe, Member, Mixed, Real, Record, Truth, Tuple, dtype_of, number_of
from genastar_compiled.compiler.values import kind_of
from genastar_compiled.data.records import compared_names
from genastar_compiled.guards.watched import Held, can_change

_KEPT: Final = 64
"""Number of images to remember."""
_PRIME: Final = 0x100000001B3
_BEGIN: Final = 0xCBF29CE484222325
_WORD: Final = (1 << 64) - 1


class Image(int):
    """The address of a cell with a value."""

    kind: Kind
    kept: list[NDArray[Any]]
    """What the cell leads to."""

    @classmethod
    def of(cls, value: Any) -> Image:
        """Return the image of a value.

        Raises:
            TypeError: it has no kind.
        """
        kind = kind_of(value)
        kept: list[NDArray[Any]] = []
        cell = _column(kind, [value], kept)
        kept.append(cell)
        made = cls(cell.ctypes.data)
        made.kind, made.kept = kind, kept
        return made

    @property
    def words(self) -> list[int]:
        """Return the words that stand in the cell."""
        return self.kept[-1].view(np.int64).tolist()


_known: OrderedDict[int, tuple[Any, Held | None, Image]] = OrderedDict()


def image_of(value: Any) -> Image:
    """Return the image of a value, the same as long as it does not change.

    Raises:
        TypeError: it has no kind.
    """
    known = _known.get(id(value))
    if known is not None and known[0] is value and (known[1] is None or known[1].is_unchanged()):
        return known[2]
    held = Held(value) if can_change(value) else None
    made = Image.of(value)
    if held is None or held.is_unchanged():  # by another thread, meanwhile
        _known[id(value)] = value, held, made
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return made


def has_image(value: object) -> bool:
    """Return whether machine code gets the image of a value in its place."""
    kind = type(value)
    if kind in (list, dict, set, frozenset, bytes, str):
        return True
    return kind is tuple and bool(value) and isinstance(kind_of(value), Sequence)


def expect_image(value: object) -> Image:
    """Return the image of a value.

    Raises:
        NotCovered: it has no kind.
    """
    try:
        return image_of(value)
    except CannotCompile:
        raise
    except TypeError as error:
        raise NotCovered(f"a field: {error}") from None


def find_image(value: object) -> Image | None:
    """Return the image of a value; ``None`` if it no longer has one."""
    try:
        return image_of(value)
    except (TypeError, RecursionError):
        return None


def _column(kind: Kind, values: Items[Any], kept: list[NDArray[Any]]) -> NDArray[Any]:
    """Return values as they lie in memory, one behind the other."""
    dtype = dtype_of(kind)
    match kind:
        case Member():
            return np.array(list(map(number_of, values)), dtype)
        case Mixed():
            made = np.zeros(len(values), dtype)
            made["is_int"] = [type(each) is int for each in values]
            made["bits"] = [each if type(each) is int else np.float64(each).view(np.int64) for each in values]
            return made
        case Text():
            return _texts(values, kept)
        case Sequence():
            return _sequences(kind, values, kept)
        case Table():
            return _tables(kind, values, kept)
        case Maybe():
            made = np.zeros(len(values), dtype)
            there = np.array([each is not None for each in values], bool)
            made["valid"] = there
            if dtype["data"].itemsize:
                made["data"][there] = _column(kind.kind, [each for each in values if each is not None], kept)
            return made
        case Tuple() | Record():
            made = np.zeros(len(values), dtype)
            for name, part, column in zip(dtype.names or (), kind.parts, _parts(kind, values), strict=True):
                if dtype[name].itemsize:
                    made[name] = _column(part, column, kept)
            return made
    return np.array(values, dtype) if dtype.itemsize else np.zeros(len(values), dtype)


def _parts(kind: Tuple | Record, values: Items[Any]) -> list[list[Any]]:
    if isinstance(kind, Tuple):
        return [[each[at] for each in values] for at in range(len(kind.items))]
    for each in values:
        if len(getattr(each, "__dict__", ())) > len(kind.names):
            _refuse_hidden(each, kind)
    return [[getattr(each, name) for each in values] for name in kind.names]


def _refuse_hidden(value: object, kind: Record) -> None:
    """Refuse a record that has an attribute in the place of its class's: machine code knows that of the class."""
    for name in vars(value).keys() - set(kind.names):
        member = inspect.getattr_static(kind.cls, name, None)
        if member is not None and not isinstance(member, cached_property):
            raise CannotCompile(
                f"{kind} cannot be compiled: {name} is set on an object of it, and machine code knows what its class declares; "
                f"declare {name} as a field"
            )


def _texts(values: Items[str], kept: list[NDArray[Any]]) -> NDArray[Any]:
    letters = np.frombuffer("".join(values).encode("utf-32-le", "surrogatepass") or bytes(4), np.uint32)
    kept.append(letters)
    made = np.zeros(len(values), dtype_of(TEXT))
    made["f0"] = letters.ctypes.data + 4 * _begins(map(len, values))
    made["f1"] = list(map(len, values))
    return made


def _begins(counts: Iterable[int]) -> NDArray[np.uint64]:
    """Return where each part of a whole begins."""
    return np.fromiter(accumulate(counts, initial=0), np.uint64)[:-1]


def _sequences(kind: Sequence, values: Items[Any], kept: list[NDArray[Any]]) -> NDArray[Any]:
    data = _column(kind.item, list(chain.from_iterable(values)), kept)
    counts = list(map(len, values))
    heads = np.zeros((len(values), 3), np.uint64)
    heads[:, 0] = data.ctypes.data + data.itemsize * _begins(counts)
    heads[:, 1] = heads[:, 2] = counts
    kept += [data, heads]
    return heads.ctypes.data + heads.strides[0] * np.arange(len(values), dtype=np.uint64)


def _tables(kind: Table, values: Items[Any], kept: list[NDArray[Any]]) -> NDArray[Any]:
    keys = list(chain.from_iterable(values))
    entries = np.zeros(len(keys), dtype_of(kind.entry))
    if entries.dtype["f0"].itemsize:
        entries["f0"] = _column(kind.key, keys, kept)
    if entries.dtype["f1"].itemsize:
        entries["f1"] = _column(kind.value, list(chain.from_iterable(each.values() for each in values)), kept)
    entries["f2"] = True
    counts = list(map(len, values))
    begins = _begins(counts)
    hashes = _hashes(kind.key, keys).tolist()
    heads = np.zeros((len(values), 6), np.uint64)
    for at, (begin, count) in enumerate(zip(begins.tolist(), counts, strict=True)):
        slots = _slots(hashes[begin : begin + count])
        kept.append(slots)
        heads[at] = (entries.ctypes.data + entries.itemsize * begin, count, count, count, slots.ctypes.data, len(slots) - 1)
    kept += [entries, heads]
    return heads.ctypes.data + heads.strides[0] * np.arange(len(values), dtype=np.uint64)


def _slots(hashes: list[int]) -> NDArray[Any]:
    """Return the slots of a table, as `tables.enter` fills them."""
    size = 8
    while size < 2 * len(hashes):
        size *= 2
    slots = [0] * size
    for number, place in enumerate(hashes):
        place &= size - 1
        while slots[place]:
            place = (place + 1) & (size - 1)
        slots[place] = number + 1
    return np.array(slots, np.int32)


def _hashes(kind: Kind, values: Items[Any]) -> NDArray[np.uint64]:
    """Return what the primitive ``hash_of`` gives of each value."""
    made = np.zeros(len(values), np.uint64)
    for word in _words(kind, values):
        made = (made ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        made ^= made >> np.uint64(32)
        made *= np.uint64(0x94D049BB133111EB)
        made ^= made >> np.uint64(29)
    return made & np.uint64(_WORD >> 1)


def _words(kind: Kind, values: Items[Any]) -> list[NDArray[np.uint64]]:
    match kind:
        case Text():
            return [np.array([_folded(_BEGIN, map(ord, each)) for each in values], np.uint64)]
        case Sequence():
            hashes = _hashes(kind.item, list(chain.from_iterable(values))).tolist()
            ends = list(accumulate(map(len, values), initial=0))
            parts = [hashes[one:other] for one, other in pairwise(ends)]
            return [np.array([_folded(len(each), each) for each in parts], np.uint64)]
        case Table():
            inside = _hashes(kind.key, list(chain.from_iterable(values)))
            sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(inside, dtype=np.uint64)))
            counts = np.array([0, *map(len, values)])
            return [np.diff(sums[np.cumsum(counts)]) + counts[1:].astype(np.uint64)]
        case Real():
            numbers = np.array(values, np.float64) + 0.0
            if np.isnan(numbers).any():
                raise TypeError("a NaN in a set, or as a key")
            return [numbers.view(np.uint64)]
        case Truth():
            return [np.array(values, np.uint64)]
        case Mixed():
            raise TypeError("keys that are ints and floats; make all of them one")
        case Member():
            return [np.array(list(map(number_of, values)), np.int64).view(np.uint64)]
        case Maybe():
            there = np.array([each is not None for each in values], np.uint64)
            return [there, *_words(kind.kind, [0 if each is None else each for each in values])]
        case Record():
            wanted = compared_names(kind.cls) or ()
            pairs = zip(kind.names, kind.kinds, _parts(kind, values), strict=True)
            return [word for name, part, column in pairs if name in wanted for word in _words(part, column)]
        case Tuple():
            columns = zip(kind.items, _parts(kind, values), strict=True)
            return [word for part, column in columns for word in _words(part, column)]
    return [np.array(values, np.int64).view(np.uint64)] if kind.leaves else []


def _folded(begin: int, numbers: Iterable[int]) -> int:
    for each in numbers:
        begin = ((begin ^ each) * _PRIME) & _WORD
    return begin
