"""``sum``, as Python has it: written in Python, and compiled as a user's function is, so that it stays within its range."""

from __future__ import annotations

from genastar_compiled.machine import Value


def add_up(items: Value, start: Value = 0) -> Value:
    """The sum of the items, one after another."""
    total = start
    for item in items:
        total = total + item
    return total
