"""Validation of plans by the hooks of the problem alone. It shares no code with the planners and their graphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from genastar import AStar, BadInput, Cost, Domain, Node, OpenList
from genastar.errors import format_value
from genastar.worlds.question import Question
from genastar_fleets.arguments import Place, Rules, expect_positive, list_goals, read_ends, read_plans
from genastar_fleets.graph.move_graph import OnTheWay
from genastar_fleets.graph.reading import read_unit

Positions = Sequence[Any]
"""Where an agent is at each step until it arrives."""


def find_fault(
    world: Domain[Any, Any, Any, Any] | AStar[Any, Any],
    starts: Sequence[Any],
    goals: Sequence[Any] | None,
    plans: Sequence[Positions],
    *,
    stay: bool = True,
    following: bool = True,
    tick: float,
    lanes: bool = False,
    place: Place | None = None,
) -> str | None:
    """Return the first fault of a plan in one line; ``None`` if there is none.

    Args:
        world: the world or the problem.
        starts: the start of each agent.
        goals: the goal of each agent, or a list of several; ``None`` if it does not matter where agents end.
        plans: the positions of each agent, one for each step.
        stay: as in `plan_together`, as are ``following``, ``lanes`` and ``place``.
        following: see there.
        tick: the time of a step, in the units of the world's costs (`FleetPlan.tick`).
        lanes: see there.
        place: see there.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    begins, ends = read_ends(starts, goals)
    paths = read_plans(plans)
    moves = _Moves(world, tuple(begins), expect_positive("tick", tick, "the time of one step") * read_unit(world), lanes)
    if len(paths) != len(begins):
        return f"there are {len(paths)} plans for {len(begins)} agents"
    for agent, plan in enumerate(paths):
        if not plan or plan[0] != begins[agent]:
            return f"agent {agent} does not begin at its start {begins[agent]!r}"
        if goals is not None and plan[-1] not in list_goals(ends[agent]):
            return f"agent {agent} ends at {plan[-1]!r}, not at its goal {ends[agent]!r}"
        fault = moves.find_fault(plan)
        if fault is not None:
            return f"agent {agent}, {fault}"
    collisions = find_collisions(paths, stay=stay, following=following, lanes=lanes, place=place)
    return next(map(str, collisions), None)


@frozen
class Collision:
    """Two agents that cannot be where they are, and the step."""

    step: int
    agents: tuple[int, int]
    position: Any
    """Where they meet; where they exchange their places, that of the first."""
    what: str
    """How, in words that have the agents, the position and the step in braces."""

    def __str__(self) -> str:
        return self.describe(repr)

    def describe(self, name: Callable[[Any], str]) -> str:
        """Return the collision in words.

        Args:
            name: returns a position as text.
        """
        return self.what.format(*self.agents, name(self.position), self.step)


def find_collisions(
    plans: Sequence[Positions], *, stay: bool = True, following: bool = True, lanes: bool = False, place: Place | None = None
) -> Iterator[Collision]:
    """Yield where plans of several agents collide, step by step. The arguments are those of `find_fault`.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    rules = Rules(stay=stay, following=following, lanes=lanes, place=place)
    plans = [plan for plan in read_plans(plans) if plan]
    before: dict[Hashable, int] = {}
    spots_before: dict[int, Hashable] = {}
    for step in range(max(map(len, plans), default=0)):
        here: dict[Hashable, int] = {}
        spots: dict[int, Hashable] = {}
        for agent, plan in enumerate(plans):
            if step >= len(plan) and not stay:
                continue
            position = plan[min(step, len(plan) - 1)]
            spot = _find_spot(position, rules)
            spots[agent] = spot
            other = here.setdefault(spot, agent)
            if other != agent:
                yield Collision(step, (other, agent), position, "agents {} and {} are both at {} at step {}")
        for spot, agent in here.items():
            other = before.get(spot, agent)
            if other == agent:
                continue
            if not following:
                yield Collision(step, (agent, other), spot, "agent {0} enters {2} at step {3} as agent {1} leaves it")
            if not lanes and agent < other and spots.get(other) == spots_before[agent]:
                yield Collision(step, (agent, other), spot, "agents {0} and {1} exchange their places at step {3}")
        before, spots_before = here, spots


def _find_spot(position: Any, rules: Rules) -> Hashable:
    """Return what an agent occupies: on a lane, a part of it."""
    if isinstance(position, OnTheWay):
        return rules.occupy(position.start), rules.occupy(position.end), position.step, position.steps
    return rules.occupy(position)


@frozen(eq=False)
class _Moves:
    """The moves of one agent, by the hooks."""

    world: Any
    starts: tuple[Any, ...]
    tick: float
    lanes: bool
    known: dict[Any, dict[Any, int]] = field(factory=dict)

    def find_fault(self, plan: Positions) -> str | None:
        """Return the first move that no state of the problem allows."""
        runs: list[tuple[Any, int, int]] = []
        for step, position in enumerate(plan):
            if runs and runs[-1][0] == position:
                runs[-1] = (position, runs[-1][1], step + 1)
            else:
                runs.append((position, step, step + 1))
        # The states in which the agent may be, each with the first step at which it may be so.
        states = {self._state_of(plan[0]): 0}
        for number, (position, _, until) in enumerate(runs):
            ahead = runs[number + 1][0] if number + 1 < len(runs) else None
            if isinstance(position, OnTheWay):
                fault = _check_lane(position, ahead)
                if fault is not None:
                    return f"step {until - 1}: {fault}"
                states = dict.fromkeys(states, until)
                continue
            self._turn_on_the_spot(states, position, until)
            if ahead is None:
                return (
                    None if any(ready < until for ready in states.values()) else f"step {until}: it ends in the midst of a move"
                )
            if isinstance(ahead, OnTheWay):
                if ahead.start != position or ahead.step != 1:
                    return f"step {until}: it does not enter the lane {ahead!r} at its begin"
                end, lasting = ahead.end, ahead.steps
            else:
                end, lasting = ahead, 0
            entered: dict[Any, int] = {}
            for state, ready in states.items():
                for after, steps in self._successors(state).items():
                    begins_in_time = ready < until and steps == lasting if lasting else ready + steps <= until
                    if self._position_of(after) == end and begins_in_time:
                        entered[after] = until
            if not entered:
                return f"step {until}: there is no move from {position!r} to {ahead!r}, or it takes longer"
            states = entered
        return None

    def _turn_on_the_spot(self, states: dict[Any, int], position: Any, until: int) -> None:
        waiting = list(states)
        while waiting:
            state = waiting.pop()
            for after, steps in self._successors(state).items():
                ready = states[state] + steps
                if self._position_of(after) == position and ready < min(until, states.get(after, until)):
                    states[after] = ready
                    waiting.append(after)

    def _successors(self, state: Any) -> dict[Any, int]:
        """Return the number of steps of each move from a state."""
        if state not in self.known:
            noted = StepLog(self.problem)
            self.problem.add_neighbours(Node(state, Cost(0, 0, 0)), noted)
            self.known[state] = {after: max(1, round(cost / self.tick)) for after, cost in noted.costs.items()}
        return self.known[state]

    @cached_property
    def problem(self) -> AStar[Any, Any]:
        """The problem of the world."""
        if isinstance(self.world, Domain):
            return self.world.problem(self.starts[:1], self.starts)
        if not isinstance(self.world, AStar):
            raise BadInput(f"{format_value(self.world)} is neither a world nor a problem; give one that load() returned")
        return self.world

    def _state_of(self, position: Any) -> Any:
        return self.world.to_state(position) if isinstance(self.world, Domain) else position

    def _position_of(self, state: Any) -> Any:
        if not isinstance(self.world, Domain):
            return state
        found: Iterable[Any] = self.world.to_positions((state,), Question(self.starts[:1], self.starts[:1]))
        return next(iter(found), None)


def _check_lane(here: OnTheWay, ahead: Any) -> str | None:
    if not 0 < here.step < here.steps:
        return f"{here!r} is no stage of a move"
    onward = here.end if here.step == here.steps - 1 else OnTheWay(here.start, here.end, here.step + 1, here.steps)
    return None if ahead == onward else f"{here!r} leads on to {onward!r} and not to {ahead!r}"


class StepLog(OpenList[Any, Any]):
    """An open list that notes what the moves from a state cost."""

    def __init__(self, problem: AStar[Any, Any]) -> None:
        self.problem = problem
        self.costs: dict[Any, Any] = {}

    def insert(self, position: Any, cost: Any, parent: Any = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: Any, travelled: Any, parent: Any = None, action: object = None) -> None:
        self.costs[position] = min(travelled, self.costs.get(position, travelled))

    def known(self, position: Any) -> None:
        return None
