"""The output of the commands. Text is never read as markup, and control characters are escaped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from genastar.errors import BadInput, to_one_line

if TYPE_CHECKING:
    from rich.console import Console

_UNBROKEN = 1 << 16  # columns: lines for a program are not folded


def print_line(text: object) -> None:
    """Write one line to the standard output."""
    with name_standard_output():
        sys.stdout.write(f"{to_one_line(text)}\n")


def print_json(value: object) -> None:
    """Write one JSON object as one line to the standard output."""
    with name_standard_output():
        sys.stdout.write(f"{json.dumps(value, allow_nan=False)}\n")


def complain(text: object) -> None:
    """Write one line to the error stream."""
    sys.stderr.write(f"genastar: {to_one_line(text)}\n")


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Write a warning as one line to the error stream. Commands and their workers set it as `warnings.showwarning`."""
    complain(f"warning: {message}")


@contextmanager
def name_standard_output() -> Iterator[None]:
    """Run a block that writes to the standard output. If that fails, the error names the standard output.

    Raises:
        BadInput: the standard output cannot be written.
        BrokenPipeError: the reader closed the pipe.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"standard output: {error.strerror or error}") from error


def is_watched() -> bool:
    """Return whether both output and errors go to a terminal."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def make_console() -> Console:
    """Return a console for output of more than a line, to the terminal or the file or pipe in its place."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _UNBROKEN
    return Console(width=width, markup=False, emoji=False, highlight=False)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    # The rule under the heads is for people: leave it out where a program reads a pipe.
    table = Table(box=SIMPLE_HEAD if sys.stdout.isatty() else None, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(to_one_line, row))
    with name_standard_output():
        make_console().print(table)


def format_default(value: object) -> str | None:
    """Return the default of a command's option for its help; ``None`` for nothing, an empty list or a switch."""
    return None if value is None or value == () or isinstance(value, bool) else str(value)
