"""A binary heap of keys in an array, for what is computed in machine code before any search."""

from __future__ import annotations

from genastar.engine import machine_code
from genastar_roads.graph.facts import Int64


@machine_code
def push(heap: Int64, count: int, key: int) -> None:
    """Put a key into a binary heap of so many."""
    place = count
    while place > 0:
        above = (place - 1) >> 1
        if heap[above] <= key:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = key


@machine_code
def pop(heap: Int64, count: int) -> int:
    """Take the smallest key out of a heap of so many."""
    root, last = heap[0], heap[count - 1]
    count -= 1
    place, below = 0, 1
    while below < count:
        if below + 1 < count and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= last:
            break
        heap[place] = heap[below]
        place, below = below, 2 * below + 1
    heap[place] = last
    return int(root)
