"""Texts and frozensets of the solver or of the module that a hook, or an algorithm from both ends, adds as positions."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long

ITEMS = frozenset((1, 2))
CHANGING = {1, 2}


@frozen
class ToField(AStar[Any, Cost[int]]):
    """One step, to a position that is a field."""

    goal: Any

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(self.goal, node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.goal)


@frozen
class Beside(ToField):
    """One step, to a position that is a pair with a field."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax((1, self.goal), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position == (1, self.goal))


@frozen
class ToConstant(ToField):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(ITEMS, node.cost.travelled + 1)


@frozen
class ToSet(ToField):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(CHANGING, node.cost.travelled + 1)


@pytest.mark.parametrize(
    ("solver", "start"),
    [
        (ToField("ends here"), "begins at a longer text"),
        (ToField(ITEMS), frozenset((3,))),
        (ToField(frozenset({"ab"})), frozenset()),
        (Beside("far"), (0, "near")),
        (Beside(ITEMS), (0, frozenset((3,)))),
        (ToConstant(ITEMS), frozenset((3,))),
    ],
)
def test_a_position_that_is_a_field(solver: AStar[Any, Any], start: object) -> None:
    search_both(solver, start)


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize(("solver", "start"), [(ToField({"a", "b"}), frozenset("c")), (ToSet(ITEMS), frozenset((3,)))])
def test_a_set_that_may_change_is_no_position(solver: AStar[Any, Any], start: object) -> None:
    with pytest.raises(
        CannotCompile, match=r"add_neighbours \(.*, line \d+\): a position has set of \w+ where the start has frozenset"
    ):
        solver.search(start, engine="compiled")


@frozen
class Swaps(AStar[str, Cost[int]]):
    """Swaps of adjacent letters."""

    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        here = node.position
        for at in range(len(here) - 1):
            open_list.relax(here[:at] + here[at + 1] + here[at] + here[at + 2 :], node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.goal

    def reverse(self, start: str) -> tuple[Swaps, str]:
        return Swaps(start), self.goal


@frozen
class Switches(AStar[frozenset[int], Cost[int]]):
    """Items that come and go, one in a step."""

    goal: frozenset[int]

    def add_neighbours(self, node: Node[frozenset[int], Cost[int]], open_list: OpenList[frozenset[int], Cost[int]]) -> None:
        for item in range(5):
            open_list.relax(node.position ^ frozenset((item,)), node.cost.travelled + 1 + item % 2)

    def is_destination(self, position: frozenset[int]) -> bool:
        return position == self.goal

    def reverse(self, start: frozenset[int]) -> tuple[Switches, frozenset[int]]:
        return Switches(start), self.goal


TEXTS, SETS = (Swaps("dcba"), "abcd"), (Switches(frozenset((0, 1, 2))), frozenset((3, 4)))


@pytest.mark.parametrize(
    ("solver", "start", "algorithm"), [(*TEXTS, "both-ways"), (*TEXTS, "mm"), (*TEXTS, "nbs"), (*SETS, "mm")]
)
def test_from_both_ends(solver: AStar[Any, Any], start: Any, algorithm: str) -> None:
    slow, fast = (solver.search(start, engine=engine, algorithm=algorithm) for engine in ("interpreted", "compiled"))
    assert slow.found
    assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)
