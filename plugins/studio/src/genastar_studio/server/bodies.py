"""Request bodies: JSON, bytes, and a form with a file.

The event loop only collects bodies. The thread that works on a body decodes it, within its budget. msgspec keeps the
interpreter's lock while it decodes, so JSON has its own limit, far below that of a file.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Final, TypeVar

import msgspec
from attrs import define
from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    ParserLimitReached,
    PushMultipartParser,
)

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.memory.garbage import pause_collector
from genastar_studio.server.problems import AnyRequest, Refusal
from genastar_studio.server.settings import MEGABYTE, Settings
from genastar_studio.server.sources import Upload

T = TypeVar("T")

Json = object
"""A value of JSON."""

MOST_JSON: Final = MEGABYTE
"""Maximum bytes of a JSON body, a text in a form, and a WebSocket message. A megabyte takes up to 60 ms to decode."""

SMALL: Final = 1 << 16
"""Bytes of JSON that may be decoded anywhere, because they take almost no time."""

_FIELDS: Final = ("file", "domain", "options")
"""Parts of the form that uploads a file."""

_UTF8: Final = ("utf-8", "utf8")

_CHUNK: Final = 1 << 18

_BOUNDARY: Final = 70
"""Maximum length of a form's boundary (RFC 2046, 5.1.1)."""


async def read_json_body(request: AnyRequest, settings: Settings) -> bytes:
    """Return a JSON body.

    Raises:
        Refusal: the body is larger than `MOST_JSON`, or than the budget.
    """
    return await read_body(request, min(MOST_JSON, settings.body))


async def read_body(request: AnyRequest, most: int) -> bytes:
    """Return a body of at most ``most`` bytes.

    Raises:
        Refusal: the body is larger.
    """
    body = bytearray()
    async for part in _iterate_chunks(request, most):
        body += part
    return bytes(body)


async def _iterate_chunks(request: AnyRequest, most: int) -> AsyncIterator[bytes]:
    """Yield the chunks of a body; refuse it if its declared or actual size is too large."""
    too_large = Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is too large; this request may have at most {most:,} bytes"
    )
    if (request.content_length or 0) > most:
        raise too_large
    came = 0
    async for part in request.stream():
        came += len(part)
        if came > most:
            raise too_large
        yield part


def decode_body(body: bytes | str, kind: type[T]) -> T:
    """Decode JSON.

    Raises:
        BadInput: the body is not JSON.
        msgspec.ValidationError: the value has another type than ``kind``.
    """
    try:
        with pause_collector(len(body) > SMALL):  # half a million new objects: 60 ms instead of 700
            return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeError):
        raise BadInput(f"not valid JSON in UTF-8: {_find_fault(body)}") from None


def _find_fault(body: bytes | str) -> str:
    """Return why a body is not JSON. msgspec calls many such bodies cut off."""
    try:
        json.loads(body if isinstance(body, str) else body.decode())
    except UnicodeDecodeError as error:
        return f"byte {error.start} is not valid UTF-8"
    except ValueError as error:
        return str(error)
    return "a text contains an unpaired surrogate, \\ud800 to \\udfff; or a number is NaN or infinite"


@define
class Form:
    """A file that came in a form, with the form's texts."""

    upload: Upload
    domain: str | None
    options: dict[str, Json]


def find_boundary(request: AnyRequest) -> str:
    """Return the boundary between the parts of a form.

    Raises:
        BadInput: the boundary is missing or invalid.
    """
    boundary = request.content_type[1].get("boundary", "")
    if not 1 <= len(boundary) <= _BOUNDARY or not boundary.isascii():
        raise BadInput(f"the header Content-Type of a form must name its boundary, 1 to {_BOUNDARY} ASCII characters")
    return boundary


async def spool_body(request: AnyRequest, settings: Settings) -> IO[bytes]:
    """Return a body as an unnamed file, positioned at its beginning. The caller closes it.

    Raises:
        Refusal: the body is larger than the budget.
    """
    spool: IO[bytes] = SpooledTemporaryFile(MEGABYTE)  # noqa: SIM115  # the caller closes it
    try:
        async for part in _iterate_chunks(request, settings.body):
            spool.write(part)
        spool.seek(0)
    except BaseException:
        spool.close()
        raise
    return spool


def read_form(body: IO[bytes], boundary: str, upload: Callable[[str], Upload]) -> Form:
    """Return the contents of a form: the file as an upload, and texts in UTF-8.

    Args:
        body: the body of the request.
        boundary: the boundary between its parts.
        upload: creates an upload for a file name. If the form is invalid, the file is removed.

    Raises:
        BadInput: the form cannot be read, or has parts other than the file, the domain and the options.
    """
    parts = _FormParts(upload)
    try:
        with PushMultipartParser(boundary, max_segment_count=len(_FIELDS)) as parser:
            while not parser.closed:
                check_cancelled()
                for event in parser.parse(body.read(_CHUNK)):
                    parts.take(event)
        return parts.make_form()
    except BaseException as error:
        parts.drop()
        match error:
            case ParserLimitReached():
                raise BadInput(
                    f"a form must have the parts {', '.join(_FIELDS)}, once each, with short headers: {error}"
                ) from None
            case MultipartError():
                raise BadInput(f"not a form (multipart/form-data): {error}") from None
        raise


class _FormParts:
    """Collects the parts of a form."""

    def __init__(self, upload: Callable[[str], Upload]) -> None:
        self._make = upload
        self._upload: Upload | None = None
        self._texts: dict[str, bytearray] = {}
        self._name = ""
        self._out: IO[bytes] | None = None

    def take(self, event: MultipartSegment | bytes | bytearray | None) -> None:
        """Take the head of a part, some of its content, or its end (``None``)."""
        match event:
            case MultipartSegment():
                self._begin(event)
            case None:
                self._close()
            case _ if self._out is not None:
                self._out.write(event)
            case _:
                text = self._texts[self._name]
                text += event
                if len(text) > MOST_JSON:
                    raise BadInput(f"{self._name} is too long; a text of a form may have at most {MOST_JSON:,} bytes")

    def make_form(self) -> Form:
        """Return the whole form."""
        if self._upload is None:
            raise BadInput("the form has no file; give its part file a filename")
        domain, options = (self._get_text(name) for name in _FIELDS[1:])
        return Form(self._upload, domain or None, decode_body(options, dict[str, Json]) if options else {})

    def drop(self) -> None:
        """Remove the file."""
        self._close()
        if self._upload is not None:
            self._upload.remove()

    def _begin(self, head: MultipartSegment) -> None:
        self._name = head.name or ""
        is_file = self._name == _FIELDS[0]
        if self._name not in _FIELDS or (is_file and not head.filename):
            raise BadInput("a form may have a file, with its filename, a domain and options; leave out other parts")
        if self._name in self._texts or (is_file and self._upload is not None):
            raise BadInput(f"the form has {self._name} twice; give it once")
        if is_file:
            self._upload = self._make(head.filename or "")
            self._out = self._upload.path.open("wb")
        elif (head.charset or _UTF8[0]).lower() not in _UTF8:  # other charsets may be slow or not exist
            raise BadInput(f"{self._name}: its charset is {(head.charset or '')[:40]!r}; send texts of a form in UTF-8")
        else:
            self._texts[self._name] = bytearray()

    def _close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def _get_text(self, name: str) -> str:
        try:
            return self._texts.get(name, b"").decode()
        except UnicodeDecodeError as error:
            raise BadInput(f"{name}: byte {error.start} is not valid UTF-8; send texts of a form in UTF-8") from None
