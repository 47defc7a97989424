"""A price for turning, exact: the state of the search is a cell and the direction in which it was entered.

A penalty that is added to a step of a search from cell to cell is wrong: the cheapest way to a cell may arrive there in a
direction that makes the rest dearer. `Turning` lifts any problem from cell to cell to states (x, y, heading). The estimate is
that of the cell: a turn only adds, so it stays admissible and consistent.
"""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

from attrs import frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_grid.searches.search import Cell, Dense

C = TypeVar("C", int, float)

State = tuple[int, int, int]
"""x, y and heading."""

AnyState = Cell | State
"""What a search of a grid goes through."""


@frozen(eq=False)
class Turning(AStar[State, Cost[C]], Generic[C]):
    """The same problem, with a price for each step whose direction is not that of the step before.

    The first step turns from nothing and is free of it.
    """

    problem: Dense[C]
    price: C
    reach: int
    """The greatest part of a move, in columns or rows."""

    @property
    def admissible(self) -> bool:  # type: ignore[override]  # as the options of this one are
        return self.problem.admissible

    consistent = admissible

    def reverse(self, start: State) -> NoReturn:
        """Refuse: a way may end in any direction.

        Raises:
            BadInput: always.
        """
        raise BadInput("the algorithm 'both-ways' needs turn=0, for a way may end in any direction; use astar")

    def add_neighbours(self, node: Node[State, Cost[C]], open_list: OpenList[State, Cost[C]]) -> None:
        x, y, _ = node.position
        self.problem.add_neighbours(Node((x, y), node.cost), _Headed(open_list, self, node.position))

    def is_destination(self, position: State) -> bool:
        return self.problem.is_destination((position[0], position[1]))

    def estimate(self, position: State) -> C:
        return self.problem.estimate((position[0], position[1]))

    def heading(self, dx: int, dy: int) -> int:
        """The number of a move; that of no move is the start's."""
        return (dy + self.reach) * (2 * self.reach + 1) + dx + self.reach

    def index(self, position: State) -> int:
        """The headings of a cell lie side by side."""
        x, y, heading = position
        return self.problem.index((x, y)) * (2 * self.reach + 1) ** 2 + heading

    @property
    def size(self) -> int:
        """How many states there are."""
        return int(self.problem.size) * (2 * self.reach + 1) ** 2


@frozen
class _Headed(OpenList[Cell, Cost[C]], Generic[C]):
    """Passes on what the inner problem adds, with its heading and the price of the turn."""

    open_list: OpenList[State, Cost[C]]
    turning: Turning[C]
    here: State

    def insert(self, position: Cell, cost: Cost[C], parent: Cell | None = None, action: object = None) -> None:
        raise NotImplementedError("grids relax")

    def relax(self, position: Cell, travelled: C, parent: Cell | None = None, action: object = None) -> None:
        x, y, before = self.here
        dx, dy = self.turning.problem.goals.edges.step(position[0] - x, position[1] - y)
        heading = self.turning.heading(dx, dy)
        if before != heading and before != self.turning.heading(0, 0):
            travelled += self.turning.price
        self.open_list.relax((position[0], position[1], heading), travelled)
