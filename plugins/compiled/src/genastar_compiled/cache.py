"""Machine code on disk, so that the next process need not compile.

An entry's name is a hash of all that its machine code is made from: the hooks and what they can reach (`reach`), the
shape, the layout, this package's own code, and the versions of Python and Numba. Nothing can go stale, because what
has changed has another name. The processor is part of Numba's own key inside the entry. Files are written beside and
renamed, so that two processes may compile at once; a folder that cannot be read or written means no cache, and
nothing else.

``GENASTAR_CACHE_DIR`` names another folder than the user's cache folder; set but empty, it switches the cache off.
"""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from numba.core.caching import Cache, CompileResultCacheImpl, IndexDataCacheFile, NullCache
from platformdirs import user_cache_path


def cache_folder() -> Path | None:
    """Where machine code is kept; ``None`` if nowhere."""
    named = os.environ.get("GENASTAR_CACHE_DIR")
    if named == "":
        return None
    return (Path(named) if named else user_cache_path("genastar")) / "compiled"


def cache_for(*parts: object) -> Cache | NullCache:
    """The cache entry of a program that is made from these parts, each of which has a ``repr`` that says all of it."""
    folder = cache_folder()
    if folder is None:
        return NullCache()
    text = "\n".join(map(repr, (*parts, _own_code(), platform.python_version(), version("numba"), version("llvmlite"))))
    return _Entry(folder, hashlib.sha256(text.encode()).hexdigest())


@cache
def _own_code() -> str:
    """A hash of this package, which writes much of the machine code."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class _Reducer(CompileResultCacheImpl):
    """How Numba turns compiled code into bytes, without its rules for where to keep them."""

    def __init__(self) -> None:
        """Nothing: there is no source file whose date matters."""

    def check_cachable(self, compiled: Any) -> bool:
        return not compiled.library.has_dynamic_globals


class _Entry(Cache):
    """One program's file."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._impl = _Reducer()
        self._cache_file = IndexDataCacheFile(str(folder), name, name)
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            target_context.refresh()
            return self._load_overload(sig, target_context)
        except Exception:  # noqa: BLE001  # unreadable, cut short, or written by something else: whatever it is, it can be compiled again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._impl.check_cachable(data):
            return
        key, code = self._index_key(sig, data.codegen), self._impl.reduce(data)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                self._cache_file.save(key, code)
            except (EOFError, UnpicklingError):  # what stands there is damaged
                self._cache_file.flush()
                self._cache_file.save(key, code)
        except OSError:
            self.disable()  # read-only or full: the next process will compile again

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()
