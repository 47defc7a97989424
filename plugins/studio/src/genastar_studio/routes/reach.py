"""``/api/v1/worlds/ID/reach`` and ``ends``: what a start can reach, in any domain with a view whose costs are numbers."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from contextlib import suppress
from math import inf, isfinite
from time import monotonic
from typing import Final

import msgspec
from attrs import evolve
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from genastar import BadInput, Cost, Limits, Starts
from genastar.authoring import check_cancelled
from genastar_studio.answers.answer import list_places, place_of
from genastar_studio.description.openapi import BODY
from genastar_studio.questions.options import change_options
from genastar_studio.questions.question import Position, resolve_position
from genastar_studio.routes.service import TheService, resolve_contents
from genastar_studio.server.bodies import Json, decode_body, read_json_body
from genastar_studio.server.problems import AnyRequest
from genastar_studio.server.run import WorkBudget
from genastar_studio.worlds.client_worlds import WorldContents

_SEEDS: Final = 16
"""Places from which ends are looked for."""

_ENOUGH: Final = 0.25
"""A connected part with so many of all places is large enough for ends."""

_SMALL: Final = 0.05
"""A named start whose connected part has fewer of all places is replaced if its goal is not there."""

_PATIENCE: Final = 1.0
"""Seconds to look for ends."""


class ReachQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start, and the maximum cost in the units of answers; ``None``: everything."""

    start: Position
    within: float | None = None
    options: dict[str, Json] = {}
    """Options of the domain that differ from the world's."""


class EndsShown(msgspec.Struct, frozen=True):
    """Ends to begin with, as places."""

    start: int | None
    goals: list[int]


@post("/worlds/{world_id:str}/reach", opt={BODY: ReachQuestion}, media_type="application/octet-stream", status_code=200)
async def reach(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> Response[bytes]:
    """Return the cost of the cheapest path from a start to each place, as float32, little-endian; infinite without a path."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(_: WorkBudget) -> bytes:
        wanted = decode_body(body, ReachQuestion)
        if wanted.within is not None and not 0 <= wanted.within < inf:
            raise BadInput(f"within is {wanted.within:g}; expected a cost, 0 or more")
        seen = world.with_options(change_options(world.contents.domain.info, world.contents.options, wanted.options))
        limits = Limits(expansions=service.settings.expansions, seconds=service.settings.seconds)
        with world.name_in_messages():
            found = compute_costs_from(seen, resolve_position(seen, wanted.start), limits, wanted.within)
        if sys.byteorder == "big":
            found.byteswap()
        return found.tobytes()

    found = await service.searches.run(request, work)
    return Response(found, media_type="application/octet-stream")


@get("/worlds/{world_id:str}/ends")
async def ends(
    request: AnyRequest,
    service: TheService,
    world_id: FromPath[str],
    start: FromQuery[int | None] = None,
    goal: FromQuery[int | None] = None,
    options: FromQuery[str] = "",
) -> EndsShown:
    """Return a start and a goal that a path connects: the wanted places or those of the world, or else two far apart."""
    seen = await resolve_contents(request, service, service.worlds.find(world_id), options)

    def find() -> EndsShown:
        begin, ends = _find_named_ends(seen)
        return find_connected_ends(seen, begin if start is None else start, ends if goal is None else [goal])

    return await service.searches.run_short(request, find)


def compute_costs_from(seen: WorldContents, start: object, limits: Limits, within: float | None = None) -> array[float]:
    """Return the cost of the cheapest path from a position to each place, in the units of answers; infinite without a path.

    Args:
        seen: the world.
        start: the position.
        limits: ends the search early; then only the nearest places have a cost.
        within: maximum cost.

    Raises:
        BadInput: the world has no view, or its costs are not numbers.
    """
    view, domain = seen.view, seen.domain
    if view is None:
        raise BadInput(f"{domain.info.name} has no places, so the cost to each of them is not known")
    if within is not None:
        limits = evolve(limits, cost=domain.limit(within))
    problem = domain.problem((start,), (start,))
    tree = problem.explore(Starts({domain.to_state(start): domain.start_cost(start)}), engine="auto", limits=limits)
    check_cancelled()  # a cancelled search is incomplete
    found, unit, settled = array("f", [inf]) * seen.size, float(view.unit), tree.select_settled()
    if limits.expansions is not None and len(settled) >= limits.expansions:
        raise BadInput(f"more than {limits.expansions:,} states can be reached; give a smaller cost as within")
    for state, node in settled.items():
        if not isinstance(node.cost, Cost):
            raise BadInput(f"the costs of this world are {type(node.cost).__name__}, not numbers; change its options")
        place = view.place_of_state(state)
        if place >= 0:
            found[place] = min(found[place], float(node.cost.travelled) / unit)
    return found


def find_connected_ends(seen: WorldContents, start: int | None, goals: list[int]) -> EndsShown:
    """Return these places if a path leads from the start to a goal; otherwise ends far apart in one connected part."""
    if seen.view is None or not seen.domain.info.needs_goals:
        return EndsShown(start, goals)
    last = monotonic() + _PATIENCE
    best: tuple[int, array[float] | None] = 0, None
    for seed in _iterate_seeds(seen, start):
        with suppress(BadInput):  # a place that cannot be entered
            costs = _explore_from(seen, seed, last)
            if seed == start and any(0 <= goal < len(costs) and isfinite(costs[goal]) for goal in goals):
                return EndsShown(start, goals)
            many = sum(map(isfinite, costs))
            if seed == start and many > max(_SMALL * seen.size, 1):
                return EndsShown(start, [_find_farthest(costs)])
            best = max(best, (many, costs), key=lambda each: each[0])
        if best[0] >= _ENOUGH * seen.size or (best[1] is not None and monotonic() > last):
            break
    if best[1] is None or best[0] < 2:
        return EndsShown(start, goals)
    begin = _find_farthest(best[1])
    return EndsShown(begin, [_find_farthest(_explore_from(seen, begin, last))])


def _explore_from(seen: WorldContents, place: int, last: float) -> array[float]:
    assert seen.view is not None
    return compute_costs_from(seen, seen.view.position(place), Limits(seconds=max(last - monotonic(), 0.1)))


def _iterate_seeds(seen: WorldContents, start: int | None) -> Iterator[int]:
    if start is not None:
        yield start
    yield from (seen.size * (2 * ((each + _SEEDS // 2) % _SEEDS) + 1) // (2 * _SEEDS) for each in range(_SEEDS))


def _find_farthest(costs: array[float]) -> int:
    return max(range(len(costs)), key=lambda place: costs[place] if isfinite(costs[place]) else -1.0)


def _find_named_ends(seen: WorldContents) -> tuple[int | None, list[int]]:
    """Return the ends that the world names."""
    start, goals = None, []
    with suppress(BadInput):
        start = place_of(seen, seen.domain.default_starts()[0])
    with suppress(BadInput):
        goals = list_places(seen, seen.domain.default_goals())
    return start, goals
