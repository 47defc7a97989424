"""What Python's operators and functions compute where the machine has no instruction, written in Python for the machine."""

from __future__ import annotations

from typing import Final

from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import Primitive

fmod: Final = Primitive("fmod")
floor: Final = Primitive("floor")
copysign: Final = Primitive("copysign")


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
