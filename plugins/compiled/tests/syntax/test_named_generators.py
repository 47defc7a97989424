"""A generator or an iterator with a name is one object, whatever holds it; one that raised has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import refusal

from genastar import AStar, Cost, Node, OpenList


def numbers(n: int) -> Iterator[int]:
    for i in range(5):
        if n < 0:
            return
        yield i + n


def over(source: Iterator[int], more: int) -> Iterator[int]:
    for each in source:
        if more < 0:
            return
        yield each + more


def raising(n: int) -> Iterator[int]:
    own = [n]
    yield len(own)
    if n >= 0:
        raise ValueError
    yield 2


@frozen
class Hook(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        open_list.relax(n + 1, node.cost.travelled + 1 + self.value(n))

    def value(self, n: int) -> int:
        raise NotImplementedError

    def is_destination(self, position: int) -> bool:
        return position == 9


class Kept(Hook):
    def value(self, n: int) -> int:
        last = numbers(n)
        at = total = 0
        while at < n % 3 + 2:
            made = numbers(n + at)
            total += next(made) + next(last)
            last = made
            at += 1
        return total + next(last)


class KeptInLists(Hook):
    def value(self, n: int) -> int:
        made = [numbers(n + i) for i in range(3)]
        return sum([next(each) for each in made]) + next(made[0])


class Given(Hook):
    def value(self, n: int) -> int:
        source = numbers(n)
        given = over(source, 2)
        return next(given) + next(source) * 3 + next(given)


class Raised(Hook):
    def value(self, n: int) -> int:
        one, two = raising(n), raising(n + 1)
        total = next(one)
        try:
            total += next(one)
        except Exception:
            total += 10
        try:
            total += next(two)
        except Exception:
            total += 20
        return total + next(one, 100) + next(two, 200)


class KeptIterators(Hook):
    def value(self, n: int) -> int:
        last, older = iter(range(3)), iter(range(5))
        at = total = 0
        while at < 4:
            made = iter(range(at, at + n))
            total = (total * 7 + next(last, 1) * 3 + next(made, 2) + next(older, 2) * 5) % 1009
            last, older = made, last
            at += 1
        return total


def of_dictionary(found: dict[int, int]) -> Iterator[int]:
    for key in found:
        for other, value in found.items():
            yield key * 3 + other - value
    for at, value in enumerate(found.values()):
        yield at * 5 + value
    found[99] = 1


class ChangedDictionary(Hook):
    def value(self, n: int) -> int:
        found, total = {1: n, 2: 3}, 0
        try:
            for each in of_dictionary(found):
                found[n + 7] = 4
                total += each
        except RuntimeError:
            total += 100
        return total


@pytest.mark.long
@pytest.mark.parametrize("hook", [KeptIterators, ChangedDictionary])
def test_an_iterator_is_one_object(hook: type[Hook]) -> None:
    search_both(hook(), 0)


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize(("hook", "name"), [(Kept, "last"), (Given, "source"), (Raised, "one")])
def test_a_generator_that_is_kept_is_refused(hook: type[Hook], name: str) -> None:
    assert f"{name}, a generator that is kept" in refusal(hook(), 0)
