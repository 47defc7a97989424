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
from types import FrameType
from typing import Final

from genastar import BadInput
from genastar.files import LOOKED_AT, AnyPath


class _Fence(local):
    """The files that the thread may open, and folders of such; ``None`` if it may open any."""

    allowed: list[Path] | None = None


_FENCE: Final = _Fence()

_CODE: Final = tuple(all_suffixes())
"""Modules may be imported at first use."""

_MAKING: Final = frozenset({"tempfile.mkstemp", "tempfile.mkdtemp"})
"""Events that tell of a file or a folder that is about to be made for the thread alone."""

_READING: Final = frozenset({"open", LOOKED_AT})
"""Events that tell of a file before it is opened, or looked at: whether there is one is nobody's to know either."""

_CODES_OWN: Final = frozenset(
    {"importlib._bootstrap", "importlib._bootstrap_external", "numba.core.caching", "genastar_compiled.storage.disk"}
)
"""Modules below whose functions files are opened for the sake of code: imports, and machine code that is kept on disk."""

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
    if allowed is None or not (event in _READING or event in _MAKING):
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
    if not any(path.is_relative_to(each) for each in allowed) and not _is_of_code(sys._getframe()):
        raise BadInput(f"this file names another, {Path(text).name[:60]!r}; what is sent must stand alone")


def _is_of_code(frame: FrameType | None) -> bool:
    """Whether this is for the sake of code: a module that is imported reads what it likes, and knows nothing of the file."""
    while frame is not None:
        if frame.f_globals.get("__name__") in _CODES_OWN:
            return True
        frame = frame.f_back
    return False
