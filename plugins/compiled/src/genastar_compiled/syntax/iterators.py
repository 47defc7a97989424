"""Iterators of ``reversed`` and `itertools`. What Python reads when it calls the original is read at the call here too."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.deques import changes_of
from genastar_compiled.data.tuples import Several
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values import Instance
from genastar_compiled.data.views import is_dictionary


@by_types(lambda items: (items, len(items), 0))
def begun_backwards(items: Any) -> Any:
    """Return a sequence, its length and the number of its changes: ``reversed`` reads them when it is called."""
    if isinstance(items, Instance) and hasattr(items.cls, "__reversed__"):
        raise TypingError(f"reversed() calls {items.cls.__qualname__}.__reversed__; call a method of another name")
    if is_dictionary(items):
        raise TypingError("reversed() of a dictionary is not supported; write reversed(list(...))")
    return lambda items: (items, len(items), changes_of(items))


def backwards(begun: Any) -> Iterator[Any]:
    """Do the same as ``reversed``, for a sequence."""
    items, at, changes = begun
    while at > 0:
        if changes_of(items) != changes:
            raise RuntimeError("deque mutated during iteration")
        if at > len(items):
            break
        at -= 1
        yield items[at]


@by_types(lambda items: items)
def in_order(items: Any) -> Any:
    """Return a sequence of these items: of a dictionary, a list of its keys."""
    return (lambda items: list(items)) if is_dictionary(items) else (lambda items: items)


@by_types(tuple)
def pool_of(items: Any) -> Any:
    """Return the items as they are now: ``itertools.product`` reads all of them when it is called."""
    may_change = isinstance(items, types.List) and not isinstance(items, Several) and not items.reflected
    return (lambda items: items.copy()) if may_change else (lambda items: in_order(items))


def product_of_two(one: Any, two: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``itertools.product``."""
    for a in one:
        for b in two:
            yield a, b


def product_of_three(one: Any, two: Any, three: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Do the same as ``itertools.product``."""
    for a in one:
        for b in two:
            for c in three:
                yield a, b, c


def pairs(items: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``itertools.combinations(items, 2)``."""
    for first in range(len(items)):
        for second in range(first + 1, len(items)):
            yield items[first], items[second]


def triples(items: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Do the same as ``itertools.combinations(items, 3)``."""
    for first in range(len(items)):
        for second in range(first + 1, len(items)):
            for third in range(second + 1, len(items)):
                yield items[first], items[second], items[third]


def ordered_pairs(items: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``itertools.permutations(items, 2)``."""
    for first in range(len(items)):
        for second in range(len(items)):
            if first != second:
                yield items[first], items[second]


def neighbours(items: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``itertools.pairwise``, for a sequence."""
    for first in range(len(items) - 1):
        yield items[first], items[first + 1]


def one_after_another(one: Any, two: Any) -> Iterator[Any]:
    """Do the same as ``itertools.chain``."""
    for item in one:
        yield item
    for item in two:
        yield item


def zipped(one: Any, two: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``zip(one, two, strict=True)``, for sequences."""
    for at in range(min(len(one), len(two))):
        yield one[at], two[at]
    if len(one) != len(two):
        raise ValueError("zip() argument 2 differs in length from argument 1")


AT_THE_CALL: Final[dict[object, Callable[[Any], Any]]] = {
    itertools.product: pool_of,
    itertools.combinations: pool_of,
    itertools.permutations: pool_of,
    itertools.pairwise: in_order,
} | {reversed: begun_backwards}
"""What a call does to each argument; the rest is done when the items are asked for."""

BY_SIZE: Final[dict[object, dict[int, Callable[..., Any]]]] = {
    itertools.combinations: {2: pairs, 3: triples},
    itertools.permutations: {2: ordered_pairs},
}
"""Stand-ins by the original function and its constant second argument."""
