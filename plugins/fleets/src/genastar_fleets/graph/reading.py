"""Reading: the graph of moves of a world or of a user's problem, with the starts and the goals of the agents."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import compress
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Domain
from genastar.errors import format_value, name_problem
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.question import Question
from genastar_fleets.arguments import Rules, list_goals, read_ends
from genastar_fleets.graph.move_graph import MoveGraph, make_move_graph
from genastar_fleets.kernels.arrays import Int32
from genastar_prepare.graph.finite import list_problem
from genastar_prepare.graph.rows import Rows, compute_first

Bools: TypeAlias = NDArray[np.bool_]

World: TypeAlias = Domain[Any, Any, Any, Any] | AStar[Any, Any]
"""A world, or a problem of a user's class."""


class SharedPlace(BadInput):
    """Two agents were given one start, or one goal where both stay."""


def read_agents(
    world: World, starts: Iterable[Any], goals: Iterable[Any] | None, rules: Rules, engine: str
) -> tuple[MoveGraph, Int32, list[Int32]]:
    """Return the graph, the start of each agent, and the goal nodes of each agent; none for a goal that no start leads to.

    Raises:
        BadInput: the numbers of starts and goals differ, or are 0; a start or a goal cannot be entered; two agents have the
            same start, or the same goal although they stay there; or the problem cannot be listed.
    """
    origins, ends = read_ends(starts, goals)
    graph = _read_graph(world, origins, ends, rules, engine)
    begins = np.array([find_node(graph, world, each) for each in origins], np.int32)
    _refuse_shared(graph, begins, origins, "start at", range(len(origins)))
    wanted = [find_goals(graph, world, each) for each in ends]
    if rules.stay and goals is not None:
        single = [number for number, each in enumerate(ends) if len(set(list_goals(each))) == 1 and len(wanted[number])]
        nodes = np.array([wanted[number][0] for number in single], np.int32)
        _refuse_shared(graph, nodes, [ends[number] for number in single], "would stay at the goal", single)
    return graph, begins, wanted


def read_unit(world: World) -> float:
    """Return the number of units of the problem's costs in one of the user's."""
    view = world.view() if isinstance(world, Domain) else None
    return 1.0 if view is None else view.unit


def _read_graph(world: World, starts: Sequence[Any], goals: Sequence[Any], rules: Rules, engine: str) -> MoveGraph:
    """Return the moves of all states that can be reached from the starts."""
    occupied: Sequence[Hashable] | None = None
    if isinstance(world, Domain):
        if world.objectives:
            raise BadInput(f"agents are planned by one metric, and {name_world(world)} has several; give one")
        if type(world.start_cost(starts[0])) not in (Cost, type(None)):
            raise BadInput(f"agents count in Cost, and {name_world(world)} in another type; leave out the option that needs it")
        if (view := world.view()) is not None and view.unit_form is not None:
            raise BadInput(
                f"{name_world(world)} has units larger than one place, and plans would let them overlap; load it without unit, "
                "or plan discs with a radius"
            )
        _refuse_ends(world, dict.fromkeys([*starts, *(each for goal in goals for each in list_goals(goal))]))
        # The problem of one goal: where there are several, a road world has one state for all of them.
        question = Question((starts[0],), (starts[0],))
        problem: AStar[Any, Any] = world.problem(question.goals, tuple(dict.fromkeys(starts)))
        states, rows = _list_states(problem, [world.to_state(each) for each in starts], engine)
        positions = _translate_states(world, states, question)
        if type(world).to_positions is not DomainHooks.to_positions:
            kept = _find_places(positions, rows)
            states, positions, rows = list(compress(states, kept)), list(compress(positions, kept)), _keep_nodes(rows, kept)
            occupied = positions
    elif isinstance(world, AStar):
        states, rows = _list_states(world, starts, engine)
        positions = states
    else:
        raise BadInput(f"plans need a world or a problem, and {format_value(world)} is neither; give one that load() returned")
    if rules.place is not None:
        occupied = [rules.occupy(each) for each in states]
    return make_move_graph(states, rows, positions, occupied, rules, read_unit(world))


def find_node(graph: MoveGraph, world: World, position: Any) -> int:
    """Return the node of a position.

    Raises:
        BadInput: there is no such position, or no start leads there.
    """
    state = world.to_state(position) if isinstance(world, Domain) else position
    node = graph.node_of.get(state)
    if node is None:
        raise BadInput(f"no start leads to {format_value(position)}, or it is no position of {name_world(world)}")
    return node


def find_goals(graph: MoveGraph, world: World, goal: Any) -> Int32:
    """Return the nodes of a goal: a position, or a list or set of several, of which any will do. None if no start leads there.

    Raises:
        BadInput: the list is empty, or a position cannot be entered.
    """
    nodes = [node for each in list_goals(goal) for node in _find_goal_nodes(graph, world, each)]
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


def _list_states(problem: AStar[Any, Any], starts: Sequence[Any], engine: str) -> tuple[list[Any], Rows]:
    """Return the states to which the starts lead, and the steps between them."""
    try:
        finite = list_problem(problem, starts, engine=engine)
    except BadInput as error:
        raise BadInput(str(error).replace("preparing", "planning").replace("a preparation", "a plan")) from error
    is_reached = np.array([each is not None for each in finite.positions])
    return [each for each in finite.positions if each is not None], _keep_nodes(finite.rows, is_reached)


def _find_places(positions: Sequence[Any], rows: Rows) -> Bools:
    """Return the states that are not ends alone: states without moves, at the position of a state with moves."""
    moves = np.diff(rows.first) > 0
    left = set(compress(positions, moves))
    return moves | np.array([each not in left for each in positions], np.bool_)


def _keep_nodes(rows: Rows, is_kept: Bools) -> Rows:
    """Return the steps between some of the nodes, which are numbered anew."""
    number = np.cumsum(is_kept, dtype=np.int32) - 1
    inside = is_kept[rows.tail] & is_kept[rows.head]
    tail, head = number[rows.tail[inside]], number[rows.head[inside]]
    return Rows(compute_first(tail, int(is_kept.sum())), head, rows.weight[inside])


def _translate_states(world: Domain[Any, Any, Any, Any], states: Sequence[Any], question: Question[Any]) -> Sequence[Any]:
    """Return the position of each state."""
    if type(world).match_states is DomainHooks.match_states:  # a state by itself determines its position
        positions = list(world.to_positions(states, question))
    else:
        positions = [(*world.to_positions((each,), question), None)[0] for each in states]
    if len(positions) != len(states):
        raise BadInput(f"the states of {name_world(world)} are no places of their own, so agents cannot be told apart there")
    return positions


def _refuse_shared(graph: MoveGraph, nodes: Int32, positions: Sequence[Any], where: str, agents: Sequence[int]) -> None:
    seen: dict[int, int] = {}
    for agent, place, position in zip(agents, graph.steps.place[nodes].tolist(), positions, strict=True):
        other = seen.setdefault(place, agent)
        if other != agent:
            both = " and ".join(dict.fromkeys(map(format_value, (positions[agents.index(other)], position))))
            raise SharedPlace(f"agents {other} and {agent} both {where} {both}; give each its own")


def _refuse_ends(world: Domain[Any, Any, Any, Any], positions: Iterable[Any]) -> None:
    """Refuse positions whose states exist as ends of a search alone, such as those inside a road."""
    known = list(positions)
    for position, other in zip(known, [*known[1:], known[0]], strict=True):
        try:
            found = world.to_positions((world.to_state(position),), Question((other,), (other,)))
        except ValueError:  # the state is an end of this question alone
            found = ()
        if position not in found:
            raise BadInput(
                f"{format_value(position)} is no place of its own in {name_world(world)}; give positions between which steps "
                "lead, such as junctions"
            )


def name_world(world: World) -> str:
    """Return what messages call a world or a problem."""
    return f"the {world.info.name} world" if isinstance(world, Domain) else name_problem(world)
