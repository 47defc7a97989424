"""A fence around the reading of a client's file: no file may be opened but this one.

Formats name other files, a map its tilesets, a scenario its map; a client that sends such a file must not read the disk
through it. Python tells of each file before it is opened (PEP 578), also of those that a domain opens of which nothing is known
here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.machinery import all_suffixes
from pathlib import Path
from threading import local
from typing import Final

from genastar import BadInput


class _Fence(local):
    """The folders that the thread may open files in; ``None`` if it may open any."""

    folders: tuple[Path, ...] | None = None


_FENCE: Final = _Fence()

_CODE: Final = tuple(all_suffixes())
"""Modules may be imported at first use."""

_DEVICES: Final = frozenset({"/dev/null", "/dev/urandom"})


@contextmanager
def fenced(folder: Path, domain: type) -> Iterator[None]:
    """Within this block, this thread opens files of this folder, of the domain's own package, and modules.

    Opening any other raises:
        BadInput: it is outside.
    """
    _raise_fence()
    module = sys.modules[domain.__module__].__file__
    package = () if module is None else (Path(module).parent,)
    _FENCE.folders = tuple(Path(os.path.realpath(each)) for each in (folder, *package))
    try:
        yield
    finally:
        _FENCE.folders = None


@cache
def _raise_fence() -> None:
    """Once, and for good: hooks stay until the process ends."""
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[object, ...]) -> None:
    if event != "open" or _FENCE.folders is None:
        return
    name = arguments[0]
    if not isinstance(name, (str, bytes, os.PathLike)):
        return  # a file that is open already
    text = os.fsdecode(name)
    if text in _DEVICES or text.endswith(_CODE):
        return
    path = Path(os.path.realpath(text))
    if not any(path.is_relative_to(folder) for folder in _FENCE.folders):
        raise BadInput(f"this file names another, {Path(text).name[:60]!r}; what is sent must stand alone")
