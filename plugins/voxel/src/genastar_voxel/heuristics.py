"""What is left, from the columns d, rows e and layers f between a voxel and its goal.

A step along one axis costs a, along two b, along three c, with a <= b <= 2a and b <= c <= a + b: 1, sqrt(2), sqrt(3), or 1,
1, 1, or 1, 2, 3, times the cost of the cheapest voxel. Let d >= e >= f.

**The cheapest way through an empty world** is known, exactly; it is `Octile`:

- 26 neighbours: c f + b (e - f) + a (d - e), the voxel heuristic of Brewer and Sturtevant (Benchmarks for
  Pathfinding in 3D Voxel Space, SoCS 2018). Steps along three axes serve the shortest side, those along two what is left of
  the next, and straight ones the rest.
- 6 neighbours: a (d + e + f), Manhattan's distance. It is the same formula with b = 2a and c = 3a.
- 18 neighbours, `paired`: with n the lesser of e + f and floor((d + e + f) / 2), b n + a (d + e + f - 2n). A step along
  two axes bridges one unit of each of two sides, and never costs more than two straight ones, so as many units as can be are
  bridged in pairs. Each pair has one unit at least of e or f, so there are no more than e + f; and no more than half of all
  units. As many there can be: pair d with e and with f while d is the longest, then keep the three as equal as can be. No
  detour is cheaper: n steps along two axes and m along one need 2n + m >= d + e + f and n + m >= d, and with a <= b <= 2a the
  least of b n + a m in whole numbers is the value above.

Such a least price is a metric k, so k(p, goal) <= k(p, q) + k(q, goal) <= the price of a step from p to q + k(q, goal): it is
*consistent*, hence *admissible*. Walls and rules for corners take steps away; dear voxels raise prices; and a walker's step
costs what its displacement costs in the empty world. None of these breaks the inequality. A formula for more neighbours than
there are is a metric too, and smaller. Each grows with d, e and f; and the displacement to a box that holds all goals changes
with a step by no more than the step in each coordinate; so all this holds for the nearest voxel of a box.

**Chebyshev's** distance is `Octile` with a = b = c, and **no estimate** is `Octile` with zeros.

`genastar_lattice.heuristics.Euclidean`, a times the straight line, changes with a step by at most a times its length, which is
its price where steps cost their lengths; in whole numbers it is rounded down, and stays consistent because prices are whole.
Where a step along three axes costs 1, it says too much, and `guarantee` tells. `EuclideanSquared` leaves out the root, as Roy
Triesscheijn's program does: neither admissible nor consistent, and greedy.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)
H = TypeVar("H", covariant=True)


class Heuristic(Protocol[H]):
    """A user's own may take the place of those below: a frozen attrs class, so that it compiles."""

    def left(self, dx: int, dy: int, dz: int) -> H:
        """What is left over so many columns, rows and layers, all at least 0, in the prices of the problem."""


@frozen
class Octile(Generic[C]):
    """The cheapest way through an empty world; and, with other prices, three more formulas."""

    face: C
    edge: C
    corner: C
    paired: bool
    """Whether steps go along two axes at most."""

    def left(self, dx: int, dy: int, dz: int) -> C:
        """See the module."""
        longest, units = max(dx, dy, dz), dx + dy + dz
        if self.paired:
            pairs = min(units // 2, units - longest)
            return self.edge * pairs + self.face * (units - 2 * pairs)
        shortest = min(dx, dy, dz)
        middle = units - longest - shortest
        return self.corner * shortest + self.edge * (middle - shortest) + self.face * (longest - middle)
