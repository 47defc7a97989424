"""References to texts, lists and arrays: a search gives back what its hooks made, and nothing that is still used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from both_speeds import search_both, write_module
from numba.core.runtime import _nrt_python, rtsys

SOLVER = """
from enum import Enum, StrEnum
from typing import NamedTuple
import numpy as np
from attrs import frozen
from genastar import AStar, Cost, Node, OpenList

class Kind(Enum):
    SHORT = "s"
    LONG = "ll"

class Word(StrEnum):
    SHORT = "s"
    LONG = "ll"

class Yard(NamedTuple):
    main: str
    siding: str

def yard(n: int) -> Yard:
    return Yard("t" + str(n), "t" + str(n))

def filled(yard: Yard, n: int) -> int:
    first, second, third = {{}}, {{}}, dict()
    first[yard.main] = n
    second[n] = yard.siding
    third[yard.main] = yard.siding
    return len(first) + len(second[n]) + len(third[yard.main])

def text(n: int) -> str | None:
    return None if n > 90 else "t" + str(n)

def items(n: int) -> list[int] | None:
    return None if n > 90 else [n, 2]

def array(n: int) -> np.ndarray | None:
    return None if n > 90 else np.array([n, 2])

def pair(n: int) -> tuple[str, int] | None:
    return None if n > 90 else ("t" + str(n), n)

def texts(n: int):
    for i in range(3):
        yield "t" + str(n + i)

def growing(text: str):
    for i in range(3):
        text = text + "b"
        yield text

def parts(text: str):
    yield text
    yield text[:1] + "x"
    if len(text) > 1:
        return
    yield text

def lists(n: int):
    for i in range(3):
        yield ["t" + str(i)], n

def some(n: int):
    own = list(range(9))
    for i in own:
        if i > n % 4 + 2:
            return
        yield i + n

def over(source):
    for each in source:
        if each < 0:
            return
        yield each * 2

def twice(n: int):
    text = "t" + str(n)
    yield from some(n)
    yield len(text)
    yield from over(some(n))

def broken(n: int) -> int:
    total = 0
    for each in twice(n):
        for text in texts(each):
            if len(text) > 2:
                break
            total += len(text)
        if total > 20:
            return total
    return total

def shared(n: int) -> int:
    one = two = some(n)
    for each in one:
        if each > n:
            break
    return next(two) + next(over(one), 3)

def replaced(n: int) -> int:
    last = some(n)
    at = total = 0
    while at < n % 3 + 2:
        made = some(n + at)
        total += next(made) + next(last)
        last = made
        at += 1
    return total + next(last)

def failing(n: int):
    for i in range(n % 4):
        if i == 2:
            raise ValueError("two")
        yield "t" + str(n + i)

def unpacked(n: int) -> int:
    total = 0
    try:
        a, b = failing(n + 2)
        total += len(a) + len(b)
    except Exception:
        total += 10
    try:
        a, b = failing(n)
        total += len(b)
    except Exception:
        total += 100
    try:
        a, b = texts(n)
        total += len(a)
    except Exception:
        total += 1000
    try:
        a, b, c, d = texts(n)
        total += len(a)
    except Exception:
        total += 10000
    a, b, c = texts(n)
    d, e = ["t" + str(n), "b"]
    return total + len(a + b + c + d)

def divided(n: int) -> int:
    own, total = ["t" + str(n)], 0
    for i in range(4):
        own.append(str(10 // (i - n % 5)))
        total += len(own[-1])
    return total

def by_list(n: int) -> int:
    try:
        return len([["t" + str(10 // (i - n % 5))] for i in range(4)])
    except Exception:
        return 10

def by_set(n: int) -> int:
    try:
        return len({{"t" + str(10 // (i - n % 5)) for i in range(4)}})
    except Exception:
        return 10

def by_dict(n: int) -> int:
    try:
        return len({{"t" + str(i): str(10 // (i - n % 5)) for i in range(4)}})
    except Exception:
        return 10

def by_words(n: int) -> int:
    total = 0
    for i in range(3):
        text = "t" + str(n)
        try:
            words = [text, str(n), "t" + str(10 // (i - n % 5)) + text]
            total += len(words[2])
            text = words[0] + "b"
        except Exception:
            total += len(text)
        finally:
            total += len("a" + text)
    return total

def by_key(n: int) -> int:
    try:
        return len(sorted(["t" + str(i) for i in range(n)], key=lambda text: 10 // (int(text[1:]) - 3)))
    except Exception:
        return 10

def by_helper(n: int) -> int:
    text = "t" + str(n)
    try:
        return divided(n) + len(text)
    except Exception:
        return len(text)

def by_generator(n: int) -> int:
    total = 0
    try:
        for text in failing(n):
            for other in failing(n + 1):
                total += len(text + other)
    except Exception:
        total += 100
    try:
        total += sum([len(a + b) for a, b in zip(texts(n), failing(n))])
    except Exception:
        total += 1000
    return total

def by_lookup(n: int) -> int:
    found = {{"t" + str(i): str(i) for i in range(3)}}
    try:
        return len([found["t" + str(i)] for i in range(n % 6)])
    except Exception:
        return 10

def again(n: int) -> int:
    text = "t" + str(n)
    try:
        try:
            return divided(n) + len([text, "b"])
        finally:
            text += "b"
    except Exception:
        own = [text]
        try:
            own.append(str(divided(n + 1)))
        except Exception:
            own.append("c" + text)
        return len(own[1])

def checked(text: str) -> int:
    words = [text, text + "b"]
    if len(text) == 2:
        raise ValueError(text, words[0])
    return len(words[1])

def by_raise(n: int) -> int:
    try:
        return checked("t" + str(n))
    except Exception:
        return 10

@frozen
class Holding(AStar[int, Cost[int]]):
    kind: Kind = Kind.LONG
    kinds: tuple[Kind, ...] = (Kind.SHORT, Kind.LONG)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        open_list.relax(n + 1, node.cost.travelled + 1 + int({hook}))

    def is_destination(self, position: int) -> bool:
        return position == 20
"""
MAYBE = (
    *(
        "text(n) == 't2'",
        "text(n) in ('t2', 'b')",
        "1 if text(n) else 2",
        "len(text(n) or 'a')",
        "text(n) is None",
        "len(text(n))",
    ),
    *("'q' * n == 'qq'", "len('ab' * n)", "items(n)[0]", "1 if items(n) else 2", "items(n) == [2, 2]", "sum(items(n))"),
    *("array(n)[0]", "array(n)[n % 2]", "array(n)[-1]", "len(array(n))", "array(n)[:1].sum()"),
    *("pair(n)[1]", "len(pair(n)[0])", "pair(n) == ('t2', 2)", "len({1: 't' + str(n)}.get(n, 'zz'))"),
)
OF_ENUMS = (
    *("len(self.kind.value)", "len(self.kinds[1].value)", "Kind('l' * 2) is self.kind", "len(Kind('l' * 2).value)"),
    *("Word('l' * 2) is Word.LONG", "Word['LONG'] == 'll'", "len(Word('ll').value)", "Word('ll') in (Word.LONG,)"),
)
YIELDED = (
    *(
        "sum(len(t) for t in texts(n))",
        "len([t for t in texts(n)])",
        "sum(len(t) for t in growing('a' + str(n)))",
        "len(list(texts(n)))",
    ),
    *("sum(len(t) for t in parts(str(n)))", "sum(len(x[0]) + k for x, k in lists(n))", "max(list(growing(str(n)))) > 'a'"),
    *(
        "sum(i + len(t) for i, t in enumerate(growing(str(n))))",
        "len(list(reversed(['a' + str(n), 'b'])))",
        "len(sorted(texts(n)))",
    ),
)
BROKEN_OFF = (
    *("next(some(n))", "next(some(n), 7)", "len(next(texts(n), ''))", "any(some(n))", "some(n) is None", "next(over(some(n)))"),
    *("sum(a * b for a, b in zip(some(n), range(2)))", "sum(len(a) * b for a, b in zip(texts(n), range(2)))"),
    *("sum(len(a[0]) * b for a, b in zip(lists(n), range(2)))", "next(twice(n))", "broken(n)", "shared(n)", "replaced(n)"),
    *("sum([next(each) for each in [some(n + i) for i in range(3)]])", "unpacked(n)"),
)
MADE = (
    *(
        "len({'a' + str(n)} | {'b'})",
        "len(frozenset(['a' + str(n)]))",
        "len(f'{n}x'.split('x'))",
        "len(','.join(['a' + str(n), 'b']))",
    ),
    *("len({1: yard(n).main, 2: yard(n).siding}[2])", "len({yard(n).main: 1, yard(n).siding: 2})", "len({yard(n).main})"),
    *("len({yard(n).main: yard(n).siding, yard(n).siding: yard(n).main})", "len(dict([(1, yard(n).main)])[1])"),
    *("filled(yard(n), n)", "len([yard(n).main, yard(n).siding])", "len({yard(n).main, yard(n).siding})"),
    *("len(tuple(['a' + str(n)])[0])", "[('a' + str(n), 1)] == [('a2', 1)]", "len([['a' + str(n)], ['b']][1][0])"),
)

LEFT = (
    *("by_list(n)", "by_set(n)", "by_dict(n)", "by_words(n)", "by_key(n)", "by_helper(n)", "by_generator(n)", "by_lookup(n)"),
    *("again(n)", "by_raise(n)"),
)


@pytest.fixture(autouse=True)
def _counted() -> Iterator[None]:
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


def held() -> int:
    """How many values of machine code are in memory."""
    counts = rtsys.get_allocation_stats()
    return int(counts.mi_alloc - counts.mi_free)


@pytest.mark.parametrize(
    "hooks",
    [MAYBE, OF_ENUMS, YIELDED, BROKEN_OFF, MADE, LEFT],
    ids=["maybe", "enums", "yielded", "broken off", "made", "left by exceptions"],
)
def test_what_a_hook_makes_is_given_back(hooks: tuple[str, ...], tmp_path: Path) -> None:
    solver = write_module(SOLVER.format(hook=" + ".join(f"int({each})" for each in hooks)), tmp_path).Holding()
    search_both(solver, 0)
    before = held()
    solver.search(0, engine="compiled")
    assert held() == before


def test_what_is_still_used_is_not_given_back(tmp_path: Path) -> None:
    """Texts that were freed too early broke the memory of the searches after it."""
    for number in range(3):
        search_both(write_module(SOLVER.format(hook=f"{number} + ({' or '.join(MAYBE)})"), tmp_path).Holding(), 0)


def test_an_exception_that_leaves_the_search_gives_back_what_it_passes(tmp_path: Path) -> None:
    solver = write_module(SOLVER.format(hook="divided(n) + len('t' + str(n)) + by_words(n)"), tmp_path).Holding()
    for start in (0, 1):
        before = held()
        with pytest.raises(ZeroDivisionError):
            solver.search(start, engine="compiled")
    assert held() == before
