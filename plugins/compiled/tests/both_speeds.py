"""A problem of steps, and a search at both speeds."""

from __future__ import annotations

from attrs import evolve, frozen

from genastar import AStar, Cost, Node, OpenList


@frozen(eq=False)
class Steps(AStar[object, Cost[int]]):
    """Steps to the right, up to a goal."""

    goal: int
    step: int = 1

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        if node.position < self.goal:
            open_list.relax(node.position + 1, node.cost.travelled + self.step)

    def is_destination(self, position: object) -> bool:
        return position == self.goal


def both(solver: AStar, start: object, cost: object = None) -> object:  # type: ignore[type-arg]
    """The result, which must be one at both engines, position by position and type by type."""
    slow, fast = (solver.search(start, cost, engine=engine) for engine in ("interpreted", "compiled"))
    assert evolve(slow, seconds=0.0, engine="") == evolve(fast, seconds=0.0, engine="")
    assert list(map(repr, slow.path)) == list(map(repr, fast.path))
    return slow
