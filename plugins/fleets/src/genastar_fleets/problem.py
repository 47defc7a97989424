"""The problem of all agents together: a position is the node of each agent, and a step is one unit of time."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np
from attrs import field, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar_fleets.graph.move_graph import MoveGraph
from genastar_fleets.kernels.arrays import FOLLOWING, NEVER, PASSING, STAYING, Int32

Joint: TypeAlias = tuple[int, ...]
"""The node of each agent; ``-1 - node`` for an agent that has arrived for good, or vanished, there."""

_Choice: TypeAlias = tuple[int, int, int]
"""The next node, its place and the cost; the place is -1 for an agent that vanished."""


@frozen(eq=False)
class FleetProblem(AStar[Joint, Cost[int]]):
    """Several agents that each go to a goal of their own, without collisions. The cost is the sum of their costs.

    Any algorithm can search it, but only those for fleets get beyond a few agents: it has a step for each combination of moves.
    """

    graph: MoveGraph
    starts: Int32
    """The node of each agent at time 0."""
    goals: list[Int32] = field(repr=False)
    """The goal nodes of each agent."""
    seed: int = 1
    """The seed of random choices, from 1 on."""

    @cached_property
    def distances(self) -> Int32:
        """The steps from each node to the goal of each agent, shape (agents, nodes)."""
        return self.graph.measure(self.goals)

    @property
    def count(self) -> int:
        """Return the number of agents."""
        return len(self.starts)

    @cached_property
    def shortest(self) -> Int32:
        """The distance of each agent from its start to its goal."""
        return self.distances[np.arange(self.count), self.starts]

    @property
    def can_arrive(self) -> bool:
        """Whether each agent, alone, would come to its goal."""
        return bool(self.shortest.max() < NEVER)

    @cached_property
    def lower_bound(self) -> int:
        """The sum of what the agents cost if each is alone."""
        return int(self.shortest.sum(dtype=np.int64))

    @cached_property
    def first_goals(self) -> Int32:
        """The first goal node of each agent."""
        return np.array([each[0] for each in self.goals], np.int32)

    @cached_property
    def goal_places(self) -> Int32:
        """The place of each goal; -1 for a goal of several places."""
        places = [np.unique(self.graph.steps.place[each]) for each in self.goals]
        return np.array([each[0] if len(each) == 1 else -1 for each in places], np.int32)

    def add_neighbours(self, node: Node[Joint, Cost[int]], open_list: OpenList[Joint, Cost[int]]) -> None:
        before = [int(self.graph.steps.place[max(each, -1 - each)]) for each in node.position]
        if not self.graph.steps.rules & STAYING:
            before = [-1 if each < 0 else place for each, place in zip(node.position, before, strict=True)]
        self._combine(node, open_list, before, [], 0)

    def _combine(
        self,
        node: Node[Joint, Cost[int]],
        open_list: OpenList[Joint, Cost[int]],
        before: list[int],
        chosen: list[_Choice],
        cost: int,
    ) -> None:
        agent = len(chosen)
        if agent == self.count:
            open_list.relax(tuple(each[0] for each in chosen), node.cost.travelled + cost)
            return
        for choice in self._list_choices(agent, node.position[agent]):
            if all(self._are_apart(before, agent, choice[1], other, each[1]) for other, each in enumerate(chosen)):
                self._combine(node, open_list, before, [*chosen, choice], cost + choice[2])

    def _list_choices(self, agent: int, node: int) -> list[_Choice]:
        steps = self.graph.steps
        stays = steps.rules & STAYING != 0
        if node < 0:
            return [(node, int(steps.place[-1 - node]) if stays else -1, 0)]
        place = int(steps.place[node])
        if self.distances[agent, node] == 0 and not stays:
            return [(-1 - node, -1, 0)]
        choices = [(node, place, steps.wait_cost)]
        choices += [(int(each), int(steps.place[each]), 1) for each in steps.head[steps.first[node] : steps.first[node + 1]]]
        return choices + [(-1 - node, place, 0)] * int(self.distances[agent, node] == 0)

    def _are_apart(self, before: list[int], one: int, after: int, other: int, beyond: int) -> bool:
        rules = self.graph.steps.rules
        if after >= 0 and after == beyond:
            return False
        enters, follows = beyond >= 0 and beyond == before[one], after >= 0 and after == before[other]
        if rules & FOLLOWING:
            return bool(rules & PASSING) or not (enters and follows)
        return not (enters or follows)

    def is_destination(self, position: Joint) -> bool:
        return all(self.distances[agent, max(node, -1 - node)] == 0 for agent, node in enumerate(position))

    def estimate(self, position: Joint) -> int:
        return sum(0 if node < 0 else min(int(self.distances[agent, node]), NEVER) for agent, node in enumerate(position))
