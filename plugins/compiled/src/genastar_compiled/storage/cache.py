"""Machine code on disk, so that the next process need not compile.

An entry's name is a hash of all that its machine code is made from: the functions and what they can reach (`reach`), the
types of the arguments, the layout, this package's own code, the processor, and the versions of Python and Numba. Nothing can
go stale, because what has changed has another name. How entries are kept, and which are refused, is the matter of `disk`.

What cannot be read or written is compiled anew, and nothing else happens; of what is refused, one warning tells.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from numba.core import types
from numba.core.caching import CompileResultCacheImpl, NullCache, _Cache, dumps
from numba.core.sigutils import normalize_signature

from genastar_compiled.storage import disk
from genastar_compiled.storage.folder import cache_folder, own_code


class NotKept(Exception):
    """Machine code that may not be compiled now is not in the cache."""


def cache_for(parts: Callable[[], object], only_kept: bool = False, *, reducer: Reducer | None = None) -> _Cache:
    """Return the cache for these parts, which are computed at its first use; their ``repr`` must describe all of them.

    What is not there is compiled, or with ``only_kept`` refused: looking it up then raises `NotKept`.
    """
    folder = cache_folder()
    if folder is None:
        if only_kept:
            raise NotKept
        return NullCache()
    try:
        disk.check_folder(folder)
    except disk.Refused as refusal:
        disk.warn(refusal)
        if only_kept:
            raise NotKept from refusal
        return NullCache()
    return _Entries(folder, parts, only_kept, reducer or Reducer())


class Reducer(CompileResultCacheImpl):
    """Numba's conversion of compiled code to values that can be pickled, without its rules for where to keep them."""

    is_whole: ClassVar[bool] = True
    """Whether the code is that of a program, for which old entries make room; a program has dozens of parts."""

    def __init__(self) -> None:
        """Nothing: there is no source file whose date matters."""

    def check_cachable(self, compiled: Any) -> bool:
        return not compiled.lifted and not compiled.library.has_dynamic_globals


class _Entries(_Cache):
    """The entries of one function, one for each types of its arguments."""

    def __init__(self, folder: Path, parts: Callable[[], object], only_kept: bool, reducer: Reducer) -> None:
        self._folder = folder
        self._impl = reducer
        self._made_from = cache(lambda: repr(parts()))
        self._enabled = True
        self._only_kept = only_kept

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._load(sig, target_context)
        if found is None and self._only_kept:
            raise NotKept
        return found

    def _load(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled:
            return None
        try:
            target_context.refresh()
            content = disk.read(self._folder, self._name(sig, target_context.codegen()))
            return content and self._impl.rebuild(target_context, pickle.loads(content))
        except disk.Refused as refusal:
            self._refuse(refusal)
        except Exception:  # noqa: BLE001  # it cannot be read, or Numba cannot use it: it can be compiled again
            pass
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._enabled or not self._impl.check_cachable(data):
            return
        content = dumps(self._impl.reduce(data))
        try:
            disk.write(self._folder, self._name(sig, data.codegen), content, drops=self._impl.is_whole)
        except disk.Refused as refusal:
            self._refuse(refusal)
        except OSError:
            self.disable()  # read-only or full: the next process will compile again

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Nothing waits to be written."""

    def _name(self, sig: Any, codegen: Any) -> str:
        arguments = [_described(kind) for kind in normalize_signature(sig)[0]]
        text = f"{self._made_from()}\n{arguments}\n{codegen.magic_tuple()}\n{own_code()}"
        return hashlib.sha256(text.encode()).hexdigest()

    def _refuse(self, refusal: disk.Refused) -> None:
        self.disable()
        disk.warn(refusal)


def _described(kind: types.Type) -> str:
    """Return the name of a type with the names of its fields, which the name of a named tuple's type leaves out."""
    if isinstance(kind, types.BaseTuple):
        return f"{kind}{getattr(kind, 'fields', '')}{list(map(_described, kind.types))}"
    return str(kind)
