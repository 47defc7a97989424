"""The errors of genastar. Their types tell them apart, so that a caller need not read messages."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from itertools import islice
from typing import Final

SHOWN: Final = 60
"""Maximum characters of a user's text that a message repeats."""


_FEW: Final = 8
"""Maximum number of names that a message lists."""
_FEWEST: Final = 3
"""Maximum number of names of which a message does not name those that are similar."""


def shorten_text(text: str, most: int = SHOWN) -> str:
    """Return a text for a message: the middle of a text of more than ``most`` characters is left out."""
    if len(text) <= most:
        return text
    return f"{text[: most - most // 3 - 3]}...{text[-(most // 3) :]}"


def format_value(value: object, most: int = SHOWN) -> str:
    """Return a user's value for a message: its `repr`, `shorten_text`. Never raises."""
    try:
        return shorten_text(repr(value), most)
    except Exception:  # noqa: BLE001  # repr refuses an int of more than 4,300 digits, and a user's own may raise anything
        return f"a value of type {type(value).__name__} that cannot be printed"


def to_one_line(text: object) -> str:
    """Return a text on one line, with escapes for characters that are not printable."""
    line = " ".join(str(text).splitlines())
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)


def format_error_line(error: BaseException, most: int = 200) -> str:
    """Return the message of a library's error, `shorten_text` to one line; the name of its type if the message is empty."""
    return shorten_text(" ".join(str(error).split()), most) or type(error).__name__


def format_cause(error: BaseException) -> str:
    """Return the type of an error and the first line of its message that is not empty."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001  # a plugin's own __str__ may raise anything
        text = ""
    lines = filter(None, map(str.strip, text.splitlines()))
    return ": ".join([type(error).__name__, *islice(lines, 1)])


class GenastarError(Exception):
    """The base class of all errors that genastar raises on purpose. As text it is one line of printable characters."""

    def __str__(self) -> str:
        return to_one_line(super().__str__())


class BadInput(GenastarError, ValueError):
    """An input that cannot be used. The message says in one line what is wrong, where, and how to fix it."""


class BadOption(BadInput):
    """A value that an option does not take: it is outside the bounds, no choice, or of another type."""


class CostError(GenastarError, TypeError):
    """A cost that is NaN, or that cannot be compared with the other costs of its search."""


class Cancelled(GenastarError):
    """A cancel token ended work other than a search before it was done; see `CancelToken.govern`."""


class WorkspaceBusy(GenastarError, RuntimeError):
    """A workspace was given to a second search before the first had ended."""


class PluginError(GenastarError, LookupError):
    """A named plugin cannot be used; the message says why and what to install."""


class NoFrontier(PluginError):
    """An engine does not support the frontier of an algorithm; the message names an engine that does."""


class CannotCompile(GenastarError, TypeError):
    """A solver that a compiling engine cannot compile; the message names the class, the hook and the line."""


class EnginesDisagree(GenastarError, AssertionError):
    """Two engines answer one question differently, a fault in genastar; the message shows the first difference."""


class ExecutorLost(GenastarError, RuntimeError):
    """The executor of a batch of searches is gone, such as a pool whose processes died or a cluster that does not answer."""


def name_problem(problem: object) -> str:
    """Return the name of a problem's class for messages; for a problem that wraps another, the class of the wrapped one."""
    within = getattr(problem, "problem", None)
    return name_problem(within) if hasattr(within, "add_neighbours") else type(problem).__qualname__


def name_hook(problem: object) -> str:
    """Return the name of the hook that adds positions, for messages."""
    return f"{name_problem(problem)}.add_neighbours"


class HookWarning(UserWarning):
    """A warning about a hook that seems to contain a mistake; ``warnings.filterwarnings`` can ignore the category."""


def warn(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn about a line of the user's: the nearest caller outside of genastar's distributions."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and _is_ours(str(frame.f_globals.get("__name__"))):
        frame, level = frame.f_back, level + 1
    if category is HookWarning:  # shown each time: at the prompt every line is line 1, and a second mistake would be silent
        warnings.warn_explicit(text, category, frame.f_code.co_filename, frame.f_lineno, str(frame.f_globals.get("__name__")))
    else:
        warnings.warn(text, category, stacklevel=level)


def _is_ours(module: str) -> bool:
    """Return whether a module is genastar's, or `abc`, which makes classes for a user."""
    return module == "abc" or module.startswith("genastar")


def make_missing_library_error(user: str, library: str, error: ImportError, install: str | None = None) -> BadInput:
    """Return the error for a missing library.

    Args:
        user: the function or class that needs the library.
        library: the name of the library.
        error: the error of its import.
        install: the argument for ``pip install``; by default the library.
    """
    return BadInput(f"{user} needs {library}, which cannot be imported: {error}; try: pip install {install or library}")


def suggest_names(name: str, known: Iterable[str], lister: str, all_known: str, like: str | None = None) -> str:
    """Return the end of a message about an unknown name: at most three similar names, and all known names if these are few.

    Args:
        name: the unknown name.
        known: the names that are known, in the order in which the message lists them.
        lister: the command that lists them, for the message if they are many; empty if there is none.
        all_known: the text for all names if they are few, with ``{}`` for the names.
        like: the name that is meant, if this is known.
    """
    from difflib import get_close_matches  # a search does not need it

    names = list(known)
    if len(names) <= _FEWEST:
        return all_known.format(", ".join(names) or "none")
    near = [like] if like else get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join([', '.join(near[:-1]), near[-1]] if near[1:] else near)}?" if near else ""
    if len(names) <= _FEW:
        return hint + all_known.format(", ".join(names) or "none")
    return f"{hint or ';'} `{lister}` lists all {len(names)}" if lister else hint


def make_circle_error(position: object) -> CostError:
    """Return the error of a path that never comes to a start."""
    return CostError(
        f"the path to {format_value(position)} runs in a circle: a step costs less than 0, or a hook changed a position "
        "after it was "
        "added; give each step at least 0, and add new positions"
    )
