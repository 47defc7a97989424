"""Frozensets in machine code: what all sets do, those that hooks make or positions have, and the empty one."""

# ruff: noqa: SIM110, UP028  # Numba supports loops, but neither generator expressions nor yield from

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from attrs import frozen
from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.key_types import differs, is_among
from genastar_compiled.data.containers.reading import hash_key
from genastar_compiled.data.makers import maker
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import Instance
from genastar_compiled.kernel.machine import Value

SEVERAL_LENGTHS: Final = (
    "a frozenset has tuples of several lengths; write a text in place of each, such as ''.join(row), "
    "or tuples of one length, filled up with '' or -1"
)


class AnySet(Collection[Any]):
    """Operations of every set that has a length, a membership test, and an iterator."""

    def __le__(self, other: Any) -> bool:
        for each in self:
            if each not in other:
                return False
        return True

    def __ge__(self, other: Any) -> bool:
        for each in other:
            if each not in self:
                return False
        return True

    def __lt__(self, other: Any) -> bool:
        return len(self) < len(other) and self <= other

    def __gt__(self, other: Any) -> bool:
        return len(self) > len(other) and self >= other

    def __eq__(self, other: Any) -> bool:
        return len(self) == len(other) and self <= other

    def __ne__(self, other: Any) -> bool:
        return not (len(self) == len(other) and self <= other)

    def isdisjoint(self, other: Any) -> bool:
        for each in self:
            if each in other:
                return False
        return True

    def __or__(self, other: Any) -> Any:
        return with_all(self, other)

    def __ror__(self, other: Any) -> Any:
        return with_all(other, self)

    def __and__(self, other: Any) -> Any:
        return facts([each for each in self if each in other])

    def __rand__(self, other: Any) -> Any:
        return facts([each for each in other if each in self])

    def __sub__(self, other: Any) -> Any:
        return facts([each for each in self if each not in other])

    def __rsub__(self, other: Any) -> Any:
        return facts([each for each in other if each not in self])

    def __xor__(self, other: Any) -> Any:
        found = [each for each in self if each not in other]
        for each in other:
            if each not in self:
                join(found, each)
        return facts(found)

    def hash_as_key(self) -> int:
        """Return the same hash as `stores.hash_of_key`."""
        total = len(self)
        for each in self:
            total ^= hash_key(hash_key(each))  # of an int, `stores.mixed`
        return hash_key(total)

    issubset = __le__
    issuperset = __ge__
    union = __or__
    intersection = __and__
    difference = __sub__
    symmetric_difference = __xor__


@frozen(eq=False)
class Facts(AnySet):
    """A frozenset made by a hook or given as a position: a list without duplicates."""

    items: Value

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: Any) -> bool:
        return is_among(self.items, item)

    def __iter__(self) -> Iterator[Any]:
        for each in self.items:
            yield each

    def __hash__(self) -> int:
        return self.hash_as_key()


facts = maker(Facts, ("items",))


@frozen(eq=False)
class NoFacts(AnySet):
    """An empty frozenset that a hook makes: its items have no type."""

    def __len__(self) -> int:
        return 0

    def __contains__(self, item: Any) -> bool:
        return False

    def __iter__(self) -> Iterator[Any]:
        return items_of_none(self)

    def __le__(self, other: Any) -> bool:
        return True

    def __or__(self, other: Any) -> Any:
        return facts_of(other)

    def __and__(self, other: Any) -> Any:
        return self

    __sub__ = __and__
    issubset, union = __le__, __or__


no_facts = maker(NoFacts, ())


@by_types()
def items_of_none(items: Any) -> Any:
    """Refuse at compile time to give the items of an empty frozenset."""
    raise TypingError(
        "the items of frozenset() are used, which have no type; write items - items, of a frozenset that has some"
    )


@by_types()
def with_all(items: Any, other: Any) -> Any:
    """Return the items of a list, and those of another iterable that it does not contain."""
    if isinstance(other, Instance) and other.cls is NoFacts:
        return lambda items, other: facts([each for each in items])  # noqa: C416
    return _with_all


def _with_all(items, other):  # type: ignore[no-untyped-def]
    found = [each for each in items]  # noqa: C416
    for each in other:
        if not is_among(found, each):
            join(found, each)
    return facts(found)


@by_types()
def join(items: Any, item: Any) -> Any:
    """Append an item to the items of a frozenset; refuse one of another type."""
    if all(isinstance(each, types.BaseTuple) for each in (items.dtype, item)) and len(items.dtype) != len(item):
        raise TypingError(SEVERAL_LENGTHS)
    if differs(items.dtype, item):
        raise TypingError(f"frozensets of {items.dtype} and of {types.unliteral(item)} are joined; give their items one type")
    return lambda items, item: items.append(item)


def facts_of(items: Any) -> Any:
    """Return ``frozenset(items)``."""
    found = [each for each in items]  # noqa: C416
    return with_all(found[:0], found)
