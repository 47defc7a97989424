"""Bar charts drawn from the tables of a page, so that each figure is written once.

A line ``<!-- plot: COLUMN; COLUMN -->`` above a table adds a bar chart for each of these columns.
"""

from __future__ import annotations

import re
from html import escape
from math import log10
from typing import Final

from attrs import frozen

_ASKED: Final = re.compile(r"^<!-- plot: (.+) -->\n\n((?:\|.*\n)+)", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CELL: Final = re.compile(r"(?<!\\)\|")

WIDTH: Final = 640
"""The width of a chart, in pixels."""
ROW: Final = 24
"""The height of a bar and the gap below it, in pixels."""
LETTER: Final = 8
"""The width of a letter, in pixels."""
LETTERS: Final = 46
"""The greatest number of letters of a name."""
ROOM: Final = 60
"""The room for the figure behind the longest bar, in pixels."""


class NoSuchPlot(ValueError):
    """A page asks for a plot of a column that its table does not have."""


@frozen
class Bar:
    """One bar of a chart: a row of a table."""

    name: str
    figure: str
    number: float


def with_plots(markdown: str) -> str:
    """Return a page with its plots, each above its table.

    Raises:
        NoSuchPlot: the table has no such column, or the column has numbers that are not positive.
    """
    return _ASKED.sub(lambda asked: f"{_plots(asked[1].split('; '), asked[2])}\n\n{asked[2]}", markdown)


def bars_of(table: str, column: str) -> list[Bar]:
    """Return the rows of a Markdown table that have a number in a column.

    Raises:
        NoSuchPlot: as in `with_plots`.
    """
    head, _, *rows = [[_plain(cell) for cell in _CELL.split(line.strip())[1:-1]] for line in table.splitlines()]
    if column not in head:
        raise NoSuchPlot(f"no column {column!r} among {head}")
    cells = [(row[0], row[head.index(column)]) for row in rows]
    bars = [
        Bar(_short(name), cell, float(found[0].replace(",", ""))) for name, cell in cells if (found := _NUMBER.search(cell))
    ]
    if not bars or min(bar.number for bar in bars) <= 0:
        raise NoSuchPlot(f"no positive numbers in the column {column!r}")
    return bars


def svg_of(title: str, bars: list[Bar]) -> str:
    """Return a chart of horizontal bars on a logarithmic scale, with genastar in the accent colour."""
    least, most = min(bar.number for bar in bars) / 2, max(bar.number for bar in bars)
    label = LETTER * max(len(bar.name) for bar in bars) + 8
    parts = []
    for row, bar in enumerate(bars):
        length = (WIDTH - label - ROOM) * log10(bar.number / least) / log10(most / least)
        kind = "ours" if "genastar" in bar.name else "theirs"
        middle = row * ROW + ROW / 2
        parts += [
            f'<text x="{label - 8}" y="{middle}" text-anchor="end">{escape(bar.name)}</text>',
            f'<rect class="{kind}" x="{label}" y="{row * ROW + 3}" width="{length:.1f}" height="{ROW - 6}" rx="2"/>',
            f'<text x="{label + length + 6:.1f}" y="{middle}">{escape(bar.figure)}</text>',
        ]
    told = "; ".join(f"{bar.name} {bar.figure}" for bar in bars)
    size = f'viewBox="0 0 {WIDTH} {len(bars) * ROW}"'
    caption = f"<figcaption>{escape(title)}, on a logarithmic scale</figcaption>"
    return f'<figure class="plot"><svg {size} role="img" aria-label="{escape(told)}">{"".join(parts)}</svg>{caption}</figure>'


def _plots(columns: list[str], table: str) -> str:
    return f'<div class="plots">{"".join(svg_of(column, bars_of(table, column)) for column in columns)}</div>'


def _short(name: str) -> str:
    """Return a name without its parts in brackets."""
    name = re.sub(r"\s*\([^)]*\)", "", name)
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1].rstrip()}…"


def _plain(cell: str) -> str:
    """Return the text of a cell without Markdown marks."""
    return re.sub(r"\\(.)|[*`]", lambda found: found[1] or "", cell).strip()
