"""What functions and methods of numpy do with arrays of one dimension, written in Python for the machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


def fill(array: Numbers, value: Any) -> None:
    """Write a number into all places."""
    for at in range(len(array)):
        array[at] = value


def copy(array: Numbers, other: Numbers) -> None:
    """Write the numbers of another array, which is as long."""
    for at in range(len(array)):
        array[at] = other[at]


def negate(array: Numbers, other: Numbers) -> None:
    """Write the opposite numbers of another array."""
    for at in range(len(array)):
        array[at] = -other[at]


def total(array: Numbers) -> Any:
    """Return the sum, from the first to the last."""
    made = 0
    for number in array:
        made = made + number
    return made


def largest(array: Numbers) -> Any:
    """Return the largest number."""
    made = array[0]
    for number in array:
        if number > made or number != number:  # NaN, if there is any
            made = number
    return made


def least(array: Numbers) -> Any:
    """Return the least number."""
    made = array[0]
    for number in array:
        if number < made or number != number:
            made = number
    return made


def is_any(array: Numbers) -> bool:
    """Return whether a number counts as true."""
    for number in array:  # noqa: SIM110  # as machine code
        if number:
            return True
    return False


def are_all(array: Numbers) -> bool:
    """Return whether all numbers count as true."""
    for number in array:  # noqa: SIM110
        if not number:
            return False
    return True


def is_after(one: Any, other: Any) -> bool:
    """Return whether a number stands behind another in a sorted array; NaN stands at the end."""
    return bool(one > other or (one != one and other == other))


def argsort(keys: Numbers) -> NDArray[np.int64]:
    """Return the places of the keys, from the least to the largest; of equal keys the first first."""
    count = len(keys)
    order, other = np.empty(count, np.int64), np.empty(count, np.int64)
    for at in range(count):
        order[at] = at
    for begin in range(0, count, 8):
        for at in range(begin + 1, min(begin + 8, count)):
            place, to = order[at], at
            while to > begin and is_after(keys[order[to - 1]], keys[place]):
                order[to] = order[to - 1]
                to -= 1
            order[to] = place
    width = 8
    while width < count:
        for begin in range(0, count, 2 * width):
            middle, end = min(begin + width, count), min(begin + 2 * width, count)
            left, right = begin, middle
            for to in range(begin, end):
                if left < middle and (right >= end or not is_after(keys[order[left]], keys[order[right]])):
                    other[to] = order[left]
                    left += 1
                else:
                    other[to] = order[right]
                    right += 1
        order, other = other, order
        width *= 2
    return order


def sort(array: Numbers) -> None:
    """Sort the numbers in place."""
    before, order = array.copy(), argsort(array)
    for at in range(len(array)):
        array[at] = before[order[at]]
