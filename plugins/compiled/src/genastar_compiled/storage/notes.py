"""What is remembered on disk of how a class compiles, so that the next process need not try.

A note says which layout the programs of some requests have, or why they have none. It is found without Numba, which takes
longer to import than most searches take.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import attrs
import numpy as np
from attrs import frozen

from genastar import CannotCompile
from genastar.contracts.request import Request
from genastar_compiled.data.values.records import is_record, names_of
from genastar_compiled.reach.names import is_own, module_of
from genastar_compiled.reach.reach import Reach
from genastar_compiled.storage import disk
from genastar_compiled.storage.folder import cache_folder, own_code

T = TypeVar("T")


@frozen
class Note:
    """A note on how the programs of some requests are made."""

    floats: bool = False
    """With costs of float, although a search begins with a whole number."""
    counting: bool = False
    """With references counted, because hooks make containers."""
    refused: str = ""
    """Why there is no program."""
    source: str = ""
    """Hash of the source that was refused: the same byte code may have another text, or other lines, which the reason names."""


def name_of(kind: tuple[str, ...], request: Request[Any, Any], reach: Reach) -> str:
    """Return the name of the note on requests like this one.

    Args:
        kind: what is asked, and the names of the fields that vary.
        request: one of them.
        reach: what its hooks can reach.
    """
    parts = request.problem, request.start, request.cost, request.limits.cost, request.frontier
    traced = request.observer is not None
    text = "\n".join([repr(kind), reach.fingerprint, *map(sketch, parts), repr(traced), own_code()])
    return f"note-{hashlib.sha256(text.encode()).hexdigest()}"


_SCALARS: Final = {int, float, bool, str}


def sketch(value: object, depth: int = 8) -> str:
    """Describe the types that a value is made of, near enough to what machine code is made for."""
    kind = type(value)
    if isinstance(value, str) and kind is str:
        return "str" if value.isascii() else "str of any letters"
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str} {value.ndim} {value.flags.num}"
    if isinstance(value, dict):
        return f"dict({sketch(list(value), depth - 1)}, {sketch(list(value.values()), depth - 1)})"
    if isinstance(value, tuple):
        return f"{kind.__qualname__}({', '.join(sketch(item, depth - 1) for item in value)})"
    if isinstance(value, (list, set, frozenset)):
        kinds = set(map(type, value))
        inside = sorted({each.__name__ for each in kinds} if kinds <= _SCALARS else {sketch(item, depth - 1) for item in value})
        return f"{kind.__qualname__}({', '.join(inside)})"
    if is_record(value) and depth > 0:
        fields = (f"{name}={sketch(getattr(value, name), depth - 1)}" for name in names_of(value))
        return f"{module_of(kind)}.{kind.__qualname__}({', '.join(fields)})"
    return f"{module_of(kind)}.{kind.__qualname__}"


def is_lasting(refusal: CannotCompile) -> bool:
    """Return whether another process would refuse the same. It might not if memory ran out, or code has no source, here."""
    return not isinstance(refusal.__cause__, (MemoryError, OSError)) and "(<" not in str(refusal)


def read(name: str, reach: Reach) -> Note | None:
    """Return the note of that name; ``None`` if there is none, none that can be trusted, or a refusal of another source."""
    note = _read(name)
    return None if note is not None and note.refused and note.source != _source_of(reach) else note


def _source_of(reach: Reach) -> str:
    """Return a hash of the text and the lines of all functions in users' files that can be reached."""
    texts = []
    for function in reach.functions:
        is_in_file = not function.__code__.co_filename.startswith("<")  # what attrs generates differs in each process
        if is_in_file and not is_own(function.__module__):
            with suppress(OSError, TypeError):
                texts.append(repr((function.__code__.co_filename, *inspect.getsourcelines(function))))
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()


def _read(name: str) -> Note | None:
    content = _on_disk(lambda folder: disk.read(folder, name))
    if content is None:
        return None
    try:
        return Note(**json.loads(content))
    except (ValueError, TypeError):
        return None


def write_refusal(name: str, refusal: CannotCompile, reach: Reach) -> None:
    """Keep why requests have no program, if another process would refuse the same."""
    if is_lasting(refusal):
        write(name, Note(refused=str(refusal), source=_source_of(reach)))


def write(name: str, note: Note) -> None:
    """Keep a note, where anything can be kept."""
    _on_disk(lambda folder: disk.write(folder, name, json.dumps(attrs.asdict(note)).encode()))


def _on_disk(use: Callable[[Any], T]) -> T | None:
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError, disk.Refused):  # of what is refused, the cache of machine code warns
            return use(folder)
    return None
