"""Constructs that users write and that are refused: one line says which function and line, what, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import write_module
from walks import refusal

from genastar import CannotCompile

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]


@frozen
class Row:
    """A function, of which the line that is refused ends with a mark."""

    body: str
    """What computes ``d``, the cost of a step at ``n``, or a part of it."""
    says: str
    before: str = ""


HEAD = """
import math, logging, random, time
import numpy as np
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from heapq import heappush
from itertools import chain
from threading import Lock
from typing import Any

from attrs import field, frozen
from genastar import AStar, Cost

LOCK, COUNT, SEEN, TABLE = Lock(), 0, [1], {1: 2, "two": 3}

class Ground(Enum):
    LAKE = 1

@cache
def cached(n):
    return n + 1

def double(n):
    return 2 * n

def down(n):
    if n > 0:
        yield n
        yield from down(n - 1)  # !

@dataclass
class Pair:
    a: int
    b: int
"""
SOLVER = """
def price(self, node, open_list, n):
    d = 1
    BODY
    return d

@frozen
class Steps(AStar[int, Cost[int]]):
    goal: int = 3

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + price(self, node, open_list, node.position))

    def is_destination(self, position):
        return position >= self.goal
"""
KEEPS = "change a copy, such as list(...), or keep what changes in the position"
ROWS = (
    Row("with LOCK:  # !\n    d = 2", "a with statement; write its block without it"),
    Row("global COUNT  # !\nCOUNT += 1", f"an assignment to a global name; {KEEPS}"),
    Row("SEEN[0] += 1  # !", f"a change of a list of int that the hook has not made itself; {KEEPS}"),
    Row("SEEN.append(n)  # !", f"a change of a list of int that the hook has not made itself; {KEEPS}"),
    Row("p = Pair(n, 1)\np.a += 1  # !", "an assignment to the field a of Pair; make another value, as by attrs.evolve"),
    Row("self.goal = n  # !", "an assignment to the field goal of Steps; make another value, as by attrs.evolve"),
    Row("d = cached(n)  # !", "a call of cached, which keeps what it gave; call a function without a cache, or make a table"),
    Row("print(n)  # !", "a call of print; leave it out, or watch the search with observer="),
    Row("logging.info('x')  # !", "a call of logging.info (the attribute handlers of a RootLogger); leave it out, or watch"),
    Row("d = random.randrange(3)  # !", "a call of random.Random.randrange"),
    Row("d = int(time.time())  # !", "a call of time.time; give the solver a field with what it gave"),
    Row("d = int(Fraction(1, 2))  # !", "a call of fractions.Fraction; write ints of a smaller unit, or floats"),
    Row(
        "d = int(math.gamma(n + 1))  # !", "a call of math.gamma; write it with + - * / and loops, or make an array or a tuple"
    ),
    Row("d = int(np.clip(n, 0, 3))  # !", "a call of numpy.clip; write it with + - * / and loops"),
    Row(
        "d = defaultdict(list)[n]  # !",
        "a call of collections.defaultdict; write a dict with setdefault(key, []) or get(key, 0)",
    ),
    Row("d = Counter([1, n])[1]  # !", "a call of collections.Counter; write a dict with setdefault(key, []) or get(key, 0)"),
    Row("d = getattr(self, 'goal' if n else 'start')  # !", "a call of getattr; name what is asked for"),
    Row("d = type(self).step  # !", "a call of type; name the class, or write isinstance(...)"),
    Row("d = eval('n + 1')  # !", "a call of eval; name what is asked for"),
    Row("d = self.gaol  # !", "Steps has no gaol; name one that it has"),
    Row("d = Ground.SEA  # !", "Ground has no SEA; name one that it has"),
    Row("d = nobody  # !", "nobody, which has no value; give it a value first"),
    Row("d = TABLE[1]  # !", "TABLE: items of several kinds; give all of them one type"),
    Row("d = [n, 'a'].count(3)  # !", "a value that is int on one way and str on another; give all of them one type"),
    Row("d = {1: n, 2: True}[2]  # !", "a value that is int on one way and bool on another; give all of them one type"),
    Row(
        "d = (min if n > 2 else max)(n, 3)  # !", "a value that is min on one way and max on another; give all of them one type"
    ),
    Row("m = {n: 2.5}\nd = m.setdefault(n, 0)  # !", "int where float is wanted; give all of them one type"),
    Row("m = {n: 2}\nm |= {n: 2.5}  # !", "dict of int to float together with dict of int to int; give all of them one type"),
    Row("d = [x for x in chain([n], [0.5])][0]  # !", "float where int is wanted; give all of them one type"),
    Row("h = [(1, 2)]\nheappush(h, (n, 2.5))  # !", "a call of heapq.heappush (float where int is wanted); give all of them"),
    Row("s = {(n, 1)}\ns.add((n,))  # !", "(int,) where (int, int) is wanted; give all of them one type"),
    Row("d = {SEEN: 1}[SEEN]  # !", "list of int as a key; write tuple(...) or frozenset(...) around it"),
    Row(
        "for k in {1, n, 99}:  # !\n    d = k",
        "a loop over a set of int, whose order depends on more than its items; write sorted",
    ),
    Row("a = [1, n]\nd = max(*a, 3)  # !", "* of list of int; pass the items one by one, or write a loop"),
    Row("d = double(**{'n': n})  # !", "** of dict of str to int; name the arguments"),
    Row("d = double(n, 2)  # !", "a call of double with arguments that it does not take; write it otherwise"),
    Row(
        "d = sum(down(n))", "a call of down, which calls itself; write a function outside of it, or a loop with a list of what"
    ),
    Row(
        "def depth(k):\n    return 0 if k <= 0 else depth(k - 1) + 1  # !\nd = depth(n)",
        "a call of a function inside of it, which calls itself; write a function outside of it, or a loop",
    ),
    Row(
        "fs = []\nfs.append(lambda: n)  # !\nd = fs[0]()", "a function inside of a function in a container; call it where it is"
    ),
    Row(
        "g = (double(k) for k in range(n))  # !\nd = next(g, 0)", "g, a generator that is kept; write a list, [... for ...], or"
    ),
    Row("class Inner:  # !\n    pass", "a class inside of a function; write it at the top of the file"),
    Row("async def f():  # !\n    pass", "an asynchronous function; write it otherwise"),
    Row("d = sum(x async for x in SEEN)  # !", "an asynchronous comprehension; write it otherwise"),
    Row("d = next(SEEN, 0)  # !", "next() of what is no iterator; write it otherwise"),
    Row(
        "open_list.push(n, 1)  # !",
        "an open list has no push; write open_list.relax(position, travelled), insert(position, cost)",
    ),
    Row("open_list.relax((n, 1))  # !", "a call of open_list.relax without its argument travelled; write open_list.relax(pos"),
    Row("open_list.relax(n, cost=3)  # !", "a call of open_list.relax with arguments that it does not take; write open_list"),
    Row("open_list.relax((n, 1), 3)  # !", "a position has (int, int) where the start has int; give search() a start of the"),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda each: each.body)
def test_the_line_of_a_construct_and_what_to_write_instead(row: Row, tmp_path: Path) -> None:
    text = HEAD + SOLVER.replace("BODY", row.body.replace("\n", "\n    "))
    marked = text.partition("\ndef price")[0] if "# !" not in row.body else ""
    lines = [at for at, line in enumerate(text.splitlines(), 1) if "# !" in line]
    line = lines[0] if marked else lines[1]
    said = refusal(write_module(text, tmp_path).Steps(), 0)
    function = "down" if marked else r"price(\.<locals>\.\w+)?"
    assert re.match(
        rf"Steps cannot be compiled: {function} \(solver_of_a_row\.py, line {line}\): {re.escape(row.says)}", said
    ), said
    assert said.count("; ") == 1


WHOLE = """
from attrs import frozen
from genastar import AStar, Cost

def deep(n): return 2 if n <= 0 else deep(n - 1) + 1

@frozen
class Deep(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list): open_list.relax(node.position + 1, node.cost.travelled + deep(node.position))
    def is_destination(self, position): return position == 3
"""


def test_a_refusal_of_code_without_source_is_not_remembered(tmp_path: Path) -> None:
    scope: dict[str, object] = {"__name__": "__main__"}
    exec(compile(WHOLE, "<string>", "exec"), scope)
    with pytest.raises(CannotCompile, match="its source cannot be read; write it in a file, and search again"):
        scope["Deep"]().search(0, engine="compiled")  # type: ignore[operator]
    assert write_module(WHOLE, tmp_path).Deep().search(0, engine="compiled").cost.total == 9
