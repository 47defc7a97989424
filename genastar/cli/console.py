"""What the commands write: text is data here, never markup, and what a terminal would obey is shown and not sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_UNBROKEN = 1 << 16  # columns: lines for a program to read are not folded


def one_line(text: object) -> str:
    """The text on one line, with what is not printable (an escape sequence in a file name, say) spelled out."""
    line = " ".join(str(text).splitlines())
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)


def say(text: object) -> None:
    """Write one line of an answer."""
    sys.stdout.write(f"{one_line(text)}\n")


def say_json(value: object) -> None:
    """Write one object of an answer, as one line."""
    sys.stdout.write(f"{json.dumps(value, allow_nan=False)}\n")


def complain(text: object) -> None:
    """Write one line to the error stream."""
    sys.stderr.write(f"genastar: {one_line(text)}\n")


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
    console().print(table)
