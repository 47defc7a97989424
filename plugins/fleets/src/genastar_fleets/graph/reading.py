"""Reading: the graph of moves of a world or of a user's problem, with the starts and the goals of the agents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
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


@frozen(kw_only=True)
class Rules:
    """What agents may do, and what time costs."""

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
        if self.tick is not None and not expect_number("tick", self.tick, 0) > 0:
            raise BadInput(f"tick={format_value(self.tick)} is not above 0; give the time of one step")

    @property
    def number(self) -> int:
        """Return the rules as `UnitSteps` has them."""
        return FOLLOWING * self.following + PASSING * self.lanes + STAYING * self.stay


def read_agents(
    world: World, starts: Iterable[Any], goals: Iterable[Any] | None, rules: Rules, engine: str
) -> tuple[MoveGraph, Int32, list[Int32]]:
    """Return the graph, the start of each agent, and the goal nodes of each agent.

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
        _refuse_shared(graph, np.array([each[0] for each in wanted]), ends, "would stay at the goal")
    return graph, begins, wanted


def read_graph(world: World, starts: Sequence[Any], goals: Sequence[Any], rules: Rules, engine: str) -> MoveGraph:
    """Return the moves of all states that can be reached from the starts."""
    tick = rules.tick
    if isinstance(world, Domain):
        ends = [each for goal in goals for each in (goal if _is_set(goal) else (goal,))]
        question = Question(tuple(dict.fromkeys(starts)), tuple(dict.fromkeys(ends)))
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
    return make_move_graph(
        finite, positions, occupied, rules.number, wait_cost=rules.wait_cost, tick=tick, lanes=rules.lanes
    )


def find_node(graph: MoveGraph, world: World, position: Any) -> int:
    """Return the node of a start or of a goal.

    Raises:
        BadInput: there is no such position, or no start leads there.
    """
    state = world.to_state(position) if isinstance(world, Domain) else position
    try:
        return graph.finite.find_node(state)
    except BadInput as error:
        raise BadInput(f"no start leads to {format_value(position)}, or it is no position of {_name(world)}") from error


def find_goals(graph: MoveGraph, world: World, goal: Any) -> Int32:
    """Return the nodes of a goal: a position, or a list or set of several, of which any will do."""
    several = list(goal) if _is_set(goal) else [goal]
    if not several:
        raise BadInput("an agent has an empty list of goals; give at least one position")
    nodes = [find_node(graph, world, each) for each in several]
    if isinstance(world, Domain):  # a position may be several states, such as the headings in a cell
        return np.unique(np.concatenate([graph.nodes_at(node) for node in nodes]))
    return np.unique(np.array(nodes, np.int32))


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
    for number, place in zip(reached, places, strict=True):
        found[number] = place
    return found


def _refuse_shared(graph: MoveGraph, nodes: Int32, positions: Sequence[Any], where: str) -> None:
    seen: dict[int, int] = {}
    for agent, place in enumerate(graph.steps.place[nodes].tolist()):
        other = seen.setdefault(place, agent)
        if other != agent:
            raise BadInput(f"agents {other} and {agent} both {where} {format_value(positions[agent])}; give each its own")


def _refuse_shared_states(world: Domain[Any, Any, Any, Any], positions: Sequence[Any]) -> None:
    owners: dict[Any, Any] = {}
    for position in positions:
        owner = owners.setdefault(world.to_state(position), position)
        if owner != position:
            raise BadInput(
                f"{format_value(owner)} and {format_value(position)} are no places of their own in the {world.info.name} world; "
                "give positions between which steps lead, such as junctions"
            )


def _name(world: World) -> str:
    return f"the {world.info.name} world" if isinstance(world, Domain) else name_problem(world)
