"""What compilations made, kept on disk by all that it follows from, so that the next process neither types nor compiles."""

from __future__ import annotations

import hashlib
import pickle
import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from genastar_compiled.compiler.code import target
from genastar_compiled.compiler.faults import Fault, Fraction, NamesParents, NotCovered, OtherPositions
from genastar_compiled.storage.folder import core_code, package_code


@frozen
class Outcome:
    """Machine code, and what Python needs to call it."""

    name: str
    """The name under which the object file is kept."""
    code: bytes
    faults: Sequence[Fault]
    reads: Sequence[Any]
    """What the code reads where it is, and so must stay in memory."""


def find_or_make(parts: Sequence[object], make: Callable[[], Outcome]) -> Outcome:
    """Return what is made of these parts, whose ``repr`` describes them: from disk, if an earlier process made it.

    Raises:
        Fraction, NamesParents, OtherPositions: the search needs another layout, which is kept as well.
        NotCovered: a hook has a construct that the compiler does not know.
    """
    text = f"{parts} {package_code()} {core_code()} {platform.python_version()} {target.processor()}"
    name = f"outcome-{hashlib.sha256(text.encode()).hexdigest()}"
    found = _read(name)
    if found is None:
        try:
            found = make()
        except (Fraction, NamesParents, OtherPositions) as error:
            _write(name, error.with_traceback(None))
            raise
        if not found.reads:  # another process has it elsewhere
            _write(name, (found.name, found.faults))
    elif isinstance(found, Exception):
        raise found
    return found


def _read(name: str) -> Outcome | NotCovered | None:
    content = target.read(name)
    with suppress(Exception):  # it names a class that is no more
        found = None if content is None else pickle.loads(content)
        if not isinstance(found, tuple):
            return found
        code = target.read(found[0])
        return None if code is None else Outcome(found[0], code, found[1], ())
    return None


def _write(name: str, found: object) -> None:
    with suppress(pickle.PicklingError, AttributeError, TypeError):  # a class inside a function
        target.write(name, pickle.dumps(found))
