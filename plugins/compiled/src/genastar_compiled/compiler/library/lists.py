"""What is done with sequences, written in Python for the machine."""

from __future__ import annotations

from typing import Final

from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import Primitive, seldom

reserve: Final = Primitive("reserve")
"""``reserve(memory, count)`` is new memory for this many items like those of another."""
move: Final = Primitive("move")
"""``move(to, place, memory, first, count)`` copies items, also to a place that overlaps."""
empty_like: Final = Primitive("empty_like")
"""A new sequence like another, without items."""
equals: Final = Primitive("equals")
"""Whether two items are equal, as Python finds."""
copied: Final = Primitive("copied")
"""A copy of a value, and of all in it, in new memory."""
less: Final = Primitive("less")
"""Whether an item comes before another, as Python finds."""


@seldom
def widen(items: Value, count: Value) -> None:
    """Make room for this many items."""
    if count > items.room:
        room = max(2 * items.room, count, 4)
        data = reserve(items.data, room)
        move(data, 0, items.data, 0, items.count)
        items.data = data
        items.room = room


def append(items: Value, item: Value) -> None:
    """Do ``items.append(item)``."""
    if items.count == items.room:
        widen(items, items.count + 1)
    items.data[items.count] = item
    items.count += 1


def extend(items: Value, others: Value) -> None:
    """Do ``items.extend(others)``, of a sequence of items of the same kind."""
    count = others.count
    widen(items, items.count + count)
    move(items.data, items.count, others.data, 0, count)
    items.count += count


def insert(items: Value, place: Value, item: Value) -> None:
    """Do ``items.insert(place, item)``."""
    at = clamped(place, items.count)
    widen(items, items.count + 1)
    move(items.data, at + 1, items.data, at, items.count - at)
    items.data[at] = item
    items.count += 1


def clamped(place: Value, count: Value) -> Value:
    """Return where a slice that steps upwards begins or ends."""
    at = place
    if at < 0:
        at += count
    return min(max(at, 0), count)


def clamped_down(place: Value, count: Value) -> Value:
    """Return where a slice that steps downwards begins or ends."""
    at = place
    if at < 0:
        at += count
    return min(max(at, -1), count - 1)


def take_out(items: Value, place: Value) -> Value:
    """Remove the item at a place that there is, and return it."""
    item = items.data[place]
    items.count -= 1
    move(items.data, place, items.data, place + 1, items.count - place)
    return item


def take_first(items: Value) -> Value:
    """Remove the first item, of at least one, and return it."""
    item = items.data[0]
    items.count -= 1
    items.room -= 1
    items.data = after(items.data, 1)
    return item


def shrink(items: Value, before: Value) -> None:
    """Give up the room of items that were taken out."""
    items.room -= before - items.count


after: Final = Primitive("after")
"""``after(memory, count)`` is the memory behind some items."""


def find(items: Value, item: Value, first: Value, end: Value) -> Value:
    """Return the first place from one up to another with an equal item; -1 if there is none."""
    for place in range(first, end):
        if place >= items.count:
            return -1
        if equals(items.data[place], item):
            return place
    return -1


def index(items: Value, item: Value, first: Value, end: Value) -> Value:
    """Return ``items.index(item)``."""
    place = find(items, item, clamped(first, items.count), clamped(end, items.count))
    if place < 0:
        raise ValueError
    return place


def remove(items: Value, item: Value) -> None:
    """Do ``items.remove(item)``."""
    place = find(items, item, 0, items.count)
    if place < 0:
        raise ValueError
    take_out(items, place)


def count(items: Value, item: Value) -> Value:
    """Return ``items.count(item)``."""
    found = 0
    for place in range(items.count):
        if equals(items.data[place], item):
            found += 1
    return found


def reverse(items: Value) -> None:
    """Do ``items.reverse()``."""
    last = items.count - 1
    for place in range(items.count // 2):
        item = items.data[place]
        items.data[place] = items.data[last - place]
        items.data[last - place] = item


def clear(items: Value) -> None:
    """Do ``items.clear()``."""
    items.count = 0


def cut(items: Value, first: Value, end: Value, step: Value) -> Value:
    """Return the items of a slice, whose ends lie inside."""
    made = empty_like(items)
    if step == 1:
        count = max(end - first, 0)
        widen(made, count)
        move(made.data, 0, items.data, first, count)
        made.count = count
        return made
    place = first
    while (step > 0 and place < end) or (step < 0 and place > end):
        append(made, items.data[place])
        place += step
    return made


def copied_items(items: Value) -> Value:
    """Return a copy of a sequence, and of all in it."""
    made = empty_like(items)
    widen(made, items.count)
    for place in range(items.count):
        made.data[place] = copied(items.data[place])
    made.count = items.count
    return made


def joined(one: Value, other: Value) -> Value:
    """Return ``one + other``."""
    made = empty_like(one)
    widen(made, one.count + other.count)
    extend(made, one)
    extend(made, other)
    return made


@seldom
def repeated(items: Value, times: Value) -> Value:
    """Return ``items * times``."""
    made = empty_like(items)
    if times > 0 and items.count > 0:
        if times > (1 << 40) // items.count:
            raise MemoryError
        widen(made, items.count * times)
        for _ in range(times):
            extend(made, items)
    return made


def multiply(items: Value, times: Value) -> None:
    """Do ``items *= times``."""
    made = repeated(items, times)
    items.data = made.data
    items.room = made.room
    items.count = made.count


def are_equal(one: Value, other: Value) -> Value:
    """Return ``one == other``, of two sequences of one class."""
    if one.count != other.count:
        return False
    return all(equals(one.data[place], other.data[place]) for place in range(one.count))


def comes_before(one: Value, other: Value) -> Value:
    """Return ``one < other``."""
    for place in range(min(one.count, other.count)):
        if not equals(one.data[place], other.data[place]):
            return less(one.data[place], other.data[place])
    return one.count < other.count


@seldom
def sort(items: Value, before: Value) -> None:
    """Sort, by a function that says which of two items comes first; equal ones keep their order. A merge sort."""
    for first in range(0, items.count, RUN):
        for place in range(first + 1, min(first + RUN, items.count)):
            item = items.data[place]
            gap = place
            while gap > first and before(item, items.data[gap - 1]):
                items.data[gap] = items.data[gap - 1]
                gap -= 1
            items.data[gap] = item
    width = RUN
    if items.count <= width:
        return
    data, spare = items.data, reserve(items.data, items.count)
    while width < items.count:
        for first in range(0, items.count, 2 * width):
            middle, end = min(first + width, items.count), min(first + 2 * width, items.count)
            left, right = first, middle
            for place in range(first, end):
                if left < middle and (right == end or not before(data[right], data[left])):
                    spare[place] = data[left]
                    left += 1
                else:
                    spare[place] = data[right]
                    right += 1
        data, spare = spare, data
        width *= 2
    items.data = data
    items.room = items.count


RUN: Final = 8
"""Items that are sorted by insertion."""


def first_of_pairs(one: Value, other: Value) -> Value:
    """Compare pairs by their first items."""
    return less(one[0], other[0])


def last_of_pairs(one: Value, other: Value) -> Value:
    """Compare pairs by their first items, the other way round."""
    return less(other[0], one[0])


def has_equal_keys(pairs: Value) -> Value:
    """Return whether the keys of two pairs that stand together are equal."""
    return any(equals(pairs.data[place - 1][0], pairs.data[place][0]) for place in range(1, pairs.count))


def smaller(one: Value, other: Value) -> Value:
    """Compare items."""
    return less(one, other)


def larger(one: Value, other: Value) -> Value:
    """Compare items, the other way round."""
    return less(other, one)
