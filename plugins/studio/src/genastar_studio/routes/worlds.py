"""``/api/v1/worlds``: create, list, show, paint and delete worlds."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Final, TypeVar
from zlib import crc32

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.enums import RequestEncodingType
from litestar.params import FromPath, FromQuery, HeaderParameter, QueryParameter

from genastar import BadInput
from genastar_studio.answers.answer import PARTS, WorldShown, describe_world, get_part, place_of
from genastar_studio.description.openapi import BODY, BYTES, FORM
from genastar_studio.questions.options import change_options
from genastar_studio.questions.question import PlaceReference, resolve_position
from genastar_studio.routes.new_worlds import NewWorld, create_uploaded_world, create_world, get_canvas, paint_world
from genastar_studio.routes.service import Service, TheService, resolve_contents
from genastar_studio.server.bodies import Json, decode_body, find_boundary, read_body, read_form, read_json_body, spool_body
from genastar_studio.server.problems import AnyRequest, Refusal
from genastar_studio.server.run import WorkBudget
from genastar_studio.worlds.client_worlds import AnyView, ClientWorld, WorldContents

T = TypeVar("T")

_FORM: Final = {
    "type": "object",
    "required": ["file"],
    "additionalProperties": False,
    "properties": {
        "file": {"type": "string", "format": "binary"},
        "domain": {"type": "string"},
        "options": {"type": "string", "description": "an object, as JSON"},
    },
}


class Painting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values for places, and the version of the world that they are made for."""

    version: int
    paint: list[tuple[int, float]]


class PositionShown(msgspec.Struct, frozen=True):
    """A position, by its place and as text."""

    place: int | None
    position: str
    label: str
    """The position as people write it, if that is not ``position``; otherwise empty."""


class UnitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place, and options of the domain that differ from the world's."""

    options: dict[str, Json] = {}
    place: int = 0


class ClearanceShown(msgspec.Struct, frozen=True):
    """The size of the largest unit at a place; empty if the place is blocked or a unit is always one place."""

    clearance: str


@post("/worlds", opt={BODY: NewWorld, FORM: _FORM})
async def make_world(request: AnyRequest, service: TheService) -> WorldShown:
    """Create a world: from a source, a copy or a blank canvas, or from a file as multipart/form-data."""
    service.worlds.check_room()
    if request.content_type[0] == RequestEncodingType.MULTI_PART:
        return await _make_world_of_form(request, service)
    body = await read_json_body(request, service.settings)
    world, shown = await service.searches.run(
        request, lambda _: _describe_with_world(create_world(service, decode_body(body, NewWorld)))
    )
    service.worlds.add(world)
    return shown


@get("/worlds")
async def all_worlds(request: AnyRequest, service: TheService) -> list[WorldShown]:
    """List all worlds of clients."""
    worlds = list(service.worlds)
    return await service.searches.run_short(request, lambda: [describe_world(world) for world in worlds])


@get("/worlds/{world_id:str}")
async def one_world(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> WorldShown:
    """Show a world."""
    world = service.worlds.find(world_id)
    return await service.searches.run_short(request, lambda: describe_world(world))


@delete("/worlds/{world_id:str}")
async def forget_world(service: TheService, world_id: FromPath[str]) -> None:
    """Delete a world."""
    service.worlds.remove(world_id)


@get("/worlds/{world_id:str}/view/{part:str}", media_type="application/octet-stream")
async def view_part(
    request: AnyRequest, service: TheService, world_id: FromPath[str], part: FromPath[str], options: FromQuery[str] = ""
) -> Response[bytes]:
    """Return a part of the view as bytes, little-endian; see `genastar.worlds.view`."""
    world = service.worlds.find(world_id)
    etag = f'"{world.id}.{world.version}.{part}.{crc32(options.encode()):x}"'
    if part not in PARTS:
        raise Refusal(HTTPStatus.NOT_FOUND, f"a view has no part {part[:40]!r}; expected one of {', '.join(PARTS)}")
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    seen = await resolve_contents(request, service, world, options)
    found = await service.searches.run_short(request, lambda: get_part(seen, part))
    if found is None:
        raise Refusal(HTTPStatus.NOT_FOUND, f"the view of this world has no {part}")
    return Response(found, headers=headers, media_type="application/octet-stream")


@get("/worlds/{world_id:str}/position")
async def position(
    request: AnyRequest,
    service: TheService,
    world_id: FromPath[str],
    place: FromQuery[int | None] = None,
    text: Annotated[str | None, QueryParameter(name="position")] = None,
    options: FromQuery[str] = "",
) -> PositionShown:
    """Return the position at a place, or the place of a position."""
    world = service.worlds.find(world_id)
    if (place is None) == (text is None):
        raise BadInput("give either place or position")
    seen = await resolve_contents(request, service, world, options)
    wanted = PlaceReference(place) if place is not None else text
    assert wanted is not None

    def find() -> PositionShown:
        with world.name_in_messages():
            found = resolve_position(seen, wanted)
        label = "" if seen.view is None else seen.view.label(found)
        return PositionShown(place_of(seen, found), seen.domain.format(found), label)

    return await service.searches.run_short(request, find)


@post("/worlds/{world_id:str}/fits", opt={BODY: UnitQuestion}, media_type="application/octet-stream", status_code=200)
async def fits(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> Response[bytes]:
    """Return 1 for each place where the unit, which is larger than one place, fits, and 0 for the others."""

    def list_fits(view: AnyView, _: UnitQuestion) -> bytes:
        if view.unit_form is None:
            raise BadInput("the unit is as large as one place; give it another size in the options")
        return view.fits

    return Response(await _ask_view(request, service, world_id, list_fits), media_type="application/octet-stream")


@post("/worlds/{world_id:str}/clearance", opt={BODY: UnitQuestion}, status_code=200)
async def clearance(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> ClearanceShown:
    """Return the size of the largest unit that fits at a place."""
    return ClearanceShown(
        await _ask_view(request, service, world_id, lambda view, wanted: view.describe_clearance(wanted.place))
    )


async def _ask_view(request: AnyRequest, service: Service, world_id: str, read: Callable[[AnyView, UnitQuestion], T]) -> T:
    """Return what the view of a world says under the options of a question."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(_: WorkBudget) -> T:
        wanted = decode_body(body, UnitQuestion)
        seen = world.with_options(change_options(world.contents.domain.info, world.contents.options, wanted.options))
        if seen.view is None:
            raise BadInput(f"{seen.domain.info.name} has no places, so sizes are not known at each of them")
        return read(seen.view, wanted)

    return await service.searches.run(request, work)


@patch("/worlds/{world_id:str}", opt={BODY: Painting})
async def paint(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> WorldShown:
    """Change the values of some places, unless the world has changed since the given version."""
    world = service.worlds.find(world_id)
    get_canvas(world)
    body = await read_json_body(request, service.settings)
    wanted = await service.searches.run_short(request, lambda: decode_body(body, Painting))
    return await _change(request, service, world, wanted.version, lambda: paint_world(world, dict(wanted.paint)))


@put("/worlds/{world_id:str}/values", opt={BYTES: True})
async def paint_all(
    request: AnyRequest,
    service: TheService,
    world_id: FromPath[str],
    if_match: Annotated[str | None, HeaderParameter(name="If-Match")] = None,
) -> WorldShown:
    """Change the values of all places, given as float64, little-endian."""
    world = service.worlds.find(world_id)
    get_canvas(world)
    size = world.contents.size
    body = await read_body(request, min(8 * size, service.settings.body))
    try:
        version = int((if_match or "").strip().strip('"'))
    except ValueError:
        raise BadInput('give the version that the values are made for as the header If-Match: "VERSION"') from None
    if len(body) != 8 * size:
        raise BadInput(f"the body has {len(body):,} bytes; expected {size:,} values of 8 bytes")
    return await _change(request, service, world, version, lambda: paint_world(world, _find_differences(world, body)))


async def _change(
    request: AnyRequest, service: Service, world: ClientWorld, version: int, change: Callable[[], WorldContents]
) -> WorldShown:
    """Replace a world by its next version, unless it has changed meanwhile."""
    _check_version(world, version)
    seen = await service.searches.run_short(request, change)
    _check_version(world, version)
    world.replace(seen)
    return await service.searches.run_short(request, lambda: describe_world(world))


def _check_version(world: ClientWorld, version: int) -> None:
    if world.version != version:
        raise Refusal(HTTPStatus.CONFLICT, f"the world now has version {world.version}, not {version}; fetch it and try again")


def _find_differences(world: ClientWorld, body: bytes) -> dict[int, float]:
    """Return the values that differ from the world's, by place."""
    old, new = array("d", get_canvas(world).values), array("d", body)
    if sys.byteorder == "big":
        old.byteswap()
        new.byteswap()
    return {place: value for place, (value, was) in enumerate(zip(new, old, strict=True)) if value != was}


def _describe_with_world(world: ClientWorld) -> tuple[ClientWorld, WorldShown]:
    return world, describe_world(world)


async def _make_world_of_form(request: AnyRequest, service: Service) -> WorldShown:
    """Create a world from the file in a form; on failure, remove the file."""
    boundary = find_boundary(request)
    with await spool_body(request, service.settings) as body:
        world, shown = await service.searches.run(
            request,
            lambda _: _describe_with_world(create_uploaded_world(service.settings, read_form(body, boundary, service.upload))),
        )
    try:
        service.worlds.add(world)
    except Refusal:
        if world.upload is not None:
            world.upload.remove()
        raise
    return shown
