"""Steps on a staggered map, whose states are the tiles as Tiled counts them."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from genastar import Cost, Node, OpenList
from genastar_grid.rules.heuristics import GridHeuristic
from genastar_grid.rules.stagger import Stagger
from genastar_grid.steps.step_problems import DIAGONAL, STRAIGHT, Cell, GridGoals, Stepwise

C = TypeVar("C", int, float)


@frozen(eq=False)
class StaggeredGoals(GridGoals[C], Generic[C]):
    """Goals on a staggered map."""

    stagger: Stagger

    def estimate_nearest(self, position: Cell, heuristic: GridHeuristic[C]) -> C:
        """Return the estimate to the rectangle of the square lattice around the goals.

        Both of its coordinates only grow, or only fall, with x and with y, so corners of the area bound them.
        """
        left, top, right, bottom = self.area
        u, v = self.stagger.to_lattice(position[0], position[1])
        (least_u, _), (most_u, _) = self.stagger.to_lattice(left, top), self.stagger.to_lattice(right, bottom)
        (_, one), (_, other) = self.stagger.to_lattice(left, bottom), self.stagger.to_lattice(right, top)
        least_v, most_v = min(one, other), max(one, other)
        return heuristic.estimate_steps(max(least_u - u, u - most_u, 0), max(least_v - v, v - most_v, 0))


@frozen(eq=False)
class StaggeredProblem(Stepwise[C]):
    """Steps to the eight neighbours of a rhomb."""

    straight: C
    """The price of a step across a side."""
    diagonal: C
    """The price of a step past a corner."""
    stagger: Stagger

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        open_directions = int(self.open_directions[y, x])
        travelled = node.cost.travelled
        for bit, du, dv in STRAIGHT:
            if open_directions & bit:
                to = self.stagger.step(x, y, du, dv)
                open_list.relax(to, travelled + self.straight * self.ground.get_factor(node.position, to))
        for bit, du, dv in DIAGONAL:
            if open_directions & bit:
                to = self.stagger.step(x, y, du, dv)
                open_list.relax(to, travelled + self.diagonal * self.ground.get_factor(node.position, to))
