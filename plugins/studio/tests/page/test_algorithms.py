"""The page's menu of algorithms and the forms of their options, driven in a browser, in a world of pixels."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from studio_page import Studio, studio_of

from genastar import load
from genastar.algorithms import Weighted
from genastar_studio.answers.trace_file import read_trace

pytestmark = pytest.mark.long

pytest.importorskip("genastar_bitmap")

PLUGINS = "bitmap,serve,astar,weighted,dijkstra,depth-first,deepening,ida-star"
CARDS = "[data-algorithms] .card"
CHOSEN = "[data-algorithms] input:checked"
WEIGHT = "[data-option=weight] input"


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    width, height = 40, 28
    dice = random.Random(3)
    image = pytest.importorskip("PIL.Image").new("L", (width, height))
    free = [y == 0 or x == width - 1 or dice.random() > 0.25 for y in range(height) for x in range(width)]
    image.putdata([255 * each for each in free])
    path = tmp_path_factory.mktemp("pictures") / "yard.png"
    image.save(path)
    return path


@pytest.fixture(scope="module")
def server(picture: Path, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(picture, plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    for studio in studio_of(browser, server):
        studio.open("yard.png")
        studio.set({"expansions": 5000})  # a walk of open ground is endless
        studio.answered()
        yield studio


def choose(studio: Studio, name: str) -> None:
    studio.page.click(f"[data-algorithm={name}]")
    studio.answered()


def fill(studio: Studio, selector: str, text: str) -> None:
    studio.page.fill(selector, text)
    studio.page.keyboard.press("Tab")
    studio.answered()


def test_the_menu_has_what_fits_and_the_form_its_options(studio: Studio, picture: Path) -> None:
    page = studio.page
    listed = studio.read("studio.algorithms.filter(({ domains }) => domains.includes('bitmap'))")
    taught = ["astar", "dijkstra", "greedy", "breadth-first", "depth-first", "weighted"]
    listed.sort(key=lambda each: (len(each["needs"]) + len(each["options"]["properties"]), each["name"]))
    listed.sort(key=lambda each: taught.index(each["name"]) if each["name"] in taught else len(taught))
    assert page.locator(f"{CARDS} strong").all_inner_texts() == ["auto", *(each["name"] for each in listed)]
    assert page.locator(f"{CARDS} .card-summary").all_inner_texts()[1:] == [each["summary"] for each in listed]
    assert page.locator(f"{CARDS} .card-promise").all_inner_texts() == [
        each["promise"].replace("none", "no promise about the cost") for each in listed
    ]
    assert page.input_value(CHOSEN) == "auto"
    assert page.locator(".search-algorithm [data-option]").count() == 0
    page.wait_for_selector(".search-status:text('; optimal. Completed in ')")
    assert " By astar (auto: " in page.inner_text(".search-status")

    choose(studio, "weighted")
    schema = next(each["options"] for each in listed if each["name"] == "weighted")
    assert (
        page.inner_text(".search-algorithm [data-option=weight] .search-help") == schema["properties"]["weight"]["description"]
    )
    assert page.input_value(WEIGHT) == "1.5"
    assert "By weighted; at most 1.5 times the optimum." in page.inner_text(".search-status")
    fill(studio, WEIGHT, "4")
    assert "By weighted; at most 4 times the optimum." in page.inner_text(".search-status")
    assert page.inner_text(".search-panel-summary") == "weighted · weight 4"
    world = load(picture)
    expected = world.search(algorithm=Weighted(4), engine="interpreted")
    assert studio.read("[panels.active.answer.cost, panels.active.answer.expanded]") == [
        expected.cost.travelled,
        expected.expanded,
    ]
    page.click("text=Reset weighted")
    studio.answered()
    assert page.input_value(WEIGHT) == "1.5"
    assert studio.read("panels.active.asked().algorithm_options") == {}


def test_options_are_the_fields_and_go_with_their_algorithm(studio: Studio) -> None:
    page = studio.page
    choose(studio, "weighted")
    fill(studio, WEIGHT, "3")
    choose(studio, "deepening")
    assert studio.read("panels.active.asked().algorithm_options") == {}, "a weight is none of its options"
    assert page.locator(".search-algorithm [data-option]").count() == 2
    page.click("[data-option=by] label:text-is('steps')")
    studio.answered()
    assert studio.read("panels.active.asked().algorithm_options") == {"by": "steps"}
    assert studio.read("[panels.active.answer.algorithm, panels.active.answer.bound]") == ["deepening", None]
    page.wait_for_selector(".search-status:text('By deepening. Completed in ')")
    page.focus(CHOSEN)
    for _ in range(page.locator(CARDS).count()):
        if page.input_value(CHOSEN) != "auto":
            page.keyboard.press("ArrowUp")
    studio.answered()
    assert page.evaluate("document.activeElement.matches('[data-algorithms] input')"), "the keyboard stays in the menu"
    assert studio.read("panels.active.asked().algorithm") == "auto"


def test_what_does_not_fit_is_said_beside_the_form(studio: Studio) -> None:
    page = studio.page
    choose(studio, "weighted")
    fill(studio, WEIGHT, "0.5")
    problem = page.inner_text(".search-panel .search-problem")
    assert problem == page.inner_text("#side .search-page > .search-problem")
    assert "expected a finite number of at least 1" in problem
    page.check("text=reopen closed nodes")
    choose(studio, "depth-first")
    assert "leave out reopen" in page.inner_text(".search-panel .search-problem")
    choose(studio, "dijkstra")
    assert page.is_hidden(".search-panel .search-problem")


def test_panels_differ_in_algorithms_and_the_table_tells(studio: Studio) -> None:
    page = studio.page
    studio.add_panel()
    studio.answered()
    choose(studio, "dijkstra")
    assert page.input_value(CHOSEN) == "dijkstra"
    studio.read("panels.activate(panels.list[0])")
    assert page.input_value(CHOSEN) == "auto", "each panel has its own"
    studio.tab("results")
    row = page.locator("tr[data-row=algorithm] td")
    assert row.all_inner_texts() == ["astar", "dijkstra"]
    table = studio.table()
    assert table["maximum cost / optimum"] == [1, 1]
    assert table["expanded"][0] < table["expanded"][1]
    assert table["cost"][0] == table["cost"][1]


def test_a_link_an_export_and_the_lines_carry_the_algorithm(studio: Studio) -> None:
    page = studio.page
    choose(studio, "weighted")
    fill(studio, WEIGHT, "2.5")
    expanded = studio.read("panels.active.answer.expanded")
    asked = studio.read("studio.asked()")
    assert (asked["algorithm"], asked["algorithm_options"]) == ("weighted", {"weight": 2.5})
    script = """async (format) => {
        const { api, world } = studio;
        const { blob } = await api.export(world.id, format, panels.active.question());
        return blob.text();
    }"""
    trace = read_trace(page.evaluate(script, "trace"))
    assert (trace.answer["algorithm"], trace.answer["expanded"]) == ("weighted", expanded)
    lines = page.evaluate("() => studio.api.commands(studio.world.id, panels.active.question())")
    assert "--algorithm weighted --algorithm-option weight=2.5" in lines["shell"]

    link = page.evaluate("async () => String(await (await import('./model/share-link.js')).makeShareLink(studio))")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("html[data-ready]")
    page.evaluate("window.panels = studio.sharers.get('panels')")
    page.wait_for_function("() => panels.active.settings.algorithm === 'weighted'")
    studio.answered()
    assert page.input_value(CHOSEN) == "weighted"
    assert page.input_value(WEIGHT) == "2.5"
    assert studio.read("[panels.active.answer.algorithm, panels.active.answer.expanded]") == ["weighted", expanded]


def test_an_algorithm_of_a_link_that_is_not_installed_is_told(studio: Studio) -> None:
    page = studio.page
    shared = {"panels": {"panels": [{"algorithm": "warp", "algorithmOptions": {"speed": 9}}]}}
    page.evaluate("(pieces) => studio.restore(pieces).then(() => null)", json.loads(json.dumps(shared)))
    studio.answered()
    assert page.input_value(CHOSEN) == "warp"
    assert "algorithm is 'warp'; expected one of auto, " in page.inner_text(".search-panel .search-problem")
    choose(studio, "astar")
    assert page.is_hidden(".search-panel .search-problem")


@pytest.mark.parametrize("width", [390, 1440])
def test_the_menu_fits_the_screen(studio: Studio, width: int) -> None:
    page = studio.page
    page.set_viewport_size({"width": width, "height": 844})
    choose(studio, "ida-star")
    side, menu = (page.locator(selector).bounding_box() for selector in ("#side", "[data-algorithms]"))
    assert side["x"] <= menu["x"] and menu["x"] + menu["width"] <= side["x"] + side["width"]  # noqa: PT018
    assert studio.read("document.documentElement.scrollWidth") <= width
    assert studio.read("document.querySelector('[data-algorithms]').ariaLabel") == "algorithm"
