"""Constraints: what an agent must not do, or must do, at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

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
        goals = np.unique(steps.place[self.problem.goals[agent]])
        if steps.rules & STAYING:
            bars = [*((time + 1, goals == place) for time, place, _ in forbidden)]
            bars += ((time + 1, goals != place) for time, place in moments.items())
        else:
            bars = [(time, goals >= 0) for time in moments]
        holds = np.zeros(len(goals), np.int32)
        for time, barred in bars:
            holds[barred] = np.maximum(holds[barred], time)
        last = int(times.max(initial=-1))
        first = np.searchsorted(times, np.arange(last + 2)).astype(np.int32)
        known = sorted(moments)
        ways = [self._measure(moments[time]) for time in known]
        table = np.stack(ways) if ways else np.zeros((0, self.problem.graph.size), np.int32)
        return PathLimits(first, places, pairs, np.array(known, np.int32), table, goals, holds)

    def _measure(self, place: int) -> Int32:
        """Return the distance from each node to a place."""
        if place not in self._ways:
            graph = self.problem.graph
            nodes = np.flatnonzero(graph.steps.place == place).astype(np.int32)
            distances, queue = np.empty(graph.size, np.int32), np.empty(graph.size, np.int32)
            compute_distances(*graph.backward, nodes, distances, queue)
            self._ways[place] = distances
        return self._ways[place]


def _find_farthest(problem: FleetProblem, agent: int, closed: NDArray[np.bool_]) -> int:
    """Return the greatest finite distance to a goal of an agent in the graph without some nodes."""
    graph = problem.graph.without_moves_into(np.flatnonzero(closed).astype(np.int32))
    goals = problem.goals[agent]
    distances, queue = np.empty(graph.size, np.int32), np.empty(graph.size, np.int32)
    compute_distances(*graph.backward, goals[~closed[goals]], distances, queue)
    return int(distances[distances < NEVER].max(initial=0))


def forbid_paths(problem: FleetProblem, agent: int, paths: Sequence[Int32]) -> tuple[PathLimits, int]:
    """Return the constraints that keep an agent away from the paths of others, and the last time for which they hold."""
    steps = problem.graph.steps
    stays, follows, passes = (steps.rules & rule != 0 for rule in (STAYING, FOLLOWING, PASSING))
    ends = [steps.place[path[-1]] for path in paths] if stays else []
    # Once all others have arrived, the rest of a cheapest path is a shortest one around them.
    latest = max((len(path) for path in paths), default=0) + _find_farthest(problem, agent, np.isin(steps.place, ends))
    goals = np.unique(steps.place[problem.goals[agent]])
    rows = [np.zeros((0, 3), np.int32)]
    holds = np.zeros(len(goals), np.int32)
    for path in paths:
        places = steps.place[path]
        if stays:
            for number, goal in enumerate(goals):
                last = int(np.flatnonzero(places == goal).max(initial=-1))
                holds[number] = max(holds[number], NEVER if places[-1] == goal else last + 1)
            places = np.concatenate((places, np.full(latest + 1 - len(path), places[-1])))
        times = np.arange(len(places))
        for shift in (0,) if follows else (0, 1, -1):
            rows.append(np.stack((np.clip(times + shift, 0, latest), places, np.full_like(times, -1)), axis=1))
        moves = [] if passes else (np.flatnonzero(np.diff(path)) + 1).tolist()
        backs = [steps.back[find_edge(steps, int(path[time - 1]), int(path[time]))] for time in moves]
        rows.append(np.array([(time, -1, back) for time, back in zip(moves, backs, strict=True)], np.int32).reshape(-1, 3))
    forbidden = np.concatenate(rows).astype(np.int32)
    forbidden = forbidden[np.argsort(forbidden[:, 0], kind="stable")]
    first = np.searchsorted(forbidden[:, 0], np.arange(latest + 2)).astype(np.int32)
    places, pairs = forbidden.T[1:].copy()
    none = np.zeros(0, np.int32)
    return PathLimits(first, places, pairs, none, np.zeros((0, problem.graph.size), np.int32), goals, holds), latest
