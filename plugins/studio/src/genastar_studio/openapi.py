"""``/api/v1/openapi.json`` and ``/api/v1/docs``: the service described, for machines and for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, cast

import msgspec
from litestar import Litestar, Response, Router, get
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler

from genastar_studio.problems import PROBLEM_JSON, Problem
from genastar_studio.questions import Question

BODY: Final = "body"
"""The key in a handler's ``opt`` for the type of its body, which it reads itself: strictly, as JSON has it."""

FORM: Final = "form"
"""The key for the schema of a form that it takes as well."""

BYTES: Final = "bytes"
"""The key for a body that is no JSON."""

Json = dict[str, object]

_OPENAPI_JSON: Final = "application/vnd.oai.openapi+json"
_REFERENCE: Final = "#/components/schemas/{name}"
_STYLE: Final = Path(__file__).with_name("docs.css")

_CONFIG: Final = OpenAPIConfig(
    title="genastar",
    version="1",
    description="Search any world of any installed domain; watch it as it happens.",
    use_handler_docstrings=True,
)
"""Used for what it finds out alone: the pages that it brings load scripts from elsewhere."""


def described(
    handlers: Sequence[ControllerRouterHandler], prefix: str, dependencies: Mapping[str, Provide]
) -> list[ControllerRouterHandler]:
    """Handlers that tell of these, which lie under a prefix."""

    @cache
    def description() -> Json:
        routes = Router(prefix, route_handlers=handlers, dependencies=dependencies)
        return _description(Litestar([routes], openapi_config=_CONFIG, logging_config=None))

    @get("/openapi.json", include_in_schema=False, media_type=_OPENAPI_JSON)
    async def openapi() -> bytes:
        """The description as OpenAPI 3.1."""
        return msgspec.json.encode(description())

    @get("/docs", include_in_schema=False, media_type=MediaType.HTML)
    async def docs() -> str:
        """The operations on a page, without a script and with nothing from elsewhere."""
        return _page(description())

    @get("/docs.css", include_in_schema=False, media_type=MediaType.CSS)
    async def docs_style() -> bytes:
        """How that page looks."""
        return _STYLE.read_bytes()

    return [openapi, docs, docs_style]


def _description(app: Litestar) -> Json:
    """What Litestar knows of the routes, and what it does not: bodies, unions, and that refusals are problems."""
    found = cast(Json, app.openapi_schema.to_schema())
    paths = cast("dict[str, dict[str, Json]]", found["paths"])
    described = [
        (paths[path][method], handler) for path, method, handler in _handlers(app) if handler.resolve_include_in_schema()
    ]
    kinds = [Problem, *(kind for _, handler in described for kind in (handler.opt.get(BODY), _answer(handler)) if kind)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE, schema_hook=_schema_of_type)
    schema_of = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    found["components"] = {"schemas": components}
    problem: Json = {"description": "A refusal", "content": {PROBLEM_JSON: {"schema": schema_of[str(Problem)]}}}
    for operation, handler in described:
        opt, responses = handler.opt, cast("dict[str, Json]", operation["responses"])
        content: Json = {}
        if BODY in opt:
            content["application/json"] = {"schema": schema_of[str(opt[BODY])]}
        if FORM in opt:
            content["multipart/form-data"] = {"schema": opt[FORM]}
        if BYTES in opt:
            content["application/octet-stream"] = {}
        if content:
            is_question = BODY in opt and issubclass(opt[BODY], Question)  # all of which may be left out
            operation["requestBody"] = {"required": not is_question, "content": content}
        answer = _answer(handler)
        if answer is not None:
            responses[str(handler.status_code)]["content"] = {"application/json": {"schema": schema_of[str(answer)]}}
        responses.pop("400", None)
        responses["default"] = problem
    return found


def _schema_of_type(kind: type) -> Json:
    """Of a value of JSON of which no more is known."""
    if kind is object:
        return {"description": "any value"}
    raise NotImplementedError(kind)


def _handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Paths as OpenAPI writes them, methods in lower case, and their handlers."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                for method in handler.http_methods:
                    yield re.sub(r":\w+}", "}", route.path_format), str(method).lower(), handler


def _answer(handler: HTTPRouteHandler) -> object:
    """The type of what a handler gives as JSON; ``None`` if it gives none."""
    kind = handler.parsed_fn_signature.return_type
    return None if kind.is_subclass_of((bytes, str, type(None), Response)) else kind.annotation


def _page(found: Json) -> str:
    info = cast("dict[str, str]", found["info"])
    paths = cast("dict[str, dict[str, Json]]", found["paths"])
    components = cast("dict[str, dict[str, Json]]", found["components"])["schemas"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(info['title'])}</title><link rel=stylesheet href=docs.css><link rel=icon href=/icon.svg>",
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['description'])}</p>",
        "<p>For machines: <a href=openapi.json>openapi.json</a>.</p><h2>Operations</h2>",
    ]
    for path, operations in paths.items():
        for method, operation in operations.items():
            parts.append(_operation(path, method, operation))
    parts.append("<h2>Schemas</h2>")
    for name, schema in sorted(components.items()):
        parts.append(f"<h3 id='{escape(name)}'>{escape(name)}</h3>{_code(schema)}")
    return "".join(parts)


def _operation(path: str, method: str, operation: Json) -> str:
    parts = [f"<section><h3><b>{method.upper()}</b> {escape(path)}</h3>{_told(operation)}"]
    parameters = cast("list[Json]", operation.get("parameters", []))
    if parameters:
        told = ", ".join(f"<code>{escape(str(each['name']))}</code> ({escape(str(each['in']))})" for each in parameters)
        parts.append(f"<p>Parameters: {told}</p>")
    for word, holder in (("Body", operation.get("requestBody")), *_answers(operation)):
        for kind, media in cast("dict[str, dict[str, Json]]", cast(Json, holder or {}).get("content", {})).items():
            parts.append(f"<p>{word}, {escape(kind)}:</p>{_schema(media.get('schema', {}))}")
    return "".join([*parts, "</section>"])


def _told(operation: Json) -> str:
    """The docstring of a handler, whose backticks hold code."""
    text = re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(str(operation.get("description", ""))))
    return f"<p>{text}</p>"


def _answers(operation: Json) -> Iterator[tuple[str, object]]:
    for status, response in cast("dict[str, Json]", operation["responses"]).items():
        if status != "default":
            yield f"Answer {status}", response


def _schema(schema: Json) -> str:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return f"<p><a href='#{escape(name)}'>{escape(name)}</a></p>" if name else _code(schema)


def _code(schema: Json) -> str:
    text = msgspec.json.format(msgspec.json.encode(schema)).decode()
    linked = re.sub(r"#/components/schemas/(\w+)", r"<a href=#\1>\1</a>", escape(text))
    return f"<pre>{linked}</pre>"
