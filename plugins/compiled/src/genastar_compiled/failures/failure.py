"""Translate Numba's errors about a hook into terms of the user's code."""

from __future__ import annotations

import ast
import gc
import inspect
import re
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, MemberDescriptorType
from typing import Final, NamedTuple

from numba.core.errors import NumbaError

from genastar import CannotCompile
from genastar.contracts.open_list import NOT_IN_A_WALK
from genastar.errors import name_problem
from genastar_compiled.failures.constructs import CONSTRUCTS
from genastar_compiled.failures.words import INTERNAL, in_python, with_names_of_types
from genastar_compiled.reach.names import is_own, module_of
from genastar_compiled.storage.cache import NotKept

_MEND = (
    "machine code supports numbers, tuples, numpy arrays, strings and enums as constants, and attrs classes of these; "
    'rewrite this line with these, or search with engine="interpreted"'
)


_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""Escape sequences in Numba's messages if colorama is installed."""


class _Note(NamedTuple):
    """The innermost function whose compilation failed first."""

    first: tuple[FunctionType, Exception]
    failed: tuple[FunctionType, ...] = ()
    """The function and those that called it, as far as they failed too."""


class _Notes(threading.local):
    """What failed first, on this thread."""

    found: _Note | None = None
    overcome: tuple[_Note, ...] = ()
    """What failed, and compiled with other types behind that: the error may still be that of the first types."""


notes = _Notes()


@contextmanager
def noted(function: FunctionType) -> Iterator[None]:
    """Remember a function that fails to compile, if it is the innermost one outside the engine.

    Numba caches errors and raises them again for the same question, so the note is also stored on the error.
    """
    before = notes.found
    try:
        yield
        # What failed inside was tried again with other types, or the function itself was.
        if before is not None and function in before.failed:
            notes.found, notes.overcome = None, (*notes.overcome, before)
        else:
            notes.found = before
    except Exception as error:
        note = notes.found or getattr(error, "genastar_note", None) or _overcome_in(error) or _Note((function, error))
        if is_own(note.first[0].__module__) and not is_own(function.__module__):
            note = _Note((function, error))  # the hook passed an unsupported value to the engine
        notes.found = error.genastar_note = note._replace(failed=(*note.failed, function))  # type: ignore[attr-defined]
        raise


def _overcome_in(error: Exception) -> _Note | None:
    """Return the note of which an error of a caller tells."""
    text = _COLOURS.sub("", str(error))
    return next((each for each in notes.overcome if _reason(_COLOURS.sub("", str(each.first[1]))) in text), None)


class Settled(Exception):
    """Carries a refusal through Numba's type inference, which would compile all else before it tells."""

    def __init__(self, refusal: Exception) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def is_ours(function: FunctionType) -> bool:
    """Return whether a function belongs to this package."""
    return module_of(function).split(".")[0] == "genastar_compiled"


@contextmanager
def honest_errors(solver: object) -> Iterator[None]:
    """Turn errors of Numba into one line that names the class, the hook, the line and the reason."""
    notes.found, notes.overcome = None, ()
    try:
        yield
    except NotKept:
        raise
    except RecursionError as error:
        name = name_problem(solver)
        raise CannotCompile(
            f"{name} cannot be compiled: a function called by its hooks is recursive; write it as a loop, "
            'or search with engine="interpreted"'
        ) from error
    except Exception as error:  # whatever Numba's error, the solver can still be searched interpreted
        raise CannotCompile(_explain(solver, error)) from error
    finally:
        notes.found, notes.overcome = None, ()


def forget_frames(error: BaseException | None) -> None:
    """Remove the tracebacks of an error, of its causes and of all errors that Numba keeps, also those that it overcame.

    Frames refer to their callers, and so to the request, whose arrays may be large. Numba keeps errors for as long as it has
    the function.
    """
    waiting = [error, *(each for each in gc.get_objects() if issubclass(type(each), NumbaError))]
    known: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is not None and id(each) not in known:
            known.add(id(each))
            waiting += [each.__cause__, each.__context__]
            each.__traceback__ = None


def _explain(solver: object, error: Exception) -> str:
    name = name_problem(solver)
    if notes.found is None:
        return f"{name} cannot be compiled: {translate_reason(str(error))}"
    function, error = notes.found.first
    if is_own(module_of(function)):  # a user cannot rewrite its lines
        return f"{name} cannot be compiled: {translate_reason(str(error))}"
    file, line = _place(function, error)
    reason = translate_reason(str(error))
    empty = _empty_field(solver, function)
    if empty is not None and "may be called twice" not in reason:
        reason = reason.replace(SEARCH, f", or put an item into {empty}, whose items have no type, because it is empty{SEARCH}")
    return f"{name} cannot be compiled: {function.__qualname__} ({file}, line {line}): {reason}"


def _empty_field(solver: object, function: FunctionType) -> str | None:
    """Return the first empty container that a hook reads of the solver; machine code takes its items for ints."""
    within = getattr(solver, "problem", None)
    if hasattr(within, "add_neighbours"):
        return _empty_field(within, function)
    hook = getattr(type(solver), function.__qualname__.rpartition(".")[2], function)  # it may have been rewritten in parts
    for name in inspect.unwrap(hook).__code__.co_names if inspect.isfunction(hook) else ():
        value = inspect.getattr_static(solver, name, None)
        value = getattr(solver, name) if isinstance(value, MemberDescriptorType) else value
        if isinstance(value, _CONTAINERS_OF_PYTHON) and not value:
            return name
    return None


def _place(function: FunctionType, error: Exception) -> tuple[str, int]:
    """Return the name of the file and the line at which a function fails to compile."""
    where = getattr(error, "loc", None)
    if where is not None and Path(where.filename).suffix and "numba" not in Path(where.filename).parts:
        return Path(where.filename).name, where.line
    # The function is called by code that was made for the call, and which has no file: Numba names the lines inside.
    called = inspect.unwrap(function)
    file = called.__code__.co_filename
    named = rf'(?:File "{re.escape(file)}", line |Raised from {re.escape(file)} \()(\d+)'
    lines = re.findall(named, _COLOURS.sub("", str(error)))
    return Path(file).name, int(lines[-1]) if lines else called.__code__.co_firstlineno + _lines_above(called, str(error))


def _lines_above(function: FunctionType, text: str) -> int:
    """Return how many lines of a function are above the construct for which Numba names no line."""
    kinds = next((kinds for part, kinds in _KINDS.items() if part in text), ())
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, ValueError):
        return 0
    found = [each for each in ast.walk(tree) if each is not tree and isinstance(each, kinds)]
    return min((getattr(each, "lineno", 1) for each in found), default=1) - 1


_KINDS: Final[dict[str, tuple[type[ast.AST], ...]]] = {
    "cell variable": (ast.NamedExpr, ast.Nonlocal),
    "kwdefaults": (ast.Lambda, ast.FunctionDef),
    "with (context manager)": (ast.With,),
}
"""Constructs by what Numba calls them."""


_COPIED: Final = re.compile(r"\bclosure__locals__\w*_v\d{6,}_(_v)?")
"""The beginning of what Numba calls a local of a function that it copied; the end of it stands for a ``$``."""


def translate_reason(text: str) -> str:
    """Return the reason in the user's terms, and what to write instead, if the construct is known.

    All refusals of the compiler pass here, so no name of its own reaches the user.
    """
    known = _translate(text)
    return f"a value or a construct in this line is not supported in machine code; {_MEND}" if INTERNAL.search(known) else known


def _translate(text: str) -> str:
    text = with_names_of_types(_COPIED.sub(lambda found: "$" if found[1] else "", _COLOURS.sub("", text)))
    if NOT_IN_A_WALK in text:  # interpreted, it would be refused too
        return f"it calls open_list.known(): {NOT_IN_A_WALK}"
    for pattern, reason, mend in CONSTRUCTS:
        found = re.search(pattern, text)
        if found:
            plain = in_python(found.expand(reason))
            return f"{plain}; {found.expand(mend)}{SEARCH}"
    reason = in_python(_reason(text))
    if "; " in reason:  # it says already what to write instead
        says_all = "engine=" in reason or reason.startswith(_AT_BOTH)
        return reason if says_all else f"{reason}{SEARCH}"
    return f"{reason}; {_MEND}"


def _reason(text: str) -> str:
    """Return the line of Numba's explanation that says what is wrong, without its frame."""
    lines = [line.strip() for line in text.splitlines()]
    refused = [line.removeprefix(_REFUSED) for line in lines if line.startswith(_REFUSED) and _FAILED not in line]
    if refused:
        return refused[-1][:300]
    kept = [line for line in lines if line and not line.startswith(_FRAME)]
    function = r"<class '(\w+)'>|<built-in function (\w+)>|<function (\w+) at \w+>"
    unknown = re.search(rf"No implementation of function Function\((?:{function})\)", text)
    if unknown:
        name = unknown[1] or unknown[2] or unknown[3]
        given = re.search(rf">>> {name}\((.+)\)", text)
        return f"{name} is not supported for {f'values of the types ({given[1]})' if given else 'these values'}"
    return kept[0][:300] if kept else text[:300] or "a value is not supported"


SEARCH: Final = ', or search with engine="interpreted"'
_CONTAINERS_OF_PYTHON: Final = (list, tuple, dict, set, frozenset)
_AT_BOTH: Final = ("add_neighbours returns or yields", "a parent and an action are given at once", "an open list")
"""How refusals begin that hold in the interpreted engine, too."""

_REFUSED = "TypingError: "
"""Prefix of the reasons that this package's own code generators give."""

_FAILED: Final = "Failed in "
"""What Numba says around a reason."""

_FRAME = (
    _FAILED,
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
