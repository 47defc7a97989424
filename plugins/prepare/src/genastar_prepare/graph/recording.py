"""Recording: the hooks of a problem are run once for each position, and the steps that they add become rows.

A search of all positions carries the recorder along, so that it runs in any engine. Every position costs nothing: the order of
the search has no meaning. Each position is expanded twice, at two costs and with two parents, because a preparation is right
only if the steps depend on the position alone.
"""

from __future__ import annotations

from typing import Any, Final, Generic

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper, RelaxingWrapper
from genastar.values.cost import N
from genastar.values.node import K

Int64 = NDArray[np.int64]

USED: Final = 0
FAULT: Final = 1
CULPRIT: Final = 2

UNFIT: Final = 1
"""A cost is not a number of the chosen kind, or is too large."""
NEGATIVE: Final = 2
CHANGES: Final = 3
"""A step depends on more than the position."""
OTHER_PARENT: Final = 4
OUTSIDE: Final = 5
"""An index is outside the size."""


@frozen(eq=False)
class RecordedArrays:
    """The arrays that are recorded. The row of node ``v`` is ``head[first[v]:first[v] + held[v]]``."""

    first: Int64
    held: Int64
    """Number of steps from each node; -1 for nodes that were not expanded."""
    head: Int64
    weight: NDArray[np.int64 | np.float64]
    facts: Int64
    """The used length of ``head``, which may exceed its length; the first fault; the node that it was found at."""

    def fail(self, fault: int, tail: int) -> None:
        """Note a fault, unless there was one before."""
        if self.facts[FAULT] == 0:
            self.facts[FAULT] = fault
            self.facts[CULPRIT] = tail


@frozen(eq=False)
class RecordingProblem(ProblemWrapper[K, Cost[N]], Generic[K, N]):
    """A problem that records its steps when it is searched."""

    arrays: RecordedArrays
    seeds: dict[K, bool]
    """Positions to search from beside the start: a dictionary, because machine code reads a list anew at each call."""
    sower: int
    """The index of the start."""
    zero: N
    other: N
    """The cost of the second run."""
    slack: N
    """The relative difference between two runs that rounding may cause; 0 for whole costs."""
    most: N
    """The largest cost of a step."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        tail, begin = self.index(node.position), int(self.arrays.facts[USED])
        plain: Node[K, Cost[N]] = Node(node.position, Cost(self.zero, self.zero, self.zero))
        self.problem.add_neighbours(plain, Writing(open_list, self.problem, self.arrays, tail, self.zero, self.most))
        count = int(self.arrays.facts[USED]) - begin
        self.arrays.first[tail] = begin
        self.arrays.held[tail] = count
        again: Node[K, Cost[N]] = Node(node.position, Cost(self.other, self.other, self.zero), node.parent)
        self.arrays.facts[USED] = begin
        self.problem.add_neighbours(again, Comparing(open_list, self.problem, self.arrays, tail, self.other, self.slack))
        if int(self.arrays.facts[USED]) - begin != count:
            self.arrays.fail(CHANGES, tail)
            self.arrays.facts[USED] = begin + count
        if tail == self.sower:
            for seed in self.seeds:
                open_list.relax(seed, self.zero)

    def is_destination(self, position: K) -> bool:
        return False

    @property
    def is_indexed(self) -> bool:
        """Return that the search knows positions by themselves, so that it reaches all that share an index."""
        return False

    def estimate(self, position: K) -> N:
        return self.zero


@frozen(eq=False)
class NotingOpenList(RelaxingWrapper[K, N]):
    """An open list that records the steps from one position."""

    problem: Any
    arrays: RecordedArrays
    tail: int
    travelled: N

    def known(self, position: K) -> Node[K, Cost[N]] | None:
        return None


@frozen(eq=False)
class Writing(NotingOpenList[K, N]):
    """Writes the steps, and passes their positions to the search."""

    most: N

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        arrays = self.arrays
        at, there = int(arrays.facts[USED]), self.problem.index(position)
        if not 0 <= there < len(arrays.first):
            arrays.fail(OUTSIDE, self.tail)
            return
        if parent is not None and self.problem.index(parent) != self.tail:
            arrays.fail(OTHER_PARENT, self.tail)
        if at < len(arrays.head):
            step: Any = travelled - self.travelled
            arrays.head[at] = there
            if isinstance(step, float) and not isinstance(
                self.travelled, float
            ):  # machine code compares no float with a large int
                arrays.fail(UNFIT, self.tail)
            elif self.travelled <= step <= self.most:  # it begins at 0
                arrays.weight[at] = step
                if arrays.weight[at] != step:
                    arrays.fail(UNFIT, self.tail)
            else:
                arrays.fail(NEGATIVE if step < self.travelled else UNFIT, self.tail)
        arrays.facts[USED] = at + 1
        self.open_list.relax(position, self.travelled)


@frozen(eq=False)
class Comparing(NotingOpenList[K, N]):
    """Compares the steps with those that were written."""

    slack: N

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        arrays = self.arrays
        at = int(arrays.facts[USED])
        if at < len(arrays.head) and arrays.facts[FAULT] == 0:
            step, known = travelled - self.travelled, arrays.weight[at]
            if self.problem.index(position) != arrays.head[at] or abs(step - known) > self.slack * (known + self.travelled):
                arrays.fail(CHANGES, self.tail)
        arrays.facts[USED] = at + 1
