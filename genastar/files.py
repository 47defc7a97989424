"""Files that are read within bounds, packed ones too, and files that are written whole or not at all."""

from __future__ import annotations

import bz2
import errno
import gzip
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

from genastar.errors import BadInput, shortened

AnyPath = str | os.PathLike[str]
"""What names a file."""

_LONGEST: Final = 300
"""Characters of a path that a message repeats, at most."""

LOOKED_AT: Final = "genastar.files.looked_at"
"""The event (PEP 578) that tells of a path before `regular_file` looks at it. Python tells of files that are opened alone."""


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


_OPENERS = cast("dict[str, Callable[[Path], IO[bytes]]]", {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open})


def unpacked_name(path: AnyPath) -> str:
    """Return the name of a file in lower case, without the ``.gz``, ``.xz`` or ``.bz2`` that `opened` unpacks."""
    name = os.fspath(path).lower()
    return next((name.removesuffix(packing) for packing in _OPENERS if name.endswith(packing)), name)


def regular_file(path: AnyPath) -> Path:
    """Return the path of a regular file, which a reader may open without waiting for ever.

    A named pipe without a writer would block at ``open``, and a device such as ``/dev/zero`` has no end. Call it before
    a library opens a path that a user gave; `opened` calls it by itself. It raises the auditing event `LOOKED_AT`
    with the path, so that a hook that fences files off is asked before a file is looked for.

    Raises:
        BadInput: the path does not lead to a regular file, or cannot be looked up.
    """
    sys.audit(LOOKED_AT, path)
    found = Path(path)
    try:
        mode = found.stat().st_mode
    except OSError as error:
        raise BadInput(f"{named(path)}: cannot read this file: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{named(path)!r}: this is no name of a file: {error}") from error
    if stat.S_ISDIR(mode):
        raise BadInput(f"{named(path)}: cannot read this file: {os.strerror(errno.EISDIR)}")
    if not stat.S_ISREG(mode):
        raise BadInput(f"{named(path)}: cannot read this file: it is a {_kind(mode)}; give a regular file")
    return found


def is_file(path: AnyPath) -> bool:
    """Whether there is a file of this name, for readers whose files name others: a fence around them hears of the question."""
    sys.audit(LOOKED_AT, path)
    return Path(path).is_file()


def _kind(mode: int) -> str:
    kinds = {stat.S_ISFIFO: "named pipe", stat.S_ISSOCK: "socket"}
    return next((kind for is_kind, kind in kinds.items() if is_kind(mode)), "device")


def named(path: object) -> str:
    """Return a path as a message repeats it: one that is longer than a screen is wide many times over loses its middle."""
    return shortened(str(path), _LONGEST)


def is_same_file(one: AnyPath, other: AnyPath) -> bool:
    """Whether two paths lead to the same place. Neither has to exist, and one that leads nowhere is the same as no other."""
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):  # a loop of links, or no name of a file
        return False


@contextmanager
def opened(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open a regular file for reading, and unpack it where its name ends in ``.gz``, ``.xz`` or ``.bz2``.

    Raises:
        BadInput: the file cannot be read, or is damaged. Errors of reading within the block count too.
    """
    path = regular_file(path)
    try:
        with _OPENERS.get(path.suffix.lower(), _open)(path) as file:
            yield file
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        raise BadInput(f"{named(path)}: this file is cut off or damaged: {error}; get a whole copy") from error
    except OSError as error:
        if error.errno is None:  # gzip and bz2 have no error of their own for what is damaged
            raise BadInput(f"{named(path)}: this file is cut off or damaged: {error}; get a whole copy") from error
        raise BadInput(f"{named(path)}: cannot read this file: {error.strerror or error}") from error


def read_bytes(path: AnyPath, most: int, mend: str = "it is larger than such files are") -> bytes:
    """The content of a file, unpacked as `opened` does.

    Args:
        path: of the file.
        most: bytes that it may have, unpacked.
        mend: what to do about a larger one.

    Raises:
        BadInput: it cannot be read, is damaged, or has more bytes.
    """
    with opened(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise BadInput(f"{named(path)}: this file has more than {most:,} bytes; {mend}")
    return content


def read_text(path: AnyPath, most: int, mend: str = "it is larger than such files are") -> str:
    """The text of a file in UTF-8, else as `read_bytes`.

    Raises:
        BadInput: it cannot be read, is damaged, has more bytes, or is no text.
    """
    try:
        return read_bytes(path, most, mend).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{named(path)}: this is no text: byte {error.start} is not UTF-8; save it as UTF-8") from error


@contextmanager
def replacing(path: AnyPath) -> Iterator[Path]:
    """A file beside ``path``, with its suffix, that takes its place when the block ends well and vanishes when it does not.

    Missing folders on the way to ``path`` are made. Only a regular file is replaced: no named pipe, and no device.

    Raises:
        BadInput: the file cannot be written there.
    """
    path = Path(path)
    try:
        _check_replaceable(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
    except OSError as error:
        raise BadInput(f"{named(path)}: cannot write here: {error.strerror or error}") from error
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"{named(path)!r}: this is no name of a file: {error}") from error
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
        raise BadInput(f"{named(path)}: cannot write here: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def written(name: str, write: Callable[[Path], object]) -> bytes:
    """Return what a function writes into a file of this name, which is not kept."""
    with tempfile.TemporaryDirectory(prefix="genastar-", ignore_cleanup_errors=True) as folder:
        out = Path(folder) / name
        write(out)
        return out.read_bytes()


def _check_replaceable(path: Path) -> None:
    """Raise BadInput unless a regular file is there, or nothing."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise BadInput(f"{named(path)}: cannot write here: it is a folder; give the name of a file")
    if not stat.S_ISREG(mode):
        raise BadInput(f"{named(path)}: cannot write here: it is a {_kind(mode)}; give the name of a file")
