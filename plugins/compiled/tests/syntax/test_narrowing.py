"""What a test shows not to be None is used as what it is; where the test says nothing any more, None is None again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import frozen
from walks import search_each

from genastar import AStar, Cost, Node, OpenList

CELLS = {1: (1, 2), 2: (3, 4), 5: (0, 0)}


@frozen
class Part:
    size: int
    last: int | None

    def twice(self) -> int:
        return self.size * 2


def value(n: int) -> int | None:
    return None if n % 3 == 1 else n * 2


def part(n: int) -> Part | None:
    return None if n % 3 == 1 else Part(n * 2, value(n + 1))


def whole(n: int) -> int:
    """What None cannot be given to."""
    return max([n, 1]) if isinstance(n, int) else 0


def in_a_branch(n: int) -> int:
    found = [n]
    x = value(n)
    if x is not None:
        found.append(x)
    elif n > 2:
        found.append(7 if x is None else 8)
    if not (x is None):  # noqa: E714
        found += [x, whole(x)]
    return sum(found)


def by_walrus(n: int) -> int:
    found = [(n, 1)]
    if (x := CELLS.get(n)) is not None and x[0] < 3:
        found.append(x)
    if y := CELLS.get(n + 1):
        found.append(y)
    return sum(a * 10 + b for a, b in found)


def left(n: int) -> list[int]:
    found = []
    for k in range(n):
        x = value(k)
        if x is None:
            continue
        found.append(x)
        x = None if k % 2 else value(k + 1)
        found.append(1 if x is None else x)
    return found


def bound_again(n: int) -> int:
    x, found = value(n), 0
    if x is not None:
        for k in range(3):
            found += 1 if x is None else x
            x = value(n + k)
        while x is not None and found < 100:
            found += x
            x = value(found)
    return found


def in_expressions(n: int) -> int:
    x = value(n)
    found = whole(x) if x is not None else 2
    found += 3 if x is None or whole(x) > 4 else 5
    found += 7 if x is not None and whole(x) > 4 else 11
    return found + sum([whole(v) for v in [value(k) for k in range(n)] if v is not None])


def of_attributes(n: int) -> int:
    p, found = part(n), [0]
    if p is None or p.last is None:
        return -1 if p is None else p.twice()
    found.append(p.last)
    p = part(n + 1)
    if p is not None and p.last:
        found.append(p.last)
    return sum(found) + (0 if p is None or p.last is None else 1)


def in_a_try(n: int) -> int:
    x = value(n)
    try:
        if x is None:
            raise ValueError
        return whole(x) // (n - 2)
    except ZeroDivisionError:
        x = None
    except ValueError:
        return -3
    return -1 if x is None else whole(x)


FUNCTIONS = [in_a_branch, by_walrus, left, bound_again, in_expressions, of_attributes, in_a_try]


@pytest.mark.long
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_what_is_not_none_does_the_same(function: Callable[[int], object]) -> None:
    search_each(function, range(8))


@frozen
class Ways(AStar[tuple[int, int], Cost[int]]):
    """Steps to where a table says, which does not say it for every place."""

    table: dict[int, int]

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        n, last = node.position
        there = self.table.get(n)
        if there is None:
            open_list.relax((n + 1, last), node.cost.travelled + 2)
            return
        open_list.relax((there, n), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position[0] == 9


@pytest.mark.long
def test_a_position_has_what_is_not_none() -> None:
    solver = Ways({0: 3, 5: 7, 6: 1})
    slow, fast = (solver.search((0, 0), engine=engine) for engine in ("interpreted", "compiled"))
    assert (slow.cost, slow.path, slow.expanded) == (fast.cost, fast.path, fast.expanded)
