"""Nodes of the tree of constraints, and the paths that are planned for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from attrs import define, field

from genastar_fleets.kernels.arrays import NEVER, NO_ROOM, STAYING, Int32, sum_cost
from genastar_fleets.kernels.conflicts import FOLLOW, SWAP, VERTEX, find_single_places, list_conflicts
from genastar_fleets.kernels.space_time import (
    LOWER,
    PathLimits,
    Traffic,
    count_traffic,
    find_timed_path,
    list_edges,
    make_timed_room,
    make_traffic,
)
from genastar_fleets.problem import FleetProblem
from genastar_fleets.tree.constraints import Constraint, ConstraintReader

MOST_CONFLICTS = 1000


class Conflict(NamedTuple):
    """Two agents that collide."""

    kind: int
    one: int
    other: int
    time: int
    place: int
    """The place; of a swap the edge that the first takes."""


@define(eq=False)
class TreeNode:
    """A plan under the constraints of a branch."""

    parent: TreeNode | None
    constraint: Constraint | None
    paths: list[Int32]
    lower: list[int]
    """A lower bound on the cost of each agent under the constraints."""
    costs: list[int]
    edges: list[Int32]
    """The edge to each node of each path, as `list_edges` writes them."""
    conflicts: list[Conflict] = field(factory=list)
    count: int = 0
    """Number of conflicts."""
    heuristic: int | None = None
    """By how much the cost must rise at least; ``None`` before it is computed."""
    singles: dict[int, Int32] = field(factory=dict)
    """For some agents the place that all cheapest paths pass at each time."""

    @property
    def cost(self) -> int:
        """Return the sum of costs."""
        return sum(self.costs)

    @property
    def bound(self) -> int:
        """Return a lower bound on the cost of all plans of this branch."""
        return sum(self.lower)

    @property
    def branch(self) -> Iterator[Constraint]:
        """Yield the constraints of this node and of those above it."""
        node: TreeNode | None = self
        while node is not None:
            if node.constraint is not None:
                yield node.constraint
            node = node.parent


@define(eq=False)
class TreePlanner:
    """Plans single agents for nodes of the tree."""

    problem: FleetProblem
    weight: int
    """The bound on the cost of each path, in hundredths of its least cost."""
    reader: ConstraintReader
    room: Any = field(factory=lambda: make_timed_room(1 << 14))
    seen: Int32 = field(init=False)
    places: tuple[Int32, Int32] = field(init=False)

    def __attrs_post_init__(self) -> None:
        empty = np.full(self.problem.graph.steps.places, -1, np.int32)
        self.places = empty, empty.copy()
        self.seen = np.full(self.problem.graph.size, -1, np.int32)

    @cached_property
    def farthest(self) -> int:
        """The largest finite distance to any goal."""
        distances = self.problem.distances
        return int(distances[distances < NEVER].max(initial=0))

    def make_root(self) -> TreeNode | None:
        """Return the plan without constraints; ``None`` if an agent has no path."""
        node = TreeNode(None, None, [], [], [], [])
        for _agent in range(self.problem.count):
            node.paths.append(np.zeros(0, np.int32))
            node.lower.append(0)
            node.costs.append(0)
            node.edges.append(np.zeros(0, np.int32))
        return self._plan_again(node, list(range(self.problem.count)))

    def make_child(self, node: TreeNode, constraint: Constraint, agents: list[int]) -> TreeNode | None:
        """Return the plan with one more constraint, for which some agents plan again; ``None`` if one has no path."""
        child = TreeNode(node, constraint, node.paths.copy(), node.lower.copy(), node.costs.copy(), node.edges.copy())
        child.singles = {
            agent: each for agent, each in node.singles.items() if agent not in agents and not constraint.is_positive
        }
        return self._plan_again(child, agents)

    def list_violators(self, node: TreeNode, constraint: Constraint) -> list[int]:
        """Return the agents whose paths break a constraint."""
        if not constraint.is_positive:
            return [constraint.agent]
        found = []
        for agent in range(self.problem.count):
            if agent == constraint.agent:
                continue
            here, before = self._place(node, agent, constraint.time), self._place(node, agent, constraint.time - 1)
            is_move = constraint.source >= 0
            crosses = is_move and before == constraint.place and here == constraint.source and constraint.back >= 0
            if here == constraint.place or (is_move and before == constraint.source) or crosses:
                found.append(agent)
        return found

    def _place(self, node: TreeNode, agent: int, time: int) -> int:
        path = node.paths[agent]
        if time >= len(path) and not self.problem.graph.steps.rules & STAYING:
            return -1
        return int(self.problem.graph.steps.place[path[min(time, len(path) - 1)]])

    def _plan_again(self, node: TreeNode, agents: list[int]) -> TreeNode | None:
        steps = self.problem.graph.steps
        branch = list(node.branch)
        times = max([len(path) for path in node.paths] + [1])
        traffic = make_traffic(steps, times)
        nodes, edges, lengths = self._tabulate(node, without=agents)
        count_traffic(traffic, steps, nodes, edges, lengths, -1)
        for agent in agents:
            limits = self.reader.limits_of(agent, branch)
            last = max(len(limits.first), int(limits.moments.max(initial=0)) + 1, int(limits.holds.max()), times)
            found = self.plan_agent(agent, limits, last + self.farthest + 1, traffic)
            if found is None:
                return None
            path, lower = found
            node.paths[agent] = path
            node.costs[agent] = int(sum_cost(steps, path, len(path)))
            node.lower[agent] = max(node.lower[agent], lower)
            node.edges[agent] = self._edges(path)
            one = np.array([len(path)], np.int32)
            count_traffic(traffic, steps, path[None], node.edges[agent][None], one, 0)
        self.find_conflicts(node)
        return node

    def plan_agent(
        self, agent: int, limits: PathLimits, latest: int, traffic: Traffic | None = None
    ) -> tuple[Int32, int] | None:
        """Return a path of an agent and a lower bound on its cost; ``None`` if there is no path."""
        problem = self.problem
        steps, path, told = problem.graph.steps, np.zeros(latest + 1, np.int32), np.zeros(3, np.int64)
        if limits.holds.min() > latest:
            return None
        while True:
            length = find_timed_path(
                steps,
                problem.distances[agent],
                int(problem.starts[agent]),
                limits,
                make_traffic(steps, 1) if traffic is None else traffic,
                self.weight,
                latest,
                self.room,
                path,
                told,
            )
            if length != NO_ROOM:
                return None if length < 0 else (path[:length].copy(), int(told[LOWER]))
            self.room = make_timed_room(2 * len(self.room.node))

    def _edges(self, path: Int32) -> Int32:
        edges = np.empty(len(path), np.int32)
        list_edges(self.problem.graph.steps, path, edges)
        return edges

    def _tabulate(self, node: TreeNode, without: Sequence[int] = ()) -> tuple[Int32, Int32, Int32]:
        """Return the paths of a node and their edges, shape (agents, times), and their lengths: 0 for some agents."""
        lengths = np.array([0 if agent in without else len(path) for agent, path in enumerate(node.paths)], np.int32)
        nodes = np.zeros((len(lengths), int(lengths.max(initial=1))), np.int32)
        edges = np.full_like(nodes, -1)
        for agent, length in enumerate(lengths.tolist()):
            nodes[agent, :length], edges[agent, :length] = node.paths[agent][:length], node.edges[agent][:length]
        return nodes, edges, lengths

    def find_conflicts(self, node: TreeNode) -> None:
        """Write the conflicts of a node."""
        nodes, edges, lengths = self._tabulate(node)
        rows = np.zeros((MOST_CONFLICTS, 5), np.int32)
        node.count = list_conflicts(self.problem.graph.steps, nodes, edges, lengths, *self.places, rows)
        node.conflicts = [Conflict(*row) for row in rows[: node.count].tolist()]

    def split(self, node: TreeNode, conflict: Conflict) -> list[Constraint]:
        """Return the constraints of the two children: one keeps an agent away, and the other requires it there.

        Conflicts of agents that follow each other keep either away.
        """
        steps = self.problem.graph.steps
        if conflict.kind == SWAP:
            edge = conflict.place
            node_of = int(node.paths[conflict.one][conflict.time - 1])
            source, place = int(steps.place[node_of]), int(steps.place[steps.head[edge]])
            pair, back = int(steps.pair[edge]), int(steps.back[edge])
            away = Constraint(conflict.one, False, conflict.time, place, source, pair, back)
        elif conflict.kind == FOLLOW:
            return [
                Constraint(conflict.one, False, conflict.time, conflict.place, -1, -1, -1),
                Constraint(conflict.other, False, conflict.time - 1, conflict.place, -1, -1, -1),
            ]
        else:
            away = Constraint(conflict.one, False, conflict.time, conflict.place, -1, -1, -1)
        return [away, away._replace(is_positive=True)]

    def is_forced(self, node: TreeNode, conflict: Conflict, agent: int) -> bool:
        """Return whether all cheapest paths of an agent have a conflict, so that its cost rises if it must avoid it."""
        steps = self.problem.graph.steps
        if conflict.kind == VERTEX:
            return self._single(node, agent, conflict.time) == conflict.place
        if conflict.kind == FOLLOW:
            return self._single(node, agent, conflict.time - (agent == conflict.other)) == conflict.place
        before, after = self._place(node, agent, conflict.time - 1), self._place(node, agent, conflict.time)
        if steps.places != self.problem.graph.size:
            return False  # several edges may lead between two places
        return self._single(node, agent, conflict.time - 1) == before and self._single(node, agent, conflict.time) == after

    def _single(self, node: TreeNode, agent: int, time: int) -> int:
        steps, path = self.problem.graph.steps, node.paths[agent]
        if time >= len(path):
            if not steps.rules & STAYING:
                return -1
            time = len(path) - 1
        if agent not in node.singles:
            limits: PathLimits = self.reader.limits_of(agent, node.branch)
            single = np.full(len(path), -1, np.int32)
            start = int(self.problem.starts[agent])
            find_single_places(steps, self.problem.distances[agent], start, limits, len(path) - 1, self.seen, single)
            node.singles[agent] = single
        return int(node.singles[agent][time])
