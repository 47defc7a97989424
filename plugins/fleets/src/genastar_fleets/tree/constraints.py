"""Constraints: what an agent must not do, or must do, at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from attrs import field, frozen

from genastar_fleets.kernels.arrays import FOLLOWING, NEVER, PASSING, STAYING, Int32, compute_distances
from genastar_fleets.kernels.reservations import find_edge
from genastar_fleets.kernels.space_time import PathLimits
from genastar_fleets.problem import FleetProblem


class Constraint(NamedTuple):
    """A rule for one agent at one time. A positive one is a rule for all others too: they must keep out of its way."""

    agent: int
    is_positive: bool
    time: int
    place: int
    """The place; of a move the one that it enters."""
    source: int
    """The place that a move leaves; -1 for a rule about a place."""
    pair: int
    """The pair of places of a move; -1."""
    back: int
    """The same places the other way round; -1."""


@frozen(eq=False)
class ConstraintReader:
    """Makes the constraints of one agent from those of a branch."""

    problem: FleetProblem
    _ways: dict[int, Int32] = field(factory=dict)

    def limits_of(self, agent: int, branch: Iterable[Constraint]) -> PathLimits:
        """Return the constraints of an agent as arrays."""
        steps = self.problem.graph.steps
        forbidden: list[tuple[int, int, int]] = []  # time, place, pair
        moments: dict[int, int] = {}
        for rule in branch:
            if rule.agent != agent and not rule.is_positive:
                continue
            if rule.agent == agent and not rule.is_positive:
                is_move = rule.pair >= 0
                forbidden.append((rule.time, -1 if is_move else rule.place, rule.pair))
            elif rule.agent == agent:
                moments[rule.time] = rule.place
                if rule.source >= 0:
                    moments[rule.time - 1] = rule.source
            else:
                forbidden.append((rule.time, rule.place, -1))
                if rule.source >= 0:
                    forbidden.append((rule.time - 1, rule.source, -1))
                if rule.back >= 0:
                    forbidden.append((rule.time, -1, rule.back))
        forbidden = sorted(set(forbidden))
        times, places, pairs = np.array(forbidden, np.int32).reshape(-1, 3).T
        goal = self.problem.goal_places[agent]
        hold = 0
        if steps.rules & STAYING:
            goals = {goal} if goal >= 0 else set(steps.place[self.problem.goals[agent]].tolist())
            hold = max((time + 1 for time, place, _ in forbidden if place in goals), default=0)
        for time, place in moments.items():
            stays_there = steps.rules & STAYING and place == goal
            hold = max(hold, 0 if stays_there else time + 1 if steps.rules & STAYING else time)
        last = int(times.max(initial=-1))
        first = np.searchsorted(times, np.arange(last + 2)).astype(np.int32)
        known = sorted(moments)
        ways = [self._measure(moments[time]) for time in known]
        table = np.stack(ways) if ways else np.zeros((0, self.problem.graph.size), np.int32)
        return PathLimits(first, places, pairs, np.array(known, np.int32), table, hold)

    def _measure(self, place: int) -> Int32:
        """Return the distance from each node to a place."""
        if place not in self._ways:
            graph = self.problem.graph
            nodes = np.flatnonzero(graph.steps.place == place).astype(np.int32)
            distances, queue = np.empty(graph.size, np.int32), np.empty(graph.size, np.int32)
            compute_distances(*graph.backward, nodes, distances, queue)
            self._ways[place] = distances
        return self._ways[place]


def forbid_paths(problem: FleetProblem, agent: int, paths: Sequence[Int32]) -> tuple[PathLimits, int]:
    """Return the constraints that keep an agent away from the paths of others, and the last time for which they hold."""
    steps = problem.graph.steps
    stays, follows, passes = (steps.rules & rule != 0 for rule in (STAYING, FOLLOWING, PASSING))
    last = max((len(path) for path in paths), default=0)
    latest = last + min(problem.graph.size, 10_000)
    forbidden: set[tuple[int, int, int]] = set()
    goals = set(steps.place[problem.goals[agent]].tolist())
    hold = 0
    for path in paths:
        places = steps.place[path].tolist()
        for time, place in enumerate(places):
            forbidden.add((time, place, -1))
            hold = max(hold, time + 1 if place in goals else 0)
            if not follows:
                forbidden |= {(time + 1, place, -1), (max(time - 1, 0), place, -1)}
            if time and not passes and path[time] != path[time - 1]:
                edge = find_edge(steps, int(path[time - 1]), int(path[time]))
                forbidden.add((time, -1, int(steps.back[edge])))
        if stays:
            forbidden |= {(time, places[-1], -1) for time in range(len(path), latest + 1)}
            hold = NEVER if places[-1] in goals and len(goals) == 1 else hold
    times, places, pairs = np.array(sorted(forbidden), np.int32).reshape(-1, 3).T
    first = np.searchsorted(times, np.arange(latest + 2)).astype(np.int32)
    none = np.zeros(0, np.int32)
    return PathLimits(first, places, pairs, none, np.zeros((0, problem.graph.size), np.int32), hold if stays else 0), latest
