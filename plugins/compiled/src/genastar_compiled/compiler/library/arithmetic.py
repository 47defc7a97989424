"""What Python's operators and functions compute where the machine has no instruction, written in Python for the machine."""

from __future__ import annotations

from typing import Final

from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import Primitive, int64

fmod: Final = Primitive("fmod")
floor: Final = Primitive("floor")
fma: Final = Primitive("fma")
copysign: Final = Primitive("copysign")
LARGEST: Final = (1 << 63) - 1
BEYOND: Final = 2.0**63


def modulo(value: Value, by: Value) -> Value:
    """Return ``value % by`` of floats, by as CPython's ``float_rem``."""
    rest = fmod(value, by)
    if rest != 0.0:
        if (by < 0.0) != (rest < 0.0):
            rest = rest + by
        return rest
    return copysign(0.0, by)


def floor_division(value: Value, by: Value) -> Value:
    """Return ``value // by`` of floats, as CPython's ``_float_div_mod``."""
    rest = fmod(value, by)
    quotient = (value - rest) / by
    if rest != 0.0 and (by < 0.0) != (rest < 0.0):
        quotient = quotient - 1.0
    if quotient == 0.0:
        return copysign(0.0, value / by)
    below = floor(quotient)
    if quotient - below > 0.5:
        below = below + 1.0
    return below


def rounded(value: Value, power: Value) -> Value:
    """Return ``round(value, n)`` of a finite float for 10 ** n, which is exact: the nearest decimal, of two the even one."""
    product = value * power
    error = fma(value, power, -product)
    below = floor(product)
    rest = product - below - 0.5
    if rest > 0.0 or (rest == 0.0 and (error > 0.0 or (error == 0.0 and below * 0.5 != floor(below * 0.5)))):
        below = below + 1.0
    return copysign(below / power, value)


def ints_times(least: Value, weight: Value) -> Value:
    """Return `kernel.primitives.times` of ints."""
    if least <= 0:
        return least
    return least * weight if least <= LARGEST // weight else LARGEST


def int_times(least: Value, weight: Value) -> Value:
    """Return `kernel.primitives.times` of an int by a float."""
    product = least * weight
    if product >= BEYOND:
        return LARGEST
    return max(least, int64(floor(product))) if product > 0.0 else least


def times(least: Value, weight: Value) -> Value:
    """Return `kernel.primitives.times` of other ranks."""
    product = least * weight
    return product if least <= product else least
