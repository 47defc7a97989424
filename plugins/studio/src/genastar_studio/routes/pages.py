"""Serve the page: the files of the folder ``page``, and no others.

HTML files are sent with their style sheets inlined, so that the first paint waits for one request.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from genastar_studio.player.bundle import bundle
from genastar_studio.server.page_files import FOLDER, inline_sheets
from genastar_studio.server.problems import AnyRequest, Refusal

_TYPES: Final = {
    ".3dmap": "text/plain",
    ".css": "text/css",
    ".geojson": "application/json",
    ".csv": "text/csv",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "text/plain",
    ".mjs": "text/javascript",
    ".pbf": "application/octet-stream",
    ".png": "image/png",
    ".puzzle": "text/plain",
    ".recording": "application/octet-stream",
    ".svg": "image/svg+xml",
    ".tif": "image/tiff",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Explicit media types: the tables of machines differ, and browsers do not run a module of a wrong type."""

_TEXTS: Final = ("text/", "application/json", "image/svg")
"""Beginnings of the media types that are sent compressed."""


@get("/player.html", include_in_schema=False)
async def player() -> Response[str]:
    """Return the player."""
    return Response(bundle("recorded.html"), media_type="text/html", headers={"Cache-Control": "no-cache"})


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes]:
    """Return a file of the page; for a folder, its ``index.html``."""
    content, kind = _read_file(path.lstrip("/") or "index.html")  # small, so no thread is needed
    etag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if kind.startswith(_TEXTS) and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = _compress(content), "gzip"
    return Response(content, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _compress(content: bytes) -> bytes:
    return gzip.compress(content, 6)


def _read_file(name: str) -> tuple[bytes, str]:
    """Return the content of a file and its type.

    Raises:
        Refusal: the page has no such file.
    """
    path = FOLDER / name
    kind = _TYPES.get(path.suffix.lower())
    try:
        if kind is not None and path.resolve().is_relative_to(FOLDER.resolve()):
            return (inline_sheets(name).encode() if kind == _TYPES[".html"] else path.read_bytes()), kind
    except (OSError, ValueError):  # ValueError: a NUL in the name
        pass
    raise Refusal(HTTPStatus.NOT_FOUND, f"there is no page /{name[:100]}")
