"""``GET`` handlers for the catalogue: health, plugins, engines, algorithms, domains, sources, metrics."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from itertools import islice
from typing import Final

import msgspec
from litestar import get

from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.cli.commands import algorithms as listing
from genastar.cli.commands.plugins import PluginRow, explain_state, list_plugins, name_state, row_to_json
from genastar.errors import GenastarError
from genastar.options import OptionsOf
from genastar.options.description import Schema, make_schema
from genastar.plugin import DOMAINS, Ready
from genastar.worlds.domain_registry import AnyDomain, find_domain, list_domains
from genastar.worlds.view import Canvas
from genastar_studio.questions.question import list_ready_engines
from genastar_studio.routes.service import TheService
from genastar_studio.server.bodies import Json
from genastar_studio.server.problems import AnyRequest

_VERSION: Final = version("genastar")

_EXAMPLES: Final = 4
"""Maximum number of a domain's examples to check for a canvas."""


class Health(msgspec.Struct, frozen=True):
    """Health and version of the server."""

    status: str
    genastar: str


class DomainShown(msgspec.Struct, frozen=True):
    """A domain as clients see it, with an error if it cannot be used."""

    name: str
    summary: str
    suffixes: list[str]
    writes: list[str]
    capabilities: list[str]
    state: str
    reason: str | None
    canvas: bool
    options: dict[str, Json]


class AlgorithmShown(msgspec.Struct, frozen=True):
    """An algorithm as clients see it, with an error if it cannot be used."""

    name: str
    summary: str
    promise: str
    needs: list[str]
    domains: list[str]
    options: dict[str, Json]
    walks: bool
    counts_steps: bool
    """Whether the total of a cost is the number of steps."""
    viewing_hint: str
    error: str | None


class SourceShown(msgspec.Struct, frozen=True):
    """A source of the server, as the API describes it."""

    name: str
    domain: str
    bytes: int


@get("/health")
async def health() -> Health:
    """Report that the server answers."""
    return Health("ok", _VERSION)


@get("/plugins")
async def plugins(request: AnyRequest, service: TheService) -> dict[str, list[dict[str, Json]]]:
    """List the installed plugins, as ``genastar plugins --json`` prints them."""
    return await service.searches.run_short(request, lambda: {"plugins": [row_to_json(row) for row in list_plugins()]})


@get("/engines")
async def ready_engines(request: AnyRequest, service: TheService) -> list[str]:
    """List the engines that are ready."""
    return await service.searches.run_short(request, list_ready_engines)


@get("/algorithms")
async def all_algorithms(request: AnyRequest, service: TheService) -> list[AlgorithmShown]:
    """List the algorithms, as ``genastar algorithms --json`` prints them, with a JSON Schema of the options of each."""
    return await service.searches.run_short(request, lambda: [_describe_algorithm(name) for name in list_algorithm_names()])


@get("/domains")
async def all_domains(request: AnyRequest, service: TheService) -> list[DomainShown]:
    """List the domains, with a JSON Schema of the options of each."""
    return await service.searches.run_short(request, describe_domains)


@get("/sources")
async def all_sources(service: TheService) -> list[SourceShown]:
    """List the files that the server was started with."""
    return [SourceShown(source.name, source.domain, source.bytes) for source in service.sources.by_name.values()]


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8")
async def metrics(service: TheService) -> bytes:
    """Return metrics in the text format of Prometheus."""
    service.metrics.worlds.set(len(service.worlds))
    return service.metrics.format_text()


@cache
def find_canvas(name: str) -> AnyDomain | None:
    """Return a small world of this domain that is made by painting alone; ``None`` if there is none.

    Raises:
        PluginError: there is no such domain, or it cannot be used.
    """
    for example in islice(find_domain(name).examples(), _EXAMPLES):
        view = example.domain.view()
        if isinstance(view, Canvas) and view.is_complete:
            return example.domain
    return None


def describe_domains() -> list[DomainShown]:
    """Describe all domains. The first call takes a second or more, because it imports them."""
    return [_describe_domain(name) for name in list_domains()]


def _describe_algorithm(name: str) -> AlgorithmShown:
    row = listing.make_row(name)
    options = {} if row.reason else make_schema(OptionsOf.of(find_algorithm(name)))
    return msgspec.convert(listing.row_to_json(row) | {"options": options}, AlgorithmShown)


def _describe_domain(name: str) -> DomainShown:
    row = list_domains()[name]
    listed = PluginRow(DOMAINS, name, row.state, row.plugin, row.info)
    info, why, has_canvas, options = row.info, explain_state(listed), False, Schema()
    if isinstance(row.state, Ready) and info is not None:
        try:
            has_canvas, options = find_canvas(name) is not None, make_schema(info)
        except Exception as error:  # noqa: BLE001  # a broken domain must not hide the others
            why = str(error) if isinstance(error, GenastarError) else f"{type(error).__name__}: {error}"
    return DomainShown(
        name=name,
        summary="" if info is None else info.summary,
        suffixes=[] if info is None else list(info.suffixes),
        writes=[] if info is None else list(info.writes),
        capabilities=[] if info is None else sorted(info.capabilities),
        state=name_state(row.state) if why is None or not isinstance(row.state, Ready) else "broken",
        reason=why,
        canvas=has_canvas,
        options=options,
    )
