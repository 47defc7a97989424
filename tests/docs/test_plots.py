"""Plots and recorded tables of the site: each figure is written once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from genastar.worlds.domain_registry import run_plugin_module

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "site" / "plots.py"

if not SCRIPT.exists():
    pytest.skip("the site is in the repository", allow_module_level=True)

plots: Any = run_plugin_module(SCRIPT)
tables: Any = run_plugin_module(SCRIPT.with_name("tables.py"))
RECORDED = sorted((ROOT / "docs" / "data").rglob("*.json"))

TABLE = "| | ms | times |\n|--|--:|--:|\n| **genastar**, A\\* (7 expanded) | 1,250.5 | **1.00** |\n| other `x` | 20 to 30 | |\n"


def test_bars_are_the_rows_with_a_number() -> None:
    bars = [(bar.name, bar.figure, bar.number) for bar in plots.bars_of(TABLE, "ms")]
    assert bars == [("genastar, A*", "1,250.5", 1250.5), ("other x", "20 to 30", 20.0)]
    assert [bar.name for bar in plots.bars_of(TABLE, "times")] == ["genastar, A*"]


def test_a_plot_stands_above_its_table() -> None:
    page = plots.with_plots(f"before\n\n<!-- plot: ms; times -->\n\n{TABLE}\nafter\n")
    assert page.startswith("before\n\n<div")
    assert page.endswith(f"{TABLE}\nafter\n")
    assert page.count("<svg") == 2


@pytest.mark.parametrize(("column", "cell"), [("s", "1"), ("ms", "none"), ("ms", "0")])
def test_what_cannot_be_plotted_is_refused(column: str, cell: str) -> None:
    with pytest.raises(plots.NoSuchPlot):
        plots.with_plots(f"<!-- plot: {column} -->\n\n| | ms |\n|--|--|\n| one | {cell} |\n")


def test_the_benchmarks_ask_for_plots_that_can_be_drawn() -> None:
    texts = [tables.page_of(path) for path in RECORDED] + [(ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")]
    asked = sum(len(columns.split("; ")) for text in texts for columns in re.findall(r"<!-- plot: (.+) -->", text))
    assert sum(plots.with_plots(text).count("<svg") for text in texts) == asked >= 10


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_recorded_tables_are_whole(path: Path) -> None:
    shown = tables.page_of(path)
    for table in re.findall(r"(?:^\|.*\n)+", shown, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_every_subject_is_linked() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(data/benchmarks/(.+?)\.json\)", page)) == {
        path.stem for path in RECORDED if path.parent.name == "benchmarks"
    }


def test_figures_stand_on_the_right() -> None:
    table = tables.table_of({"columns": ["", "ms", "compiled"], "rows": [["a|b", "1,250", "yes"], ["c", "", "no"]]})
    assert table.splitlines() == ["|  | ms | compiled |", "| :-- | --: | :-- |", "| a\\|b | 1,250 | yes |", "| c |  | no |"]
