"""Several starts: the way is from the nearest of them.

The search begins at one start, and when that is expanded it opens the others, for nothing. So whatever has travelled nothing
is a start, all solvers serve as they are, and no other state is needed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_grid.search import Cell
from genastar_grid.turning import AnyState, State

C = TypeVar("C", int, float)
S = TypeVar("S", bound=tuple[int, ...])


class Numbered(Protocol[S, C]):
    """A solver of grids: from cell to cell, or from state to state."""

    def add_neighbours(self, node: Node[S, Cost[C]], open_list: OpenList[S, Cost[C]]) -> None: ...

    def is_destination(self, position: S) -> bool: ...

    def estimate(self, position: S) -> C: ...

    def index(self, position: S) -> int: ...

    @property
    def size(self) -> int: ...


@frozen(eq=False)
class Around(AStar[S, Cost[C]], Generic[S, C]):
    """A solver around another, which it leaves all to but `add_neighbours`."""

    solver: Numbered[S, C]

    def is_destination(self, position: S) -> bool:
        return self.solver.is_destination(position)

    def estimate(self, position: S) -> C:
        return self.solver.estimate(position)

    def index(self, position: S) -> int:
        """That of the solver within."""
        return self.solver.index(position)

    @property
    def size(self) -> int:
        """That of the solver within."""
        return int(self.solver.size)


@frozen(eq=False)
class Several(Around[S, C], Generic[S, C]):
    """Any solver of grids, from several starts. All steps must cost something."""

    starts: NDArray[np.int64]
    """A state in each row."""

    @abstractmethod
    def at(self, number: int) -> S:
        """A start by its number."""

    def add_neighbours(self, node: Node[S, Cost[C]], open_list: OpenList[S, Cost[C]]) -> None:
        if node.parent is None:
            for number in range(len(self.starts)):
                open_list.relax(self.at(number), node.cost.travelled)
        is_start = node.cost.travelled == 0
        self.solver.add_neighbours(Node(node.position, node.cost, None if is_start else node.parent), open_list)


@frozen(eq=False)
class SeveralCells(Several[Cell, C], Generic[C]):
    """From cells."""

    def at(self, number: int) -> Cell:
        return int(self.starts[number, 0]), int(self.starts[number, 1])


@frozen(eq=False)
class SeveralStates(Several[State, C], Generic[C]):
    """From cells with headings."""

    def at(self, number: int) -> State:
        return int(self.starts[number, 0]), int(self.starts[number, 1]), int(self.starts[number, 2])


def from_several(solver: AStar[AnyState, Cost[float]], starts: Sequence[AnyState]) -> AStar[AnyState, Cost[float]]:
    """The solver that begins at the first of these and opens the others; itself if there are no others."""
    if len(starts) == 1:
        return solver
    kind = SeveralStates if len(starts[0]) == 3 else SeveralCells
    made: object = kind(solver, np.array(starts, np.int64))  # type: ignore[arg-type]  # of cells or states, as the starts are
    return cast("AStar[AnyState, Cost[float]]", made)


def without_first(path: Sequence[AnyState], starts: Sequence[AnyState]) -> Sequence[AnyState]:
    """The path from its own start: the first start is the parent of all others."""
    return path[1:] if len(path) > 1 and path[1] in starts else path
