"""Bools that meet ints or floats in a variable: what tells them apart is refused, and all else is Python's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both
from pieces import function_of, in_machine_code, outcome
from telling import telling

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList
from genastar_compiled.compiler.faults import NotCovered


def choose(a: int, b: int) -> int:
    if a > 1:
        return True
    return b


def told(x: int) -> int:
    return 1 if isinstance(x, bool) else 2


def by_a_helper(a: int, b: int) -> int:
    return 1 if isinstance(choose(a, b), bool) else 2


def in_a_helper(a: int, b: int) -> int:
    x = True if a > 1 else b
    return told(x)


def in_a_list(a: int, b: int) -> str:
    items = [1, 2]
    items.append(a > 1)
    return str(items[2])


def in_a_loop(a: int, b: int) -> int:
    found = 0
    x = b
    for each in range(a):
        found += 1 if x is True else 2
        x = each > 1
    return found


def in_a_branch(a: int, b: int) -> str:
    x = b
    if a > 1:
        x = b > 2
    return f"{x}"


def in_a_float(a: int, b: int) -> float:
    x = 0.5
    if a > 1:
        x = b > 2
    return x * 2


def counts(a: int, b: int) -> int:
    found = False
    total = 0
    for each in range(b):
        total += each > 1
    if b > 1:
        total = a > 1
    if total > 2:
        found = b
    return total * 2 + choose(a, b) + (3 if found else 4)


MARK = False


def found(a: int, b: int) -> str:
    known = {1: b}
    return str(known.get(a, b > 2))


def kept(a: int, b: int) -> int:
    known = {1: b > 2}
    return known.setdefault(a, 7) + 1


def next_of_an_iterator(a: int, b: int) -> str:
    return str(next(iter([b > 2]), a))


REFUSED = (by_a_helper, in_a_helper, in_a_list, in_a_loop, in_a_branch, in_a_float, found, kept, next_of_an_iterator, counts)
QUESTIONS = ("isinstance(x, bool)", "isinstance(x, int)", "x is True", "x is not False", "str(x)", "f'{x}'", "repr(x)")


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: str(function.__name__))
def test_a_bool_that_meets_a_number_is_refused(function: object) -> None:
    with pytest.raises(NotCovered, match="bool"):
        in_machine_code(function, 1, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions_that_tell_a_bool_from_a_number_are_right_or_refused(text: str) -> None:
    asked = function_of(f"(lambda x: {text})(b if a > 0 else b > 2)")
    try:
        compiled = in_machine_code(asked, 1, 1)
    except NotCovered:
        return
    for a, b in ((0, 1), (0, 3), (1, 1), (1, 3)):
        assert outcome(compiled, a, b) in (None, outcome(asked, a, b))


def asked_of_an_argument(a: int, b: bool) -> tuple[bool, bool, bool, bool]:
    return isinstance(b, int), isinstance(b, (str, int)), isinstance(b, (float, str)), isinstance(b, bool)


def compare_constants(a: int, b: int) -> tuple[bool, bool, bool, bool]:
    c = True
    return isinstance(MARK, int), isinstance(c, (int, float)), isinstance(True, (int, str)), isinstance(False, float)


def test_a_bool_is_an_int_as_an_argument_and_as_a_constant() -> None:
    for function, b in ((asked_of_an_argument, True), (compare_constants, 1)):
        assert in_machine_code(function, 1, b)(1, b) == function(1, b)


class Pair(NamedTuple):
    opened: int
    at: int


@frozen
class Door:
    opened: int
    at: int


def in_a_tuple(position: Any) -> Any:
    return position[1] > 1, position[1] + 1


def in_a_named_tuple(position: Any) -> Any:
    return Pair(position.at > 1, position.at + 1)


def in_a_record(position: Any) -> Any:
    return Door(position.at > 1, position.at + 1)


def sometimes(position: Any) -> Any:
    opened = 0
    if position[1] > 1:
        opened = True
    return opened, position[1] + 1


def itself(number: Any) -> Any:
    return number


def through_a_helper(position: Any) -> Any:
    opened = 0
    if position.at > 1:
        opened = True
    return Door(itself(opened), position.at + 1)


def as_an_int(position: Any) -> Any:
    opened = 0
    if position[1] > 1:
        opened = True
    return int(opened), position[1] + opened + 1


@frozen(eq=False)
class Steps(AStar[Any, Cost[int]]):
    def step(self, position: Any) -> Any:
        raise NotImplementedError

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(self.step(node.position), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return False


def steps(step: Callable[[Any], Any]) -> Steps:
    made: Steps = type("StepsOf", (Steps,), {"step": lambda self, position: step(position)})()
    return made


BOOL_FOR_INT = r"has bool where the start has int; write int\(\.\.\.\) around it|int on one way and bool on another"
PAIR, DOOR, LIMITS = Pair(0, 0), Door(0, 0), Limits(expansions=9)


@pytest.mark.long
@pytest.mark.parametrize(
    ("step", "start"),
    [
        (in_a_tuple, (0, 0)),
        (in_a_named_tuple, PAIR),
        (in_a_record, DOOR),
        (sometimes, (0, 0)),
        (through_a_helper, DOOR),
        (as_an_int, (0, 0)),
        (lambda position: not position, False),
    ],
)
def test_a_position_with_a_bool_where_the_start_has_an_int_is_refused(step: Any, start: Any) -> None:
    with pytest.raises(CannotCompile, match=BOOL_FOR_INT) as refusal:
        steps(step).search(start, engine="compiled", limits=LIMITS)
    assert "\n" not in str(refusal.value)


class Place(NamedTuple):
    high: float
    at: int


@frozen
class Spot:
    high: float
    at: int


FLOATS: list[tuple[Callable[[Any], Any], Any]] = [
    (lambda p: (1, p[1] + 1), (0.0, 0)),
    (lambda p: (p[1] > 1, p[1] + 1), (0.0, 0)),
    (lambda p: (1 if p[1] > 1 else 0.5, p[1] + 1), (0.0, 0)),
    (lambda p: (p[0], (1, p[1][1] + 1)), (0, (0.5, 0))),
    (lambda p: 7, 0.5),
    (lambda p: Place(1, p.at + 1), Place(0.0, 0)),
    (lambda p: Spot(1, p.at + 1), Spot(0.0, 0)),
    (lambda p: Spot(p.at > 1, p.at + 1), Spot(0.0, 0)),
]


@pytest.mark.long
@pytest.mark.parametrize(("step", "start"), FLOATS)
def test_a_position_with_an_int_where_the_start_has_a_float_is_refused(step: Any, start: Any) -> None:
    has = r"(?:int|bool|int or float)"
    said = rf"line \d+\): a position has {has} where the start has float; write float\(\.\.\.\) around it"
    with pytest.raises(CannotCompile, match=said):
        steps(step).search(start, engine="compiled", limits=LIMITS)


@pytest.mark.long
@pytest.mark.parametrize(
    ("step", "start"),
    [(in_a_tuple, (False, 0)), (in_a_named_tuple, Pair(False, 0)), (in_a_record, Door(False, 0))],
)
def test_a_position_keeps_its_bools(step: Any, start: Any) -> None:
    solver = steps(step)
    told = [str(solver.search(start, engine=engine, limits=LIMITS).path_to_closest) for engine in ("compiled", "interpreted")]
    assert told[0] == told[1]


def test_isinstance_of_a_constant(tmp_path: Path) -> None:
    others = ("isinstance(YES, int)", "isinstance(YES, (str, float))", "is_whole()")
    search_both(telling(others, tmp_path), 0)
