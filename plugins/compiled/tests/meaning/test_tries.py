"""Blocks of ``try`` one in another and one after another, and what must not be caught."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk

from genastar import AStar, CannotCompile, Cost, Node, OpenList

Point = tuple[int, int, int, int]


def _risky(n: int) -> int:
    if n == 3:
        raise ValueError("three")
    return n


def _items(n: int) -> Iterator[int]:
    for each in range(n):
        if each == 2:
            raise ValueError("two")
        yield each


@frozen(eq=False)
class Trying(AStar[Point, Cost[int]]):
    """Steps to a number of what blocks of ``try`` come to."""

    goal: int

    def finished(self, n: int) -> int:
        total = 0
        try:
            total = 10 // n
        except Exception:
            total = 100
        else:
            total += 1
        finally:
            total += 1000
        try:
            total += _risky(n)
        except Exception:
            total += 7
        return total

    def looped(self, n: int) -> int:
        total = 0
        for each in range(4):
            try:
                if each == 2:
                    continue
                total += _risky(n + each)
            except Exception:
                total += 50
                if n == 3:
                    break
            finally:
                total += 1
        return total

    def nested(self, n: int) -> int:
        total = 0
        try:
            total += _risky(n)
        except Exception:
            try:
                total += _risky(n)
            except Exception:
                total += 3
            finally:
                total += 1
        finally:
            try:
                total += _risky(n + 1)
            except Exception:
                total += 300
            finally:
                total += 100
        try:
            for each in _items(n):
                total += each
        except Exception:
            total += 9000
        try:
            total += sum([10 // (each - 3) for each in range(n)])
        except Exception:
            total += 70000
        return total

    def caught(self, number: int, n: int) -> int:
        try:
            return self.finished(n) if number == 0 else self.looped(n) if number == 1 else self.nested(n)
        except Exception:
            return -1

    def add_neighbours(self, node: Node[Point, Cost[int]], open_list: OpenList[Point, Cost[int]]) -> None:
        n = node.position[0]
        open_list.relax((n + 1, self.caught(0, n), self.caught(1, n), self.caught(2, n)), node.cost.travelled + 1)

    def is_destination(self, position: Point) -> bool:
        return position[0] >= self.goal


@pytest.mark.long
def test_each_exception_goes_to_its_own_handler() -> None:
    search_both(Trying(7), (0, 0, 0, 0))


@frozen
class Doubt:
    """A record whose truth may raise."""

    n: int

    def __bool__(self) -> bool:
        if self.n % 3 == 2:
            raise ValueError("doubt")
        return self.n % 2 == 0


def _left(n: int) -> int:
    try:
        if Doubt(n):
            return 5
    except Exception:
        return 50
    return 1


def doubted(n: int) -> int:
    total = _left(n)
    for each in range(4):
        try:
            try:
                if (Doubt(n) and Doubt(n + each)) or not Doubt(each):
                    continue
            finally:
                total += 1
        except Exception:
            total += 10
            if each == 2:
                break
    return total


def test_a_truth_that_raises_goes_to_its_handler() -> None:
    """Also where a branch is the last thing in the block."""
    search_both(Walk(8, doubted), 0)


def rows(n: int) -> int:
    total = 0
    try:
        table = [[10 // (i + j - n) for j in range(3)] for i in range(j_of(n))]
        total += len(table)
        table = [[i * j for i in range(i)] for i, j in [(k, 10 // (n - 2)) for k in (1, 2)]]
        total += table[-1][-1]
    except ZeroDivisionError:
        total += 50
    try:
        total += len({a: 10 // (n - 3) for a, b in zip([1, 2, 3], [(lambda j: j + i)(n) for i in (1, 2, 3)], strict=True)})
    except ZeroDivisionError:
        total += 700
    return total


def j_of(n: int) -> int:
    return n % 4


def test_a_comprehension_in_another_goes_to_its_handler() -> None:
    search_both(Walk(8, rows), 0)


def starred(n: int) -> int:
    """Stars beside what may branch, and in each block of a ``try``."""
    p = (1, n)
    q = (9, *(p if n % 2 else (5, 6)), n if n < 3 else 7, *p, int(0 < n < 4))
    total = q[1] * 10 + q[3] + len([9, *(p if n % 2 else (5, 6)), n or 5]) + sum(q)
    try:
        q = (*p, 10 // (n - 2), *p, 6)
        total += _product(*p, 10 // (n - 3))
    except ZeroDivisionError:
        q = (*p, 7, 8, 9, n)
        total += _product(1, *p) + sum([8, 7, 9, 11]) + len({8, *p, 7})
    finally:
        total += sum((4, *p)) + sum([1, 2, 3, 4, *p]) + sum([3, 4, 5, 6, 7])
    return total + q[2] + q[5]


def _product(a: int, b: int, c: int) -> int:
    return a * b - c


@pytest.mark.long
def test_stars_where_a_block_begins() -> None:
    search_both(Walk(6, starred), 0)


@frozen(eq=False)
class Growing(AStar[int, Cost[int]]):
    """A line whose costs leave the range of 64 bits in a function that is called in a ``try``."""

    goal: int

    def large(self, n: int) -> int:
        return 1 << n

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        try:
            step = self.large(node.position * 8) % 7
        except Exception:
            step = 9
        open_list.relax(node.position + 1, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position >= self.goal


def test_no_handler_catches_a_refusal_of_a_function_that_it_calls() -> None:
    assert Growing(12).search(0).found
    with pytest.raises(CannotCompile, match=r"Growing\.large left the range"):
        Growing(12).search(0, engine="compiled")


@frozen(eq=False)
class Inside(Growing):
    """The same, of a function that is defined inside the hook."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        def step(n: int) -> int:
            return 10 // (n - 2)

        try:
            cost = step(node.position) % 5
        except Exception:
            cost = 9
        open_list.relax(node.position + 1, node.cost.travelled + cost)


@frozen(eq=False)
class Branching(Growing):
    """A ``finally`` that may end a loop, in another ``try``."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        total = 0
        try:
            for each in range(3):
                try:
                    total += _risky(node.position + each)
                finally:
                    if each == 1:
                        break  # noqa: B012
        except Exception:
            total += 60
        open_list.relax(node.position + 1, node.cost.travelled + total)


def test_a_function_inside_that_raises() -> None:
    search_both(Inside(6), 0)


def test_a_finally_with_a_branch() -> None:
    search_both(Branching(6), 0)
