"""One meaning: costs of machine code are those of Python, or are refused in one line."""

from __future__ import annotations

import pytest
from attrs import frozen
from both_speeds import Steps, search_both

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.errors import CostError

pytestmark = pytest.mark.long


@frozen(eq=False)
class Dear(AStar[int, object]):
    """Inserts costs of any type."""

    step: int
    goal: int = 4

    def add_neighbours(self, node: Node[int, object], open_list: OpenList[int, object]) -> None:
        open_list.insert(node.position + 1, self.dearer(node.cost))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(eq=False)
class DearInt(Dear):
    def dearer(self, cost: int) -> int:
        return cost + self.step


@frozen(eq=False)
class DearTuple(Dear):
    def dearer(self, cost: tuple[int, int]) -> tuple[int, int]:
        return cost[0], cost[1] + self.step


@frozen(eq=False)
class DearCost(Dear):
    def dearer(self, cost: Cost[int]) -> Cost[int]:
        return Cost(cost.travelled + self.step, cost.travelled + self.step)


@pytest.mark.parametrize("kind", [DearInt, DearTuple, DearCost])
def test_costs_near_the_end_of_the_range(kind: type[Dear]) -> None:
    start = {DearInt: 0, DearTuple: (0, 0), DearCost: Cost(0, 0)}[kind]
    search_both(kind((2**63 - 1) // 4), 0, start)
    with pytest.raises(CostError, match="64-bit"):
        kind(2**62).search(0, start, engine="compiled")


def test_a_sum_with_the_estimate_beyond_the_range() -> None:
    @frozen(eq=False)
    class Far(Steps):
        def estimate(self, position: int) -> int:
            return 2**63 - 1

    with pytest.raises(CostError, match="64-bit"):
        Far(5).search(0, engine="compiled")


@frozen(eq=False)
class Falling(AStar[int, Cost[int]]):
    """A step that costs less than nothing."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (5 if node.position < 3 else -1))

    def is_destination(self, position: int) -> bool:
        return position == 9


@frozen(eq=False)
class FallingDense(Falling):
    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 20


@frozen(eq=False)
class FallingInserted(Falling):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled + (5 if node.position < 3 else -1)
        open_list.insert(node.position + 1, Cost(travelled, travelled))


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("kind", [Falling, FallingDense, FallingInserted])
def test_a_cost_that_falls_along_a_way(kind: type[Falling], engine: str) -> None:
    with pytest.raises(CostError, match="a step has a negative cost"):
        kind().search(0, engine=engine)


@frozen(eq=False)
class Yielding(Falling):
    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        yield node.position + 1, 1


@frozen(eq=False)
class Returning(Falling):
    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        return [(node.position + 1, 1)]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("kind", [Yielding, Returning])
def test_a_hook_that_gives_its_neighbours_back(kind: type[Falling], engine: str) -> None:
    with pytest.raises(BadInput, match=r"add_neighbours returns or yields .*call open_list\.relax") as caught:
        kind().search(0, engine=engine)
    assert "\n" not in str(caught.value)
