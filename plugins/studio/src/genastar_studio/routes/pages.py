"""Serve the page: the files of the folder ``page``, and no others.

HTML files are sent with their style sheets inlined, so that the first paint waits for one request.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from genastar_studio.server.problems import AnyRequest, Refusal

FOLDER: Final = Path(__file__).parents[1] / "page"

_TYPES: Final = {
    ".3dmap": "text/plain",
    ".css": "text/css",
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
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Explicit media types: the tables of machines differ, and browsers do not run a module of a wrong type."""

_SHEET: Final = re.compile(r'<link rel="stylesheet" href="([^"]+)">')

_TEXTS: Final = ("text/", "application/json", "image/svg")
"""Beginnings of the media types that are sent compressed."""


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


def inline_sheets(page: str) -> str:
    """Return an HTML file of the folder with its style sheets inlined."""
    return _SHEET.sub(lambda found: f"<style>{_read_sheet(found[1])}</style>", (FOLDER / page).read_text(encoding="utf-8"))


def hash_styles() -> str:
    """Return the hashes of the inlined style sheets, as sources of a Content-Security-Policy."""
    names = {name for path in FOLDER.glob("*.html") for name in _SHEET.findall(path.read_text(encoding="utf-8"))}
    digests = (sha256(_read_sheet(name).encode()).digest() for name in sorted(names))
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


@cache
def _read_sheet(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


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
