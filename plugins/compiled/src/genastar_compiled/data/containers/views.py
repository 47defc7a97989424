"""Views of frozen containers in machine code, with the methods that hooks call. They are compiled where they are used."""

# ruff: noqa: SIM110  # Numba supports loops, but no generator expressions

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from attrs import frozen
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from genastar_compiled.data.containers import stores
from genastar_compiled.data.containers.facts import AnySet
from genastar_compiled.data.containers.key_types import refuse_mixed_lists
from genastar_compiled.data.containers.reading import beside, fetched, hash_key, holds, item_of, kind_of, letter_of, place_of
from genastar_compiled.data.containers.tuples import LISTS_AND_TUPLES, Several, as_tuple, is_list
from genastar_compiled.data.makers import maker
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import TEXTS, Instance, Text
from genastar_compiled.kernel.machine import Value
from genastar_compiled.reach.generated import generated


@frozen(eq=False)
class View:
    """A list or a tuple; which of the two is not known."""

    either: ClassVar[bool] = True
    """Whether the classes derived from this one become this one where they meet."""

    items: Value
    start: Value
    count: Value

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, at: Any) -> Any:
        return item_or_part(self, at)

    def __iter__(self) -> Iterator[Any]:
        for at in range(self.start, self.start + self.count):
            yield item_of(self.items, at)

    def __contains__(self, item: Any) -> bool:
        for at in range(self.start, self.start + self.count):
            if holds(self.items, at, item):
                return True
        return False

    def index(self, item: Any) -> int:
        for at in range(self.start, self.start + self.count):
            if holds(self.items, at, item):
                return at - self.start
        raise ValueError("the item is not in the list")

    def __eq__(self, other: Any) -> Any:
        return same_items(self, other)

    def __ne__(self, other: Any) -> Any:
        return not same_items(self, other)

    def count_of(self, item: Any) -> int:
        found = 0
        for at in range(self.start, self.start + self.count):
            if holds(self.items, at, item):
                found += 1
        return found


@frozen(eq=False)
class ListView(View):
    """A list."""

    def __add__(self, other: Any) -> Any:
        return joined(self, other)

    def __radd__(self, other: Any) -> Any:
        return joined(other, self)

    def copy(self) -> Any:
        return list(self)


@frozen(eq=False)
class TupleView(View):
    """A tuple of texts, of items that differ in length, or of many items."""

    def hash_as_key(self) -> int:
        """Return the same hash as `stores.hash_of_key`."""
        total = 0
        for each in self:
            total = hash_key(total ^ hash_key(each))  # of an int, `stores.mixed`
        return total


@frozen(eq=False)
class _OfTables:
    """One of several tables."""

    tables: Value
    which: Value

    def __len__(self) -> int:
        return self.tables.starts[self.which + 1] - self.tables.starts[self.which]

    def __contains__(self, key: Any) -> bool:
        return place_of(self.tables, self.which, key) >= 0

    def __iter__(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at)


@frozen(eq=False)
class Bag(_OfTables, AnySet):
    """A set that is a field or a constant."""


@frozen(eq=False)
class _Keys(_OfTables):
    """The keys of a dictionary."""


_keys: Final = maker(_Keys, ("tables", "which"))


@frozen(eq=False)
class Table(_OfTables):
    """A dictionary."""

    def __getitem__(self, key: Any) -> Any:
        place = place_of(self.tables, self.which, key)
        if place < 0:
            raise KeyError("the key is not in the dictionary")
        return item_of(self.tables.values, place)

    def get(self, key: Any, default: Any = None) -> Any:
        place, held = place_of(self.tables, self.which, key), self.tables.values
        if place < 0:
            return beside(default, held, default)
        return beside(item_of(held, place), held, default)

    def copy(self) -> Any:
        return {key: self[key] for key in self}

    def keys(self) -> Any:
        return _keys(self.tables, self.which)

    def values(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.values, at)

    def items(self) -> Iterator[tuple[Any, Any]]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at), item_of(self.tables.values, at)


_VIEWS: Final[dict[type | None, type]] = {stores.Rows: View, stores.ListRows: ListView, stores.TupleRows: TupleView}


@by_types()
def item_or_part(view: Any, at: Any) -> Any:
    """Return the item at an index, or the items of a slice."""
    if not isinstance(at, types.SliceType):
        return _checked_item
    if view.cls is View:
        raise TypingError("a slice of what may be a list or a tuple; write list(...) or tuple(...) around the whole")
    return _part_of_list if view.cls is ListView else lambda view, at: as_tuple(_part_of_list(view, at))


def _checked_item(view, at):  # type: ignore[no-untyped-def]
    if at < -view.count or at >= view.count:
        raise IndexError("list index out of range")
    return item_of(view.items, view.start + (at if at >= 0 else at + view.count))


@register_jitable
def _part_of_list(view, at):  # type: ignore[no-untyped-def]
    start, stop, step = at.indices(view.count)
    return [item_of(view.items, view.start + each) for each in range(start, stop, step)]


@by_types(forceinline=True)
def item_at(whole: Any, at: Any) -> Any:
    """Return the item of a string, a list or a tuple at a place from 0 up to its length."""
    if isinstance(whole, types.UnicodeType):
        return letter_of
    return lambda whole, at: item_of(whole.items, whole.start + at)


def with_items(kind: types.Type) -> types.Type | None:
    """Return the type as which `item_at` reads a string, a list or a tuple; ``None`` for anything else."""
    if isinstance(kind, Text):
        return types.unicode_type
    is_view = isinstance(kind, Instance) and issubclass(kind.cls, View)
    return kind if is_view or isinstance(kind, types.UnicodeType) else None


def is_dictionary(kind: types.Type) -> bool:
    """Return whether a value is a dictionary, whose items at the indices from 0 up are not its keys."""
    return isinstance(kind, types.DictType) or (isinstance(kind, Instance) and issubclass(kind.cls, Table))


@by_types()
def joined(left: Any, right: Any) -> Any:
    """Return the sum of two lists, as a list of the hook."""
    for one, other in ((left, "right"), (right, "left")):
        if not (isinstance(one, Instance) and one.cls is ListView) and not is_list(one):
            raise TypingError(f"a list of the solver is added to {one}; write list(...) around that")
        if isinstance(one, Instance) and one.fields["items"] == types.Tuple(()):  # whose items have no type
            return generated(f"def made(left, right):\n    return [each for each in {other}]\n")
    return lambda left, right: _added([each for each in left], [each for each in right])  # noqa: C416


@by_types()
def _added(left: Any, right: Any) -> Any:
    refuse_mixed_lists(left, right)
    return lambda left, right: left + right


@by_types()
def same_items(view: Any, other: Any) -> Any:
    """Return whether a list or a tuple equals another value."""
    if view.cls is View or (isinstance(other, Instance) and other.cls is View):
        raise TypingError(LISTS_AND_TUPLES)
    is_tuple = view.cls is TupleView
    if isinstance(other, (types.Number, types.Boolean, types.NoneType, *TEXTS)):
        return lambda view, other: False
    if isinstance(other, Instance) and issubclass(other.cls, View):
        return _same_as_list if (other.cls is TupleView) == is_tuple else lambda view, other: False
    if isinstance(other, types.BaseTuple):
        if not is_tuple:
            raise TypingError(LISTS_AND_TUPLES)
        tests = "".join(f" and holds(view.items, view.start + {at}, other[{at}])" for at in range(len(other)))
        return generated(f"def made(view, other):\n    return view.count == {len(other)}{tests}\n", {"holds": holds})
    if isinstance(other, types.List):
        return _same_as_list if isinstance(other, Several) == is_tuple else lambda view, other: False
    return None


def _same_as_list(view, other):  # type: ignore[no-untyped-def]
    if view.count != len(other):
        return False
    for at in range(view.count):
        if not holds(view.items, view.start + at, other[at]):
            return False
    return True


@overload(item_of)
def _view_of(store, at):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    """Return the item of a store whose items are containers."""
    kind = kind_of(store)
    if kind in _VIEWS:
        view = maker(_VIEWS[kind], ("items", "start", "count"))
        if store.fields["starts"] == types.none:
            return lambda store, at: view(store.items, at * store.width, store.width)

        def row(store, at):  # type: ignore[no-untyped-def]
            start = fetched(store.starts, at)
            return view(store.items, start, fetched(store.starts, at + 1) - start)

        return row
    if kind is not None and issubclass(kind, stores.Tables):
        make = maker(Bag if store.fields["values"] == types.none else Table, ("tables", "which"))
        return lambda store, at: make(store, at)
    return None
