"""Heuristics: estimates from the columns d, rows e and layers f between a voxel and its goal.

A step along one axis costs a, along two b, along three c, with a <= b <= 2a and b <= c <= a + b: 1, sqrt(2), sqrt(3), or 1,
1, 1, or 1, 2, 3, times the cost of the cheapest voxel. Let d >= e >= f.

**The cheapest path in an empty world** has a closed form, `VoxelOctile`:

- 26 neighbours: c f + b (e - f) + a (d - e), the voxel heuristic of Brewer and Sturtevant (Benchmarks for
  Pathfinding in 3D Voxel Space, SoCS 2018). Steps along three axes cover the shortest side, those along two the rest of the
  next, and straight ones the remainder.
- 6 neighbours: a (d + e + f), the Manhattan distance. It is the same formula with b = 2a and c = 3a.
- 18 neighbours, `paired`: with n the lesser of e + f and floor((d + e + f) / 2), b n + a (d + e + f - 2n). A step along
  two axes covers one unit of each of two sides and never costs more than two straight ones, so as many units as possible are
  covered in pairs. Each pair contains at least one unit of e or f, so there are at most e + f pairs; and at most half of all
  units are paired. This number is reached: pair d with e and with f while d is the longest, then keep the three as equal as
  possible. No detour is cheaper: n steps along two axes and m along one need 2n + m >= d + e + f and n + m >= d, and with
  a <= b <= 2a the minimum of b n + a m over whole numbers is the value above.

Such a least price is a metric k, so k(p, goal) <= k(p, q) + k(q, goal) <= the price of a step from p to q + k(q, goal): it is
*consistent*, hence *admissible*. Walls and corner rules only remove steps; dear voxels raise prices; a walker's step costs the
same as its displacement in the empty world. None of these breaks the inequality. The formula for more neighbours than the
world has is a smaller metric. All formulas increase with d, e and f, and in a step the displacement to a box around all goals
changes by at most the step in each coordinate; so the same holds for the nearest voxel of a box.

**Chebyshev's** distance is `VoxelOctile` with a = b = c, and the estimate 0 is `VoxelOctile` with zeros.

`genastar_lattice.heuristics.Euclidean`, a times the length of the straight line, changes in a step by at most a times the
step's length, which is its price where steps cost their lengths; in whole numbers it is rounded down and stays consistent,
because prices are whole. Where a step along three axes costs 1, it overestimates, and `describe_guarantee` reports this.
`EuclideanSquared` omits the root, as Roy Triesscheijn's program does: it is neither admissible nor consistent, and greedy.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)
H = TypeVar("H", covariant=True)


class VoxelHeuristic(Protocol[H]):
    """A formula for the remaining cost: a frozen attrs class, so that it compiles."""

    def estimate_steps(self, dx: int, dy: int, dz: int) -> H:
        """Return the estimate for so many columns, rows and layers, all at least 0, in prices of the problem."""


@frozen
class VoxelOctile(Generic[C]):
    """The cost of the cheapest path in an empty world; with other prices, three more formulas."""

    face: C
    edge: C
    corner: C
    paired: bool
    """Whether steps go along at most two axes."""

    def estimate_steps(self, dx: int, dy: int, dz: int) -> C:
        """Return the estimate; see the module."""
        longest, units = max(dx, dy, dz), dx + dy + dz
        if self.paired:
            pairs = min(units // 2, units - longest)
            return self.edge * pairs + self.face * (units - 2 * pairs)
        shortest = min(dx, dy, dz)
        middle = units - longest - shortest
        return self.corner * shortest + self.edge * (middle - shortest) + self.face * (longest - middle)
