"""Clauses of ``except`` that name classes of exceptions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk

from genastar import AStar, Cost, Node, OpenList

Point = tuple[int, int, int, int]


class Lost(Exception):
    """An exception of a user's."""


class Stuck(Lost):
    """One derived from it."""


def _raising(n: int) -> int:
    if n % 6 == 1:
        raise ValueError(f"value {n}")
    if n % 6 == 2:
        raise KeyError(n)
    if n % 6 == 3:
        raise Lost
    if n % 6 == 4:
        raise Stuck("here")
    return n


def _passing(n: int) -> int:
    try:
        return _raising(n)
    except LookupError:
        if n % 4 == 0:
            raise
        return 40
    except Stuck as error:
        raise ValueError from error


def _counted(n: int) -> Iterator[int]:
    yield from range(n)


def _extremes(n: int) -> int:
    total = 0
    for which in range(5):
        try:
            if which == 0:
                total += max([1, 2, 3][n:])
            elif which == 1:
                total += min({each for each in range(n) if each > 1})
            elif which == 2:
                total += max(deque([1] * n))
            elif which == 3:
                total += min(_counted(n))
            else:
                total += max([(each, 1.0) for each in range(n)])[0]
        except ValueError:
            total += 10 << which
    return total


def _steps(n: int) -> int:
    try:
        rounds = range(0, 5, n - 1)  # noqa: F841  # that it is not used does not matter
    except ValueError:
        return 1
    return 0


@frozen(eq=False)
class Naming(AStar[Point, Cost[int]]):
    """Steps to a number of the exceptions that clauses name."""

    goal: int

    def named(self, n: int) -> int:
        try:
            return _raising(n)
        except Stuck:
            return 10
        except (KeyError, Lost):
            return 20
        except ValueError:
            return 30

    def passed(self, n: int) -> int:
        total = 0
        for each in range(3):
            try:
                try:
                    total += _passing(n + each)
                except ValueError:
                    total += 100
                    if each == 2:
                        continue
                else:
                    total += 1
                finally:
                    total += 7
            except KeyError:
                total += 1000
            except:  # noqa: E722
                total += 10000
                if n == 3:
                    break
        return total

    def looked_up(self, n: int) -> int:
        total, items, table, texts = 0, [1, 5, 7], {1: 2, 3: n}, "123"
        try:
            total += items.index(n)
        except ValueError:
            total += 10
        try:
            total += table[n] + items[n]
        except KeyError:
            total += 100
        except IndexError:
            total += 200
        try:
            total += int(texts[n])
        except (IndexError, ValueError):
            total += 1000
        try:
            items.remove(n)
            total += min([each for each in items if each > n + 1])
        except ValueError:
            total += 10000
        try:
            if n % 2 == 0:
                raise NotImplementedError
        except NotImplementedError:
            total += 100000
        return total

    def add_neighbours(self, node: Node[Point, Cost[int]], open_list: OpenList[Point, Cost[int]]) -> None:
        n = node.position[0]
        open_list.relax(
            (n + 1, self.named(n), self.passed(n), self.looked_up(n) + _extremes(n) + _steps(n)), node.cost.travelled + 1
        )

    def is_destination(self, position: Point) -> bool:
        return position[0] >= self.goal


@pytest.mark.long
def test_clauses_catch_what_they_name() -> None:
    search_both(Naming(12), (0, 0, 0, 0))


def _uncaught(n: int) -> int:
    try:
        return _raising(n)
    except (LookupError, ValueError):
        return 1


def test_an_exception_that_no_clause_names_leaves_the_hook() -> None:
    with pytest.raises(Lost):
        Walk(9, _uncaught).search(0, engine="compiled")


RAISED: type[Exception] = Stuck


def _of_kind(n: int) -> int:
    try:
        if n == 2:
            raise RAISED
    except Lost:
        return 5
    except Exception:
        return 7
    return 1


def test_a_class_that_is_derived_between_two_searches_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Walk(4, _of_kind)
    search_both(solver, 0)
    monkeypatch.setitem(globals(), "RAISED", type("Later", (Lost,), {}))
    search_both(solver, 0)
    monkeypatch.setitem(globals(), "RAISED", type("Other", (Exception,), {}))
    search_both(solver, 0)
