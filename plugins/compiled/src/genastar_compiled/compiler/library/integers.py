"""Python's functions of ints, written in Python: an overflow of theirs is refused like that of any sum."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final


def greatest_divisor(*numbers: int) -> int:
    """Return what `math.gcd` returns."""
    found = 0
    for number in numbers:
        other = number
        while other != 0:
            found, other = other, found % other
    return abs(found)


def least_multiple(*numbers: int) -> int:
    """Return what `math.lcm` returns."""
    found = 1
    for number in numbers:
        if number == 0:
            return 0
        found = abs(found // greatest_divisor(found, number) * number)
    return found


def read(digits: str) -> int:
    """Return what ``int`` returns of digits behind a sign or not."""
    found = 0
    for digit in digits:
        if digit not in "+-":
            found = 10 * found - (ord(digit) - 48)  # downwards: the least int has no opposite
    return found if digits[0] == "-" else -found


def power(base: int, exponent: int) -> int:
    """Return ``base ** exponent``; the exponent is not negative."""
    found = 1
    while exponent > 0:
        if exponent & 1:
            found *= base
        exponent >>= 1
        if exponent > 0:
            base *= base
    return found


def root(n: int) -> int:
    """Return what `math.isqrt` returns, by Newton's method."""
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n < 2:
        return n
    found = 1
    while found <= n // found:
        found *= 2
    nearer = (found + n // found) // 2
    while nearer < found:
        found = nearer
        nearer = (found + n // found) // 2
    return found


def choices(n: int, k: int) -> int:
    """Return what `math.comb` returns."""
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    if k > n:
        return 0
    few, found = min(k, n - k), 1
    for i in range(1, few + 1):
        found = found * (n - few + i) // i
    return found


def arrangements(n: int, k: int) -> int:
    """Return what `math.perm` returns."""
    if n < 0 or k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(k):
        found *= n - i
    return found


def factorial(n: int) -> int:
    """Return what `math.factorial` returns."""
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for i in range(2, n + 1):
        found *= i
    return found


def bit_count(n: int) -> int:
    """Return what `int.bit_count` returns."""
    left, found = abs(n), 0
    while left != 0:
        left &= left - 1
        found += 1
    return found


def bit_length(n: int) -> int:
    """Return what `int.bit_length` returns."""
    left, found = abs(n), 0
    while left != 0:
        left >>= 1
        found += 1
    return found


def count(items: Any, value: Any) -> int:
    """Return what `tuple.count` returns."""
    found = 0
    for each in items:
        if value in (each,):
            found += 1
    return found


def index(items: Any, value: Any) -> int:
    """Return what `tuple.index` returns."""
    for at, each in enumerate(items):
        if value in (each,):
            return at
    raise ValueError("tuple.index(x): x not in tuple")


METHODS: Final[dict[str, Callable[..., int]]] = {"bit_count": bit_count, "bit_length": bit_length}
"""Methods of ints."""
OF_TUPLES: Final[dict[str, Callable[..., int]]] = {"count": count, "index": index}
WRITTEN: Final[dict[Any, Callable[..., int]]] = {
    math.gcd: greatest_divisor,
    math.lcm: least_multiple,
    math.isqrt: root,
    math.comb: choices,
    math.perm: arrangements,
    math.factorial: factorial,
}
