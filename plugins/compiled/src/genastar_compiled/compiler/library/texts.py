"""What is done with texts, written in Python for the machine."""

from __future__ import annotations

from typing import Final

from genastar_compiled.compiler.library.lists import after, move
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import Primitive, hash_of

letters: Final = Primitive("letters")
"""New memory for some letters."""
text: Final = Primitive("text")
"""``text(letters, count)`` is the text of these letters."""


def letter(whole: Value, place: Value) -> Value:
    """Return the letter at a place that there is."""
    return text(after(whole.letters, place), 1)


def cut(whole: Value, first: Value, end: Value) -> Value:
    """Return the letters of a slice, whose ends lie inside."""
    return text(after(whole.letters, first), max(end - first, 0))


def are_equal(one: Value, other: Value) -> Value:
    """Return ``one == other``."""
    if one.count != other.count:
        return False
    return all(one.letters[place] == other.letters[place] for place in range(one.count))


def comes_before(one: Value, other: Value) -> Value:
    """Return ``one < other``."""
    for place in range(min(one.count, other.count)):
        if one.letters[place] != other.letters[place]:
            return one.letters[place] < other.letters[place]
    return one.count < other.count


def find(whole: Value, part: Value, first: Value, end: Value) -> Value:
    """Return the first place from one up to another where a text has a part; -1 if there is none."""
    for place in range(first, end - part.count + 1):
        if are_equal(cut(whole, place, place + part.count), part):
            return place
    return -1


def has(whole: Value, part: Value) -> Value:
    """Return ``part in whole``."""
    return find(whole, part, 0, whole.count) >= 0


def count(whole: Value, part: Value) -> Value:
    """Return ``whole.count(part)``."""
    if part.count == 0:
        return whole.count + 1
    found, place = 0, find(whole, part, 0, whole.count)
    while place >= 0:
        found += 1
        place = find(whole, part, place + part.count, whole.count)
    return found


def joined(one: Value, other: Value) -> Value:
    """Return ``one + other``."""
    made = letters(one.count + other.count)
    move(made, 0, one.letters, 0, one.count)
    move(made, one.count, other.letters, 0, other.count)
    return text(made, one.count + other.count)


def repeated(whole: Value, times: Value) -> Value:
    """Return ``whole * times``."""
    number = max(times, 0)
    if whole.count > 0 and number > (1 << 40) // whole.count:
        raise MemoryError
    made = letters(whole.count * number)
    for turn in range(number):
        move(made, turn * whole.count, whole.letters, 0, whole.count)
    return text(made, whole.count * number)


def hashed(whole: Value) -> Value:
    """Return a hash of the letters: FNV-1a (Fowler, Noll and Vo 1991), a letter at a time."""
    found = -3750763034362895579
    for place in range(whole.count):
        found = (found ^ whole.letters[place]) * 0x100000001B3
    return found


def hashed_items(items: Value) -> Value:
    """Return a hash of the items of a tuple."""
    found = items.count
    for place in range(items.count):
        found = (found ^ hash_of(items.data[place])) * 0x100000001B3
    return found


def begins(whole: Value, part: Value) -> Value:
    """Return ``whole.startswith(part)``."""
    return whole.count >= part.count and are_equal(cut(whole, 0, part.count), part)


def ends(whole: Value, part: Value) -> Value:
    """Return ``whole.endswith(part)``."""
    return whole.count >= part.count and are_equal(cut(whole, whole.count - part.count, whole.count), part)
