"""Library functions in Python. They are compiled like a user's functions, so their overflows are detected."""

from __future__ import annotations

import math

import numpy as np

from genastar_compiled.data.containers.key_types import is_same
from genastar_compiled.data.values.optional import there
from genastar_compiled.kernel.machine import Value


def add_up(items: Value, start: Value = 0) -> Value:
    """Return the sum of the items, added one after another."""
    total = start
    for item in items:
        total = total + item
    return total


def isqrt(n: Value) -> Value:
    """Do the same as `math.isqrt`, by Newton's method."""
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n < 2:
        return n
    root = 1
    while root <= n // root:
        root *= 2
    while True:
        nearer = (root + n // root) // 2
        if nearer >= root:
            return root
        root = nearer


def comb(n: Value, k: Value) -> Value:
    """Do the same as `math.comb`."""
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    if k > n:
        return 0
    found = 1
    for i in range(1, min(k, n - k) + 1):
        found = found * (n - min(k, n - k) + i) // i
    return found


def factorial(n: Value) -> Value:
    """Do the same as `math.factorial`."""
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for i in range(2, n + 1):
        found = found * i
    return found


def perm(n: Value, k: Value) -> Value:
    """Do the same as `math.perm`."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(k):
        found = found * (n - i)
    return found


def no_divisor() -> int:
    """Do the same as `math.gcd` for no numbers."""
    return 0


def no_multiple() -> int:
    """Do the same as `math.lcm` for no numbers."""
    return 1


def lcm(one: Value, other: Value) -> Value:
    """Do the same as `math.lcm` for two numbers."""
    if one == 0 or other == 0:
        return 0
    return abs(one // gcd(one, other) * other)


def gcd(one: Value, other: Value) -> Value:
    """Do the same as `math.gcd` for two numbers."""
    while other != 0:
        one, other = other, one % other
    return abs(one)


def quotient_and_rest(number: Value, divisor: Value) -> Value:
    """Do the same as ``divmod``."""
    return number // divisor, number % divisor


def product(items: Value, start: Value = 1) -> Value:
    """Return the product of the items, multiplied one after another."""
    found = start
    for item in items:
        found = found * item
    return found


def place_left(items: Value, item: Value, lo: Value = 0, hi: Value = None) -> Value:
    """Do the same as `bisect.bisect_left`."""
    return _place(items, item, lo, hi, False)


def place_right(items: Value, item: Value, lo: Value = 0, hi: Value = None) -> Value:
    """Do the same as `bisect.bisect_right`."""
    return _place(items, item, lo, hi, True)


def _place(items: Value, item: Value, lo: Value, hi: Value, behind_equals: Value) -> Value:
    if lo < 0:
        raise ValueError("lo must be non-negative")
    low, high = lo, len(items) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        if not item < items[middle] if behind_equals else items[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def distance_in_plane(p: Value, q: Value) -> Value:
    """Do the same as `math.dist` for two coordinates."""
    return math.hypot(float(p[0]) - float(q[0]), float(p[1]) - float(q[1]))


def distance_in_space(p: Value, q: Value) -> Value:
    """Do the same as `math.dist` for three coordinates."""
    return math.hypot(float(p[0]) - float(q[0]), float(p[1]) - float(q[1]), float(p[2]) - float(q[2]))


def power(base: Value, exponent: Value) -> Value:
    """Do the same as ``pow`` with two arguments."""
    return base**exponent


def power_of_rest(base: Value, exponent: Value, modulus: Value) -> Value:
    """Do the same as ``pow`` with three arguments."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        base, exponent = inverse(base, modulus), -exponent
    found, square = 1 % modulus, base % modulus
    while exponent > 0:
        if exponent & 1:
            found = found * square % modulus
        exponent >>= 1
        if exponent > 0:
            square = square * square % modulus
    return found


def inverse(number: Value, modulus: Value) -> Value:
    """Return the inverse of a number modulo another, by Euclid's algorithm."""
    old, rest = number % modulus, modulus
    factor, next_factor = 1, 0
    while rest != 0:
        times = old // rest
        old, rest = rest, old - times * rest
        factor, next_factor = next_factor, factor - times * next_factor
    if old != 1 and old != -1:
        raise ValueError("base is not invertible for the given modulus")
    return factor * old % modulus


def bit_count(number: Value) -> Value:
    """Do the same as `int.bit_count`: add the bits of pairs, of fours and so on (Warren, Hacker's Delight, 2013, 5-1)."""
    rest = abs(int(number))
    rest -= (rest >> 1) & 0x5555555555555555
    rest = (rest & 0x3333333333333333) + ((rest >> 2) & 0x3333333333333333)
    rest = (rest + (rest >> 4)) & 0x0F0F0F0F0F0F0F0F
    rest += rest >> 8
    rest += rest >> 16
    return (rest + (rest >> 32)) & 127


def bit_count_of_numpy(number: Value) -> Value:
    """Do the same as `numpy.bitwise_count` for one number."""
    return np.uint8(bit_count(number))


def bit_length(number: Value) -> Value:
    """Do the same as `int.bit_length`, by halves."""
    rest, found = abs(number), 0
    for half in (32, 16, 8, 4, 2, 1):
        if rest >> half:
            rest >>= half
            found += half
    return found + (1 if rest else 0)


def equal(left: Value, right: Value) -> bool:
    """``==`` where one may be None."""
    if left is None or right is None:
        return left is None and right is None
    return there(left) == there(right)


def unequal(left: Value, right: Value) -> bool:
    """``!=`` where one may be None."""
    return not equal(left, right)


def same_dictionaries(left: Value, right: Value) -> bool:
    """``==`` of two dictionaries."""
    if len(left) != len(right):
        return False
    for key in left:  # noqa: SIM110
        if key not in right or left[key] != right[key]:
            return False
    return True


def other_dictionaries(left: Value, right: Value) -> bool:
    """``!=`` of two dictionaries."""
    return not same_dictionaries(left, right)


def is_among_them(items: Value, item: Value) -> bool:
    """``item in items`` of what is compared item by item: a list whose items may be None, an iterator."""
    for each in items:  # noqa: SIM110  # Numba supports loops only
        if is_same(each, item):
            return True
    return False


def slice_between(start: Value, stop: Value, step: Value = None) -> slice:
    """Return a slice whose bounds may be None."""
    if start is None:
        return slice(None, None, step) if stop is None else slice(None, there(stop), step)
    return slice(there(start), None, step) if stop is None else slice(there(start), there(stop), step)


def text_unless_none(value: Value) -> str:
    """``str(value)`` where it may be None."""
    return "None" if value is None else str(there(value))


def holds_unless_none(items: Value, item: Value) -> bool:
    """``item in items`` where the item may be None, and no item of the container is."""
    return item is not None and there(item) in items


def true_unless_none(value: Value) -> bool:
    """``bool(value)`` where it may be None."""
    return value is not None and bool(there(value))


def is_any(items: Value) -> bool:
    """Do the same as ``any``."""
    for item in items:  # noqa: SIM110
        if item:
            return True
    return False


def is_all(items: Value) -> bool:
    """Do the same as ``all``."""
    for item in items:  # noqa: SIM110
        if not item:
            return False
    return True
