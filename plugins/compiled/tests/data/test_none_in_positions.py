"""Positions with ``None`` in them, where their class or their solver declares ``X | None``."""

from __future__ import annotations

from enum import Enum, IntEnum
from types import new_class
from typing import Any, NamedTuple, Optional

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar.algorithms import Beam, IdaStar


class Heading(IntEnum):
    """A direction."""

    EAST = 1
    WEST = 2


class Robot(NamedTuple):
    """A robot that has perhaps not moved yet."""

    at: int
    heading: Heading | None = None
    last: Optional[tuple[int, float]] = None  # noqa: UP045  # the old form is declared, too


@frozen(eq=False)
class Turning(AStar[Robot, Cost[int]]):
    """A line on which turning costs 2, and no step may be made twice."""

    goal: int

    def add_neighbours(self, node: Node[Robot, Cost[int]], open_list: OpenList[Robot, Cost[int]]) -> None:
        robot = node.position
        for heading in Heading:
            step = (2 * heading.value - 1, 0.5 * heading)
            if robot.last != step:
                turn = 0 if robot.heading is None or robot.heading is heading else 2
                open_list.relax(Robot(robot.at + step[0], heading, step), node.cost.travelled + 1 + turn)
        if robot.last is not None and robot.last[1] > 0.6:
            open_list.relax(robot._replace(last=None), node.cost.travelled + 1)

    def is_destination(self, position: Robot) -> bool:
        return position.at == self.goal and position.last is None


@frozen(eq=False)
class Stepping(AStar[tuple[int, int | None], Cost[int]]):
    """Steps of 1 to 3, none twice in a row."""

    goal: tuple[int, int | None]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        at, last = node.position
        for step in (1, 2, 3):
            if step != last:
                open_list.relax((at + step, step), node.cost.travelled + step * step)
        if last:
            open_list.relax((at, None), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int | None]) -> bool:
        return position == self.goal


class Tool(Enum):
    """What a miner may hold."""

    AXE = "axe"
    PICK = "pick"


@frozen
class Miner:
    """A miner, who may hold a tool, know a word, and have seen places."""

    at: int
    tool: Tool | None = None
    word: str | None = None
    seen: frozenset[int] | None = None


@frozen(eq=False)
class Mining(AStar[Miner, Cost[int]]):
    """A tunnel in which tools and words are found."""

    words: dict[int, str]
    goal: int

    def add_neighbours(self, node: Node[Miner, Cost[int]], open_list: OpenList[Miner, Cost[int]]) -> None:
        here = node.position
        seen = frozenset({here.at}) if here.seen is None else here.seen | {here.at % 3}
        open_list.relax(Miner(here.at + 1, here.tool, self.words.get(here.at), seen), node.cost.travelled + 2)
        if here.tool is None:
            open_list.relax(Miner(here.at, Tool.PICK, here.word, here.seen), node.cost.travelled + 1)
        elif here.word == "drop":
            open_list.relax(Miner(here.at, None, None, here.seen), node.cost.travelled + 1)

    def is_destination(self, position: Miner) -> bool:
        return position.at == self.goal and position.tool is Tool.PICK and position.word is None


@pytest.mark.parametrize("start", [Robot(0), Robot(0, Heading.WEST, (1, 0.5))])
def test_numbers_and_members_may_be_none(start: Robot) -> None:
    search_both(Turning(7), start)


@pytest.mark.parametrize("goal", [(7, None), (7, 2)])
def test_items_of_a_tuple_may_be_none(goal: tuple[int, int | None]) -> None:
    search_both(Stepping(goal), (0, None))
    search_both(Stepping(goal), (0, 3))


@frozen(eq=False)
class Halving(AStar[tuple[int, float | None], Cost[int]]):
    """Its first step gives an int where a float is declared."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax((node.position[0] + 1, 2), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return position[0] == 2


@frozen(eq=False)
class Flagging(AStar[frozenset[int], Cost[int]]):
    """Its first step gives a set of bools in place of ints."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(frozenset({len(node.position) > 5}), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return 0 in position


def test_a_number_of_another_type_keeps_it_or_is_refused() -> None:
    for solver, start in ((Halving(), (0, None)), (Flagging(), frozenset({4}))):
        try:
            search_both(solver, start)
        except CannotCompile as error:
            assert "a position has" in str(error)  # noqa: PT017


@pytest.mark.long
@pytest.mark.parametrize("start", [Miner(0), Miner(0, Tool.AXE, "drop", frozenset({1, 2}))])
def test_texts_sets_and_members_of_texts_may_be_none(start: Miner) -> None:
    search_both(Mining({1: "drop", 3: "keep"}, 5), start)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", [Beam(3), IdaStar()], ids=str)
def test_what_may_be_none_in_other_searches(algorithm: Any) -> None:
    solver = Stepping((7, None))
    slow, fast = (solver.search((0, None), algorithm=algorithm, engine=engine) for engine in ("interpreted", "compiled"))
    assert (slow.cost, slow.path) == (fast.cost, fast.path)


def test_the_first_positions_show_what_may_be_beside_none() -> None:
    @frozen(eq=False)
    class Shown(Stepping, AStar[tuple[Any, ...], Cost[int]]):  # type: ignore[misc]
        """Declares no length, so that the first positions are looked at."""

    search_both(Shown((7, None)), (0, None))


@frozen
class Spot:
    """A place, without an order."""

    x: int
    y: int


@frozen
class Stride:
    """Where somebody is and was, and who told what."""

    at: Spot
    before: Spot | None
    told: tuple[int, str | None] | None = None


@frozen
class Striding(AStar[Stride, Cost[int]]):
    """Turns cost more."""

    def add_neighbours(self, node: Node[Stride, Cost[int]], open_list: OpenList[Stride, Cost[int]]) -> None:
        here = node.position
        for dx, dy in ((1, 0), (0, 1)):
            there = Spot(here.at.x + dx, here.at.y + dy)
            turns = here.before is not None and (here.before.x == here.at.x) != (dx == 0)
            told = (there.x, "x" if here.told is None else None)
            open_list.relax(Stride(there, here.at, told), node.cost.travelled + (3 if turns else 1))

    def is_destination(self, position: Stride) -> bool:
        return position.at == Spot(2, 2)


@pytest.mark.long
def test_records_and_tuples_may_be_none() -> None:
    search_both(Striding(), Stride(Spot(0, 0), None))


@frozen
class Link:
    """A chain, which has no end that machine code could keep room for."""

    n: int
    next: Link | None


@pytest.mark.parametrize("said", [tuple[int, int | str | None], tuple[int, Link | None]])
def test_what_is_declared_too_widely_is_told_from_the_steps(said: Any) -> None:
    search_both(new_class("Of", (Stepping, AStar[said, Cost[int]]))((7, None)), (0, None))
