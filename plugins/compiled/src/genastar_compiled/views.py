"""What machine code sees of a frozen container, with the methods that hooks call. They are compiled where they are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from genastar_compiled.machine import Value
from genastar_compiled.reading import holds, item_of, place_of
from genastar_compiled.values import is_constant


@is_constant
@frozen(eq=False)
class View:
    """A list, or a tuple whose items differ in length."""

    items: Value
    start: Value
    count: Value

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, at: Any) -> Any:
        if at < -self.count or at >= self.count:
            raise IndexError("list index out of range")
        return item_of(self.items, self.start + (at if at >= 0 else at + self.count))

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

    def count_of(self, item: Any) -> int:
        found = 0
        for at in range(self.start, self.start + self.count):
            if holds(self.items, at, item):
                found += 1
        return found


@is_constant
@frozen(eq=False)
class Bag:
    """A set."""

    tables: Value
    which: Value

    def __len__(self) -> int:
        return self.tables.starts[self.which + 1] - self.tables.starts[self.which]

    def __contains__(self, item: Any) -> bool:
        return place_of(self.tables, self.which, item) >= 0

    def __iter__(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at)

    def __le__(self, other: Any) -> bool:
        for item in self:
            if item not in other:
                return False
        return True

    def __ge__(self, other: Any) -> bool:
        for item in other:
            if item not in self:
                return False
        return True

    def __eq__(self, other: Any) -> bool:  # type: ignore[override]
        return len(self) == len(other) and self <= other

    def __ne__(self, other: Any) -> bool:  # type: ignore[override]
        return not (len(self) == len(other) and self <= other)

    def issubset(self, other: Any) -> bool:
        return self <= other

    def issuperset(self, other: Any) -> bool:
        return self >= other

    def isdisjoint(self, other: Any) -> bool:
        for item in self:
            if item in other:
                return False
        return True

    def __or__(self, other: Any) -> Any:
        found = {item for item in self}  # noqa: C416
        for item in other:
            found.add(item)
        return found

    def __and__(self, other: Any) -> Any:
        return {item for item in self if item in other}

    def __sub__(self, other: Any) -> Any:
        return {item for item in self if item not in other}

    def __ror__(self, other: Any) -> Any:
        found = {item for item in other}  # noqa: C416
        for item in self:
            found.add(item)
        return found

    def __rand__(self, other: Any) -> Any:
        return {item for item in other if item in self}

    def __rsub__(self, other: Any) -> Any:
        return {item for item in other if item not in self}


@is_constant
@frozen(eq=False)
class Table:
    """A dictionary."""

    tables: Value
    which: Value

    def __len__(self) -> int:
        return self.tables.starts[self.which + 1] - self.tables.starts[self.which]

    def __getitem__(self, key: Any) -> Any:
        place = place_of(self.tables, self.which, key)
        if place < 0:
            raise KeyError("the key is not in the dictionary")
        return item_of(self.tables.values, place)

    def get(self, key: Any, default: Any = None) -> Any:
        place = place_of(self.tables, self.which, key)
        return default if place < 0 else item_of(self.tables.values, place)

    def __contains__(self, key: Any) -> bool:
        return place_of(self.tables, self.which, key) >= 0

    def __iter__(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at)

    def keys(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at)

    def values(self) -> Iterator[Any]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.values, at)

    def items(self) -> Iterator[tuple[Any, Any]]:
        for at in range(self.tables.starts[self.which], self.tables.starts[self.which + 1]):
            yield item_of(self.tables.keys, at), item_of(self.tables.values, at)
