"""A generator or an iterator with a name is one object, whatever holds it; one that raised has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen
from both_speeds import search_both

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


def raising_at_once(n: int) -> Iterator[int]:
    if n >= 0:
        raise ValueError
    yield n


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


class KeptInPairs(Hook):
    def value(self, n: int) -> int:
        pair = (numbers(n), numbers(n + 1))
        at = total = 0
        while at < n % 3 + 2:
            made = (pair[1], numbers(n + at))
            total += next(pair[0]) + next(made[0])
            pair = made
            at += 1
        return total


class KeptInZips(Hook):
    def value(self, n: int) -> int:
        last = zip(numbers(n), numbers(n + 1), strict=False)
        at = total = 0
        while at < n % 3 + 2:
            made = zip(numbers(n + at), numbers(n + 1), strict=False)
            total += next(last)[0] + next(made)[1]
            last = made
            at += 1
        return total


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
        one, two = raising(n), raising_at_once(n)
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


def shared(items: Iterator[int]) -> int:
    given = over(items, 2)
    return next(given) + next(items) * 3 + next(given)


def begun(n: int) -> Iterator[int]:
    items = iter([n, 5, 6])
    next(items)
    return items


class GivenIterators(Hook):
    def value(self, n: int) -> int:
        source, places = iter([n, 3, 4, 7]), enumerate([n, 4, 8])
        given, pairs = over(source, 2), zip(places, [1, 2, 3], strict=False)
        total = next(given) + next(source) * 3 + next(given) + next(pairs)[0][1] + next(places)[1] * 5 + next(pairs)[0][0]
        rows = [iter([n, each]) for each in range(3)]
        for each in range(2):
            rows.append(iter([each, n]))
        total += (
            sum([next(each) for each in rows])
            + next(rows[n % 3])
            + next(rows[3]) * 13
            + sum(a * b for a, b in zip(begun(n), begun(n + 1), strict=False))
        )
        return total + shared(iter(range(n, 9 + n))) + next(source, 100)


def of_dictionary(found: dict[int, int]) -> Iterator[int]:
    for key in found:
        for other, value in found.items():
            yield key * 3 + other - value
    for at, value in enumerate(found.values()):
        yield at * 5 + value
    found[99] = 1


def made_inside(n: int) -> Iterator[str]:
    found = {"a" + str(n): "bb" + str(n), "c": str(n)}
    for key, value in found.items():
        yield key + value


class OverDictionaries(Hook):
    def value(self, n: int) -> int:
        found = {1: n, 2: 3, n: 5}
        total = 0
        for each in of_dictionary(found):
            total = (total * 7 + each) % 1009
        total += sum([len(each) for each in made_inside(n)]) + len(next(made_inside(n))) + next(of_dictionary(found))
        first, second = of_dictionary(found), iter(found.values())
        total += next(first) + next(second) * 3 + next(first) + next(second) * 7
        return total + len(found)


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


def divided(n: int) -> Iterator[int]:
    for i in range(3):
        yield 60 // (i - n % 3)


def looked_up(n: int) -> Iterator[str]:
    texts = ["a" + str(n), "bcd", "e"]
    for i in range(n % 6):
        yield texts[i]


def ending(n: int) -> Iterator[int]:
    source = iter(range(n % 3))
    yield 5
    yield next(source) + 10
    if n % 2:
        raise StopIteration
    yield 7


def first(source: Iterator[int]) -> int:
    return next(source)


def ending_in_a_function(n: int) -> Iterator[int]:
    yield 5
    yield first(iter(range(n % 3))) + 10
    yield 7


class RaisedInside(Hook):
    """What a generator raises is not its end; a StopIteration inside one is an error (PEP 479)."""

    def value(self, n: int) -> int:
        total, source = 0, divided(n)
        for _ in range(5):
            try:
                total += next(source)
            except ZeroDivisionError:
                total += 700
            except StopIteration:
                total += 11000
                break
        try:
            total += self.lengths(n)
        except IndexError:
            total += 1
        try:
            for each in ending(n):
                total = total * 3 + each
        except RuntimeError:
            total += 13
        try:
            for each in ending_in_a_function(n):
                total += each
        except RuntimeError:
            total += 23
        try:
            return total + sum(ending(n + 1))
        except StopIteration:
            return total + 19
        except RuntimeError:
            return total + 17

    def lengths(self, n: int) -> int:
        source, total = enumerate(looked_up(n)), 0
        while True:
            try:
                at, text = next(source)
            except StopIteration:
                return total
            total += at * len(text)


@pytest.mark.long
@pytest.mark.parametrize(
    "hook",
    [
        *(RaisedInside, Kept, KeptIterators, GivenIterators, KeptInPairs, KeptInZips, KeptInLists, Given, Raised),
        *(OverDictionaries, ChangedDictionary),
    ],
)
def test_a_generator_is_one_object(hook: type[Hook]) -> None:
    search_both(hook(), 0)
