"""Numbers of arrangements: which of ``n`` places each of some distinct items has, as a number without gaps.

The number is in a mixed radix: the first item has ``n`` choices of a place, the second ``n - 1``, and so on; the last item is
the lowest digit. So numbers have the order of the arrangements. All functions compile in hooks.
"""

from __future__ import annotations


def number_arrangement(places: tuple[int, ...], n: int) -> int:
    """Return the number of an arrangement, from 0 to ``math.perm(n, len(places)) - 1``.

    Args:
        places: the place of each item, all different, from 0 to ``n - 1``.
        n: number of places, at most 62.
    """
    number = taken = 0
    left = n
    for place in places:
        number = number * left + count_free_before(taken, place)
        taken |= 1 << place
        left -= 1
    return number


def count_free_before(taken: int, place: int) -> int:
    """Return how many places before this one are free. ``taken`` has a bit for each place that is not."""
    return place - (taken & ((1 << place) - 1)).bit_count()


def find_free_place(taken: int, number: int) -> int:
    """Return the free place before which so many places are free; the inverse of `count_free_before`."""
    place = 0
    while (taken >> place) & 1 or number > 0:
        number -= 1 - ((taken >> place) & 1)
        place += 1
    return place
