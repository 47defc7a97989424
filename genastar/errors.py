"""Everything that genastar refuses, by type: a caller never has to read a message to know what happened."""

from __future__ import annotations

from typing import Final

SHOWN: Final = 60
"""Characters of a user's text that a message repeats, at most."""


def shortened(text: str, most: int = SHOWN) -> str:
    """Return a text as a message repeats it: one of more than ``most`` characters loses its middle."""
    if len(text) <= most:
        return text
    return f"{text[: most - most // 3 - 3]}...{text[-(most // 3) :]}"


def shown(value: object, most: int = SHOWN) -> str:
    """Return what a user gave as a message repeats it: its `repr`, `shortened`. Never raises."""
    try:
        return shortened(repr(value), most)
    except Exception:  # noqa: BLE001  # an int of more than 4,300 digits has no repr, nor has what a user's own raises for
        return f"a value of type {type(value).__name__} that cannot be printed"


def one_line(text: object) -> str:
    """Return a text on one line, with what is not printable (an escape sequence in a file name, say) spelled out."""
    line = " ".join(str(text).splitlines())
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)


def line_of(error: BaseException, most: int = 200) -> str:
    """Return what an error of a library says, `shortened` to one line; its type where it says nothing."""
    return shortened(" ".join(str(error).split()), most) or type(error).__name__


class GenastarError(Exception):
    """The root of all errors that genastar raises on purpose. As text it is one line that a terminal can show."""

    def __str__(self) -> str:
        return one_line(super().__str__())


class BadInput(GenastarError, ValueError):
    """An input that cannot be used: what is wrong, where, and how to mend it, in one line."""


class CostError(GenastarError, TypeError):
    """A cost that is not a number (NaN), or that does not compare with the other costs of its search."""


class Cancelled(GenastarError):
    """Work other than a search was ended by its cancel token before it was done; see `CancelToken.governing`."""


class WorkspaceBusy(GenastarError, RuntimeError):
    """A workspace was given to a second search before the first had ended."""


class PluginError(GenastarError, LookupError):
    """A plugin that was asked for by name cannot be used; the message says why and what to install."""


class CannotCompile(GenastarError, TypeError):
    """A solver that a compiling engine cannot turn into machine code; the message names the class, the hook and the line."""


class EnginesDisagree(GenastarError, AssertionError):
    """Two engines answer one question otherwise, which is a fault of genastar's; the message shows the first difference."""


class ExecutorLost(GenastarError, RuntimeError):
    """What ran the searches of many questions is gone: a pool whose processes died, a cluster that no longer answers."""


def name_of(problem: object) -> str:
    """Return the name of a problem's class, as messages have it: of a problem around another, that of the one within."""
    within = getattr(problem, "problem", None)
    return name_of(within) if hasattr(within, "add_neighbours") else type(problem).__qualname__


def lacks(user: str, library: str, error: ImportError, install: str | None = None) -> BadInput:
    """Return the error of what needs a library that cannot be imported.

    Args:
        user: what needs it.
        library: its name.
        error: why it cannot be imported.
        install: what to install; by default the library.
    """
    return BadInput(f"{user} needs {library}, which cannot be imported: {error}; try: pip install {install or library}")
