"""Python's functions over what comes one after another, written in Python: they are inlined like a user's generators.

A variable that is given ``...`` has no value; conditions see to it that it is not read.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, Final

from genastar_compiled.compiler.containers.kinds import Iterator as Iterated
from genastar_compiled.compiler.kinds import BOOL, INT, Kind
from genastar_compiled.compiler.kinds_of_code import Yielding
from genastar_compiled.compiler.library import distances, integers

_NOTHING: Any = ...
"""A variable has no value yet."""


def some(items: Any) -> bool:
    """Return what ``any`` returns."""
    for each in items:  # noqa: SIM110
        if each:
            return True
    return False


def every(items: Any) -> bool:
    """Return what ``all`` returns."""
    for each in items:  # noqa: SIM110
        if not each:
            return False
    return True


def some_of_list(items: Any) -> bool:
    """Return what ``any`` returns of a list, which makes all of its items."""
    found = False
    for each in items:
        if each:
            found = True
    return found


def every_of_list(items: Any) -> bool:
    """Return what ``all`` returns of a list, which makes all of its items."""
    found = True
    for each in items:
        if not each:
            found = False
    return found


def total(items: Any, start: Any = 0) -> Any:
    """Return what ``sum`` returns."""
    for each in items:
        start = start + each
    return start


def total_of_floats(items: Any, start: Any = 0) -> Any:
    """Return what ``sum`` returns of floats since Python 3.12, which adds what each sum has lost (Neumaier 1974)."""
    is_some, high, low = False, float(start), 0.0
    for each in items:
        is_some, moved = True, high + each
        if isinstance(each, float):
            low += (high - moved) + each if abs(high) >= abs(each) else (each - moved) + high
        high = moved
    if not is_some:
        return start
    return high + low if low and abs(low) < math.inf else high


def product(items: Any, *, start: Any = 1) -> Any:
    """Return what `math.prod` returns."""
    for each in items:
        start = start * each
    return start


def smallest(items: Any, *, key: Any = None, default: Any = ...) -> Any:
    """Return what ``min`` returns."""
    is_first, best, best_rank = True, _NOTHING, _NOTHING
    for each in items:
        rank = each if key is None else key(each)
        if is_first or rank < best_rank:
            best, best_rank, is_first = each, rank, False
    if is_first:
        if default is ...:
            raise ValueError("min() arg is an empty sequence")
        return default
    return best


def largest(items: Any, *, key: Any = None, default: Any = ...) -> Any:
    """Return what ``max`` returns."""
    is_first, best, best_rank = True, _NOTHING, _NOTHING
    for each in items:
        rank = each if key is None else key(each)
        if is_first or rank > best_rank:
            best, best_rank, is_first = each, rank, False
    if is_first:
        if default is ...:
            raise ValueError("max() arg is an empty sequence")
        return default
    return best


def first(items: Any, default: Any) -> Any:
    """Return what ``next`` returns of a generator that nothing has read."""
    for each in items:
        return each
    return default


def first_of(items: Any) -> Any:
    """Return what ``next`` returns of a generator that nothing has read, which must give something."""
    for each in items:
        return each
    raise StopIteration


def folded(function: Any, items: Any, begin: Any = ...) -> Any:
    """Return what `functools.reduce` returns."""
    is_first, made = begin is ..., begin
    for each in items:
        if begin is not ... or not is_first:
            made = function(made, each)
        else:
            made, is_first = each, False
    if is_first:
        raise TypeError("reduce() of empty iterable with no initial value")
    return made


def each_of(items: Any) -> Iterator[Any]:
    """Yield what ``iter`` gives."""
    yield from items


def mapped(function: Any, items: Any, *others: Any) -> Iterator[Any]:
    """Yield what ``map`` gives."""
    if len(others) == 0:
        for each in items:
            yield function(each)
    elif len(others) == 1:
        for one, other in zip(items, others[0], strict=False):
            yield function(one, other)
    else:
        for one, other, third in zip(items, others[0], others[1], strict=False):
            yield function(one, other, third)


def filtered(function: Any, items: Any) -> Iterator[Any]:
    """Yield what ``filter`` gives."""
    for each in items:
        if each if function is None else function(each):
            yield each


def filtered_out(function: Any, items: Any) -> Iterator[Any]:
    """Yield what `itertools.filterfalse` gives."""
    for each in items:
        if not (each if function is None else function(each)):
            yield each


def numbered(items: Any, start: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield what ``enumerate`` gives."""
    for each in items:
        yield start, each
        start += 1


def zipped(*sources: Any) -> Iterator[Any]:
    """Yield what ``zip`` gives of items with places."""
    at = 0
    while all(at < len(source) for source in sources):
        yield tuple(source[at] for source in sources)
        at += 1


def zipped_first(items: Any, others: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what ``zip`` gives of a generator and of items with places."""
    for at, each in numbered(items):
        if at >= len(others):
            return
        yield each, others[at]


def zipped_last(items: Any, others: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what ``zip`` gives of items with places and of a generator."""
    at, end = 0, len(items)
    if end > 0:
        for each in others:
            yield items[at], each
            at += 1
            if at >= end:
                return


def starmapped(function: Any, items: Any) -> Iterator[Any]:
    """Yield what `itertools.starmap` gives."""
    for each in items:
        yield function(*each)


def taken_while(function: Any, items: Any) -> Iterator[Any]:
    """Yield what `itertools.takewhile` gives."""
    for each in items:
        if not function(each):
            return
        yield each


def dropped_while(function: Any, items: Any) -> Iterator[Any]:
    """Yield what `itertools.dropwhile` gives."""
    has_begun = False
    for each in items:
        has_begun = has_begun or not function(each)
        if has_begun:
            yield each


def chained(*sources: Any) -> Iterator[Any]:
    """Yield what `itertools.chain` gives."""
    if len(sources) > 0:
        yield from sources[0]
        yield from chained(*sources[1:])


def chained_from(sources: Any) -> Iterator[Any]:
    """Yield what `itertools.chain.from_iterable` gives."""
    for source in sources:
        yield from source


def sliced(items: Any, stop: int) -> Iterator[Any]:
    """Yield what `itertools.islice` gives."""
    if stop < 0:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    taken = 0
    if stop > 0:
        for each in items:
            yield each
            taken += 1
            if taken >= stop:
                return


def counted(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    """Yield what `itertools.count` gives."""
    while True:
        yield start
        start += step


def repeated(value: Any, times: Any = None) -> Iterator[Any]:
    """Yield what `itertools.repeat` gives."""
    if times is None:
        while True:
            yield value
    for _ in range(times):
        yield value


def paired(items: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what `itertools.pairwise` gives."""
    is_first, last = True, _NOTHING
    for each in items:
        if not is_first:
            yield last, each
        last, is_first = each, False


def accumulated(items: Any, func: Any = None, *, initial: Any = None) -> Iterator[Any]:
    """Yield what `itertools.accumulate` gives."""
    is_first, made = initial is None, _NOTHING if initial is None else initial
    if initial is not None:
        yield made
    for each in items:
        if not is_first:
            made = made + each if func is None else func(made, each)
        else:
            made, is_first = each, False
        yield made


def products(*pools: Any, repeat: int = 1) -> Iterator[Any]:
    """Yield what `itertools.product` gives."""
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    yield from _rows(pools * repeat)


def _rows(pools: Any) -> Iterator[Any]:
    if len(pools) == 0:
        yield ()
    else:
        if len(pools[0]) > 0:  # a generator, which can be read once alone, has no length
            for each in pools[0]:
                for rest in _rows(pools[1:]):
                    yield (each, *rest)


def combined(items: Any, r: int) -> Iterator[Any]:
    """Yield what `itertools.combinations` gives."""
    yield from _rising(items, 0, r)


def _rising(items: Any, begin: int, count: int) -> Iterator[Any]:
    if count == 0:
        yield ()
    else:
        for at in range(begin, len(items)):
            for rest in _rising(items, at + 1, count - 1):
                yield (items[at], *rest)


def permuted(items: Any, r: int) -> Iterator[Any]:
    """Yield what `itertools.permutations` gives."""
    yield from _others(items, r, ())


def _others(items: Any, count: int, taken: Any) -> Iterator[Any]:
    if len(taken) == count:
        yield ()
    else:
        for at in range(len(items)):
            if at not in taken:
                for rest in _others(items, count, (*taken, at)):
                    yield (items[at], *rest)


WRITTEN: Final[dict[Any, Callable[..., Any]]] = {
    any: some,
    all: every,
    sum: total,
    math.prod: product,
    min: smallest,
    max: largest,
    next: first,
    functools.reduce: folded,
    first_of: first_of,
    iter: each_of,
    map: mapped,
    filter: filtered,
    enumerate: numbered,
    itertools.filterfalse: filtered_out,
    itertools.starmap: starmapped,
    itertools.takewhile: taken_while,
    itertools.dropwhile: dropped_while,
    itertools.chain: chained,
    itertools.chain.from_iterable: chained_from,
    itertools.islice: sliced,
    itertools.count: counted,
    itertools.repeat: repeated,
    itertools.pairwise: paired,
    itertools.accumulate: accumulated,
    itertools.product: products,
    itertools.combinations: combined,
    itertools.permutations: permuted,
}


def written(function: Any, arguments: Sequence[Kind] = ()) -> FunctionType | None:
    """Return a function of Python as it is written here, for arguments of some kinds; ``None`` if it is not."""
    if function is zip:
        lazy = tuple(isinstance(each, (Yielding, Iterated)) for each in arguments)
        found: object = _ZIPPED.get(lazy) if any(lazy) else zipped
    else:
        try:
            found = WRITTEN.get(function)
            if all(each in (INT, BOOL) for each in arguments):
                found = integers.WRITTEN.get(function, found)
            found = distances.WRITTEN.get(function, found)
        except TypeError:  # no hash
            return None
    return found if isinstance(found, FunctionType) else None


_ZIPPED: Final[dict[tuple[bool, ...], object]] = {(True, False): zipped_first, (False, True): zipped_last}
