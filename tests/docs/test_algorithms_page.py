"""The page of algorithms: it names each of them where it says how to choose, and the site adds their table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cyclopts", reason="the command line is not installed")

import genastar
from genastar import Replanner
from genastar.algorithm import list_algorithm_names
from genastar.algorithms import LssLrta, Rtaa
from genastar.cli.commands.algorithms import make_row
from genastar.worlds.domain_registry import run_plugin_module

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "algorithms.md"

if not PAGE.exists():
    pytest.skip("the page is in the repository", allow_module_level=True)


def test_each_algorithm_is_named_where_to_choose() -> None:
    choice = PAGE.read_text(encoding="utf-8").partition("## How to choose\n")[2].partition("\n## ")[0]
    assert set(list_algorithm_names()) - set(re.findall(r"`([a-z-]+)`", choice)) == set()


def test_the_site_adds_the_table_of_the_declarations() -> None:
    assert "\n<!-- the table of algorithms -->\n" in PAGE.read_text(encoding="utf-8")
    reference: Any = run_plugin_module(ROOT / "docs" / "site" / "reference.py")
    _, _, *lines = reference.table_of_algorithms().splitlines()
    for name, line in zip(list_algorithm_names(), lines, strict=True):
        assert make_row(name).reason == ""
        assert line.startswith(f"| `{name}` | ")
        assert f" | {make_row(name).promise} | " in line


ROWS = re.findall(
    r"^\| .+ \| `([a-z-]+)`(?: \|) ?([\d,; ]*) ?\| ?([\d,; ]*) ?\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
)
FIGURES = [(name, column, cell) for name, *cells in ROWS for column, cell in enumerate(cells) if cell.strip()]


@pytest.fixture(scope="module")
def board() -> Any:
    return genastar.load([[7, 3, 4, 8], [1, 13, 11, 12], [5, 9, 6, 15], [2, 10, 14, 0]], "puzzle")


@pytest.fixture(scope="module")
def roads() -> Any:
    return genastar.load(ROOT / "plugins" / "roads" / "tests" / "data" / "kotka.osm.pbf", profile="car", metric="time")


def ends(roads: Any) -> tuple[Any, Any]:
    """Return the start and the goal of the drive through Kotka."""
    return roads.find_nearest(60.5251, 26.9402), roads.find_nearest(60.5352, 26.9601)


def test_the_table_has_figures() -> None:
    assert len(FIGURES) > 40


@pytest.mark.long
@pytest.mark.parametrize(("name", "column", "cell"), FIGURES, ids=[f"{name}-{column}" for name, column, _ in FIGURES])
def test_the_figures_are_those_of_searches(name: str, column: int, cell: str, board: Any, roads: Any) -> None:
    wanted = [int(figure.replace(",", "")) for figure in cell.split(";")]
    start, goal = ends(roads)
    answers = (
        roads.results(start, [goal], algorithm=name, engine="interpreted")
        if column
        else board.results(algorithm=name, engine="interpreted")
    )
    expanded = [each.expanded for each in answers]
    assert wanted == ([expanded[0], expanded[-1]] if len(wanted) == 2 else expanded[-1:])


@pytest.mark.long
def test_an_agent_drives_as_long_as_the_page_says(roads: Any) -> None:
    start, goal = ends(roads)
    algorithms = ("astar", LssLrta(100), LssLrta(10), Rtaa(100), Rtaa(10))
    walks = [roads.search(start, [goal], algorithm=each, engine="interpreted") for each in algorithms]
    assert [round(each.cost.travelled) for each in walks] == [221, 334, 864, 444, 1834]


@pytest.mark.long
def test_a_replanner_expands_as_few_nodes_as_the_page_says(roads: Any) -> None:
    here, home = ends(roads)
    driver, jammed = Replanner(roads, [home]), roads
    route = driver.search(here).path
    again = fresh = 0
    for step in range(2, 10):
        jammed = jammed.with_costs({(route[step + 1], route[step + 2]): 600})  # seconds
        driver.change(jammed)
        answer = driver.search(route[step])
        other = jammed.search(route[step], [home], algorithm="astar")
        assert answer.cost == other.cost
        again, fresh = again + answer.expanded, fresh + other.expanded
    assert (again, fresh) == (62, 1385)
