"""Create worlds from a source, an upload, a copy or a blank canvas; and paint them."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.worlds.domain_registry import find_domain, guess_domain, make_options
from genastar.worlds.view import Canvas
from genastar_studio.questions.options import bound_options, change_options, make_options_of
from genastar_studio.routes.catalogue import find_canvas
from genastar_studio.routes.service import Service
from genastar_studio.server.bodies import Form, Json
from genastar_studio.server.problems import Refusal
from genastar_studio.server.settings import Settings
from genastar_studio.worlds.client_worlds import AnyCanvas, ClientWorld, WorldContents, name_in_messages
from genastar_studio.worlds.fence import fence_thread


class Blank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A blank world to paint."""

    domain: str
    width: int
    height: int


class NewWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a world: one of ``source``, ``copy`` and ``blank``."""

    source: str | None = None
    domain: str | None = None
    copy: str | None = None
    blank: Blank | None = None
    options: dict[str, Json] = {}


def create_world(service: Service, wanted: NewWorld) -> ClientWorld:
    """Create a world that is not a client's file. May take long.

    Raises:
        BadInput: it cannot be created in this way.
        Refusal: there is no such source or world.
    """
    if [wanted.source, wanted.copy, wanted.blank].count(None) != 2:
        raise BadInput("expected exactly one of source, copy and blank")
    if wanted.source is not None:
        return _read(service, wanted.source, wanted.domain, wanted.options)
    if wanted.copy is not None:
        return _copy_world(service.worlds.find(wanted.copy), wanted.options)
    assert wanted.blank is not None
    return _make_blank_world(service.settings, wanted.blank, wanted.options)


def create_uploaded_world(settings: Settings, form: Form) -> ClientWorld:
    """Create a world from a client's file. May take long. On failure, the file is removed.

    Raises:
        BadInput: no domain reads the file, or it cannot be read.
        Refusal: the world would have too many places.
    """
    upload = form.upload
    try:
        with name_in_messages(upload.path, upload.name):
            kind = find_domain(form.domain or guess_domain(upload.path))
            asked = bound_options(kind.info, make_options_of(kind.info, form.options), settings)
            with fence_thread(upload.path.parent, kind):
                found = kind.read(upload.path, asked)
            seen = WorldContents.of(found, asked)
        _check_size(seen, settings)
        check_cancelled()  # the client may have disconnected
    except BaseException:
        upload.remove()
        raise
    return ClientWorld(upload.name, seen, path=upload.path, upload=upload)


def paint_world(world: ClientWorld, changes: Mapping[int, float]) -> WorldContents:
    """Return a world with other values at some places.

    Raises:
        Refusal: the world cannot be painted.
        BadInput: there is no such place, or it cannot have such a value.
    """
    canvas = get_canvas(world)
    world.source_digest = world.source_digest or world.compute_digest()
    domain = canvas.paint(changes)
    return WorldContents(domain, world.contents.options, domain.view())


def get_canvas(world: ClientWorld) -> AnyCanvas:
    """Return the world's canvas.

    Raises:
        Refusal: the world has none, or is one of the server's sources.
    """
    if world.canvas is None:
        raise Refusal(HTTPStatus.NOT_FOUND, f"{world.contents.domain.info.name}: this world cannot be painted")
    if world.source is not None:
        raise Refusal(HTTPStatus.FORBIDDEN, f"{world.source} is one of the server's sources and cannot be changed; copy it")
    return world.canvas


def _read(service: Service, name: str, domain: str | None, options: Mapping[str, Json]) -> ClientWorld:
    source = service.sources.by_name.get(name)
    if source is None:
        known = ", ".join(service.sources.by_name) or "none"
        raise Refusal(HTTPStatus.NOT_FOUND, f"there is no source {name[:100]!r}; expected one of {known}")
    kind = find_domain(domain or source.domain)
    own = source.options if kind.info.name == source.domain else {}
    asked = change_options(kind.info, make_options(kind.info, {**own}), options)
    twin = service.worlds.find_twin(name, asked)
    if twin is None:
        with name_in_messages(source.path, name):
            twin = WorldContents.of(kind.read(source.path, asked), asked)
    return ClientWorld(name, twin, source=name, path=source.path, requested_options=asked)


def _copy_world(world: ClientWorld, options: Mapping[str, Json]) -> ClientWorld:
    seen = (
        world.with_options(change_options(world.contents.domain.info, world.contents.options, options))
        if options
        else world.contents
    )
    return ClientWorld(world.name, seen, path=world.path, upload=world.upload, source_digest=world.source_digest)


def _make_blank_world(settings: Settings, wanted: Blank, options: Mapping[str, Json]) -> ClientWorld:
    example = find_canvas(wanted.domain)
    if example is None:
        raise Refusal(HTTPStatus.NOT_FOUND, f"{wanted.domain} has no canvas; its worlds come from files")
    places = max(wanted.width, 0) * max(wanted.height, 0)
    if places > settings.places:
        raise _make_size_refusal(places, settings)
    asked = make_options_of(example.info, options)
    view = example.view()
    assert isinstance(view, Canvas)
    empty = view.make_blank(wanted.width, wanted.height)
    domain = empty.with_options(asked)
    if domain is None:
        raise BadInput(f"options: {wanted.domain} cannot create a blank world under these; leave some out")
    seen = WorldContents(domain, asked, domain.view())
    _check_size(seen, settings)
    return ClientWorld("untitled", seen)


def _check_size(seen: WorldContents, settings: Settings) -> None:
    if seen.size > settings.places:
        raise _make_size_refusal(seen.size, settings)


def _make_size_refusal(places: int, settings: Settings) -> Refusal:
    detail = f"the world has {places:,} places; this server allows {settings.places:,}"
    return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
