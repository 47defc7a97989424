"""Exact turn costs: a state of the search is a cell and the direction in which it was entered.

Adding the cost of a turn to a step of a search from cell to cell would be wrong: the cheapest path to a cell may arrive in a
direction that makes the rest dearer. `Turning` lifts a problem from cells to states (x, y, heading). The estimate is that of
the cell: turns only add to the cost, so it stays admissible and consistent.
"""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

from attrs import frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_grid.steps.step_problems import Cell, Dense

C = TypeVar("C", int, float)

State = tuple[int, int, int]
"""A state: x, y and heading."""

AnyState = Cell | State
"""A state of any search of a grid."""


@frozen(eq=False)
class Turning(AStar[State, Cost[C]], Generic[C]):
    """A problem with a price for each step whose direction differs from that of the previous step.

    The first step is never a turn.
    """

    problem: Dense[C]
    price: C
    reach: int
    """The longest move, in columns or rows."""

    @property
    def admissible(self) -> bool:  # type: ignore[override]  # depends on the options
        return self.problem.admissible

    consistent = admissible

    def reverse(self, start: State) -> NoReturn:
        """Refuse to reverse: a path may end in any heading.

        Raises:
            BadInput: always.
        """
        raise BadInput("the algorithm 'both-ways' needs turn=0; use astar, or set turn=0")

    def add_neighbours(self, node: Node[State, Cost[C]], open_list: OpenList[State, Cost[C]]) -> None:
        x, y, _ = node.position
        self.problem.add_neighbours(Node((x, y), node.cost), _Headed(open_list, self, node.position))

    def is_destination(self, position: State) -> bool:
        return self.problem.is_destination((position[0], position[1]))

    def estimate(self, position: State) -> C:
        return self.problem.estimate((position[0], position[1]))

    def number_heading(self, dx: int, dy: int) -> int:
        """Return the number of a move as a heading; that of no move is the start's."""
        return (dy + self.reach) * (2 * self.reach + 1) + dx + self.reach

    def index(self, position: State) -> int:
        """Return the number of a state: cell by cell, and in each by heading."""
        x, y, heading = position
        return self.problem.index((x, y)) * (2 * self.reach + 1) ** 2 + heading

    @property
    def size(self) -> int:
        """Return the number of states."""
        return int(self.problem.size) * (2 * self.reach + 1) ** 2


@frozen
class _Headed(OpenList[Cell, Cost[C]], Generic[C]):
    """An open list that adds the heading and the price of the turn to each position of the inner problem."""

    open_list: OpenList[State, Cost[C]]
    turning: Turning[C]
    here: State

    def insert(self, position: Cell, cost: Cost[C], parent: Cell | None = None, action: object = None) -> None:
        raise NotImplementedError("grids relax")

    def relax(self, position: Cell, travelled: C, parent: Cell | None = None, action: object = None) -> None:
        x, y, before = self.here
        dx, dy = self.turning.problem.goals.edges.step(position[0] - x, position[1] - y)
        heading = self.turning.number_heading(dx, dy)
        if before != heading and before != self.turning.number_heading(0, 0):
            travelled += self.turning.price
        self.open_list.relax((position[0], position[1], heading), travelled)
