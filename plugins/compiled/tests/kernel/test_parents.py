"""The parent of a node: a hook reads it as a position like any other."""

from __future__ import annotations

import pytest
from attrs import frozen

from genastar import AStar, BadInput, Cost, Node, OpenList, Trace

pytestmark = pytest.mark.long
ENGINES = ("interpreted", "compiled")


@frozen
class Back(AStar[int, Cost[int]]):
    """Asks what is known of the parent, and goes back to it: machine code has the parent as a value that may be None."""

    end: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        there, spent = node.position + 1, node.cost.travelled
        if node.parent is not None and there <= self.end:
            before = open_list.known(node.parent)
            open_list.relax(there, spent + (100 if before is None else spent - before.cost.travelled))
            open_list.relax(node.parent, spent + 5)
        elif there <= self.end:
            open_list.relax(there, spent + (2 if open_list.known(node.parent) is None else 50))  # type: ignore[arg-type]  # it is None

    def is_destination(self, position: int) -> bool:
        return position == self.end


@frozen
class BackByIndex(Back):
    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.end + 1


@pytest.mark.parametrize("kind", [Back, BackByIndex])
@pytest.mark.parametrize("reopen", [False, True])
def test_the_parent_is_a_position_like_any_other(kind: type[Back], reopen: bool) -> None:
    told = []
    for engine in ENGINES:
        trace: Trace[int, Cost[int]] = Trace()
        result = kind(5).search(0, engine=engine, observer=trace, reopen=reopen)
        told.append((result.path, result.cost, trace.events))
    assert told[0] == told[1]
    assert told[0][1] == Cost(10, 10, 0)


class BackFromTheStart(Back):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.parent, node.cost.travelled + 1)  # type: ignore[arg-type]  # it is None


class BackFromTheStartByIndex(BackFromTheStart, BackByIndex):
    def index(self, position: int) -> int:
        return 0 if position is None else position


@pytest.mark.parametrize("kind", [BackFromTheStart, BackFromTheStartByIndex])
@pytest.mark.parametrize("engine", ENGINES)
def test_none_is_no_position(kind: type[Back], engine: str) -> None:
    with pytest.raises(BadInput, match=r"added the position None.* reserved for the parent of the start"):
        kind(5).search(1, engine=engine)
