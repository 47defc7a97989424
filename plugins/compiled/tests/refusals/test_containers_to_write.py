"""What a refusal says to write in place of containers, and of calls of an open list: it compiles."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk, words_of_numba

from genastar import CannotCompile, Cost, Node

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]


def joined(n: int) -> int:
    return len(sum([(1,), (n, n)], ()))


def joined_plainly(n: int) -> int:
    return len([item for row in [[1], [n, n]] for item in row])


def joined_alike(n: int) -> int:
    return len(sum([(1, 2), (n, n)], ()))


def joined_alike_plainly(n: int) -> int:
    return len([item for row in [(1, 2), (n, n)] for item in row])


@dataclass
class Record:
    n: int
    items: list[int]


def recorded(n: int) -> int:
    record = Record(n, [])
    record.items.append(n)
    return len(record.items)


def recorded_plainly(n: int) -> int:
    record = Record(n, [0][:0])
    record.items.append(n)
    return len(record.items)


def grouped(n: int) -> int:
    rows = defaultdict(list)
    for k in range(n):
        rows[k % 3].append(k)
    return sum(len(row) for row in rows.values())


def grouped_plainly(n: int) -> int:
    rows = [[0][:0] for _ in range(3)]
    pairs = [(k % 3, k) for k in range(n)]
    for key, item in pairs:
        rows[key].append(item)
    groups = [[item for other, item in pairs if other == key] for key in sorted({key for key, _ in pairs})]
    return sum(len(row) for row in rows) + len(max(groups, key=len, default=[0][:0]))


@pytest.mark.parametrize(
    ("helper", "says", "instead"),
    [
        (joined, r"or over tuples of several lengths; .*, write lists in place of the tuples inside", joined_plainly),
        (joined_alike, r"or write lists, \[...\], such as \[x for row in rows for x in row\]", joined_alike_plainly),
        (recorded, r"write \[0\]\[:0\] for an empty list of ints in a record", recorded_plainly),
        (grouped, r"a defaultdict is of other items than .* rows = \[\[0\]\[:0\] for _ in range\(n\)\]", grouped_plainly),
    ],
)
def test_what_to_write_instead(helper: Callable[[int], int], says: str, instead: Callable[[int], int]) -> None:
    assert re.search(says, words_of_numba(Walk(3, helper), 0))
    search_both(Walk(3, instead), 0)


@frozen
class Mistaken(Walk):
    """Calls methods that an open list does not have, or not so; later than the first expansions, which run in Python."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: Any) -> None:
        if node.position < 20:
            open_list.relax(node.position + 1, node.cost.travelled + 1)
        else:
            self.helper(node, open_list)  # type: ignore[arg-type]


def _pushed(node: Any, open_list: Any) -> None:
    open_list.push(node.position + 1, node.cost.travelled + 1)


def _one(node: Any, open_list: Any) -> None:
    open_list.relax((node.position + 1, node.cost.travelled + 1))


def _of_another_name(node: Any, open_list: Any) -> None:
    open_list.relax(node.position + 1, cost=node.cost.travelled + 1)


def _five(node: Any, open_list: Any) -> None:
    open_list.insert(node.position + 1, node.cost, None, None, 5)


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (_pushed, "an open list has no push"),
        (_one, r"an open list's relax\(\) is given no travelled"),
        (_of_another_name, r"an open list's relax\(\) is given no travelled"),
        (_five, r"an open list's insert\(\) is given too many arguments, or one that it does not know"),
    ],
)
def test_what_an_open_list_does_not_take(helper: Any, says: str) -> None:
    with pytest.raises((AttributeError, TypeError)):
        Mistaken(30, helper).search(0, engine="interpreted")
    with pytest.raises(CannotCompile, match=rf"{says}; an open list has the methods relax\(.* and improves\([^;]*$"):
        Mistaken(30, helper).search(0, engine="compiled")
