"""Honest failure: what Numba says when it cannot compile a hook, said in the user's terms."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Final

from genastar import CannotCompile
from genastar.errors import name_of
from genastar_compiled.storage.cache import NotKept

_MEND = (
    "machine code knows numbers, tuples, numpy arrays, strings and enums as constants, and attrs classes of these; "
    'write this line with them, or search with engine="interpreted"'
)


_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""What Numba puts into its messages where colorama is installed."""


class _Notes(threading.local):
    """The first function whose compilation failed, on this thread: the innermost."""

    found: tuple[FunctionType, Exception] | None = None


_notes = _Notes()


@contextmanager
def noted(function: FunctionType) -> Iterator[None]:
    """Remember that this function failed to compile, if it does and is the innermost that is not the engine's.

    Numba keeps errors and raises them again when the same is asked again, so the note is kept on the error too.
    """
    try:
        yield
    except Exception as error:
        if _notes.found is None:
            _notes.found = getattr(error, "genastar_note", (function, error))
        if not _is_a_hook(_notes.found[0]) and _is_a_hook(function):  # a hook handed on what the engine cannot take
            _notes.found = function, error
        error.genastar_note = _notes.found  # type: ignore[attr-defined]
        raise


def is_ours(function: FunctionType) -> bool:
    """Return whether this package wrote a function."""
    return function.__module__.split(".")[0] == "genastar_compiled"


def _is_a_hook(function: FunctionType) -> bool:
    """Return whether neither this package nor the core wrote a function."""
    return function.__module__.split(".")[0] not in ("genastar", "genastar_compiled")


@contextmanager
def honest_errors(solver: object) -> Iterator[None]:
    """Turn what Numba raises into one line that names the class, the hook, the line and the reason."""
    _notes.found = None
    try:
        yield
    except NotKept:
        raise
    except RecursionError as error:
        name = name_of(solver)
        raise CannotCompile(
            f"{name} cannot be compiled: a function that its hooks call calls itself; write it as a loop, "
            'or search with engine="interpreted"'
        ) from error
    except Exception as error:  # whatever Numba trips over, the solver can still be searched interpreted
        raise CannotCompile(_explain(name_of(solver), error)) from error
    finally:
        _notes.found = None


def _explain(name: str, error: Exception) -> str:
    if _notes.found is None:
        return f"{name} cannot be compiled: {_told(str(error))}"
    function, inner = _notes.found
    where = getattr(inner, "loc", None)
    line = where.line if where is not None else function.__code__.co_firstlineno
    file = Path(where.filename if where is not None else function.__code__.co_filename).name
    place = f"{function.__qualname__} ({file}, line {line})"
    return f"{name} cannot be compiled: {place}: {_told(str(inner))}"


def _told(text: str) -> str:
    """The reason in the user's words, where it is known which construct it is, and what to write instead."""
    text = _COLOURS.sub("", text)
    for pattern, reason, mend in _CONSTRUCTS:
        found = re.search(pattern, text)
        if found:
            return f'{found.expand(reason)}; {mend}, or search with engine="interpreted"'
    return f"{_reason(text)}; {_MEND}"


def _reason(text: str) -> str:
    """The line of Numba's explanation that says what is wrong, without its frame."""
    lines = [line.strip() for line in text.splitlines()]
    refused = [line.removeprefix(_REFUSED) for line in lines if line.startswith(_REFUSED)]
    if refused:
        return refused[-1][:300]
    kept = [line for line in lines if line and not line.startswith(_FRAME)]
    unknown = re.search(r"No implementation of function Function\((?:<class '(\w+)'>|<built-in function (\w+)>)\)", text)
    if unknown:
        return f"{unknown[1] or unknown[2]} is not known for these values"
    return kept[0][:300] if kept else text[:300]


_CONSTRUCTS: Final = (
    (r"opcode \(STORE_GLOBAL\)", "a hook assigns to a global name", "keep the value in a local, or in the position"),
    (r"opcode \(IMPORT_NAME\)", "a hook imports a module", "import it at the top of the file"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "a hook defines a class", "define it outside"),
    (r"opcode \(MATCH_MAPPING\)", "match takes a dictionary apart", "look its keys up"),
    (
        r"[Uu]nsupported context manager|opcode \(BEFORE_WITH\)",
        "with is not known in machine code",
        "write the block without it",
    ),
    (r"print\(\) function", "print is called with keywords", "observe the search instead: search(..., observer=...)"),
    (r"attribute '(\w+)' of type Module\(<module 'logging'", r"logging.\1 is called", "observe the search instead"),
    (r"re-entrant", "it calls itself by way of another function", "write it as a loop, or let it call itself only"),
    (r"Int value is too large: (-?\d+)", r"the number \1 is beyond 64 bits", "keep numbers below 2**63"),
    (r"array\(pyobject", "an array holds objects (dtype object)", "give it a dtype of numbers"),
    (r"exception_match", "except names an exception", "test beforehand, or write except Exception"),
    (r"The use of yield in a closure", "a generator expression is used in a way that is not known", "write a loop"),
    (r"Untyped global name '([^']+)': (an? .* machine code)", r"\1: \2", "give its items one type"),
    (
        r"Untyped global name '([^']+)': Cannot determine Numba type of <class '([^']+)'>",
        r"\1 (of type \2) is not known in machine code",
        "write what it does with numbers, tuples, dictionaries or numpy arrays",
    ),
)
"""Patterns of Numba's explanations, what they mean, and what to write instead."""

_REFUSED = "TypingError: "
"""Where a function of this package that makes machine code says why it does not."""

_FRAME = (
    "Failed in nopython",
    "- Resolution failure",
    "During:",
    "File ",
    "<source",
    "^",
    "Enable logging",
    "There are",
    "- Of which",
    ">>>",
)
