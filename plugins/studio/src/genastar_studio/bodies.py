"""The bodies of requests: JSON, bytes, and a form with a file.

The event loop only collects them. What a body holds is found out by the thread that works on it, within its budget. msgspec
keeps the interpreter's lock while it decodes, so JSON has a limit of its own, far below that of a file.
"""

from __future__ import annotations

import gc
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

from genastar import BadInput, check_cancelled
from genastar_studio.problems import AnyRequest, Refusal
from genastar_studio.questions import Json
from genastar_studio.settings import MEGABYTE, Settings
from genastar_studio.sources import Upload

T = TypeVar("T")

MOST_JSON: Final = MEGABYTE
"""Bytes of a body of JSON, of a text in a form, and of a message over a WebSocket. A megabyte takes 60 ms at most to decode."""

SMALL: Final = 1 << 16
"""Bytes of JSON that are decoded in no time, wherever that is."""

_FIELDS: Final = ("file", "domain", "options")
"""Of the form that brings a file."""

_UTF8: Final = ("utf-8", "utf8")

_CHUNK: Final = 1 << 18

_BOUNDARY: Final = 70
"""Letters of a form's boundary at most (RFC 2046, 5.1.1)."""


async def json_body(request: AnyRequest, settings: Settings) -> bytes:
    """Return a body that holds JSON.

    Raises:
        Refusal: it is larger than `MOST_JSON`, or than the budget.
    """
    return await body_of(request, min(MOST_JSON, settings.body))


async def body_of(request: AnyRequest, most: int) -> bytes:
    """Return a body of so many bytes at most.

    Raises:
        Refusal: it is larger.
    """
    body = bytearray()
    async for part in _parts_of(request, most):
        body += part
    return bytes(body)


async def _parts_of(request: AnyRequest, most: int) -> AsyncIterator[bytes]:
    """Yield a body as it comes, unless it is too large, by its head or in truth."""
    too_large = Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is larger than {most:,} bytes, the most that this request may have"
    )
    if (request.content_length or 0) > most:
        raise too_large
    came = 0
    async for part in request.stream():
        came += len(part)
        if came > most:
            raise too_large
        yield part


def decoded(body: bytes | str, kind: type[T]) -> T:
    """Return what JSON says.

    Raises:
        BadInput: it is no JSON.
        msgspec.ValidationError: it is not of this kind.
    """
    is_collected = len(body) > SMALL and gc.isenabled()
    try:
        if is_collected:  # it would look through half a million new objects again and again: 700 ms and not 60
            gc.disable()
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeError):
        raise BadInput(f"this is no JSON in UTF-8: {_fault_of(body)}") from None
    finally:
        if is_collected:
            gc.enable()


def _fault_of(body: bytes | str) -> str:
    """What is wrong with what is no JSON: msgspec says of much that it is cut off."""
    try:
        json.loads(body if isinstance(body, str) else body.decode())
    except UnicodeDecodeError as error:
        return f"byte {error.start} is none of UTF-8"
    except ValueError as error:
        return str(error)
    return "a text holds a surrogate, \\ud800 to \\udfff, without its other half; or a number is NaN or infinite"


@define
class Form:
    """A file that came in a form, and what was said of it."""

    upload: Upload
    domain: str | None
    options: dict[str, Json]


def boundary_of(request: AnyRequest) -> str:
    """Return what stands between the parts of a form.

    Raises:
        BadInput: there is none, or it cannot be one.
    """
    boundary = request.content_type[1].get("boundary", "")
    if not 1 <= len(boundary) <= _BOUNDARY or not boundary.isascii():
        raise BadInput(f"the header Content-Type of a form names its boundary, 1 to {_BOUNDARY} letters of ASCII")
    return boundary


async def spooled(request: AnyRequest, settings: Settings) -> IO[bytes]:
    """Return a body as a file without a name, at its beginning. The caller closes it.

    Raises:
        Refusal: it is larger than the budget.
    """
    spool: IO[bytes] = SpooledTemporaryFile(MEGABYTE)  # noqa: SIM115  # the caller closes it
    try:
        async for part in _parts_of(request, settings.body):
            spool.write(part)
        spool.seek(0)
    except BaseException:
        spool.close()
        raise
    return spool


def form_of(body: IO[bytes], boundary: str, upload: Callable[[str], Upload]) -> Form:
    """Return what is in a form: the file as an upload, and texts in UTF-8.

    Args:
        body: the body of the request.
        boundary: what stands between its parts.
        upload: makes room for a file of such a name. If the form cannot be used, the file is removed.

    Raises:
        BadInput: the form cannot be read, or has other parts than the file, the domain and the options.
    """
    parts = _Parts(upload)
    try:
        with PushMultipartParser(boundary, max_segment_count=len(_FIELDS)) as parser:
            while not parser.closed:
                check_cancelled()
                for event in parser.parse(body.read(_CHUNK)):
                    parts.take(event)
        return parts.form()
    except BaseException as error:
        parts.drop()
        match error:
            case ParserLimitReached():
                raise BadInput(f"a form has the parts {', '.join(_FIELDS)}, once each, and short headers: {error}") from None
            case MultipartError():
                raise BadInput(f"this is no form (multipart/form-data): {error}") from None
        raise


class _Parts:
    """The parts of a form as they come."""

    def __init__(self, upload: Callable[[str], Upload]) -> None:
        self._make = upload
        self._upload: Upload | None = None
        self._texts: dict[str, bytearray] = {}
        self._name = ""
        self._out: IO[bytes] | None = None

    def take(self, event: MultipartSegment | bytes | bytearray | None) -> None:
        """Take the head of a part, some of its content, or its end, which is ``None``."""
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
                    raise BadInput(f"{self._name} is too long: {MOST_JSON:,} bytes are the most that a text of a form may have")

    def form(self) -> Form:
        """Return the whole."""
        if self._upload is None:
            raise BadInput("the form has no file; give its part file a filename")
        domain, options = (self._text(name) for name in _FIELDS[1:])
        return Form(self._upload, domain or None, decoded(options, dict[str, Json]) if options else {})

    def drop(self) -> None:
        """Remove the file."""
        self._close()
        if self._upload is not None:
            self._upload.remove()

    def _begin(self, head: MultipartSegment) -> None:
        self._name = head.name or ""
        is_file = self._name == _FIELDS[0]
        if self._name not in _FIELDS or (is_file and not head.filename):
            raise BadInput("a form has a file, with its filename, and maybe domain and options")
        if self._name in self._texts or (is_file and self._upload is not None):
            raise BadInput(f"the form has {self._name} twice; give it once")
        if is_file:
            self._upload = self._make(head.filename or "")
            self._out = self._upload.path.open("wb")
        elif (head.charset or _UTF8[0]).lower() not in _UTF8:  # others may take minutes, or may be no charsets at all
            raise BadInput(f"{self._name}: its charset is {(head.charset or '')[:40]!r}; texts of a form are in UTF-8")
        else:
            self._texts[self._name] = bytearray()

    def _close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def _text(self, name: str) -> str:
        try:
            return self._texts.get(name, b"").decode()
        except UnicodeDecodeError as error:
            raise BadInput(f"{name}: byte {error.start} is none of UTF-8, which texts of a form are in") from None
