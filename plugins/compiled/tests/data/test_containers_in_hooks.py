"""Lists, sets and dictionaries that hooks change: their own as in Python, those of the solver not at all."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk, free, refusal

from genastar import AStar, Cost, Node, OpenList

pytestmark = pytest.mark.long


@frozen
class Counting(Walk):
    """Hooks that remember, in what they read, what they were asked."""

    calls: list[int]
    seen: set[int]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.counted(node.position))

    def counted(self, n: int) -> int:
        self.calls[0] += 1
        return n


@frozen
class Remembering(Counting):
    def counted(self, n: int) -> int:
        self.seen.add(n)
        return n


@frozen
class Sorting(Counting):
    def counted(self, n: int) -> int:
        calls = self.calls
        calls.sort(key=lambda each: each % (n + 1))
        return n


@frozen
class Passing(Counting):
    def counted(self, n: int) -> int:
        return grown(self.calls, n)


def grown(numbers: list[int], n: int) -> int:
    numbers.append(n)
    return len(numbers)


@frozen
class Copying(Counting):
    """Changes what is its own."""

    def counted(self, n: int) -> int:
        calls, seen, more = self.calls[:], set(self.seen), list(self.calls)
        calls[0] += n
        seen.add(n)
        more.sort()
        calls.append(grown(list(self.calls), n))
        return sum(calls) + len(seen) + more[0]


@frozen
class Talking(Counting):
    def counted(self, n: int) -> int:
        print("at", n)  # noqa: T201
        return n


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Counting, "Counting.counted (test_containers_in_hooks.py, line 31): a change of a list of int that"),
        (Remembering, "Remembering.counted (test_containers_in_hooks.py, line 38): a change of a set of int that"),
        (Sorting, "Sorting.counted (test_containers_in_hooks.py, line 46): a change of a list of int that"),
        (Passing, "grown (test_containers_in_hooks.py, line 57): a change of a list of int that"),
        (Talking, "Talking.counted (test_containers_in_hooks.py, line 77): a call of print; leave it out, or watch the search"),
    ],
)
def test_hooks_that_remember_in_what_they_read_are_refused(kind: type[Counting], says: str) -> None:
    assert says in refusal(kind(4, grown, [3, 1], {1, 2}), 0)  # type: ignore[arg-type]


def test_a_copy_of_a_field_may_be_changed() -> None:
    problem = Copying(4, free, [3, 1], {1, 2})
    assert problem.search(0, engine="compiled").cost == problem.search(0).cost
    assert (problem.calls, problem.seen) == ([3, 1], {1, 2})


@frozen
class Rows(AStar[Any, Cost[int]]):
    """Positions are tuples of tuples; steps go by lists."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        for at in range(2):
            grid = [list(row) for row in node.position]
            grid[0][at], grid[1][1] = grid[1][1], grid[0][at]
            open_list.relax(tuple(map(tuple, grid)), node.cost.travelled + 1)
            open_list.relax(tuple(tuple(row) for row in reversed(grid)), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position[0][0] == 4)


def test_tuples_of_the_rows_of_a_list_compile() -> None:
    start = ((1, 2), (3, 4))
    found, expected = Rows().search(start, engine="compiled"), Rows().search(start)
    assert (found.path, found.expanded) == (expected.path, expected.expanded)


def filled(n: int) -> int:
    tops, prices, last = {}, {}, {}
    for disc, peg in enumerate((n, 2, 2)):
        tops.setdefault(peg, disc)
        if peg not in prices:
            prices[peg] = disc
    for k in "abc":
        last[k] = (n, 1)
    return len(tops) * 7 + sum(tops.values()) * 3 + sum(prices.values()) + last["a"][0]


def test_a_dictionary_that_begins_empty_compiles() -> None:
    assert Walk(6, filled).search(0, engine="compiled").cost == Walk(6, filled).search(0).cost


def float_behind_int(n: int) -> int:
    d = {}
    d[0] = n
    d[1] = n / 4
    return int(d[0] + d[1] * 8)


def int_behind_bool(n: int) -> int:
    d = {}
    d[0] = n > 2
    d[1] = n
    return d[0] + d[1]


def float_in_a_later_tuple(n: int) -> int:
    d = {}
    d[0] = (n, 1)
    d[1] = (n, 0.5)
    return int(d[1][1] * 8)


def float_in_a_tuple(n: int) -> int:
    d = {0: (n, 1)}
    d[1] = (n, 0.5)
    return int(d[1][1] * 8)


def float_in_a_tuple_of_a_list(n: int) -> int:
    d = [(n, 1)]
    d[0] = (n, 0.5)
    return int(d[0][1] * 8)


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (float_behind_int, "line 140): float where int is wanted; give all of them one type"),
        (int_behind_bool, "line 147): a value that is bool on one way and int on another; give all of them one type"),
        (float_in_a_tuple, "line 160): float where int is wanted; give all of them one type"),
        (float_in_a_tuple_of_a_list, "float where int is wanted; give all of them one type"),
    ],
)
def test_a_container_does_not_cut_what_it_is_given(helper: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(4, helper), 0)


def double(n: int) -> int:
    return n * 2


def triple(n: int) -> int:
    return n * 3


def chosen(n: int) -> int:
    function = double if n % 2 else triple
    return function(n)


def test_a_choice_of_functions_is_refused() -> None:
    assert "chosen (test_containers_in_hooks.py, line 192): a value that is double on one way" in refusal(Walk(5, chosen), 0)


@frozen(eq=False)
class Sums(AStar[Any, Cost[int]]):
    """Lists of the solver, empty ones too, and lists of the hook make lists."""

    nothing: list[int]
    numbers: list[int]
    words: list[str]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        one, several, d = self.nothing + [node.position], [1] + self.numbers + [2], len(self.nothing + self.nothing)  # noqa: RUF005
        several.append(3)
        for number in self.nothing + [15, 25] + one + several:  # noqa: RUF005
            d += int(number * 2)
        for word in self.words + ["abc"]:  # noqa: RUF005
            d += len(word)
        open_list.relax(node.position + 1, node.cost.travelled + d)

    def is_destination(self, position: Any) -> bool:
        return bool(position == 4)


def test_sums_of_lists_of_the_solver() -> None:
    search_both(Sums([], [4], ["a", "bc"]), 0)


TABLES = ModuleType("tables")
TABLES.STEPS = [1, 2]  # type: ignore[attr-defined]


@frozen(eq=False)
class Copies(AStar[int, Cost[int]]):
    """Copies of dictionaries, lists with stars on branches, look-ups that may fail, and a list of another module."""

    numbers: list[int]
    prices: dict[int, int]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        own, written = dict(self.prices), dict({1: 2})  # noqa: C418
        own[n] = 9
        several = [*self.numbers, n] if n > 2 else [1]
        try:
            d = self.numbers[n] + own[n + 1]
        except (IndexError, KeyError):
            d = 100
        try:
            for each in [*several, n]:
                if each == 3:
                    raise ValueError("three")
        except ValueError:
            d += 1000
        d += sum(several) + len(dict(own)) + written.get(n, 0) + TABLES.STEPS[n % 2]
        open_list.relax(n + 1, node.cost.travelled + d)

    def is_destination(self, position: int) -> bool:
        return position == 5


def test_copies_and_a_list_of_another_module(monkeypatch: pytest.MonkeyPatch) -> None:
    search_both(Copies([4, 1, 5], {1: 7, 2: 8}), 0)
    monkeypatch.setattr(TABLES, "STEPS", [1, 5])
    search_both(Copies([4, 1, 5], {1: 7, 2: 8}), 0)
    TABLES.STEPS[0] = 11
    search_both(Copies([4, 1, 5], {1: 7, 2: 8}), 0)


@frozen(eq=False)
class Jugs(AStar[tuple[int, ...], Cost[int]]):
    """Jugs that are filled, emptied or poured; the levels that change are in a dictionary."""

    sizes: tuple[int, ...]

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        levels = node.position
        for i, size in enumerate(self.sizes):
            open_list.relax(self.changed(levels, {i: size}), node.cost.travelled + 1)
            open_list.relax(self.changed(levels, {i: 0}), node.cost.travelled + 1)
            for j in range(len(self.sizes)):
                if i != j:
                    moved = min(levels[i], self.sizes[j] - levels[j])
                    after = {i: levels[i] - moved, j: levels[j] + moved}
                    open_list.relax(self.changed(levels, after), node.cost.travelled + 1)

    @staticmethod
    def changed(levels: tuple[int, ...], changes: dict[int, int]) -> tuple[int, ...]:
        return tuple(changes.get(k, level) for k, level in enumerate(levels))

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return 4 in position


def test_a_look_up_with_a_default_is_never_none() -> None:
    search_both(Jugs((8, 5, 3)), (8, 0, 0))


class Getter:
    @staticmethod
    def get(one: int, other: int) -> int:
        return one * 2 + other


@frozen(eq=False)
class Getting(AStar[int, Cost[int]]):
    """Methods of a user's that are called ``get``, beside those of dictionaries."""

    table: dict[int, int]

    def get(self, one: int, other: int) -> int:
        return one + other * 3

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        d = Getter.get(n, n + 1) + self.get(n + 1, n) + self.table.get(n, n + 1) + {n: 2}.get(3, n)
        open_list.relax(n + 1, node.cost.travelled + d + {1: (n, 2)}.get(n, (n, 3))[1])

    def is_destination(self, position: int) -> bool:
        return position == 5


def test_a_method_of_a_user_that_is_called_get() -> None:
    search_both(Getting({1: 2, 4: 9}), 0)


@frozen(eq=False)
class Equal(AStar[int, Cost[int]]):
    """Dictionaries of hooks, of the solver and of the module are compared."""

    goal: dict[int, int]
    texts: dict[str, tuple[int, str]]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        made, named = dict(zip((8, 7), (0, n), strict=True)), {"a": (n, "x"), "b": (1, "yy")}
        d = (made == self.goal) + 2 * (self.goal != made) + 4 * ({7: n, 8: 0} == GOAL) + 8 * (GOAL == self.goal)  # noqa: SIM300
        d += 16 * (named == self.texts) + 32 * (self.texts == named) + 64 * (made == {7: n}) + 128 * ({7: n} != {n: 7})
        open_list.relax(n + 1, node.cost.travelled + d)

    def is_destination(self, position: int) -> bool:
        return position == 4


GOAL = {7: 3, 8: 0}


def test_equal_dictionaries() -> None:
    search_both(Equal({7: 3, 8: 0}, {"b": (1, "yy"), "a": (2, "x")}), 0)


@frozen
class Slope:
    rise: float


def keyed(n: int) -> int:
    zero = -0.0 * n
    alone, pairs, slopes = {0.0: 1}, {(0.0, 1): 1}, {Slope(0.0): 1}
    alone[zero] = 2
    pairs[zero, 1] = 2
    slopes[Slope(zero)] = 2
    sign = int(math.copysign(1, min({1.0, 0.0, zero})))
    return len(alone) + 10 * len(pairs) + 100 * len(slopes) + 1000 * sign


def test_equal_keys_are_one_key() -> None:
    search_both(Walk(3, keyed), 0)
