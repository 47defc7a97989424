"""A binary heap of keys in an array, for preparations that run in machine code."""

from __future__ import annotations

from genastar.engine import machine_code
from genastar_roads.graph.facts import Int64


@machine_code
def push(heap: Int64, count: int, key: int) -> None:
    """Push a key onto a binary heap that holds ``count`` keys."""
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
    """Pop the smallest key off a heap that holds ``count`` keys."""
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
