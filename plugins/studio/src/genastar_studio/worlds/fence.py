"""A fence around reading a client's file: no other file may be opened.

Formats can name other files: a map its tilesets, a scenario its map. A client must not read the server's disk through such
a file. Python reports each file before it is opened (PEP 578), so this works for any domain.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.machinery import all_suffixes
from pathlib import Path
from tempfile import gettempdir
from threading import local
from types import FrameType
from typing import Final

from genastar import BadInput
from genastar.files import LOOKED_AT, AnyPath


class _Fence(local):
    """Files and folders that the thread may open; ``None`` if it may open any."""

    allowed: list[Path] | None = None


_FENCE: Final = _Fence()

_CODE: Final = tuple(all_suffixes())
"""Suffixes of modules, which may be imported at first use."""

_MAKING: Final = frozenset({"tempfile.mkstemp", "tempfile.mkdtemp"})
"""Events before a temporary file or folder is created for the thread alone."""

_READING: Final = frozenset({"open", LOOKED_AT})
"""Events before a file is opened or checked; clients must not learn whether a file exists either."""

_CODES_OWN: Final = frozenset({"importlib._bootstrap", "importlib._bootstrap_external", "genastar_compiled.storage.disk"})
"""Modules whose functions open files for code: imports, and cached machine code."""

_DEVICES: Final = frozenset({"/dev/null", "/dev/urandom"})


@contextmanager
def fence_thread(folder: AnyPath, domain: type) -> Iterator[None]:
    """Restrict this thread to files of this folder, of the domain's package, its own temporary files, and modules.

    Opening any other raises:
        BadInput: the file is outside.
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
    """Install the audit hook, once. Hooks stay until the process ends, when the names of this module are cleared already."""
    sys.addaudithook(partial(_look, _FENCE))


def _look(fence: _Fence, event: str, arguments: tuple[object, ...]) -> None:
    allowed = fence.allowed
    if allowed is None or not (event in _READING or event in _MAKING):
        return
    name = arguments[0]
    if not isinstance(name, (str, bytes, os.PathLike)):
        return  # a file that is already open
    text = os.fsdecode(name)
    if event in _MAKING:
        allowed.append(Path(os.path.realpath(text)))
        return
    if text in _DEVICES or text.endswith(_CODE) or text == gettempdir():  # names of files in that folder are unknown
        return
    path = Path(os.path.realpath(text))
    if not any(path.is_relative_to(each) for each in allowed) and not _is_of_code(sys._getframe()):
        raise BadInput(f"this file refers to another, {Path(text).name[:60]!r}; a file that is sent must stand alone")


def _is_of_code(frame: FrameType | None) -> bool:
    """Return whether a file is opened for code: modules may read what they need while they are imported."""
    while frame is not None:
        if frame.f_globals.get("__name__") in _CODES_OWN:
            return True
        frame = frame.f_back
    return False
