"""Fleets: agents that move step by step in a world that changes, and get new goals on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from genastar import BadInput
from genastar.errors import format_value
from genastar.values.arguments import expect_number, expect_whole, iterate_items
from genastar.values.limits import NO_LIMITS, CancelToken
from genastar_fleets.algorithms.fleet_algorithm import FleetClock
from genastar_fleets.arguments import Place, Rules, read_positions, read_seed
from genastar_fleets.graph.move_graph import MoveGraph
from genastar_fleets.graph.reading import World, find_goals, find_node, read_agents
from genastar_fleets.kernels.arrays import NEVER, UNDECIDED, Int32, compute_distances
from genastar_fleets.kernels.priority_inheritance import StepRoom, make_step_room, step_agents

WINDOW: Final = 12
"""Steps to which a step looks ahead, as far as there is time."""
MOST_TRIALS: Final = 200


class Fleet:
    """Agents in a running world: one step at a time, never a collision.

    >>> fleet = Fleet(world, starts)  # doctest: +SKIP
    ... fleet.set_goal(0, (5, 7))
    ... while True:
    ...     positions = fleet.step(seconds=0.01, delayed=late)
    ...     for agent in fleet.arrived:
    ...         fleet.set_goal(agent, next_task(agent))

    Each step is one of PIBT (Okumura et al., AIJ 2022). With time left, several futures are tried, and the first step of the
    one that brings the agents nearest to their goals is taken. An agent without a goal stays, and gives way to others.
    """

    def __init__(
        self,
        world: World,
        starts: Iterable[Any],
        *,
        following: bool = True,
        tick: float | None = None,
        lanes: bool = False,
        place: Place | None = None,
        seed: int = 1,
        engine: str = "auto",
    ) -> None:
        """Put the agents at their starts. The arguments are those of `genastar_fleets.plan_together`.

        Raises:
            BadInput: as there.
        """
        rules = Rules(following=following, tick=tick, lanes=lanes, place=place)
        self._world = world
        self._whole, self._nodes, _ = read_agents(world, starts, None, rules, engine)
        self._graph: MoveGraph = self._whole
        self._goals: list[Int32 | None] = [None] * len(self._nodes)
        self._distances = np.zeros((len(self._nodes), self._graph.size), np.int32)
        self._first = self._nodes.copy()
        self._blocked: set[int] = set()
        self._priority = np.linspace(0, 0.5, len(self._nodes))
        self._room: StepRoom = make_step_room(self._graph, self._distances, self._first, read_seed(seed))
        self._stale: set[int] = set()
        self.steps = 0
        """Number of steps so far."""

    @property
    def tick(self) -> float:
        """Return the time of a step, in the units of the world's costs."""
        return self._graph.tick

    @property
    def positions(self) -> tuple[Any, ...]:
        """Return the position of each agent; `OnTheWay` for those on a lane."""
        return tuple(self._graph.position_of(int(node)) for node in self._nodes)

    @property
    def arrived(self) -> tuple[int, ...]:
        """Return the agents that stand at their goals."""
        return tuple(
            agent for agent, goal in enumerate(self._goals) if goal is not None and bool((goal == self._nodes[agent]).any())
        )

    def set_goal(self, agent: int, goal: Any) -> None:
        """Give an agent a goal: a position, or a list of several; ``None`` takes its goal away.

        Several agents may have the same goal; only one of them can be there at a time.

        Raises:
            BadInput: there is no such agent, or no agent could ever get to the goal.
        """
        self._expect_agent("agent", agent)
        nodes = None if goal is None else find_goals(self._whole, self._world, goal)
        if nodes is not None and not len(nodes):
            raise BadInput(f"no agent can get to {format_value(goal)}; give another goal")
        self._goals[agent] = nodes
        self._stale.add(agent)

    def block(self, positions: Iterable[Any]) -> None:
        """Block positions: no agent enters one any more. An agent that is there may leave.

        Raises:
            BadInput: a position is unknown.
        """
        self._change(self._blocked | self._find_nodes(positions))

    def unblock(self, positions: Iterable[Any]) -> None:
        """Let agents enter positions again.

        Raises:
            BadInput: a position is unknown.
        """
        self._change(self._blocked - self._find_nodes(positions))

    def step(self, *, seconds: float = 0.0, delayed: Iterable[int] = ()) -> tuple[Any, ...]:
        """Move all agents one step, and return their positions.

        Args:
            seconds: time to look ahead; with 0 one step is planned, which is never long.
            delayed: agents that cannot move in this step.

        Raises:
            BadInput: an argument does not fit.
        """
        expect_number("seconds", seconds, 0)
        late = list(iterate_items("delayed", delayed, "a list of agents"))
        for agent in late:
            self._expect_agent("delayed", agent)
        clock, distances = FleetClock(NO_LIMITS, CancelToken()), self._measure()
        away = distances[np.arange(len(self._nodes)), self._nodes] != 0
        self._priority = np.where(away, self._priority + 1, self._priority - np.floor(self._priority))
        best = self._try_step(self._nodes, self._priority, late)
        if seconds > 0:
            least = self._look_ahead(best, distances)
            for _ in range(MOST_TRIALS):
                if clock.seconds >= seconds:
                    break
                after = self._try_step(self._nodes, self._priority, late)
                if (left := self._look_ahead(after, distances)) < least:
                    best, least = after, left
        self._nodes = best
        self.steps += 1
        return self.positions

    def _expect_agent(self, name: str, agent: int) -> None:
        if expect_whole(name, agent, 0) >= len(self._nodes):
            raise BadInput(f"{name}={agent} is outside 0..{len(self._nodes) - 1}")

    def _try_step(self, nodes: Int32, priority: Any, late: Sequence[int] = ()) -> Int32:
        after = np.full(len(nodes), UNDECIDED, np.int32)
        after[list(late)] = nodes[list(late)]
        order = np.argsort(-priority, kind="stable").astype(np.int32)
        step_agents(self._room, nodes, after, order)
        return after

    def _look_ahead(self, nodes: Int32, distances: Int32) -> int:
        """Return the sum of distances to the goals over the next steps."""
        agents, total, priority = np.arange(len(nodes)), 0, self._priority
        for _ in range(WINDOW):
            left = np.minimum(distances[agents, nodes], self._graph.size)
            total += int(left.sum())
            priority = np.where(left != 0, priority + 1, priority - np.floor(priority))
            nodes = self._try_step(nodes, priority)
        return total

    def _measure(self) -> Int32:
        """Return the distances, those of new goals computed now."""
        queue = np.empty(self._graph.size, np.int32)
        for agent in self._stale:
            nodes = self._goals[agent]
            row = self._distances[agent]
            if nodes is not None:
                compute_distances(*self._graph.backward, nodes, row, queue)
                self._first[agent] = nodes[0]
            if nodes is None or row[self._nodes[agent]] >= NEVER:
                row[:] = 0  # without a goal, or cut off from it, it stays and gives way
        self._stale.clear()
        return self._distances

    def _find_nodes(self, positions: Iterable[Any]) -> set[int]:
        nodes = [find_node(self._whole, self._world, each) for each in read_positions("positions", positions)]
        places = self._whole.steps.place
        return {int(number) for node in nodes for number in np.flatnonzero(places == places[node])}

    def _change(self, blocked: set[int]) -> None:
        self._blocked = blocked
        self._graph = self._whole.without_moves_into(np.array(sorted(blocked), np.int32))
        self._room = make_step_room(self._graph, self._distances, self._first, int(self._room.rng[0]))
        self._stale = set(range(len(self._nodes)))
