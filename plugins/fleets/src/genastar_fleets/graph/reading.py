"""Reading: the graph of moves of a world or of a user's problem, with the starts and the goals of the agents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import inf
from typing import Any, TypeAlias

import numpy as np
from attrs import frozen

from genastar import AStar, BadInput, Domain
from genastar.errors import format_value, name_problem
from genastar.values.arguments import expect_number, expect_whole, iterate_items
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.question import Question
from genastar_fleets.graph.move_graph import MoveGraph, make_move_graph
from genastar_fleets.kernels.arrays import FOLLOWING, PASSING, STAYING, Int32
from genastar_prepare.graph.finite import Finite, list_problem

World: TypeAlias = Domain[Any, Any, Any, Any] | AStar[Any, Any]
"""A world, or a problem of a user's class."""


class SharedPlace(BadInput):
    """Two agents were given one start, or one goal where both stay."""


@frozen(kw_only=True)
class Rules:
    """The rules of a plan: what agents may do, and what time costs."""

    stay: bool = True
    """Whether agents stay at their goals. Otherwise they vanish one step after they arrive."""
    following: bool = True
    """Whether an agent may enter the place that another leaves at the same time."""
    wait_cost: int = 1
    """The cost of a step without a move; a step of a move costs 1."""
    tick: float | None = None
    """The time of one step, in the units of the world's costs."""
    lanes: bool = False
    """Whether a move of several steps is a lane for each direction."""
    place: Callable[[Any], Hashable] | None = None
    """Returns what a state occupies, for problems with several states in one place."""

    def __attrs_post_init__(self) -> None:
        expect_whole("wait_cost", self.wait_cost, 0)
        if self.tick is not None and not 0 < expect_number("tick", self.tick, 0) < inf:
            raise BadInput(f"tick={format_value(self.tick)} is no finite number above 0; give the time of one step")

    @property
    def number(self) -> int:
        """Return the rules as `UnitSteps` has them."""
        return FOLLOWING * self.following + PASSING * self.lanes + STAYING * self.stay


def read_agents(
    world: World, starts: Iterable[Any], goals: Iterable[Any] | None, rules: Rules, engine: str
) -> tuple[MoveGraph, Int32, list[Int32]]:
    """Return the graph, the start of each agent, and the goal nodes of each agent; none for a goal that no start leads to.

    Raises:
        BadInput: the numbers of starts and goals differ, or are 0; a start or a goal cannot be entered; two agents have the
            same start, or the same goal although they stay there; or the problem cannot be listed.
    """
    origins = list(iterate_items("starts", starts, "a list of positions, one for each agent"))
    ends = origins if goals is None else list(iterate_items("goals", goals, "a list of positions, one for each agent"))
    if len(origins) != len(ends):
        raise BadInput(f"{len(origins)} starts and {len(ends)} goals were given; give each agent one of each")
    if not origins:
        raise BadInput("no agent was given; give at least one start and one goal")
    graph = read_graph(world, origins, ends, rules, engine)
    begins = np.array([find_node(graph, world, each) for each in origins], np.int32)
    _refuse_shared(graph, begins, origins, "start at")
    wanted = [find_goals(graph, world, each) for each in ends]
    if rules.stay and goals is not None:
        reached = [number for number, each in enumerate(wanted) if len(np.unique(graph.steps.place[each])) == 1]
        nodes = np.array([wanted[number][0] for number in reached], np.int32)
        _refuse_shared(graph, nodes, [ends[number] for number in reached], "would stay at the goal", reached)
    return graph, begins, wanted


def read_graph(world: World, starts: Sequence[Any], goals: Sequence[Any], rules: Rules, engine: str) -> MoveGraph:
    """Return the moves of all states that can be reached from the starts."""
    tick = rules.tick
    if isinstance(world, Domain):
        ends = [each for goal in goals for each in (goal if _is_set(goal) else (goal,))]
        question = Question(tuple(dict.fromkeys(starts)), tuple(dict.fromkeys(ends)))
        if world.objectives:
            raise BadInput(f"agents are planned by one metric, and {_name(world)} has several; give one")
        problem: AStar[Any, Any] = world.problem(question.goals, question.starts)
        _refuse_shared_states(world, (*question.starts, *question.goals))
        finite = _list_states(problem, [world.to_state(each) for each in starts], engine)
        positions = _translate_states(world, finite.positions, question)
        is_own = type(world).to_positions is DomainHooks.to_positions
        if tick is not None:
            tick = float(world.limit(tick))  # type: ignore[arg-type]  # a number for a number
    elif isinstance(world, AStar):
        finite = _list_states(world, starts, engine)
        positions, is_own = finite.positions, True
    else:
        raise BadInput(f"plans need a world or a problem, and {format_value(world)} is neither; give one that load() returned")
    occupied: Sequence[Hashable] | None = None if is_own else positions
    if rules.place is not None:
        occupied = [None if each is None else rules.place(each) for each in finite.positions]
    return make_move_graph(finite, positions, occupied, rules.number, wait_cost=rules.wait_cost, tick=tick, lanes=rules.lanes)


def find_node(graph: MoveGraph, world: World, position: Any) -> int:
    """Return the node of a position.

    Raises:
        BadInput: there is no such position, or no start leads there.
    """
    state = world.to_state(position) if isinstance(world, Domain) else position
    try:
        return graph.finite.find_node(state)
    except BadInput as error:
        raise BadInput(f"no start leads to {format_value(position)}, or it is no position of {_name(world)}") from error


def find_goals(graph: MoveGraph, world: World, goal: Any) -> Int32:
    """Return the nodes of a goal: a position, or a list or set of several, of which any will do. None if no start leads there.

    Raises:
        BadInput: the list is empty, or a position cannot be entered.
    """
    several = list(goal) if _is_set(goal) else [goal]
    if not several:
        raise BadInput("an agent has an empty list of goals; give at least one position")
    nodes = [node for each in several for node in _find_goal_nodes(graph, world, each)]
    return np.unique(np.array(nodes, np.int32))


def _find_goal_nodes(graph: MoveGraph, world: World, goal: Any) -> Sequence[int]:
    """Return the nodes of one position. In a world it may be several states, such as the headings in a cell."""
    try:
        node = find_node(graph, world, goal)
    except BadInput:
        if not isinstance(world, Domain):
            return ()
        world.problem((goal,), (goal,))  # refuses what is no position
        return [number for number, each in enumerate(graph.positions) if each == goal]
    return graph.nodes_at(node).tolist() if isinstance(world, Domain) else [node]


def _is_set(goal: Any) -> bool:
    return isinstance(goal, (list, set, frozenset))


def _list_states(problem: AStar[Any, Any], starts: Sequence[Any], engine: str) -> Finite[Any]:
    try:
        return list_problem(problem, starts, engine=engine)
    except BadInput as error:
        raise BadInput(str(error).replace("preparing", "planning").replace("a preparation", "a plan")) from error


def _translate_states(world: Domain[Any, Any, Any, Any], states: Sequence[Any], question: Question[Any]) -> Sequence[Any]:
    """Return the position of each state, ``None`` for those that were not reached."""
    reached = [number for number, state in enumerate(states) if state is not None]
    found: list[Any] = [None] * len(states)
    if type(world).match_states is DomainHooks.match_states:  # a state by itself determines its position
        places: Iterable[Any] = world.to_positions([states[number] for number in reached], question)
    else:
        places = [(*world.to_positions((states[number],), question), None)[0] for number in reached]
    places = list(places)
    if len(places) != len(reached):
        raise BadInput(f"the states of {_name(world)} are no places of their own, so agents cannot be told apart there")
    for number, place in zip(reached, places, strict=True):
        found[number] = place
    return found


def _refuse_shared(
    graph: MoveGraph, nodes: Int32, positions: Sequence[Any], where: str, agents: Sequence[int] | None = None
) -> None:
    seen: dict[int, int] = {}
    for number, place in enumerate(graph.steps.place[nodes].tolist()):
        other = seen.setdefault(place, number)
        if other != number:
            one, two = (each if agents is None else agents[each] for each in (other, number))
            raise SharedPlace(f"agents {one} and {two} both {where} {format_value(positions[number])}; give each its own")


def _refuse_shared_states(world: Domain[Any, Any, Any, Any], positions: Sequence[Any]) -> None:
    owners: dict[Any, Any] = {}
    for position in positions:
        owner = owners.setdefault(world.to_state(position), position)
        if owner != position:
            raise BadInput(
                f"{format_value(owner)} and {format_value(position)} are no places of their own in the {world.info.name} "
                "world; give positions between which steps lead, such as junctions"
            )


def _name(world: World) -> str:
    return f"the {world.info.name} world" if isinstance(world, Domain) else name_problem(world)
