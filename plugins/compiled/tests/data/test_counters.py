"""A ``Counter`` that a hook makes has the counts that Python's has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from both_speeds import search_both
from walks import Walk, refusal

pytestmark = pytest.mark.long

COUNTS = {1: 2, 2: 0}


def counts_of_dictionaries(n: int) -> int:
    made = {3: n, 1: 5}
    first = Counter(made)
    second = Counter(COUNTS)
    first[n] += 1
    second[n] -= 4
    made[3] = 99
    return first[3] * 100 + first[n] * 10 + len(first) + first[77] + abs(sum(second.values())) + (n in second) + COUNTS[1]


def test_a_counter_begins_with_the_counts_of_a_dictionary() -> None:
    search_both(Walk(6, counts_of_dictionaries), 0)


def counts_of_floats(n: int) -> int:
    counts = Counter({1: 2.5, n: 1.5})
    return int(counts[1])


def adds_half(n: int) -> int:
    counts = Counter([1, n])
    counts[1] += 0.5  # type: ignore[assignment]
    return int(counts[1])


@pytest.mark.parametrize("helper", [counts_of_floats, adds_half])
def test_counts_that_are_no_ints_are_refused(helper: Callable[[int], int]) -> None:
    says = "a Counter has a count that is not an int; write a dictionary and get(key, 0)"
    assert says in refusal(Walk(3, helper), 0)


def looks_up(n: int) -> int:
    counts = Counter([n % 3, 1])
    found: Counter[int] = Counter()
    found[n] += 2
    found[n] *= 3
    return counts.get(0, 5) * 10 + found[n] + len(counts)


def test_counts_are_looked_up_with_a_default() -> None:
    search_both(Walk(6, looks_up), 0)
