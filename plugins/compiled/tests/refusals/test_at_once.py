"""One answer names all refusals of a class, in words of Python; annotations of inner functions are not read."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import search_both, write_module
from walks import Walk, free, refusal

from genastar import AStar, Cost, Node, OpenList
from genastar_compiled.failures.constructs import CONSTRUCTS
from genastar_compiled.failures.failure import translate_reason
from genastar_compiled.failures.words import INTERNAL

pytestmark = pytest.mark.usefixtures("refuses_at_once")

LOCK = threading.Lock()
COUNT = 0


@cache
def table(n: int) -> int:
    return n + 1


def helper(n: int) -> int:
    global COUNT
    COUNT += 1
    return n


@frozen(slots=False)
class Many(AStar[int, Cost[int]]):
    top: int = 5

    @cached_property
    def far(self) -> int:
        return 3

    @lru_cache  # noqa: B019
    def near(self, n: int) -> int:
        return n

    def unused(self) -> None:
        print("nobody calls it")  # noqa: T201

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        with LOCK:
            d = table(node.position)
        logging.info("x")
        open_list.relax(node.position + 1, node.cost.travelled + helper(d) + self.far + self.near(d))

    def estimate(self, position: int) -> int:
        match {1: position}:
            case {1: a}:
                return a * int(Fraction(1, 2))
        return 0

    def is_destination(self, position: int) -> bool:
        return position == self.top


SAID = (
    "helper (test_at_once.py, line 35): a hook assigns to a global name",
    "line 55): with is not supported",
    "line 56): table: a cache keeps what it gave",
    "line 57): logging.info is called",
    "line 58): Many.far: a cache keeps what it gave",
    "line 58): Many.near: a cache keeps what it gave",
    "Many.estimate (test_at_once.py, line 62): match takes a dictionary apart; look up its keys",
    "line 63): Fraction makes numbers that machine code does not have",
)


@pytest.mark.long
def test_one_answer_names_all_refusals() -> None:
    text = refusal(Many(), 0)
    assert [each for each in SAID if each not in text] == []
    assert "print" not in text
    assert text.count("; also ") >= len(SAID) - 1


def remembered(n: int) -> int:
    return table(n)


def in_pairs(n: int) -> int:
    seen = {((n, 1), ((1, 2), (3, n)))}
    seen.add(((0, 1), ((1, 2),)))  # type: ignore[arg-type]
    return len(seen)


def in_lists(n: int) -> int:
    todo = [((n, 1), ((1, 2), (3, n)))]
    todo.append(((0, 1), ((1, 2),)))  # type: ignore[arg-type]
    return len(todo)


def in_dictionaries(n: int) -> int:
    found = {((n, 1), ((1, 2), (3, n))): 4}
    found[((0, 1), ((1, 2),))] = 5  # type: ignore[index]
    return len(found)


@pytest.mark.long
@pytest.mark.parametrize(
    ("price", "says"),
    [
        (remembered, "table: a cache keeps what it gave, and machine code would compute that anew at each call"),
        (in_pairs, "add() gives a set of tuples one of another length or kind"),
        (in_lists, "append() gives a list of tuples one of another length or kind"),
        (in_dictionaries, "a container is given a value, or a key, of another type than it began with"),
    ],
)
def test_what_is_said(price: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(3, price), 0)


ANNOTATED = """
from attrs import frozen
from genastar import AStar, Cost

@frozen
class Annotated(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        def put(changes: dict[int, list[str]], by: print("never") = 1) -> Cost[int]:
            open_list.relax(node.position + changes[0] * by, node.cost.travelled + 1)
        n: "dict[nothing]" = 0
        put({n: 1})

    def is_destination(self, position):
        return position == 9
"""


@pytest.mark.long
def test_annotations_of_inner_functions_are_not_read(tmp_path: Path) -> None:
    search_both(write_module(ANNOTATED, tmp_path).Annotated(), 0)
    search_both(Walk(3, free), 0)


NUMBAS = (
    "Unsupported opcode (MATCH_SEQUENCE) found",
    "Invalid use of type(CPUDispatcher(<function f at 0x7f>)) with parameters (StarArgTuple(int64))",
    "Cannot unify Literal[int](1) and UniTuple(UniTuple(int64 x 2) x 2) for 'genastar__sum_3'",
    "Unknown attribute 'x' of type BoundFunction((<class 'numba.core.types.containers.BaseTuple'>, '__hash__') for int64)",
    "Type of variable '$122call.21' cannot be determined",
    "a container of values (PackedMaybe, tuple)",
    "",
)


def test_no_words_of_the_compiler() -> None:
    assert not [text for text in map(translate_reason, NUMBAS) if INTERNAL.search(text)]
    assert not [(reason, mend) for _, reason, mend in CONSTRUCTS if INTERNAL.search(reason + mend)]
