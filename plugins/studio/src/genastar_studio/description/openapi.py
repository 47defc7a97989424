"""``/api/v1/openapi.json`` and ``/api/v1/docs``: descriptions of the service for machines and people."""

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

from genastar_studio.questions.question import SearchQuestion
from genastar_studio.server.problems import PROBLEM_JSON, Problem

BODY: Final = "body"
"""Key in a handler's ``opt`` for the type of its body, which it decodes itself, strictly as JSON."""

FORM: Final = "form"
"""Key for the schema of a form that the handler also accepts."""

BYTES: Final = "bytes"
"""Key for a body that is not JSON."""

JsonObject = dict[str, object]

_OPENAPI_JSON: Final = "application/vnd.oai.openapi+json"
_REFERENCE: Final = "#/components/schemas/{name}"
_STYLE: Final = Path(__file__).with_name("docs.css")

_CONFIG: Final = OpenAPIConfig(
    title="genastar",
    version="1",
    description="Search any world of any installed domain; watch it as it happens.",
    use_handler_docstrings=True,
)
"""Used only for its knowledge of routes: its own pages load scripts from other sites."""


def describe_handlers(
    handlers: Sequence[ControllerRouterHandler], prefix: str, dependencies: Mapping[str, Provide]
) -> list[ControllerRouterHandler]:
    """Return handlers that describe these handlers, which lie under a prefix."""

    @cache
    def make_description() -> JsonObject:
        routes = Router(prefix, route_handlers=handlers, dependencies=dependencies)
        return _make_description(Litestar([routes], openapi_config=_CONFIG, logging_config=None))

    @get("/openapi.json", include_in_schema=False, media_type=_OPENAPI_JSON)
    async def openapi() -> bytes:
        """Return the description as OpenAPI 3.1."""
        return msgspec.json.encode(make_description())

    @get("/docs", include_in_schema=False, media_type=MediaType.HTML)
    async def docs() -> str:
        """Return the operations as a page without scripts and without content from other sites."""
        return _format_page(make_description())

    @get("/docs.css", include_in_schema=False, media_type=MediaType.CSS)
    async def docs_style() -> bytes:
        """Return the style sheet of that page."""
        return _STYLE.read_bytes()

    return [openapi, docs, docs_style]


def _make_description(app: Litestar) -> JsonObject:
    """Describe the routes that Litestar knows, and what it does not know: bodies, unions, and refusals as problem details."""
    found = cast(JsonObject, app.openapi_schema.to_schema())
    paths = cast("dict[str, dict[str, JsonObject]]", found["paths"])
    described = [
        (paths[path][method], handler)
        for path, method, handler in _iterate_handlers(app)
        if handler.resolve_include_in_schema()
    ]
    kinds = [Problem, *(kind for _, handler in described for kind in (handler.opt.get(BODY), _answer(handler)) if kind)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE, schema_hook=_make_schema)
    schema_of = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    found["components"] = {"schemas": components}
    problem: JsonObject = {"description": "A refusal", "content": {PROBLEM_JSON: {"schema": schema_of[str(Problem)]}}}
    for operation, handler in described:
        opt, responses = handler.opt, cast("dict[str, JsonObject]", operation["responses"])
        content: JsonObject = {}
        if BODY in opt:
            content["application/json"] = {"schema": schema_of[str(opt[BODY])]}
        if FORM in opt:
            content["multipart/form-data"] = {"schema": opt[FORM]}
        if BYTES in opt:
            content["application/octet-stream"] = {}
        if content:
            is_question = BODY in opt and issubclass(opt[BODY], SearchQuestion)  # all fields are optional
            operation["requestBody"] = {"required": not is_question, "content": content}
        answer = _answer(handler)
        if answer is not None:
            responses[str(handler.status_code)]["content"] = {"application/json": {"schema": schema_of[str(answer)]}}
        responses.pop("400", None)
        responses["default"] = problem
    return found


def _make_schema(kind: type) -> JsonObject:
    """Return the schema of an arbitrary JSON value."""
    if kind is object:
        return {"description": "any value"}
    raise NotImplementedError(kind)


def _iterate_handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Yield paths in the form of OpenAPI, methods in lower case, and their handlers."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                for method in handler.http_methods:
                    yield re.sub(r":\w+}", "}", route.path_format), str(method).lower(), handler


def _answer(handler: HTTPRouteHandler) -> object:
    """Return the type of a handler's JSON answer; ``None`` if it has none."""
    kind = handler.parsed_fn_signature.return_type
    return None if kind.is_subclass_of((bytes, str, type(None), Response)) else kind.annotation


def _format_page(found: JsonObject) -> str:
    info = cast("dict[str, str]", found["info"])
    paths = cast("dict[str, dict[str, JsonObject]]", found["paths"])
    components = cast("dict[str, dict[str, JsonObject]]", found["components"])["schemas"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(info['title'])}</title><link rel=stylesheet href=docs.css><link rel=icon href=/icon.svg>",
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['description'])}</p>",
        "<p>For machines: <a href=openapi.json>openapi.json</a>.</p><h2>Operations</h2>",
    ]
    for path, operations in paths.items():
        for method, operation in operations.items():
            parts.append(_format_operation(path, method, operation))
    parts.append("<h2>Schemas</h2>")
    for name, schema in sorted(components.items()):
        parts.append(f"<h3 id='{escape(name)}'>{escape(name)}</h3>{_format_code(schema)}")
    return "".join(parts)


def _format_operation(path: str, method: str, operation: JsonObject) -> str:
    parts = [f"<section><h3><b>{method.upper()}</b> {escape(path)}</h3>{_format_docstring(operation)}"]
    parameters = cast("list[JsonObject]", operation.get("parameters", []))
    if parameters:
        told = ", ".join(f"<code>{escape(str(each['name']))}</code> ({escape(str(each['in']))})" for each in parameters)
        parts.append(f"<p>Parameters: {told}</p>")
    for word, holder in (("Body", operation.get("requestBody")), *_iterate_answers(operation)):
        for kind, media in cast("dict[str, dict[str, JsonObject]]", cast(JsonObject, holder or {}).get("content", {})).items():
            parts.append(f"<p>{word}, {escape(kind)}:</p>{_format_schema_link(media.get('schema', {}))}")
    return "".join([*parts, "</section>"])


def _format_docstring(operation: JsonObject) -> str:
    """Return the docstring of a handler as HTML, with backticks as code."""
    text = re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(str(operation.get("description", ""))))
    return f"<p>{text}</p>"


def _iterate_answers(operation: JsonObject) -> Iterator[tuple[str, object]]:
    for status, response in cast("dict[str, JsonObject]", operation["responses"]).items():
        if status != "default":
            yield f"Answer {status}", response


def _format_schema_link(schema: JsonObject) -> str:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return f"<p><a href='#{escape(name)}'>{escape(name)}</a></p>" if name else _format_code(schema)


def _format_code(schema: JsonObject) -> str:
    text = msgspec.json.format(msgspec.json.encode(schema)).decode()
    linked = re.sub(r"#/components/schemas/(\w+)", r"<a href=#\1>\1</a>", escape(text))
    return f"<pre>{linked}</pre>"
