"""Learned estimates: better estimates of the remaining cost, which searches of one destination leave to later ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, cast

from attrs import frozen

from genastar.algorithms.building_blocks.remaining_costs import InformedProblem, get_key_function, reverse_problem
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, unify_number_types
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request, Runner
from genastar.contracts.tree import Tree, TreeArrays
from genastar.errors import BadInput
from genastar.values.cost import Cost, N
from genastar.values.node import K, Node


class LearnedEstimates(Generic[K, N]):
    """Learned estimates: an array if the problem has an index and costs that numpy holds, otherwise a dictionary by key."""

    def __init__(self) -> None:
        self._table: dict[Any, N] = {}
        self._array: Any = None

    def wrap_problem(self, problem: Hooks[K, Cost[N]]) -> Hooks[K, Cost[N]]:
        """Return the problem with these estimates where they exceed its own."""
        if self._array is not None:
            return LearnedByIndex(problem, self._array)
        return (LearnedByKey if problem.is_keyed else LearnedByPosition)(problem, self._table)

    def raise_closed(self, tree: Tree[K, Cost[N]], problem: Hooks[K, Cost[N]], least: N) -> None:
        """Raise the estimate of each closed position to ``least - g``.

        Args:
            tree: the tree of a search with these estimates.
            problem: its problem, without these estimates.
            least: the cost of the path that the search found, or the least f of its open nodes.
        """
        closed = tree.select_settled()
        arrays = self._read_arrays(closed, problem)
        if arrays is None:
            key = get_key_function(problem)
            self._raise_table({key(node.position): least - node.cost.travelled for node in closed.values()})
            return
        where = arrays.settled.nonzero()[0]
        self._raise(where, least - arrays.g[where])  # type: ignore[operator]

    def raise_to(self, lefts: Mapping[Any, N], tree: Tree[K, Cost[N]], problem: Hooks[K, Cost[N]]) -> None:
        """Raise the estimates of positions of a tree, given by their keys, to these. The tree is as in `raise_closed`."""
        arrays = self._read_arrays(tree.select_settled(), problem)
        if arrays is None:
            self._raise_table(lefts)
            return
        found: Any = arrays.g.copy()
        if any(isinstance(left, float) for left in lefts.values()):
            found = found.astype(float)
        where = [cast("Any", problem).index(position) for position in lefts]
        found[where] = [*lefts.values()]
        self._raise(where, found[where])

    def _read_arrays(self, closed: Tree[K, Cost[N]], problem: Hooks[K, Cost[N]]) -> TreeArrays | None:
        """Return a tree as arrays, and see that there is an array of estimates; ``None`` if a dictionary must do."""
        if not problem.is_indexed or self._table or problem.is_keyed:
            return None
        try:
            arrays = closed.to_arrays()
        except BadInput:  # the costs are no numbers of numpy, or numpy is not installed
            return None
        if self._array is None:
            self._array = arrays.g * 0
        return arrays

    def _raise(self, where: Any, found: Any) -> None:
        """Raise elements of the array."""
        if found.dtype != self._array.dtype:
            self._array = self._array.astype(float)
        known = self._array[where]
        higher = found > known
        known[higher] = found[higher]
        self._array[where] = known

    def _raise_table(self, lefts: Mapping[Any, N]) -> None:
        table = self._table
        for place, left in lefts.items():
            known = table.get(place)
            if known is None or known < left:
                table[place] = left

    def change(
        self,
        before: Hooks[K, Cost[N]],
        problem: Hooks[K, Cost[N]],
        changed: Iterable[K] | None,
        engine: Runner,
    ) -> None:
        """Make the estimates consistent again after a change of the world.

        Where the estimate of a position exceeds the cost of a step plus the estimate of its end, the estimate falls to that
        sum, and so do those of predecessors, in a search backwards. If the problem has no ``reverse``, all estimates are capped
        at the least such sum instead. If the problem's own estimate of one of these positions fell, all are forgotten.

        Args:
            before: the problem before the change.
            problem: the problem as it is now.
            changed: all positions from which a step has another cost than before, or is new; ``None`` if they are not known.
            engine: the engine of the search backwards.
        """
        places = [] if changed is None else list(changed)
        if changed is None or any(problem.estimate(each) < before.estimate(each) for each in places):
            self._table, self._array = {}, None
        if not self._table and self._array is None:
            return
        informed, steps = self.wrap_problem(problem), StepCosts(problem, cast("N", 0), "replanner")
        broken: dict[K, N] = {}
        for position in places:
            ahead = [cost + informed.estimate(neighbour) for neighbour, cost in steps.costs_from(position).items()]
            if ahead and (least := min(ahead)) < informed.estimate(position):
                broken[position] = least
        if not broken:
            return
        reverse = reverse_problem(problem, next(iter(broken)))
        if reverse is None:
            self._cap_estimates(min(broken.values()))
            return
        costs = unify_number_types([Cost(left, left, left - left) for left in broken.values()])
        (start, cost), *others = zip(broken, costs, strict=True)
        lowering: Hooks[K, Cost[N]] = LoweringProblem(reverse[0], informed)
        with Request(lowering, start, cost, engine, more_starts=tuple(others), keeps_tree=True).begin() as run:
            run.finish()
            self._set_closed(run.tree, problem)

    def _set_closed(self, tree: Tree[K, Cost[N]], problem: Hooks[K, Cost[N]]) -> None:
        """Set the estimates of all closed positions to their g."""
        for node in tree.select_settled().values():
            if self._array is None:
                self._table[node.position] = node.cost.travelled
            else:
                self._array[problem.index(node.position)] = node.cost.travelled

    def _cap_estimates(self, most: N) -> None:
        """Lower all estimates to at most this: a constant is consistent, and so is the minimum of two consistent estimates."""
        if self._array is not None:
            self._array[self._array > most] = most
        for position, left in self._table.items():
            if most < left:
                self._table[position] = most


@frozen(eq=False)
class LearnedByPosition(InformedProblem[K, N]):
    """A problem with learned estimates, where they exceed its own."""

    table: dict[K, N]

    def estimate(self, position: K) -> N:
        left = self.problem.estimate(position)
        return max(left, self.table[position]) if position in self.table else left


@frozen(eq=False)
class LearnedByKey(InformedProblem[K, N]):
    """A problem like `LearnedByPosition`, with estimates by key."""

    table: dict[Any, N]

    def estimate(self, position: K) -> N:
        left, place = self.problem.estimate(position), self.key(position)
        return max(left, self.table[place]) if place in self.table else left


@frozen(eq=False)
class LearnedByIndex(InformedProblem[K, N]):
    """A problem like `LearnedByPosition`, with an index and an array."""

    array: Any
    """The learned estimates: a numpy array of shape (size,)."""

    def estimate(self, position: K) -> N:
        return max(self.problem.estimate(position), cast("N", self.array[self.index(position)].item()))


@frozen(eq=False)
class LoweringProblem(ProblemWrapper[K, Cost[N]]):
    """A backward problem that reaches only positions whose estimate exceeds the cost of the path there."""

    informed: Hooks[K, Cost[N]]
    """The problem with the estimates."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _LoweringOpenList(open_list, self.informed))

    def is_destination(self, position: K) -> bool:
        return False

    def estimate(self, position: K) -> N:
        return cast("N", 0)


@frozen(eq=False)
class _LoweringOpenList(OpenListWrapper[K, Cost[N]]):
    informed: Hooks[K, Cost[N]]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        if cost.travelled < self.informed.estimate(position):
            self.open_list.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if travelled < self.informed.estimate(position):
            self.open_list.relax(position, travelled, parent, action)
