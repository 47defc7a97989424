"""A memory of the newest preparations."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeVar

Q = TypeVar("Q")
"""The type of a key."""

T = TypeVar("T")
"""The type of a value."""

REMEMBERED: Final = 4
"""Values that a memory holds."""


def store_in_cache(memory: OrderedDict[Q, T], key: Q, value: T) -> None:
    """Remember a value, and forget the oldest beyond `REMEMBERED`."""
    memory[key] = value
    while len(memory) > REMEMBERED:
        memory.popitem(last=False)
