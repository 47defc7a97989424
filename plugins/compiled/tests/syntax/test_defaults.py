"""A ``defaultdict`` of numbers that a hook makes: a look-up adds what is missing, as Python's does."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest
from both_speeds import search_both
from walks import Walk, refusal


def counted(n: int) -> int:
    counts = defaultdict(int)
    for k in range(n):
        counts[k % 3] += k
    counts[7] += len(counts)
    letters: defaultdict[str, float] = defaultdict(float)
    for letter in "abcab":
        letters[letter] += 1
    total = sum(counts.values()) + counts[1] * 10 + len(counts) * 100 + int(letters["a"] + letters["z"]) + len(letters)
    for key in counts:
        total += key * 7
    return total + max(sorted(counts)) + (n in counts) + counts.get(8, 3) + counts.pop(7)


def cheapest(n: int) -> int:
    best: dict[int, float] = defaultdict(lambda: math.inf)
    seen = defaultdict(lambda: -1)
    todo = [(0, 0)]
    best[0] = 0.0
    while todo:
        cost, place = todo.pop()
        seen[place] += 2
        for other in (place + 1, place + 2):
            if other <= n and cost + other < best[other]:
                best[other] = float(cost + other)
                todo.append((cost + other, other))
    return int(best[n]) + len(best) + sum([seen[k] for k in range(4)]) + len(seen)


def risky(n: int) -> int:
    found = defaultdict(int)
    found[n, 1] += 5
    try:
        found[n, 2] += 10 // (n - 1)
    except ZeroDivisionError:
        found[n, 3] += 7
    try:
        for key, _ in found:
            found[key, 9] += 1
    except RuntimeError:
        return len(found) * 100 + sum(found.values())
    return 0


@pytest.mark.long
def test_a_dictionary_of_numbers_with_a_default() -> None:
    for helper in (counted, cheapest, risky):
        search_both(Walk(4, helper), 0)


def not_always(n: int, found: dict[int, int]) -> int:
    if n > 5:
        found = defaultdict(int)
        found[n] += 1
    try:
        return found[n]
    except KeyError:
        return 50


def given_a_dictionary(n: int) -> int:
    return not_always(n, {1: 2})


def test_a_dictionary_that_is_given_is_none_of_these() -> None:
    assert "a defaultdict is of other items than numbers, is passed on" in refusal(Walk(3, given_a_dictionary), 0)
