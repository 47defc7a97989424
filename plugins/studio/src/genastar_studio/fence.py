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
from tempfile import gettempdir
from threading import local
from typing import Final

from genastar import BadInput
from genastar.files import AnyPath


class _Fence(local):
    """The files that the thread may open, and folders of such; ``None`` if it may open any."""

    allowed: list[Path] | None = None


_FENCE: Final = _Fence()

_CODE: Final = tuple(all_suffixes())
"""Modules may be imported at first use."""

_LOOKING: Final = frozenset({"open", "genastar.regular_file"})
"""Events that tell of a file before it is opened, or looked for: what is missing outside must not be told apart either."""

_MAKING: Final = frozenset({"tempfile.mkstemp", "tempfile.mkdtemp"})
"""Events that tell of a file or a folder that is about to be made for the thread alone."""

_DEVICES: Final = frozenset({"/dev/null", "/dev/urandom"})


@contextmanager
def fenced(folder: AnyPath, domain: type) -> Iterator[None]:
    """Within this block, this thread opens files of this folder, of the domain's package, its own temporary ones, and modules.

    Opening any other raises:
        BadInput: it is outside.
    """
    _raise_fence()
    module = sys.modules[domain.__module__].__file__
    package = () if module is None else (Path(module).parent,)
    _FENCE.allowed = [Path(os.path.realpath(each)) for each in (folder, *package)]
    try:
        yield
    finally:
        _FENCE.allowed = None


@cache
def _raise_fence() -> None:
    """Once, and for good: hooks stay until the process ends."""
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[object, ...]) -> None:
    allowed = _FENCE.allowed
    if allowed is None or event not in _LOOKING | _MAKING:
        return
    name = arguments[0]
    if not isinstance(name, (str, bytes, os.PathLike)):
        return  # a file that is open already
    text = os.fsdecode(name)
    if event in _MAKING:
        allowed.append(Path(os.path.realpath(text)))
        return
    if text in _DEVICES or text.endswith(_CODE) or text == gettempdir():  # of that folder, the name of no file is known
        return
    path = Path(os.path.realpath(text))
    if not any(path.is_relative_to(each) for each in allowed):
        raise BadInput(f"this file names another, {Path(text).name[:60]!r}; what is sent must stand alone")
