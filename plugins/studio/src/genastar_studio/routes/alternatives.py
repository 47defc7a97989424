"""``/api/v1/worlds/ID/alternatives``: paths among which people choose, in domains whose view has them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

import msgspec
from litestar import post
from litestar.params import FromPath

from genastar import BadInput
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


class AlternativesQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two ends, and the maximum number of paths between them."""

    start: Position
    goal: Position
    count: int = 4
    options: dict[str, Json] = {}
    """Options of the domain that differ from the world's."""


class AlternativePaths(msgspec.Struct, frozen=True):
    """Paths with ``cost``, ``places``, ``points`` and ``itinerary``, as answers have them; the cheapest first."""

    paths: list[Answer]


@post("/worlds/{world_id:str}/alternatives", status_code=HTTPStatus.OK, opt={BODY: AlternativesQuestion})
async def alternatives(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> AlternativePaths:
    """Return paths among which people choose, the cheapest first, for domains whose view has them."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)
    info = world.contents.domain.info
    if world.contents.view is None or type(world.contents.view).alternatives is View.alternatives:
        raise Refusal(HTTPStatus.NOT_FOUND, f"{info.name} has no alternatives; ask for one path")

    def work(_: WorkBudget) -> AlternativePaths:
        wanted = decode_body(body, AlternativesQuestion)
        if not 1 <= wanted.count <= _MOST:
            raise BadInput(f"count is {wanted.count:,}; expected 1 to {_MOST}")
        seen = world.with_options(change_options(info, world.contents.options, wanted.options))
        if seen.view is None:
            raise BadInput("with these options the world has no view; change them")
        with world.name_in_messages():
            ends = resolve_position(seen, wanted.start), resolve_position(seen, wanted.goal)
            found = seen.view.alternatives(*ends, wanted.count)
            return AlternativePaths(
                [
                    {
                        "cost": float(each.cost),
                        "places": list_places(seen, each.path),
                        "points": list_points(seen, each.path),
                        "itinerary": describe_itinerary(seen, each.path),
                    }
                    for each in found
                ]
            )

    return await service.searches.run(request, work)
