"""A ``Counter`` that a hook makes has the counts that Python's has."""

from __future__ import annotations

from collections import Counter

import pytest
from both_speeds import both
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
    both(Walk(6, counts_of_dictionaries), 0)


def counts_of_floats(n: int) -> int:
    counts = Counter({1: 2.5, n: 1.5})
    return int(counts[1])


def test_counts_that_are_no_ints_are_refused() -> None:
    assert "Counter(...) of a dictionary whose values are not ints; write dict(...)" in refusal(Walk(3, counts_of_floats), 0)
