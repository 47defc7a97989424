"""``/api/v1/worlds/ID/alternatives``: paths among which people choose: those of a view, or a front of several numbers."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, cast

import msgspec
from litestar import post
from litestar.params import FromPath

from genastar import BadInput, Limits, Vector
from genastar.algorithms import Pareto
from genastar.worlds.view import View
from genastar_studio.answers.answer import Answer, describe_itinerary, list_places, list_points
from genastar_studio.description.openapi import BODY
from genastar_studio.questions.options import change_options
from genastar_studio.questions.question import Position, resolve_position
from genastar_studio.routes.service import TheService
from genastar_studio.server.bodies import Json, decode_body, read_json_body
from genastar_studio.server.problems import AnyRequest, Refusal
from genastar_studio.server.run import WorkBudget

_MOST: Final = 10
"""Paths that a client may ask for."""
_FRONT: Final = Pareto(k=200, nodes=1_000_000)
"""The search of a front."""


class AlternativesQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two ends, and the maximum number of paths between them."""

    start: Position
    goal: Position
    count: int = 4
    options: dict[str, Json] = {}
    """Options of the domain that differ from the world's."""


class ObjectiveShown(msgspec.Struct, frozen=True):
    """See `genastar.authoring.Objective`."""

    name: str
    unit: str


class AlternativePaths(msgspec.Struct, frozen=True):
    """Paths with ``cost``, ``places``, ``points`` and ``itinerary``, as answers have them; the cheapest first.

    Those of a front have ``costs``, a number for each of the ``objectives``.
    """

    paths: list[Answer]
    objectives: list[ObjectiveShown] = []


@post("/worlds/{world_id:str}/alternatives", status_code=HTTPStatus.OK, opt={BODY: AlternativesQuestion})
async def alternatives(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> AlternativePaths:
    """Return paths among which people choose, the cheapest first, for domains whose view has them.

    If costs have several numbers, which an option may ask for, return up to 200 paths of the front, whatever the count.
    """
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)
    info = world.contents.domain.info

    def work(_: WorkBudget) -> AlternativePaths:
        wanted = decode_body(body, AlternativesQuestion)
        if not 1 <= wanted.count <= _MOST:
            raise BadInput(f"count is {wanted.count:,}; expected 1 to {_MOST}")
        seen = world.with_options(change_options(info, world.contents.options, wanted.options))
        if seen.view is None:
            raise BadInput("with these options the world has no view; change them")
        objectives = seen.domain.objectives
        if not objectives and type(seen.view).alternatives is View.alternatives:
            raise Refusal(HTTPStatus.NOT_FOUND, f"{info.name} has no alternatives with these options; ask for one path")
        with world.name_in_messages():
            ends = resolve_position(seen, wanted.start), resolve_position(seen, wanted.goal)
            found: list[tuple[Sequence[object], tuple[float, ...]]]
            if objectives:
                limits = Limits(seconds=service.settings.seconds)
                front = seen.domain.results(ends[0], ends[1:], algorithm=_FRONT, limits=limits)
                found = [(each.path, cast(Vector, each.cost).numbers) for each in front if each.found]
            else:
                found = [(each.path, (float(each.cost),)) for each in seen.view.alternatives(*ends, wanted.count)]
            return AlternativePaths(
                [
                    {
                        "cost": float(costs[0]),
                        "costs": [float(each) for each in costs],
                        "places": list_places(seen, path),
                        "points": list_points(seen, path),
                        "itinerary": describe_itinerary(seen, path),
                    }
                    for path, costs in found
                ],
                [ObjectiveShown(each.name, each.unit) for each in objectives],
            )

    return await service.searches.run(request, work)
