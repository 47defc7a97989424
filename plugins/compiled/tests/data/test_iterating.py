"""Loops and iterators over lists, deques and dictionaries of a hook, some of which change meanwhile."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from both_speeds import search_both
from walks import Walk, refusal

pytestmark = pytest.mark.long


def prices(n: int) -> int:
    found = {1: 2, 3: 4}
    for step in found:
        if n == 3:
            found[step + 10] = 1
    return found[1]


def last_price(n: int) -> int:
    found, total = {1: 2, 3: 4}, 0
    for step, price in found.items():
        total += price
        if step == n:
            del found[1]
    return total


def values(n: int) -> int:
    found = {1: 2, 3: 4}
    for step in found:
        found[step] = n
    for price in found.values():
        if price == 2:
            found[7] = 1
            break
    return len(found)


def push(queue: Any, each: int) -> None:
    if each > 3:
        queue.append(each - 1)


def shorten(queue: Any, n: int) -> None:
    if n > 4:
        queue.pop()


def by_a_helper(n: int) -> int:
    queue = deque([1, n])
    d = 0
    for each in queue:
        push(queue, each)
        d += each
    return d


def at_the_end(n: int) -> int:
    queue = deque([1, n])
    d = 0
    for each in queue:
        shorten(queue, n)
        d += each
    else:
        d += 5
    return d


def layers(n: int) -> int:
    queue, other, d = deque([n]), deque([1]), 0
    while queue and d < 20:
        for each in queue:
            other.append(each + 1)
            d += each + 1
        queue, other = other, deque([3])
    return d


def waiting(n: int) -> int:
    queue = deque([1, 2, n])
    for at, each in enumerate(queue):
        if each == 2 and at > n:
            queue.append(4)
    return len(queue)


def left_at_once(n: int) -> int:
    queue = deque([1, n])
    for each in queue:
        queue.append(each)
        break
    return len(queue)


def turned(n: int) -> int:
    queue = deque([1, 2, n])
    other = queue
    for each in queue:
        if each == 2:
            other.append(other.popleft())
    return len(queue)


def turn(queue: Any) -> None:
    queue.appendleft(queue.pop())


def turned_by_a_helper(n: int) -> int:
    queue = deque([1, 2, n])
    for _ in queue:
        turn(queue)
    return len(queue)


def changed_in_a_helper(n: int) -> int:
    return into(deque([1, 2]), n)


def into(queue: Any, n: int) -> int:
    for each in queue:
        if len(queue) < 9:
            queue.append(each + n)
    return len(queue)


def between_two_items(n: int) -> int:
    queue = deque([1, 2, n])
    items = iter(queue)
    d = next(items)
    queue.append(4)
    return d + next(items)


def before_a_loop(n: int) -> int:
    queue = deque([1, 2, n])
    items, d = enumerate(queue), 0
    queue.extend([3])
    for at, each in items:
        d += at + each
    return d


def behind_the_first(n: int) -> int:
    queue = deque([1, 2, n])
    items, d = reversed(queue), 0
    del queue[0]
    for each in items:
        d += each
    return d


def shortened_behind(n: int) -> int:
    items, d = [1, 2, n, 4], 1
    for each in reversed(items):
        d = d * 3 + each
        if each == n:
            items.clear()
    return d


def longer_behind(n: int) -> int:
    items, d = [1, n], 1
    each = reversed(items)
    items.append(3)
    for item in each:
        d = d * 3 + item
    return d


def products(n: int) -> int:
    items, d = [1, n], 1
    pairs = itertools.product(items, items)
    items.append(3)
    for one, other in pairs:
        d += one * other
        items[0] += 1
    for one, other in itertools.product(items, [2, 3]):
        items.append(one)
        d += one * other
    for one, other in itertools.combinations(items, 2):
        items[-1] += 1
        d += one * other
    return d


def rows(n: int) -> int:
    prices, items, d = {1: n, n + 5: 3}, [1, n, 4], 1
    for one, other in itertools.product(prices.items(), repeat=2):
        prices[one[0] + 20] = 7
        d = (d * 3 + one[0] * other[1]) % 1009
    pairs, others = itertools.combinations(items, 2), itertools.permutations(items, 2)
    items[-1] += 1
    return d + sum(a * b for a, b in pairs if items.append(a) is None) + sum(a - 2 * b for a, b in others)


def of_a_computed_number(n: int) -> int:
    return sum(sum(each) for each in itertools.product(range(2), repeat=n % 3))


def first_of_two(n: int) -> int:
    queue: deque[int] = deque()
    queue.appendleft(n)
    items, d = zip(queue, (1, 2), strict=False), 0
    queue += [1]
    for one, other in items:
        d += one + other
    return d


def at_the_second(n: int) -> int:
    queue = deque([1, n])
    items, d = iter(queue), 0
    queue[0] = 7
    for each in items:
        d += each
    return d


def to_the_end(n: int) -> int:
    queue: deque[int] = deque()
    queue.append(n)
    queue.append(2)
    queue[0] = 7
    d = sum(iter(queue))
    while queue:
        d += queue.popleft() + len(queue) + sum(queue)
    return d


OF_DEQUES = [waiting, left_at_once, turned, turned_by_a_helper, changed_in_a_helper, between_two_items, before_a_loop]
OF_DEQUES += [behind_the_first, first_of_two, to_the_end, by_a_helper, at_the_end, layers]


@pytest.mark.parametrize("helper", [prices, last_price, values, products, rows, *OF_DEQUES])
def test_what_is_changed_while_it_is_iterated(helper: Callable[[int], int]) -> None:
    def outcome(engine: str) -> object:
        try:
            return Walk(6, helper).search(0, engine=engine).cost
        except RuntimeError as error:
            return str(error)

    assert outcome("compiled") == outcome("interpreted")


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (
            at_the_second,
            "at_the_second (test_iterating.py, line 218): items, a generator over a container that may change before",
        ),
        (
            of_a_computed_number,
            "of_a_computed_number (test_iterating.py, line 203): combinations of more than 8 items, or of a",
        ),
        (longer_behind, "longer_behind (test_iterating.py, line 169): a call of reversed"),
        (shortened_behind, "a list that changes its length in a loop over its items from the last in shortened_behind"),
    ],
)
def test_what_is_changed_behind_an_iterator_is_refused(helper: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(6, helper), 0)


def likened(n: int) -> int:
    return len(deque([1, n])) + (deque([1, n]) == [1, n])


def test_a_deque_equals_no_list() -> None:
    search_both(Walk(4, likened), 0)


TABLE = {0: 7, 1: 8, 2: 3}


def keys_together(n: int) -> int:
    table = {0: 7, 1: 8, 2: n}
    d = sum(a * 3 + b for a, b in itertools.combinations(list(table), 2)) + sum(a + 2 * b for a, b in itertools.pairwise(table))
    d += sum(a * 3 + b for a, b in itertools.permutations(list(TABLE), 2)) + sum(
        a + 2 * b for a, b in zip(table, TABLE, strict=True)
    )
    for each in map(lambda x: x + 1, list(table)):  # noqa: C417
        d = d * 2 + each
    return d


def table_backwards(n: int) -> int:
    return sum(each * n for each in reversed({0: 7, 1: 8, 2: n}))


def table_mapped(n: int) -> int:
    d = 0
    for each in map(lambda x: x + 1, {0: 7, 1: 8, 2: n}):  # noqa: C417
        d = d * 2 + each
    return d


def table_combined(n: int) -> int:
    return sum(a * 3 + b for a, b in itertools.combinations({0: 7, 1: 8, 2: n}, 2))


def test_a_dictionary_is_its_keys() -> None:
    for helper in (keys_together, table_backwards, table_mapped):
        search_both(Walk(4, helper), 0)
    assert "combinations() of a dict; write list(...) around it" in refusal(Walk(4, table_combined), 0)
