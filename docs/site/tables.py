"""The pages of recorded tables: figures of benchmarks, and constructs that were tried.

A file has a title, a text and tables. Each table has a title, a text, columns, rows of cells in Markdown, and optionally the
columns that are drawn as bar charts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

_FIGURE: Final = re.compile(r"[\d*]|$")


def page_of(path: Path) -> str:
    """Return the Markdown of a file of recorded tables."""
    data = json.loads(path.read_text(encoding="utf-8"))
    parts = [f"# {data['title']}", data["text"]]
    for each in data["tables"]:
        parts += [f"## {each['title']}", each["text"]] if each["text"] else [f"## {each['title']}"]
        if "plot" in each:
            parts.append(f"<!-- plot: {'; '.join(each['plot'])} -->")
        parts.append(table_of(each))
    return "\n\n".join(parts) + "\n"


def table_of(data: dict[str, Any]) -> str:
    """Return a table in Markdown, with columns of figures aligned to the right."""
    columns, rows = data["columns"], data["rows"]
    aligned = ["--:" if all(map(_FIGURE.match, cells)) else ":--" for cells in list(zip(*rows, strict=True))[1:]]
    return "\n".join(line_of(cells) for cells in (columns, [":--", *aligned], *rows))


def line_of(cells: list[str]) -> str:
    """Return a line of a table, with the character escaped that would end a cell."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
