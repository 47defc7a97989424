"""Planning several agents together in any world."""

from __future__ import annotations

from collections.abc import Iterable
from math import nan
from typing import Any

from genastar import BadInput, Limits, Outcome
from genastar.algorithm import AUTO, REGISTRY, Algorithm
from genastar.errors import Cancelled, format_value, suggest_names
from genastar.search.requests import make_request, resolve_algorithm
from genastar.values.limits import CancelToken
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.lns import LargeNeighbourhood
from genastar_fleets.algorithms.solution import Solution
from genastar_fleets.arguments import Place, Rules, read_seed
from genastar_fleets.graph.reading import World, read_agents
from genastar_fleets.plan import FleetPlan, make_plan
from genastar_fleets.problem import FleetProblem


def plan_together(
    world: World,
    starts: Iterable[Any],
    goals: Iterable[Any],
    *,
    algorithm: FleetAlgorithm | str = AUTO,
    limits: Limits | None = None,
    stay: bool = True,
    following: bool = True,
    wait_cost: int = 1,
    tick: float | None = None,
    lanes: bool = False,
    place: Place | None = None,
    seed: int = 1,
    engine: str = AUTO,
    cancel: CancelToken | None = None,
) -> FleetPlan:
    """Return a plan in which no two agents ever occupy one place or exchange their places.

    Time goes in steps. A move takes as many steps as its cost has ticks, rounded, and at least one; until it arrives, the agent
    occupies the position that it left.

    Args:
        world: a world, or a problem whose steps depend on the position alone. Its estimate and destinations are not used.
        starts: the position of each agent at step 0.
        goals: the goal of each agent: a position, or a list of several, of which any will do.
        algorithm: ``"auto"``: the first plan of `lacam`, then ``lns`` until the limit; or another algorithm for fleets.
        limits: seconds, reading included and compilation not, or expansions; by default 10 seconds. Infinite seconds are no
            limit.
        stay: whether agents stay at their goals. Otherwise they vanish one step after they arrive.
        following: whether an agent may enter the place that another leaves at the same time.
        wait_cost: the cost of a step without a move, a whole number; a step of a move costs 1.
        tick: the time of one step in the units of the world's costs. By default the least cost of a move, but so much that no
            move takes more than 64 steps.
        lanes: whether moves of several steps are lanes, one for each direction: others may pass the position that an agent
            left, and two agents may exchange positions. Plans then hold `OnTheWay` in place of positions.
        place: what a state of a problem occupies, if several are in one place, such as headings in a cell. Worlds know it.
        seed: the seed of random choices, at least 1.
        engine: the engine that lists the steps of the problem.
        cancel: ends the search from outside.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    rules = Rules(stay=stay, following=following, wait_cost=wait_cost, tick=tick, lanes=lanes, place=place)
    dice = read_seed(seed)
    chosen = _resolve(algorithm)
    clock = FleetClock(limits, cancel)
    try:
        with clock.govern():
            problem = FleetProblem(*read_agents(world, starts, goals, rules, engine), dice)
            can_arrive = problem.can_arrive  # measures all distances
    except Cancelled:
        return FleetPlan(clock.failure.outcome, chosen.name, (), None, None, 0, None, clock.seconds, nan)
    if not can_arrive:
        return FleetPlan(Outcome.UNREACHABLE, chosen.name, (), None, None, 0, None, clock.seconds, problem.graph.tick)
    joint = tuple(problem.starts.tolist())
    make_request(problem, joint, algorithm=chosen, engine="interpreted", limits=clock.limits)  # checks them
    last: Solution | None = None
    for last in chosen.solve(problem, clock):
        if last.paths and clock.is_over:
            break
    assert last is not None
    return make_plan(problem, last, chosen.name, clock.seconds)


def refuse_unknown(algorithm: str) -> None:
    """Raise `BadInput`, with the names of the algorithms for fleets, if there is no algorithm of this name."""
    if algorithm == AUTO or ":" in algorithm or algorithm in REGISTRY.list_names():
        return
    names = _list_names()
    like = next((name for name, kind in names.items() if kind and algorithm.lower() in kind.other_names), None)
    near = suggest_names(algorithm, names, "", "", like) or f"; use {', '.join(names)}"
    raise BadInput(f"no algorithm for fleets is named {format_value(algorithm)}{near}")


def _list_names() -> dict[str, type[FleetAlgorithm] | None]:
    kinds = [kind for kind in REGISTRY.load_usable() if issubclass(kind, FleetAlgorithm)]
    return {AUTO: None} | {kind.name: kind for kind in kinds}


def _resolve(algorithm: FleetAlgorithm | str) -> FleetAlgorithm:
    if isinstance(algorithm, str):
        if algorithm == AUTO:
            return LargeNeighbourhood()
        refuse_unknown(algorithm)
    chosen: Algorithm = resolve_algorithm(algorithm)
    if not isinstance(chosen, FleetAlgorithm):
        raise BadInput(f"the algorithm {format_value(chosen.name)} plans one agent; use {', '.join(_list_names())}")
    return chosen
