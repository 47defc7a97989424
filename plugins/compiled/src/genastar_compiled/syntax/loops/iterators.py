"""Iterators of ``reverse_edges`` and `itertools`. What Python reads when it calls the original is read at the call here too."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.deques import changes_of
from genastar_compiled.data.containers.tuples import Several, tuple_from
from genastar_compiled.data.containers.views import is_dictionary
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import Instance
from genastar_compiled.reach.generated import generated


@by_types(lambda items: (items, len(items), 0))
def begun_backwards(items: Any) -> Any:
    """Return a sequence, its length and the number of its changes: ``reverse_edges`` reads them when it is called."""
    if isinstance(items, Instance) and hasattr(items.cls, "__reversed__"):
        raise TypingError(f"reversed() calls {items.cls.__qualname__}.__reversed__; call a method of another name")
    if is_dictionary(items):
        raise TypingError("reversed() of a dictionary is not supported; write reversed(list(...))")
    return lambda items: (items, len(items), changes_of(items))


def backwards(begun: Any) -> Iterator[Any]:
    """Do the same as ``reverse_edges``, for a sequence."""
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
    """Return a sequence of these items: of a dictionary, a list of its keys; of a range and of an iterator, one too."""
    is_other = is_dictionary(items) or isinstance(items, (types.RangeType, types.IteratorType))
    return (lambda items: [each for each in items]) if is_other else (lambda items: items)  # noqa: C416


@by_types(tuple)
def pool_of(items: Any) -> Any:
    """Return the items as they are now: ``itertools.product`` reads all of them when it is called."""
    may_change = isinstance(items, types.List) and not isinstance(items, Several) and not items.reflected
    return (lambda items: items.copy()) if may_change else (lambda items: in_order(items))


MOST: Final = 6
"""Iterables that one call takes, or items that each of its tuples has, at most."""


def _nested(name: str, parameters: str, loops: list[str], item: str) -> Callable[..., Any]:
    """Return a generator of the items of loops inside each other."""
    lines = [f"{'    ' * depth}{loop}" for depth, loop in enumerate(loops, 1)]
    text = "\n".join([f"def {name}({parameters}):", *lines, f"{'    ' * (len(loops) + 1)}yield {item}"])
    return generated(f"{text}\n")


@cache
def product_of(count: int) -> Callable[..., Any]:
    """Return the function that does the same as ``itertools.product`` of so many iterables."""
    loops = [f"for item{at} in items{at}:" for at in range(count)]
    return _nested(f"product_of_{count}", _each("items", count), loops, f"({_each('item', count)})")


def pools_of(iterables: Any) -> list[Any]:
    """Return the items of each iterable as they are now."""
    return [pool_of(each) for each in iterables]


def repeated(items: Any, count: int) -> list[Any]:
    """Return the items as they are now, so many times."""
    if count < 0:
        raise ValueError("repeat argument cannot be negative")
    pool = pool_of(items)
    return [pool for _ in range(count)]


def product_of_any(pools: Any) -> Iterator[Any]:
    """Do the same as ``itertools.product(*pools)``: the last place changes first."""
    places = [0 for _ in pools]
    place = 0
    for pool in pools:
        if len(pool) == 0:
            place = -1
    while place >= 0:
        yield tuple_from([pool[at] for pool, at in zip(pools, places)])  # noqa: B905
        place = len(pools) - 1
        while place >= 0 and places[place] + 1 == len(pools[place]):
            places[place] = 0
            place -= 1
        if place >= 0:
            places[place] += 1


@cache
def chain_of(count: int) -> Callable[..., Any]:
    """Return the function that does the same as ``itertools.chain`` of so many iterables."""
    loops = "".join(f"    for item in items{at}:\n        yield item\n" for at in range(count))
    return generated(f"def chain_of_{count}({_each('items', count)}):\n{loops}")


@cache
def chosen_of(original: Callable[..., Any], size: int) -> Callable[..., Any]:
    """Return the function that does the same as ``itertools.combinations`` or ``permutations`` of this size."""
    loops = []
    for at in range(size):
        if original is itertools.permutations:
            others = "".join(f" and place{at} != place{other}" for other in range(at))
            loops += [f"for place{at} in range(len(items)):", *[f"if {others[5:]}:" for _ in others[:1]]]
        else:
            first = "0" if not at else f"place{at - 1}" + " + 1" * (original is itertools.combinations)
            loops.append(f"for place{at} in range({first}, len(items)):")
    inside = "".join(f"items[place{at}], " for at in range(size))
    return _nested(f"{original.__name__}_of_{size}", "items", loops, f"({inside})")


def _each(stem: str, count: int) -> str:
    return "".join(f"{stem}{at}, " for at in range(count))


def flattened(items: Any) -> Iterator[Any]:
    """Do the same as ``itertools.chain.from_iterable``."""
    for each in items:
        for item in each:  # noqa: UP028  # Numba knows no ``yield from``
            yield item


def neighbours(items: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``itertools.pairwise``, for a sequence."""
    for first in range(len(items) - 1):
        yield items[first], items[first + 1]


def zipped(one: Any, two: Any) -> Iterator[tuple[Any, Any]]:
    """Do the same as ``zip(one, two, strict=True)``, for sequences."""
    for at in range(min(len(one), len(two))):
        yield one[at], two[at]
    if len(one) != len(two):
        raise ValueError("zip() argument 2 differs in length from argument 1")


AT_THE_CALL: Final[dict[object, Callable[[Any], Any]]] = {
    itertools.product: pool_of,
    itertools.combinations: pool_of,
    itertools.combinations_with_replacement: pool_of,
    itertools.permutations: pool_of,
    itertools.pairwise: in_order,
} | {reversed: begun_backwards}
"""What a call does to each argument; the rest is done when the items are asked for."""

OF_SIZE: Final = (itertools.combinations, itertools.combinations_with_replacement, itertools.permutations)
"""Functions whose second argument is the size of the tuples that they give."""
OF_SEVERAL: Final[dict[object, Callable[[int], Callable[..., Any]]]] = {
    itertools.product: product_of,
    itertools.chain: chain_of,
}
"""What makes the stand-in of a function for a number of arguments."""
