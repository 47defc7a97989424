"""The pages of the example notebooks: each is run, and its cells are shown with their outputs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import nbclient
import nbformat

SECONDS: Final = 300
"""Time limit of a cell."""
WIDGET: Final = "application/vnd.jupyter.widget-view+json"
PLAYER: Final = "*In Jupyter, the player of the search is here.*"
PICTURES: Final = {"image/svg+xml": "", "image/png": "data:image/png;base64,", "image/gif": "data:image/gif;base64,"}


@cache
def page_of(path: Path) -> str:
    """Return the Markdown of a notebook with its outputs, and a link to the file.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails.
    """
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=SECONDS, resources={"metadata": {"path": str(path.parent)}}).execute()
    title, *cells = book.cells
    head, _, text = title.source.partition("\n")
    parts = [head, f"[Download this notebook]({path.name}){{ download }}", text]
    for cell in cells:
        parts += [cell.source] if cell.cell_type == "markdown" else _code(cell)
    return "\n\n".join(parts) + "\n"


def _code(cell: Any) -> list[str]:
    return [_fenced("python", cell.source), *(_shown(output) for output in cell.outputs)]


def _shown(output: Any) -> str:
    """Return an output of a cell as Markdown, in the richest form that a page can show."""
    if output.output_type == "stream":
        return _fenced("text", output.text)
    data = output.data
    if WIDGET in data:
        return PLAYER
    if "text/html" in data:
        return f'<div class="output">{_one_line(data["text/html"])}</div>'
    for kind, prefix in PICTURES.items():
        if kind in data:
            inside = data[kind] if not prefix else f'<img alt="The output of this cell" src="{prefix}{_one_line(data[kind])}">'
            return f'<div class="output">{_one_line(inside)}</div>'
    return _fenced("text", data.get("text/plain", ""))


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def _one_line(text: str) -> str:
    """Return HTML without line breaks, because Markdown ends a block of HTML at an empty line."""
    return " ".join(text.split("\n")).strip()
