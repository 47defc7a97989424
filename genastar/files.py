"""Reading files within bounds, also packed ones, and writing files whole or not at all."""

from __future__ import annotations

import bz2
import errno
import gzip
import json
import lzma
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

from genastar.errors import BadInput, format_error_line, format_value, shorten_text

AnyPath = str | os.PathLike[str]
"""The type of a path."""

_LONGEST: Final = 300
"""Maximum characters of a path that a message repeats."""

_UNPACKED: Final = 32
"""Number of bytes that each byte of a packed file may become, beside a number that is harmless."""

LOOKED_AT: Final = "genastar.files.looked_at"
"""The auditing event (PEP 578) for a path, raised before `check_regular_file` looks it up. Python raises one only for
``open``."""


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


_OPENERS = cast("dict[str, Callable[[Path], IO[bytes]]]", {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open})


def strip_packing(path: AnyPath) -> str:
    """Return the name of a file in lower case, without the ``.gz``, ``.xz`` or ``.bz2`` that `opened` unpacks."""
    name = os.fspath(path).lower()
    return next((name.removesuffix(packing) for packing in _OPENERS if name.endswith(packing)), name)


def check_regular_file(path: AnyPath) -> Path:
    """Return the path of a regular file, which can be opened without blocking.

    A named pipe without a writer would block at ``open``, and a device such as ``/dev/zero`` has no end. Call it before a
    library opens a user's path; `open_unpacked` calls it itself. It raises the auditing event `LOOKED_AT` with the path, so
    that a
    hook can refuse the path before it is looked up.

    Raises:
        BadInput: the path does not lead to a regular file, or cannot be looked up.
    """
    found = to_path(path)
    sys.audit(LOOKED_AT, path)
    try:
        mode = found.stat().st_mode
    except OSError as error:
        raise BadInput(f"{format_path(path)}: cannot read this file: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{format_path(path)!r}: this is no name of a file: {error}") from error
    if stat.S_ISDIR(mode):
        raise BadInput(f"{format_path(path)}: cannot read this file: {os.strerror(errno.EISDIR)}")
    if not stat.S_ISREG(mode):
        raise BadInput(f"{format_path(path)}: cannot read this file: it is a {_name_kind(mode)}; give a regular file")
    return found


def to_path(path: AnyPath) -> Path:
    """Return a path as a `Path`.

    Raises:
        BadInput: it is neither text nor a path, or it is empty: Python takes empty text for the current folder.
    """
    if isinstance(path, str) and not path:
        raise BadInput("'' is not the path of a file; give its name")
    try:
        return Path(path)
    except TypeError as error:
        raise BadInput(f"{format_value(path)} is not the path of a file; give text or a pathlib.Path") from error


def is_file(path: AnyPath) -> bool:
    """Return whether a file exists, after raising `LOOKED_AT`. Readers call it for files that their files name."""
    sys.audit(LOOKED_AT, path)
    return Path(path).is_file()


def _name_kind(mode: int) -> str:
    kinds = {stat.S_ISFIFO: "named pipe", stat.S_ISSOCK: "socket"}
    return next((kind for is_kind, kind in kinds.items() if is_kind(mode)), "device")


def format_path(path: object) -> str:
    """Return a path for a message: the middle of a very long path is left out."""
    return shorten_text(str(path), _LONGEST)


def make_csv_error(name: str, line: int) -> BadInput:
    """Return the error for a line at which Python's reader of CSV gives up: its own text does not say what to mend."""
    return BadInput(
        f"{name}: line {line}: this is no valid CSV: a quote is not closed or text follows it, or a field is too long; "
        'write a field with commas as "a,b"'
    )


def make_xml_error(name: str, error: SyntaxError) -> BadInput:
    """Return the error for a text that Python's reader of XML refuses. Its error has the place."""
    line, column = getattr(error, "position", (1, 0))
    return BadInput(f"{name}: line {line}, column {column + 1}: this is no well-formed XML; get a complete copy")


def is_same_file(one: AnyPath, other: AnyPath) -> bool:
    """Return whether two paths lead to the same place. Neither has to exist; a path that cannot be resolved equals no other."""
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):  # a loop of links, or an invalid name
        return False


@contextmanager
def open_unpacked(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open a regular file for reading. A file whose name ends in ``.gz``, ``.xz`` or ``.bz2`` is unpacked.

    Raises:
        BadInput: the file cannot be read or is damaged. This includes errors of reading within the block.
    """
    path = check_regular_file(path)
    try:
        with _OPENERS.get(path.suffix.lower(), _open)(path) as file:
            yield file
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        raise BadInput(f"{format_path(path)}: this file is cut off or damaged: {error}; get a whole copy") from error
    except OSError as error:
        if error.errno is None:  # gzip and bz2 raise a plain OSError for damaged files
            raise BadInput(f"{format_path(path)}: this file is cut off or damaged: {error}; get a whole copy") from error
        raise BadInput(f"{format_path(path)}: cannot read this file: {error.strerror or error}") from error


def read_bytes(
    path: AnyPath, most: int, mend: str = "it is larger than such files are", most_packed: int | None = None
) -> bytes:
    """Return the content of a file, unpacked as by `open_unpacked`.

    Args:
        path: the path of the file.
        most: maximum number of bytes, unpacked.
        mend: the end of the message for a larger file, which says how to fix it.
        most_packed: lower maximum for a packed file, beside which it may have `_UNPACKED` bytes for each of its own; default:
            ``most``. A small file then never takes as much memory as a large one.

    Raises:
        BadInput: the file cannot be read, is damaged, or has more bytes.
    """
    with open_unpacked(path) as file:
        if most_packed is not None and strip_packing(path) != os.fspath(path).lower():
            most = min(most, most_packed + _UNPACKED * Path(path).stat().st_size)
        content = file.read(most + 1)
    if len(content) > most:
        raise BadInput(f"{format_path(path)}: this file has more than {most:,} bytes; {mend}")
    return content


def read_text(path: AnyPath, most: int, mend: str = "it is larger than such files are", most_packed: int | None = None) -> str:
    """Return the text of a file in UTF-8; else as `read_bytes`.

    Raises:
        BadInput: the file cannot be read, is damaged, has more bytes, or is not UTF-8.
    """
    try:
        return read_bytes(path, most, mend, most_packed).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{format_path(path)}: this file is not text: byte {error.start} is not UTF-8; save it as UTF-8"
        ) from error


def parse_json(name: str, text: str | bytes) -> object:
    """Return the value of a text in JSON.

    Raises:
        BadInput: the text, called ``name`` in the message, is no valid JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name}: this is no valid JSON: {format_error_line(error)}") from error


@contextmanager
def replace_file(path: AnyPath) -> Iterator[Path]:
    """Yield a temporary file beside ``path`` that replaces it after the block, or is removed if the block raises.

    The temporary file has the suffix of ``path``. Missing folders are created. Only a regular file is replaced, not a named
    pipe or a device.

    Raises:
        BadInput: the file cannot be written.
    """
    path = to_path(path)
    try:
        _check_replaceable(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
    except OSError as error:
        raise BadInput(f"{format_path(path)}: cannot write here: {error.strerror or error}") from error
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"{format_path(path)!r}: this is no name of a file: {error}") from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        _check_replaceable(path)
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o666 & ~mask)  # mkstemp makes files that only their owner may read
        beside.replace(path)
    except OSError as error:
        raise BadInput(f"{format_path(path)}: cannot write here: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: AnyPath, text: str) -> None:
    """Write a file of text in UTF-8, whole or not at all; else as `replace_file`."""
    with replace_file(path) as beside:
        beside.write_text(text, encoding="utf-8")


def expect_suffix(path: AnyPath, suffix: str, noun: str) -> Path:
    """Return the path of a file to save to.

    Raises:
        BadInput: its name does not end in this suffix; ``noun`` is the word for what is saved.
    """
    path = to_path(path)
    if not path.name.lower().endswith(suffix):
        raise BadInput(f"{format_path(path)}: the name of a saved {noun} must end in {suffix}")
    return path


def write_to_bytes(name: str, write: Callable[[Path], object]) -> bytes:
    """Return the bytes that a function writes into a temporary file of this name."""
    with tempfile.TemporaryDirectory(prefix="genastar-", ignore_cleanup_errors=True) as folder:
        out = Path(folder) / name
        write(out)
        return out.read_bytes()


def _check_replaceable(path: Path) -> None:
    """Raise BadInput if the path leads to anything but a regular file. It need not exist."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise BadInput(f"{format_path(path)}: cannot write here: it is a folder; give the name of a file")
    if not stat.S_ISREG(mode):
        raise BadInput(f"{format_path(path)}: cannot write here: it is a {_name_kind(mode)}; give the name of a file")
