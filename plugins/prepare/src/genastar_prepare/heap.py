"""A binary heap in two arrays, for searches in machine code: keys of any number type, and an item for each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code

Number = np.int64 | np.float64
Keys = NDArray[np.int64 | np.float64]
Items = NDArray[np.int32] | NDArray[np.int64]


@machine_code
def push(keys: Keys, items: Items, count: int, key: Number | int, item: int) -> None:
    """Push an item onto a heap that holds ``count`` items. The smallest key, and its item, are at index 0."""
    place = count
    while place > 0:
        above = (place - 1) >> 1
        if keys[above] <= key:
            break
        keys[place], items[place] = keys[above], items[above]
        place = above
    keys[place], items[place] = key, item


@machine_code
def drop(keys: Keys, items: Items, count: int) -> None:
    """Remove the item at index 0 from a heap that holds ``count`` items."""
    count -= 1
    last, item = keys[count], items[count]
    place, below = 0, 1
    while below < count:
        if below + 1 < count and keys[below + 1] < keys[below]:
            below += 1
        if keys[below] >= last:
            break
        keys[place], items[place] = keys[below], items[below]
        place, below = below, 2 * below + 1
    keys[place], items[place] = last, item
