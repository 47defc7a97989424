"""The graph of moves: what a problem allows, in steps of one tick of time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from attrs import evolve, field, frozen

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar_fleets.arguments import Rules
from genastar_fleets.kernels.arrays import FOLLOWING, PASSING, STAYING, Int32, UnitSteps, compute_distances
from genastar_prepare.graph.rows import Rows, Weights, compute_first

LONGEST: Final = 64
"""Steps of the longest move, unless a tick is given."""
MOST_NODES: Final = 20_000_000
"""Limit of nodes, those of moves that take several steps included."""
MOST_DISTANCES: Final = 1_000_000_000
"""Limit of distances, one for each agent and node: four gigabytes."""


@frozen
class OnTheWay:
    """The place of an agent on a lane, during a move that takes several steps."""

    start: Any
    """The position that it left."""
    end: Any
    """The position to which it moves."""
    step: int
    """Number of steps since it left."""
    steps: int
    """Number of steps of the move."""


@frozen(eq=False)
class MoveGraph:
    """A problem's moves in unit steps. A node is a state of the problem, or a stage of a move that takes several steps."""

    steps: UnitSteps = field(repr=False)
    node_of: dict[Any, int] = field(repr=False)
    """The node of each state of the problem. They are the first nodes."""
    positions: Sequence[Any] = field(repr=False)
    """The position of each state in the user's terms."""
    stages: Int32 = field(repr=False)
    """For each further node: the state that was left, the state ahead, the step and the number of steps, shape (k, 4)."""
    tick: float
    """The cost of one step, in the user's units."""
    lanes: bool
    backward: tuple[Int32, Int32] = field(repr=False)
    """The reversed graph: row starts and heads."""

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.steps.first) - 1

    def position_of(self, node: int) -> Any:
        """Return where an agent at a node is: a position; on a lane an `OnTheWay`."""
        states = len(self.positions)
        if node < states:
            return self.positions[node]
        left, ahead, step, steps = self.stages[node - states].tolist()
        if not self.lanes or self.steps.place[left] == self.steps.place[ahead]:
            return self.positions[left]
        return OnTheWay(self.positions[left], self.positions[ahead], step, steps)

    def nodes_at(self, node: int) -> Int32:
        """Return the states that occupy the same place as a state: for example all headings in a cell."""
        states = self.steps.place[: len(self.positions)]
        return np.flatnonzero(states == states[node]).astype(np.int32)

    @property
    def leads_back(self) -> bool:
        """Return whether every move has one that leads back."""
        tail = np.repeat(np.arange(self.size), np.diff(self.steps.first))
        there, back = tail * np.int64(self.size) + self.steps.head, self.steps.head * np.int64(self.size) + tail
        return bool(np.array_equal(np.sort(there), np.sort(back)))

    def measure(self, goals: Sequence[Int32]) -> Int32:
        """Return the distance from each node to the goals of each agent, in steps, shape (agents, nodes).

        Raises:
            BadInput: the table would be too large.
        """
        if len(goals) * self.size > MOST_DISTANCES:
            raise BadInput(
                f"{len(goals):,} agents on {self.size:,} nodes need {len(goals) * self.size:,} distances, and the limit is "
                f"{MOST_DISTANCES:,}; plan fewer agents together, or give a longer tick"
            )
        table = np.empty((len(goals), self.size), np.int32)
        queue = np.empty(self.size, np.int32)
        for row, ends in zip(table, goals, strict=True):
            check_cancelled()
            compute_distances(*self.backward, ends, row, queue)
        return table

    @cached_property
    def ahead(self) -> Int32:
        """The state to which each node leads for sure: that at the end of a stage's move, and a state itself."""
        return np.concatenate([np.arange(len(self.positions), dtype=np.int32), self.stages[:, 1]])

    def without_moves_into(self, closed: Int32) -> MoveGraph:
        """Return the graph without the moves that enter a closed node. Moves that have begun can be finished."""
        is_closed = np.zeros(self.size, np.bool_)
        is_closed[closed] = True
        tail = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.steps.first))
        kept = ~is_closed[self.ahead[self.steps.head]] | (tail >= len(self.positions))
        return evolve(self, **make_arrays(tail[kept], self.steps.head[kept], self.steps.place, self.steps))


def make_move_graph(
    states: Sequence[Any],
    rows: Rows,
    positions: Sequence[Any],
    occupied: Sequence[Hashable] | None,
    rules: Rules,
    unit: float,
) -> MoveGraph:
    """Return the graph of moves of a listed problem.

    A move takes as many steps as its cost has ticks, rounded, and at least one. Until it arrives, the agent occupies the place
    that it left; on lanes it has left that place, and each stage of the move is a place of its own.

    Args:
        states: the problem's states.
        rows: the costs of its steps.
        positions: the position of each state.
        occupied: what each state occupies; by default each state is a place of its own.
        rules: the rules; without a tick, it is the least cost of a move, but so much that no move takes more than `LONGEST`.
        unit: the number of units of the problem's costs in one of the user's.

    Raises:
        BadInput: there would be more than `MOST_NODES`.
    """
    tail, head, weight = _drop_loops(rows)
    count = rows.size
    place = _number_places(occupied, count)
    paid, tick, lanes = weight[weight > 0], rules.tick, bool(rules.lanes)
    if tick is None:
        tick = max(float(paid.min()), float(paid.max()) / LONGEST) / unit if paid.size else 1.0
    with np.errstate(all="ignore"):
        extra = np.maximum(1.0, np.rint(weight / (tick * unit))) - 1
    if not count + extra.sum() <= MOST_NODES:
        raise BadInput(
            f"in ticks of {tick:g} the moves need {count + extra.sum():.4g} nodes, and the limit is {MOST_NODES:,}; give a "
            "longer tick"
        )
    extra = extra.astype(np.int64)
    start = count + np.concatenate(([0], np.cumsum(extra)[:-1])) if len(extra) else extra
    owner = np.repeat(np.arange(len(extra)), extra)
    stage = np.arange(len(owner)) - np.repeat(start - count, extra) + 1
    stages = np.stack([tail[owner], head[owner], stage, extra[owner] + 1], axis=1).astype(np.int32)
    # Each move is a chain: the state that is left, its stages, the state that is entered.
    tails = np.concatenate([tail, count + np.arange(len(owner))])
    after = np.where(stage == extra[owner], head[owner], count + np.arange(len(owner)) + 1)
    heads = np.concatenate([np.where(extra > 0, start, head), after])
    places = int(place.max(initial=-1)) + 1
    between = place[tail[owner]]
    if lanes:  # one for each direction; turns on the spot are none
        spots = np.stack([between, place[head[owner]], stage, extra[owner]], axis=1)
        lane = np.unique(spots, axis=0, return_inverse=True)[1].reshape(-1)
        between = np.where(between == place[head[owner]], between, places + lane)
    both = np.concatenate([place, between]).astype(np.int32)
    none = both[:0]
    number = FOLLOWING * bool(rules.following) + PASSING * lanes + STAYING * bool(rules.stay)
    steps = UnitSteps(none, none, none, none, none, places + len(owner) * lanes, 0, number, int(rules.wait_cost))
    arrays = make_arrays(tails.astype(np.int32), heads.astype(np.int32), both, steps)
    return MoveGraph(
        node_of={each: number for number, each in enumerate(states)},
        positions=positions,
        stages=stages,
        tick=tick,
        lanes=lanes,
        **arrays,
    )


def make_arrays(tail: Int32, head: Int32, place: Int32, like: UnitSteps) -> dict[str, Any]:
    """Return the fields ``steps`` and ``backward`` of a graph with these edges."""
    size = len(place)
    order = np.argsort(head, kind="stable")
    backward = compute_first(head, size), tail[order]
    order = np.argsort(tail, kind="stable")
    tail, head = tail[order], head[order]
    codes = place[tail] * np.int64(like.places) + place[head]
    pairs, pair = np.unique(codes, return_inverse=True)
    codes = place[head] * np.int64(like.places) + place[tail]
    at = np.minimum(np.searchsorted(pairs, codes), max(len(pairs) - 1, 0))
    back = np.where(pairs[at] == codes, at, -1) if len(pairs) else at
    steps = like._replace(
        first=compute_first(tail, size),
        head=head,
        place=place,
        pair=pair.astype(np.int32),
        back=back.astype(np.int32),
        pairs=len(pairs),
    )
    return {"steps": steps, "backward": backward}


def _drop_loops(rows: Rows) -> tuple[Int32, Int32, Weights]:
    """Return tail, head and cost of the edges between different states, of parallel ones the cheapest."""
    tail, head, weight = rows.tail, rows.head, rows.weight
    ends = tail * np.int64(max(rows.size, 1)) + head
    order = np.lexsort((weight, ends))
    begins = np.flatnonzero(np.diff(ends[order], prepend=-1))
    chosen = order[begins]
    chosen = np.sort(chosen[tail[chosen] != head[chosen]])
    return tail[chosen], head[chosen], weight[chosen]


def _number_places(occupied: Sequence[Hashable] | None, states: int) -> Int32:
    if occupied is None or len(set(occupied)) == len(occupied):
        return np.arange(states, dtype=np.int32)
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(each, len(numbers)) for each in occupied], np.int32)
