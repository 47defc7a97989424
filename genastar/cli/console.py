"""What the commands write: text is data here, never markup, and what a terminal would obey is shown and not sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from genastar.errors import BadInput, one_line

if TYPE_CHECKING:
    from rich.console import Console

_UNBROKEN = 1 << 16  # columns: lines for a program to read are not folded


def say(text: object) -> None:
    """Write one line of an answer."""
    with told_of():
        sys.stdout.write(f"{one_line(text)}\n")


def say_json(value: object) -> None:
    """Write one object of an answer, as one line."""
    with told_of():
        sys.stdout.write(f"{json.dumps(value, allow_nan=False)}\n")


def complain(text: object) -> None:
    """Write one line to the error stream."""
    sys.stderr.write(f"genastar: {one_line(text)}\n")


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Write a warning as one line to the error stream: what `warnings.showwarning` is in a command and its workers."""
    complain(f"warning: {message}")


@contextmanager
def told_of() -> Iterator[None]:
    """Name the standard output in the error of a block that writes there.

    Raises:
        BadInput: it cannot be written. That its reader went away stays a BrokenPipeError.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"standard output: {error.strerror or error}") from error


def is_watched() -> bool:
    """Whether a person sees what is written, as it is written."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def console() -> Console:
    """The terminal, or the file or pipe in its place, for what is more than a line."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _UNBROKEN
    return Console(width=width, markup=False, emoji=False, highlight=False)


def say_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    # A rule under the heads is for eyes; a program that reads a pipe has no use for it.
    table = Table(box=SIMPLE_HEAD if sys.stdout.isatty() else None, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(one_line, row))
    with told_of():
        console().print(table)
