"""What is done with texts, written in Python for the machine."""

from __future__ import annotations

from typing import Final

from genastar_compiled.compiler.library.lists import after, append, move
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import Primitive, hash_of

letters: Final = Primitive("letters")
"""New memory for some letters."""
text: Final = Primitive("text")
"""``text(letters, count)`` is the text of these letters."""


def letter(whole: Value, place: Value) -> Value:
    """Return the letter at a place that there is."""
    return text(after(whole.letters, place), 1)


def code(whole: Value) -> Value:
    """Return ``ord(whole)`` of one letter."""
    return whole.letters[0]


def of_code(number: Value) -> Value:
    """Return ``chr(number)``."""
    made = letters(1)
    made[0] = number
    return text(made, 1)


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


def copied_text(whole: Value) -> Value:
    """Return a copy of a text."""
    made = letters(whole.count)
    move(made, 0, whole.letters, 0, whole.count)
    return text(made, whole.count)


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


def stepped(whole: Value, first: Value, end: Value, step: Value) -> Value:
    """Return the letters of a slice with a step, whose ends lie inside."""
    made, used, place = letters(whole.count), 0, first
    while (step > 0 and place < end) or (step < 0 and place > end):
        made[used] = whole.letters[place]
        used += 1
        place += step
    return text(made, used)


def find_between(whole: Value, part: Value, first: Value, end: Value) -> Value:
    """Return ``whole.find(part, first, end)``."""
    return find(whole, part, end_of(first, whole.count), min(end_of(end, whole.count), whole.count))


def end_of(place: Value, count: Value) -> Value:
    """Return an end of a slice, which may be behind the last letter."""
    at = place
    if at < 0:
        at += count
    return max(at, 0)


def find_last(whole: Value, part: Value) -> Value:
    """Return ``whole.rfind(part)``."""
    for place in range(whole.count - part.count, -1, -1):
        if are_equal(cut(whole, place, place + part.count), part):
            return place
    return -1


def join(whole: Value, parts: Value) -> Value:
    """Return ``whole.join(parts)``, of a sequence."""
    count = whole.count * max(parts.count - 1, 0)
    for number in range(parts.count):
        count += parts.data[number].count
    made, at = letters(count), 0
    for number in range(parts.count):
        if number > 0:
            move(made, at, whole.letters, 0, whole.count)
            at += whole.count
        part = parts.data[number]
        move(made, at, part.letters, 0, part.count)
        at += part.count
    return text(made, count)


def replace(whole: Value, old: Value, new: Value) -> Value:
    """Return ``whole.replace(old, new)``, of some letters."""
    found = count(whole, old)
    made = letters(whole.count + found * (new.count - old.count))
    at, last = 0, 0
    for _ in range(found):
        place = find(whole, old, last, whole.count)
        move(made, at, whole.letters, last, place - last)
        at += place - last
        move(made, at, new.letters, 0, new.count)
        at += new.count
        last = place + old.count
    move(made, at, whole.letters, last, whole.count - last)
    return text(made, at + whole.count - last)


def split(whole: Value, part: Value, made: Value) -> None:
    """Append what ``whole.split(part)`` gives to a list."""
    last, place = 0, find(whole, part, 0, whole.count)
    while place >= 0:
        append(made, cut(whole, last, place))
        last = place + part.count
        place = find(whole, part, last, whole.count)
    append(made, cut(whole, last, whole.count))


def split_at_space(whole: Value, made: Value) -> None:
    """Append what ``whole.split()`` gives to a list."""
    first = -1
    for place in range(whole.count):
        if is_space(whole.letters[place]):
            if first >= 0:
                append(made, cut(whole, first, place))
            first = -1
        elif first < 0:
            first = place
    if first >= 0:
        append(made, cut(whole, first, whole.count))


def is_space(letter: Value) -> Value:
    """Return whether a letter of ASCII separates words."""
    return letter == 32 or (letter >= 9 and letter <= 13) or (letter >= 28 and letter <= 31)


def stripped(whole: Value, left: Value, right: Value) -> Value:
    """Return a text without the space at its left or right end."""
    first, end = 0, whole.count
    while left and first < end and is_space(whole.letters[first]):
        first += 1
    while right and first < end and is_space(whole.letters[end - 1]):
        end -= 1
    return cut(whole, first, end)


def stripped_of(whole: Value, some: Value, left: Value, right: Value) -> Value:
    """Return a text without some letters at its left or right end."""
    first, end = 0, whole.count
    while left and first < end and has(some, letter(whole, first)):
        first += 1
    while right and first < end and has(some, letter(whole, end - 1)):
        end -= 1
    return cut(whole, first, end)


def is_ascii(whole: Value) -> Value:
    """Return ``whole.isascii()``."""
    return all(whole.letters[place] < 128 for place in range(whole.count))


def shifted(whole: Value, first: Value, last: Value, by: Value) -> Value:
    """Return a text of ASCII with the letters from one to another moved."""
    made = letters(whole.count)
    for place in range(whole.count):
        each = whole.letters[place]
        made[place] = each + by if first <= each and each <= last else each
    return text(made, whole.count)


def digits(number: Value) -> Value:
    """Return ``str(number)`` of an int."""
    made, place = letters(20), 20
    rest = number if number < 0 else -number
    while place == 20 or rest != 0:
        place -= 1
        above = -(rest // -10)
        made[place] = 48 + above * 10 - rest
        rest = above
    if number < 0:
        place -= 1
        made[place] = 45
    return text(after(made, place), 20 - place)


def is_number(whole: Value) -> Value:
    """Return whether a text is some digits of ASCII, behind a sign or not."""
    first = 0
    if whole.count > 0 and (whole.letters[0] == 43 or whole.letters[0] == 45):
        first = 1
    return whole.count > first and all(whole.letters[at] >= 48 and whole.letters[at] <= 57 for at in range(first, whole.count))


def padded(whole: Value, width: Value, fill: Value, left: Value) -> Value:
    """Return a text with a letter before or behind it, up to a width."""
    count = max(width - whole.count, 0)
    made = letters(whole.count + count)
    for place in range(count):
        made[place if left else whole.count + place] = fill.letters[0]
    move(made, count if left else 0, whole.letters, 0, whole.count)
    return text(made, whole.count + count)


def filled(whole: Value, width: Value) -> Value:
    """Return ``whole.zfill(width)``."""
    is_signed = whole.count > 0 and (whole.letters[0] == 43 or whole.letters[0] == 45)
    count = max(width - whole.count, 0)
    made = letters(whole.count + count)
    move(made, count, whole.letters, 0, whole.count)
    for place in range(count):
        made[place] = 48
    if is_signed and count > 0:
        made[0] = whole.letters[0]
        made[count] = 48
    return text(made, whole.count + count)


def are_all(whole: Value, first: Value, last: Value, other: Value, other_last: Value) -> Value:
    """Return whether a text has letters, all of which lie in one of two ranges."""
    return whole.count > 0 and all(
        (first <= whole.letters[place] and whole.letters[place] <= last)
        or (other <= whole.letters[place] and whole.letters[place] <= other_last)
        for place in range(whole.count)
    )


def are_of_case(whole: Value, first: Value, last: Value, other: Value, other_last: Value) -> Value:
    """Return whether a text has letters in the first range, and none in the other."""
    places = range(whole.count)
    return any(first <= whole.letters[place] and whole.letters[place] <= last for place in places) and not any(
        other <= whole.letters[place] and whole.letters[place] <= other_last for place in places
    )
