"""A folder of entries that are verified before they are used, because what they hold will be run.

- An entry is one file: a line that names the format, the SHA-256 of the entry's name and content, and the content. An entry
  that was damaged, cut short, or put under another's name does not verify; it is deleted, and counts as absent.
- The bytes that are verified are the bytes that are used: a file is read once.
- A user who can write an entry can run code as its reader. So a folder or a file that belongs to another user
  (root excepted), or that others can write, is refused. Folders are made with mode 0700, files with mode 0600.
- Files are written beside and renamed, so that processes may write one entry at once.
- The folder has a size limit: a writer deletes the entries that were not read for the longest time.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Final

from genastar.files import AnyPath

FORMAT: Final = b"genastar machine code 1\n"
SUFFIX: Final = ".entry"

MOST_BYTES: Final = 1 << 28
"""Bytes of all entries of a folder, at most: some hundreds of classes."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class Refused(Exception):
    """A folder or a file that another user could have written; the message says why and how to mend it."""


def warn(refusal: Refused) -> None:
    """Warn of a refusal, once in a process."""
    if str(refusal) not in _warned:
        _warned.add(str(refusal))
        warnings.warn(f"machine code is compiled anew and not kept: {refusal}", stacklevel=2)


_warned: set[str] = set()


def check_folder(folder: AnyPath) -> None:
    """Refuse a path that is no folder, and a folder that others could put code into; a missing folder is accepted.

    The parent folder is checked too, because a user who can write there can replace the folder.

    Raises:
        Refused: it is no folder, it belongs to another user, or others can write to it.
    """
    folder = Path(folder)
    for each in (folder.parent, folder):
        with suppress(OSError):  # the folder is missing or unreadable, so nothing will be read from it
            status = each.stat()
            if not stat.S_ISDIR(status.st_mode):
                raise Refused(f"{each} is no folder; name a folder of your own")
            kept = each is not folder and status.st_mode & stat.S_ISVTX  # in /tmp users cannot rename files of others
            _check(each, status, allowed=_OTHERS_WRITE if kept else 0)


def _check(path: Path, status: os.stat_result, allowed: int = 0) -> None:
    if not hasattr(os, "geteuid"):
        return  # Windows: the user's cache folder is the user's by its access list
    if status.st_uid not in (0, os.geteuid()):
        raise Refused(f"{path} belongs to user {status.st_uid}, whose code would run as you; use a folder of your own")
    if status.st_mode & _OTHERS_WRITE & ~allowed:
        raise Refused(
            f"others can write to {path} (mode {stat.S_IMODE(status.st_mode):o}), and their code would run as you; "
            f"try: chmod go-w {path}"
        )


def read(folder: AnyPath, name: str) -> bytes | None:
    """Return the content of an entry; ``None`` if there is none, or if it was damaged.

    Raises:
        Refused: another user could have written it.
        OSError: it cannot be read.
    """
    check_folder(folder)
    path = Path(folder) / f"{name}{SUFFIX}"
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            _check(path, status)
            written = file.read() if stat.S_ISREG(status.st_mode) else b""
    except FileNotFoundError:
        return None
    content = written[len(FORMAT) + hashlib.sha256().digest_size :]
    if written == _sealed(name, content):
        with suppress(OSError):
            os.utime(path)  # it was used now, so it is dropped last
        return content
    with suppress(OSError):
        path.unlink(missing_ok=True)
    return None


def write(folder: AnyPath, name: str, content: bytes, *, drops: bool = True) -> None:
    """Make an entry, or replace one; ``drops`` says whether to delete the oldest entries then, for which all are looked at.

    Raises:
        Refused: another user could write to the folder.
        OSError: it cannot be written.
    """
    folder = Path(folder)
    _make(folder)
    check_folder(folder)
    handle, beside = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")  # with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_sealed(name, content))
        Path(beside).replace(folder / f"{name}{SUFFIX}")
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    if drops:
        drop_oldest(folder)


def drop_oldest(folder: AnyPath, most: int | None = None) -> None:
    """Delete entries until all together have at most ``most`` bytes, `MOST_BYTES` if it is left out."""
    left = MOST_BYTES if most is None else most
    entries = []
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            if each.name.endswith(SUFFIX):
                with suppress(OSError):  # another process has dropped it
                    status = each.stat(follow_symlinks=False)
                    entries.append((status.st_mtime_ns, status.st_size, each.path))
    for _, size, path in sorted(entries, reverse=True):
        left -= size
        if left < 0:
            with suppress(OSError):
                Path(path).unlink()


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, and a named pipe too without waiting for what writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _sealed(name: str, content: bytes) -> bytes:
    seal = hashlib.sha256(name.encode())
    seal.update(content)
    return FORMAT + seal.digest() + content


def _make(folder: Path) -> None:
    """Make a folder that is its owner's alone, and those on the way to it."""
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
