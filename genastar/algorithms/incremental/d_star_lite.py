"""D* Lite: exact remaining costs, which are repaired where the world has changed.

Koenig and Likhachev, D* Lite, AAAI 2002. The search runs from the destination towards the agent. Of each position it keeps g,
the remaining cost as found, and rhs, the least cost of a step plus the g of its end. A position whose g and rhs differ waits in
the queue with the key [min(g, rhs) + h, min(g, rhs)], where h estimates the cost from the agent to it. The search handles the
least key first: it sets g to rhs, or to infinity if rhs is more, and computes the rhs of predecessors again. It ends when no
key is less than that of the agent. After a move or a change, only positions that matter for the agent are handled again.

Two things differ from the paper. The queue between two searches is the set of positions whose g and rhs differ, and each
search begins with keys for where the agent is then; so no key is out of date, and estimates may change from search to search.
And g and rhs count steps after the cost, so that steps may cost nothing: otherwise the positions of a circle of such steps
would support each other's g after the path to the destination is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, cast

from attrs import evolve

from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import estimate_cost
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import BadInput
from genastar.memory.replay import Actions, Replay
from genastar.values.cost import Cost, N
from genastar.values.limits import Limits
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result, make_result

Left = tuple[N, int]
"""A remaining cost, and the number of steps."""

Key = tuple[N, N, int]


class DStarLite(Generic[K, N]):
    """The remaining costs of a problem with one destination and ``reverse``."""

    def __init__(self) -> None:
        self.g: dict[K, Left[N]] = {}
        """The remaining cost of each position; infinite where it is missing, as in ``rhs``."""
        self.rhs: dict[K, Left[N]] = {}
        self.waiting: dict[K, None] = {}
        """The positions whose g and rhs differ."""
        self._changed: dict[K, None] | None = {}
        """Positions from which a step has changed since the last search; ``None`` if they are not known."""

    def change(self, positions: Iterable[K] | None) -> None:
        """Note a change of the world: all positions from which a step has changed; ``None`` if they are not known."""
        if positions is None or self._changed is None:
            self._changed = None
        else:
            self._changed |= dict.fromkeys(positions)

    def search(self, request: Request[K, Cost[N]], backwards: Hooks[K, Cost[N]], goal: K) -> Result[K, Cost[N]]:
        """Return the cheapest path from the start.

        Args:
            request: the question. Its engine is the interpreted one, because the hooks of this search keep the costs.
            backwards: the problem with reversed steps, to the start.
            goal: the destination.
        """
        start, zero = request.start, request.cost.travelled - request.cost.travelled
        changed, self._changed = self._changed, None  # if a hook raises an error, the next search begins afresh
        if changed is None or goal not in self.rhs or self.rhs[goal] != (zero, 0):
            self.g, self.rhs, self.waiting, changed = {}, {goal: (zero, 0)}, {goal: None}, {}
        repair = _Repair(self, request, backwards, goal)
        for position in (*changed, start):
            repair.update(position)
        result = None
        if self.waiting:
            (first, key), *others = map(repair.entered, self.waiting)
            limits = Limits(request.limits.expansions, request.limits.seconds)
            run = cast("Request[Any, Any]", request)
            result = evolve(run, problem=repair, start=first, cost=key, more_starts=tuple(others), limits=limits).search()
        self._changed = {}
        return self._make_result(request, repair, result)

    def _make_result(
        self, request: Request[K, Cost[N]], repair: _Repair[K, N], run: Result[Any, Any] | None
    ) -> Result[K, Cost[N]]:
        """Return the result of a search, given the result of its run; ``None`` if nothing waited."""
        start, problem = request.start, request.problem
        outcome = Outcome.UNREACHABLE if run is None else run.outcome
        g = self.g.get(start)
        if outcome in (Outcome.FOUND, Outcome.UNREACHABLE):  # the queue ended the search
            if g is not None:
                is_exact = g == self.rhs.get(start) and not repair.exceeds_limit(g[0])
                outcome = Outcome.FOUND if is_exact else Outcome.LIMIT
            elif outcome is Outcome.FOUND:
                outcome = Outcome.LIMIT
        found = outcome is Outcome.FOUND
        path = repair.build_path() if found else (start,)
        cost = estimate_cost(problem, path[-1], request.cost.travelled + cast("Left[N]", g)[0]) if found else None
        costs = None if cost is None else Replay(problem, request.cost, path, cost)
        return make_result(
            outcome=outcome,
            path=path if found else (),
            cost=cost,
            closest=path[-1],
            path_to_closest=path,
            expanded=repair.expanded,
            generated=repair.generated,
            reopened=0,
            peak_open=0 if run is None else run.peak_open,
            seconds=0.0 if run is None else run.seconds,
            engine="interpreted",
            algorithm=request.algorithm,
            why=request.why,
            bound=request.bound if found else None,
            costs=() if costs is None else costs,
            actions=() if costs is None else Actions(problem, path, costs),
        )


class _Repair(Hooks[int, Any], Generic[K, N]):
    """The search of the queue as a problem: a position is the number of an entry, and its cost a `Key`.

    An entry is out of date if its position has another one, or does not wait. If the key of a position has risen, its entry
    stays, and is replaced when its turn comes.
    """

    def __init__(self, kept: DStarLite[K, N], request: Request[K, Cost[N]], backwards: Hooks[K, Cost[N]], goal: K) -> None:
        zero = request.cost.travelled - request.cost.travelled
        self._kept = kept
        self._start, self._goal = request.start, goal
        self._ahead = StepCosts(request.problem, zero, request.algorithm)
        self._behind = StepCosts(backwards, zero, request.algorithm)
        self._left: Callable[[K], N] = backwards.estimate
        self._most: Any = request.limits.cost
        self._travelled = request.cost.travelled
        self._places: list[K] = []
        """The position of each entry."""
        self._entry: dict[K, tuple[int, Key[N]]] = {}
        """The number and the key of each position's entry."""
        self.expanded = 0

    @property
    def generated(self) -> int:
        """Return the number of entries."""
        return len(self._places)

    def compute_key(self, position: K) -> Key[N]:
        """Return the key of a position that waits."""
        g, rhs = self._kept.g.get(position), self._kept.rhs.get(position)
        left, steps = cast("Left[N]", rhs if g is None else g if rhs is None else min(g, rhs))
        return left + self._left(position), left, steps

    def entered(self, position: K) -> tuple[int, Key[N]]:
        """Return a new entry for a position that waits: its number and its key."""
        entry = self._entry[position] = len(self._places), self.compute_key(position)
        self._places.append(position)
        return entry

    def update(self, position: K) -> bool:
        """Compute the rhs of a position from all its steps, and return whether it needs a new entry."""
        if position != self._goal:
            least = self._step(position)
            if least is None:
                self._kept.rhs.pop(position, None)
            else:
                self._kept.rhs[position] = least[0]
        return self._needs_entry(position)

    def _needs_entry(self, position: K) -> bool:
        """Return whether a position needs a new entry: g and rhs differ, and it has none, or one with too great a key."""
        kept = self._kept
        if kept.g.get(position) == kept.rhs.get(position):
            kept.waiting.pop(position, None)
            self._entry.pop(position, None)
            return False
        kept.waiting[position] = None
        entry = self._entry.get(position)
        return entry is None or self.compute_key(position) < entry[1]

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        position, kept = self._places[node.position], self._kept
        entry = self._entry.get(position)
        if entry is None or entry[0] != node.position:
            return
        if entry[1] < self.compute_key(position):
            open_list.insert(*self.entered(position))
            return
        self.expanded += 1
        del kept.waiting[position], self._entry[position]
        g, rhs = kept.g.get(position), kept.rhs.get(position)
        if rhs is not None and (g is None or rhs < g):
            kept.g[position] = rhs
            touched = self._lower_predecessors(position, rhs)
        else:
            touched = self._raise_predecessors(position, kept.g.pop(position))
        for place in touched:
            open_list.insert(*self.entered(place))

    def _lower_predecessors(self, position: K, g: Left[N]) -> Iterator[K]:
        """Compute the rhs of predecessors whose best step leads here now, and yield those that need an entry."""
        for behind, cost in self._behind.costs_from(position).items():
            known = self._kept.rhs.get(behind)
            if (known is None or (cost + g[0], g[1] + 1) < known) and self.update(behind):
                yield behind

    def _raise_predecessors(self, position: K, before: Left[N]) -> Iterator[K]:
        """Compute the rhs of predecessors whose best step led here, and yield those that need an entry; also the position."""
        if self._needs_entry(position):
            yield position
        for behind, cost in self._behind.costs_from(position).items():
            if self._kept.rhs.get(behind) == (cost + before[0], before[1] + 1) and self.update(behind):
                yield behind

    def is_destination(self, position: int) -> bool:
        """Return whether the search ends: no key is less than that of the start, whose cost is exact."""
        place, kept = self._places[position], self._kept
        entry = self._entry.get(place)
        if entry is None or entry[0] != position:
            return False
        key, g = entry[1], kept.g.get(self._start)  # the least key, or less
        if g is not None and g == kept.rhs.get(self._start) and not key < (g[0] + self._left(self._start), *g):
            return True
        return self.exceeds_limit(key[0])

    def exceeds_limit(self, left: N) -> bool:
        """Return whether the limit on the cost excludes a path that costs this from the start."""
        return self._most is not None and bool(self._most < self._travelled + left)

    def build_path(self) -> tuple[K, ...]:
        """Return the path from the start along the best steps.

        Raises:
            BadInput: the steps of ``reverse`` are not those of the problem.
        """
        g, path = self._kept.g, [self._start]
        while path[-1] != self._goal:
            step = self._step(path[-1])
            if step is None or not g[step[1]] < g[path[-1]]:
                raise BadInput(
                    "reverse(start) returns a problem with other steps than the reversed ones; fix it, or leave it out"
                )
            path.append(step[1])
        return tuple(path)

    def _step(self, position: K) -> tuple[Left[N], K] | None:
        """Return what is left by the best step from a position, and its end; ``None`` if no step is known to lead on."""
        best: tuple[Left[N], K] | None = None
        for to, cost in self._ahead.costs_from(position).items():
            g = self._kept.g.get(to)
            if g is not None:
                left = cost + g[0], g[1] + 1
                if best is None or left < best[0]:
                    best = left, to
        return best
