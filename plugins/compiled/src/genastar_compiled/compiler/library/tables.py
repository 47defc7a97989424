"""What is done with dicts and sets, written in Python for the machine."""

from __future__ import annotations

from genastar_compiled.compiler.library.lists import copied, empty_like, equals, reserve
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import hash_of, seldom


def find(table: Value, key: Value) -> Value:
    """Return the number of the entry of a key; -1 if there is none."""
    if table.count == 0:
        return -1
    place = hash_of(key) & table.mask
    while True:
        number = table.slots[place] - 1
        if number < 0:
            return -1
        entry = table.entries[number]
        if entry[2] and equals(entry[0], key):
            return number
        place = (place + 1) & table.mask


def put(table: Value, key: Value, value: Value) -> None:
    """Give a key a value; one that is there stays, and gets another value."""
    number = find(table, key)
    if number >= 0:
        table.entries[number] = (table.entries[number][0], value, True)
        return
    if table.used == table.room:
        widen(table)
    number = table.used
    table.entries[number] = (key, value, True)
    table.used += 1
    table.count += 1
    enter(table.slots, table.mask, key, number)


def one_of_each(table: Value, key: Value) -> Value:
    """Return the item of a set that is equal to another; if there is none, a copy of the other, which joins the set."""
    number = find(table, key)
    if number < 0:
        put(table, copied(key), None)
        number = table.used - 1
    return table.entries[number][0]


def copied_table(table: Value) -> Value:
    """Return a copy of a set, and of all in it."""
    made = empty_like(table)
    for number in range(table.used):
        entry = table.entries[number]
        if entry[2]:
            put(made, copied(entry[0]), None)
    return made


def enter(slots: Value, mask: Value, key: Value, number: Value) -> None:
    """Write the number of an entry into the slot for its key."""
    place = hash_of(key) & mask
    while slots[place] != 0:
        place = (place + 1) & mask
    slots[place] = number + 1


@seldom
def widen(table: Value) -> None:
    """Make room for more entries, and drop those that are not there any more."""
    room = 4
    while room < 2 * table.count:
        room *= 2
    entries, slots, mask = reserve(table.entries, room), reserve(table.slots, 2 * room), 2 * room - 1
    for place in range(2 * room):
        slots[place] = 0
    used = 0
    for number in range(table.used):
        entry = table.entries[number]
        if entry[2]:
            entries[used] = entry
            enter(slots, mask, entry[0], used)
            used += 1
    table.entries = entries
    table.slots = slots
    table.mask = mask
    table.room = room
    table.used = used


def has(table: Value, key: Value) -> Value:
    """Return ``key in table``."""
    return find(table, key) >= 0


def take(table: Value, key: Value) -> Value:
    """Return ``table[key]``."""
    number = find(table, key)
    if number < 0:
        raise KeyError
    return table.entries[number][1]


def drop(table: Value, key: Value) -> Value:
    """Remove a key; return whether it was there."""
    number = find(table, key)
    if number < 0:
        return False
    entry = table.entries[number]
    table.entries[number] = (entry[0], entry[1], False)
    table.count -= 1
    return True


def delete(table: Value, key: Value) -> None:
    """Do ``del table[key]``."""
    if not drop(table, key):
        raise KeyError


def discard(table: Value, key: Value) -> None:
    """Do ``table.discard(key)``."""
    drop(table, key)


def clear(table: Value) -> None:
    """Do ``table.clear()``."""
    for place in range(table.used):
        entry = table.entries[place]
        table.entries[place] = (entry[0], entry[1], False)
    table.count = 0


@seldom
def update(table: Value, others: Value) -> None:
    """Do ``table.update(others)``, of a table of the same kinds."""
    for number in range(others.used):
        entry = others.entries[number]
        if entry[2]:
            put(table, entry[0], entry[1])


@seldom
def keep(table: Value, others: Value, wanted: Value) -> None:
    """Drop the keys of a table that are in another, or those that are not."""
    for number in range(table.used):
        entry = table.entries[number]
        if entry[2] and has(others, entry[0]) != wanted:
            drop(table, entry[0])


def hashed(table: Value) -> Value:
    """Return a hash of the items of a set, whatever their order."""
    found = table.count
    for number in range(table.used):
        entry = table.entries[number]
        if entry[2]:
            found += hash_of(entry[0])
    return found


def is_within(one: Value, other: Value) -> Value:
    """Return whether another table has all keys of one."""
    for number in range(one.used):
        entry = one.entries[number]
        if entry[2] and not has(other, entry[0]):
            return False
    return True


def are_disjoint(one: Value, other: Value) -> Value:
    """Return whether another table has no key of one."""
    for number in range(one.used):
        entry = one.entries[number]
        if entry[2] and has(other, entry[0]):
            return False
    return True


def are_equal(one: Value, other: Value) -> Value:
    """Return whether two dicts have the same keys and equal values."""
    if one.count != other.count:
        return False
    for number in range(one.used):
        entry = one.entries[number]
        if entry[2]:
            place = find(other, entry[0])
            if place < 0 or not equals(entry[1], other.entries[place][1]):
                return False
    return True


def has_value(table: Value, value: Value) -> Value:
    """Return ``value in table.values()``."""
    return any(table.entries[number][2] and equals(table.entries[number][1], value) for number in range(table.used))


def has_item(table: Value, key: Value, value: Value) -> Value:
    """Return ``(key, value) in table.items()``."""
    number = find(table, key)
    return number >= 0 and equals(table.entries[number][1], value)


def close_gaps(table: Value) -> None:
    """Let the entries stand one behind the other."""
    if table.used != table.count:
        widen(table)
