"""A StopIteration inside a generator is an error there, and not its end (PEP 479), wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest
from attrs import frozen
from both_speeds import search_both, write_module
from numba.core.errors import TypingError
from pieces import in_machine_code, outcome

from genastar import AStar, Cost, Node, OpenList

USES = [
    "sum(h(n + i) for i in range(2))",
    "len(list(h(n + i) for i in range(2)))",
    "min((h(n + i) for i in range(2)), default=3)",
    "max((h(n + i) for i in range(2)), key=abs)",
    "len(tuple(h(n + i) for i in range(2)))",
    "sorted(h(n + i) for i in range(2))[0]",
    "len(','.join(str(h(n + i)) for i in range(2)))",
    "any(h(n + i) > 99 for i in range(2)) + 1",
    "all(i < 9 for i in range(2) if h(n + i)) + 1",
    "next(i for i in range(5) if h(n + i) > 3)",
    "next((i for i in range(5) if h(n + i) > 7), 33)",
    "sum(next(source) for i in range(2))",
    "sum(max(h(n + i) * k for k in range(1, 3)) for i in range(2))",
    "sum(next(k for k in (1, 2, 3) if k > n) for i in range(2))",
    "sum([h(n + i) for i in range(2)])",
    "max([n, 3], key=h)",
]
"""Parts of a hook, of which Python makes a RuntimeError where a generator expression raises a StopIteration."""

HEAD = """
def h(n):
    if n % 4 == 2:
        raise StopIteration
    return n
"""
TRY = """
source = iter(range(n % 4))
try:
    found = found * 5 + {use}
except RuntimeError:
    found += 60
except StopIteration:
    found += 50
"""


LATE = """
found, step = 1, 1
try:
    for each in (h(n + i) * step for i in range(3)):
        {body}
except RuntimeError:
    found += 60
"""


def _whole(parts: list[str]) -> str:
    return f"{HEAD}\ndef f(n):\n    found = 0\n{indent(''.join(parts), '    ')}    return found\n"


@pytest.mark.long
@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_a_generator_expression_makes_an_error_of_a_stop(part: int, tmp_path: Path) -> None:
    parts = [TRY.format(use=use) for use in USES[part::4]]
    function = write_module(_whole([*parts, LATE.format(body="found = found * 3 + each")][part:]), tmp_path).f
    compiled = in_machine_code(function, 1, numpy=False)
    for n in range(6):
        assert outcome(compiled, n) == outcome(function, n)


@pytest.mark.long
@pytest.mark.parametrize(
    ("part", "told"),
    [
        (TRY.format(use="sum(map(h, range(n, n + 2)))"), r"map\(\) or filter\(\) ends where its function raises StopIteration"),
        (TRY.format(use="len(list(filter(lambda i: next(source) > i, [1])))"), r"map\(\) or filter\(\) ends where"),
        (
            TRY.format(use="sum(i * k for i, k in enumerate(h(n + i) for i in [1]))"),
            "a generator expression may make a RuntimeError",
        ),
        (LATE.format(body="step = 2"), "a generator expression may make a RuntimeError"),
    ],
)
def test_what_ends_otherwise_is_refused(part: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(TypingError, match=told):
        in_machine_code(write_module(_whole([part]), tmp_path).f, 1, numpy=False)


@frozen
class Step:
    size: int

    def taken(self) -> int:
        return next(each for each in (1, 2, 5) if each > self.size)

    @property
    def twice(self) -> int:
        return 2 * next(iter(range(self.size, 4)))


@frozen
class Stopping(AStar[int, Cost[int]]):
    """Methods of a solver, and of a record, that raise StopIteration inside generators."""

    @staticmethod
    def ended(n: int) -> int:
        if n % 4 == 2:
            raise StopIteration
        return n

    def own(self, n: int) -> int:
        return self.ended(n) + 1

    def yielding(self, n: int) -> Iterator[int]:
        for each in range(3):
            yield self.own(n + each)

    def looped(self, n: int) -> int:
        found = 0
        try:
            for each in self.yielding(n):
                found = found * 7 + each
        except RuntimeError:
            found += 9000
        return found

    def summed(self, n: int) -> int:
        def inner(k: int) -> int:
            if k == 3:
                raise StopIteration
            return k

        found = 0
        try:
            found += sum(self.own(each) for each in (n, n + 1))
        except RuntimeError:
            found += 200
        try:
            found += max([max(Step(each).taken() for each in (n % 6, 0)), 4])
        except RuntimeError:
            found += 3000
        try:
            found += min(Step(each).twice for each in (n, 3))
        except RuntimeError:
            found += 40000
        try:
            return found + sum(inner(each) for each in (1, n))
        except RuntimeError:
            return found + 500000

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        open_list.relax(n + 1, node.cost.travelled + 1 + self.looped(n) + self.summed(n))

    def is_destination(self, position: int) -> bool:
        return position == 9


@pytest.mark.long
def test_methods_are_known() -> None:
    search_both(Stopping(), 0)
