"""The table of docs/algorithms.md, made from what the algorithms declare."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cyclopts", reason="the command line is not installed")

from genastar.algorithm import Algorithm, find_algorithm, list_algorithm_names
from genastar.cli.commands.algorithms import make_row

pytestmark = pytest.mark.long
PAGE = Path(__file__).parents[2] / "docs" / "algorithms.md"
BEGIN, END = "<!-- the table of algorithms -->\n", "<!-- the end of the table -->\n"

if not PAGE.exists():
    pytest.skip("the page is in the repository", allow_module_level=True)


def table() -> str:
    """The table as it should be."""
    lines = ["| name | searches | promise | needs | pauses | options |", "|---|---|---|---|---|---|"]
    for name in list_algorithm_names():
        row = make_row(name)
        assert not row.reason, row.reason
        pauses = find_algorithm(name).begin is not Algorithm.begin
        worlds = f"{find_algorithm(name).domain} worlds" if find_algorithm(name).domain else "everything"
        options = ", ".join(f"`{option['name']}={option['default']}`" for option in row.options)
        cells = f"`{name}`", worlds, row.promise, ", ".join(row.needs), "yes" if pauses else "", options
        lines.append("| " + " | ".join(cells) + " |")
    return "".join(line + "\n" for line in lines)


def test_the_table_is_that_of_the_declarations() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = text.partition(BEGIN)[2].partition(END)[0]
    assert shown == table(), f"docs/algorithms.md should have this table:\n{table()}"
