"""Actions: both engines name the same steps of a path."""

from __future__ import annotations

from enum import Enum

import pytest
from attrs import frozen
from both_speeds import are_packed

from genastar import AStar, Cost, Limits, Node, OpenList
from genastar.algorithms import DepthFirst, Greedy

pytestmark = pytest.mark.long
ENGINES = ("interpreted", "compiled")


class Turn(Enum):
    LEFT = "left"
    RIGHT = "right"


@frozen
class Steps(AStar[int, Cost[int]]):
    """Steps that have names, packed: an enum, a tuple, a number, and none."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here, travelled = node.position, node.cost.travelled
        open_list.relax(here * 2 % 50, travelled + 3, action=Turn.LEFT)
        open_list.relax(here * 2 % 50, travelled + 3, action=Turn.RIGHT)
        open_list.relax((here + 7) % 50, travelled + 4, action=(here, 7))
        open_list.relax((here + 1) % 50, travelled + 2, action=here)
        if here % 5 == 0:
            open_list.relax((here + 3) % 50, travelled + 2)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 50


@frozen(eq=False)
class StepsInserted(Steps):
    """The same by ``insert``."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here, travelled = node.position, node.cost.travelled
        open_list.insert(here * 2 % 50, Cost(travelled + 3, travelled + 3), action=Turn.LEFT)
        open_list.insert((here + 1) % 50, Cost(travelled + 2, travelled + 2), action=here)


@pytest.mark.parametrize("kind", [Steps, StepsInserted])
@pytest.mark.parametrize("engine", ENGINES)
def test_actions(kind: type[Steps], engine: str) -> None:
    for goal in (0, 1, 23, 37):
        result = kind(goal).search(1, engine=engine)
        walk = list(zip(result.path[:-1], result.path[1:], result.actions, strict=True))
        assert len(walk) == len(result.path) - 1
        for here, there, action in walk:
            match action:
                case None:
                    assert (there - here) % 50 == 3
                case Turn.LEFT:
                    assert there == here * 2 % 50
                case (_, 7):
                    assert (there - here) % 50 == 7
                case _:
                    assert (action, (there - here) % 50) == (here, 1)
    assert kind(1).search(1, engine=engine).actions == ()
    unreachable = kind(99).search(1, engine=engine)
    assert unreachable.actions == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_actions_under_other_algorithms(engine: str) -> None:
    greedy = Steps(23).search(1, engine=engine, algorithm=Greedy())
    assert len(greedy.actions) == len(greedy.path) - 1
    walk = Steps(23).search(1, engine=engine, algorithm=DepthFirst(), limits=Limits(depth=6))
    assert Turn.LEFT not in walk.actions  # of two that are alike a walk tries the newest first
    assert len(walk.actions) == len(walk.path) - 1


def test_the_layout_stays_packed_with_actions() -> None:
    assert Steps(7).search(1, engine="compiled").found
    assert are_packed(Steps) == {True}
