"""``/api/v1/worlds/ID/fleet``: many agents at once, planned by ``genastar-fleets`` where that is installed."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec
from attrs import evolve
from litestar import post
from litestar.params import FromPath

from genastar import BadInput, Limits
from genastar.algorithm import AUTO
from genastar.errors import make_missing_library_error
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.view import Lines
from genastar_studio.answers.answer import place_of
from genastar_studio.description.openapi import BODY
from genastar_studio.questions.options import change_options, make_algorithm
from genastar_studio.questions.question import AskedLimits, Position, make_limits, resolve_positions
from genastar_studio.routes.service import TheService
from genastar_studio.server.bodies import Json, decode_body, read_json_body
from genastar_studio.server.problems import AnyRequest
from genastar_studio.server.run import WorkBudget
from genastar_studio.worlds.client_worlds import WorldContents

if TYPE_CHECKING:
    from genastar_fleets import FleetPlan

ALONE: Final = "alone"
"""The name, among those of algorithms, of paths that heed no other agent."""

_SECONDS: Final = 2.0
"""Seconds for a plan, unless a client gives others."""

_MOST_COLLISIONS: Final = 10_000

Spot = int | tuple[int, int, float]
"""A place; or during a move of several steps the places that it leads from and to, and the share of it that is done."""


class FleetQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The start and the goal of each agent."""

    starts: list[Position]
    goals: list[Position]
    algorithm: str = AUTO
    """An algorithm for fleets, or ``alone``: each agent as if it were alone, and where they collide."""
    algorithm_options: dict[str, Json] = {}
    options: dict[str, Json] = {}
    """Options of the domain that differ from the world's."""
    limits: AskedLimits = AskedLimits()


class CollisionShown(msgspec.Struct, frozen=True):
    """Two agents that collide at a step, and what to tell of it."""

    step: int
    agents: tuple[int, int]
    text: str


class FleetShown(msgspec.Struct, frozen=True):
    """A plan; ``plans`` has the spot of each agent at each step until it arrives, and nothing unless one was found."""

    outcome: str
    algorithm: str
    sum_of_costs: int | None
    makespan: int | None
    bound: float | None
    seconds: float
    plans: list[list[Spot]]
    collisions: list[CollisionShown]


@post("/worlds/{world_id:str}/fleet", status_code=HTTPStatus.OK, opt={BODY: FleetQuestion})
async def fleet(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> FleetShown:
    """Plan several agents together; needs ``genastar-fleets``."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(budget: WorkBudget) -> FleetShown:
        wanted = decode_body(body, FleetQuestion)
        seen = world.with_options(change_options(world.contents.domain.info, world.contents.options, wanted.options))
        with world.name_in_messages():
            starts, goals = (resolve_positions(seen, each) for each in (wanted.starts, wanted.goals))
            lanes = isinstance(seen.shape, Lines)
            try:
                from genastar_fleets import find_collisions, plan_alone, plan_together
            except ImportError as error:
                raise make_missing_library_error("a plan of several agents", "genastar-fleets", error) from error
            if wanted.algorithm == ALONE:
                plan = plan_alone(seen.domain, starts, goals, lanes=lanes)
                found = list(zip(range(_MOST_COLLISIONS), find_collisions(plan.plans, lanes=lanes), strict=False))
                name = partial(_name_position, seen.domain)
                return _show_plan(
                    seen, plan, [CollisionShown(each.step, each.agents, each.describe(name)) for _, each in found]
                )
            plan = plan_together(
                seen.domain,
                starts,
                goals,
                algorithm=make_algorithm(wanted.algorithm, wanted.algorithm_options),  # type: ignore[arg-type]  # it is checked
                limits=_bound(make_limits(wanted.limits, service.settings), wanted.limits),
                lanes=lanes,
                cancel=budget.cancel,
            )
            return _show_plan(seen, plan, [])

    return await service.searches.run(request, work)


def _bound(limits: Limits, asked: AskedLimits) -> Limits:
    """Return limits with seconds that a page waits for, since some algorithms improve a plan as long as they may."""
    if asked.seconds is not None or limits.seconds is None:
        return limits
    return evolve(limits, seconds=min(_SECONDS, limits.seconds))


def _name_position(domain: AnyDomain, position: Any) -> str:
    from genastar_fleets import OnTheWay

    if isinstance(position, OnTheWay):
        return f"step {position.step} of {position.steps} from {domain.format(position.start)} to {domain.format(position.end)}"
    return domain.format(position)


def _show_plan(seen: WorldContents, plan: FleetPlan, collisions: list[CollisionShown]) -> FleetShown:
    from genastar_fleets import OnTheWay

    if seen.view is None:
        raise BadInput(f"{seen.domain.info.name} has no places, so agents cannot be shown; use genastar fleets")
    known: dict[object, Spot] = {}

    def spot_of(position: object) -> Spot:
        if position not in known:
            if isinstance(position, OnTheWay):
                ends = [place_of(seen, each) or 0 for each in (position.start, position.end)]
                known[position] = ends[0], ends[1], position.step / position.steps
            else:
                known[position] = place_of(seen, position) or 0
        return known[position]

    return FleetShown(
        plan.outcome.value,
        plan.algorithm,
        plan.sum_of_costs,
        plan.makespan,
        plan.bound,
        plan.seconds,
        [[spot_of(position) for position in path] for path in plan.plans],
        collisions,
    )
