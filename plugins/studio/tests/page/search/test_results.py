"""Results of a search on the page, driven in a browser: tables, comparison, inspection, trees, links."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from studio_page import ASTAR, Studio, close_to, studio_of, weighted

pytestmark = pytest.mark.long


def test_results_are_those_of_the_command_line(studio: Studio, sources: dict[str, Path]) -> None:
    studio.open("mud.csv", settings=ASTAR)
    start, goal = studio.page.input_value("[data-end=from]"), studio.page.input_value("[data-end=to]")
    assert start
    assert goal
    command = [sys.executable, "-m", "genastar", "solve", str(sources["mud.csv"]), "--from", start, "--to", goal, "--json"]
    told = subprocess.run(
        [*command, "--algorithm", "astar", "--engine", "interpreted"], capture_output=True, text=True, check=True
    )
    answer = json.loads(told.stdout)
    studio.tab("results")
    table = studio.table()
    for key, row in {
        "cost": "cost",
        "expanded": "expanded",
        "generated": "generated",
        "reopened": "reopened",
        "peak_open": "peak open",
    }.items():
        assert table[row] == [answer[key]], row
    assert table["path steps"] == [len(answer["path"]) - 1]
    assert table["time"][0] > 0
    studio.page.wait_for_selector(".search-status:text('Completed in')")
    assert "(interpreted)" in studio.page.inner_text(".search-status")


def test_panels_are_compared(studio: Studio) -> None:
    studio.open("mud.csv", settings=ASTAR)
    page = studio.page
    studio.add_panel()
    studio.set(weighted(5), 1)
    studio.answered()
    assert page.inner_text(".search-panel:nth-child(2) .search-panel-summary") == "weighted · weight 5"
    assert studio.read("panels.list[0].stage.camera === panels.list[1].stage.camera")
    studio.tab("results")
    table = studio.table()
    assert len(table["cost"]) == 2
    assert table["cost"][0] <= table["cost"][1]
    assert table["expanded"][0] > table["expanded"][1]
    best = page.locator("tr[data-row=expanded] .is-best")
    assert best.count() == 1
    assert best.text_content() == f"{table['expanded'][1]} ✓ best"

    studio.move_scrub_bar(100)
    one, other = studio.read("panels.list.map(({ cursor }) => cursor.expanded)")
    assert one == other > 3
    page.click("label:text-is('events')")
    studio.read("panels.activate(panels.list[0])")
    studio.move_scrub_bar(studio.last // 2)
    lengths = studio.read("panels.list.map(({ trace }) => trace.length)")
    here, there = studio.read("panels.list.map(({ cursor }) => cursor.at)")
    assert there == round((here + 1) / lengths[0] * lengths[1]) - 1

    studio.press("To the end")
    page.check("[data-layer=difference]")
    closed = [
        set(
            studio.read(f"(({{ cursor, trace }}) => cursor.states(2).map((state) => trace.place[state]))(panels.list[{panel}])")
        )
        for panel in (0, 1)
    ]
    one, other = closed
    sentence = f"Closed only in A: {len(one - other)}; only in B: {len(other - one)}; in both: {len(one & other)}."
    page.wait_for_function(
        "(text) => [...document.querySelectorAll('.search-note')].some((each) => each.textContent === text)", arg=sentence
    )
    tint = studio.tinted(1)
    assert tint == one | other
    page.uncheck("[data-layer=difference]")

    for _ in range(2):
        studio.add_panel()
    studio.answered()
    assert page.is_disabled("[aria-label='Add a panel for comparison']")
    assert len(studio.table()["cost"]) == 4
    page.locator("[aria-label='Remove this panel']").nth(1).click()
    assert page.locator(".search-panel-title").all_inner_texts() == ["A", "B", "C"]


def test_costs_that_are_no_numbers_are_told_as_they_are(studio: Studio) -> None:
    found = studio.read("""async () => {
        const { Trace, isImprovement } = await import("./player/trace.js");
        const { Cursor } = await import("./player/cursor.js");
        const { listFacts } = await import("./search/inspector.js");
        const { explainNode } = await import("./search/explanation.js");
        const { describeEvent } = await import("./player/event-text.js");
        const trace = new Trace();
        trace.append({ first: 0, kind: "oco", state: [0, 0, 1], parent: [-1, -1, 0], place: [-1, -1, -1],
            cost: [[0, 1], [0, 1], [2, 1]], names: ["here", "there"] });
        trace.append({ first: 3, kind: "o", state: [1], parent: [0], place: [-1], cost: ["1/3"], names: [] });
        const cursor = new Cursor(trace);
        cursor.goTo(3);
        const panel = { trace, cursor, answer: { outcome: "limit" } };
        const facts = Object.fromEntries(listFacts(cursor, 1));
        return [trace.states, isImprovement(trace, 3), facts, explainNode(panel, 1), describeEvent(trace, 2)];
    }""")
    assert found == [
        2,
        True,
        {"state": "open", "cost": "1/3", "parent": "here"},
        "Opened, but the search ended before its turn; its cost is 1/3.",
        "opened there from here, cost 2,1",
    ]


def test_what_cannot_be_reached_is_told_and_painted(studio: Studio) -> None:
    studio.open("sealed.txt", settings=ASTAR)
    assert studio.page.inner_text(".search-status").startswith(
        "Unreachable: all 12 states reachable from the start were expanded; closest position: 4,2."
    )
    assert studio.read("[...panels.active.stage.overlay.paths[0].places].at(-1)") == 24
    assert studio.read("panels.active.stage.overlay.paths[0].dash.length") > 0
    assert studio.read("panels.active.stage.overlay.marks") == [{"place": 24, "kind": "closest"}]
    sealed = studio.read("import('./player/palette.js').then(({ PALETTES }) => PALETTES['colour-blind'].sealed)")
    assert close_to(studio.colour_at(12), tuple(sealed))
    studio.tab("layers")
    assert "sealed region" in studio.page.inner_text(".search-legend")
    studio.page.uncheck("[data-layer=sealed]")
    assert studio.read("panels.active.stage.overlay.marks") == []


def test_a_walk_that_ends_is_told_by_where_the_agent_is(studio: Studio) -> None:
    studio.open("sealed.txt", settings=ASTAR | {"algorithm": "lss-lrta"})
    text = studio.page.inner_text(".search-status")
    assert re.match(
        r"Unreachable from where the agent is after \d+ expansions; astar says whether a path leads there from the start; "
        r"closest position: \d,\d\.",
        text,
    ), text


def test_a_place_is_inspected_and_explained(studio: Studio) -> None:
    studio.open("detour.txt", settings=ASTAR)
    page = studio.page
    studio.tab("inspect")

    def facts() -> dict[str, str]:
        words, texts = (page.locator(f".search-facts {part}").all_inner_texts() for part in ("dt", "dd"))
        return dict(zip(words, texts, strict=True))

    def hover(place: int) -> str:
        page.locator(".search-canvas").hover(position=studio.read(f"panels.active.stage.pointOf({place})"))
        page.wait_for_timeout(150)
        return page.inner_text(".search-why")

    assert hover(11) == "Blocked: no path can enter this place."
    state = studio.read("panels.active.trace.state[panels.active.trace.expansion(4)]")
    sentence = hover(studio.read(f"panels.active.trace.place[{state}]"))
    assert sentence.startswith("Expansion 4: its f ")
    told = facts()
    event = studio.read("panels.active.trace.expansion(4)")
    for part in "ghf":
        assert float(told[part]) == pytest.approx(studio.read(f"panels.active.trace.{part}[{event}]"), abs=1e-3)
    assert told["order"] == "4"
    assert told["parent"] == studio.read(f"panels.active.trace.names[panels.active.trace.parent[{event}]]")
    assert told["value"] == "1"
    assert told["position"] in page.text_content(".search-tip")
    costs, where = studio.column("f"), studio.places()
    events = studio.read("panels.active.cursor.states(1).map((state) => [state, panels.active.cursor.eventOf(state)])")
    waiting = [(where[state], costs[event]) for state, event in events]
    cost = studio.read("panels.active.answer.cost")
    above = next(place for place, f in waiting if f > cost + 0.01)
    assert "is greater than the goal's" in hover(above)
    never = studio.read(
        "[...Array(110).keys()].find((place) => panels.active.cursor.shown(place) < 0 && !studio.world.bars(place))"
    )
    assert hover(never).startswith("Never generated: the goal was found")
    page.wait_for_function(
        "(name) => document.querySelector('.search-facts dd').textContent === name", arg=f"{never % 10},{never // 10}"
    )
    studio.press("To the start")
    studio.press("Next event")
    assert hover(0) == "The start: the search begins here."
    page.focus(".search-canvas")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.search-facts dd').textContent === '1,0'")


def test_the_estimate_of_landmarks_is_checked(studio: Studio) -> None:
    pytest.importorskip("genastar_prepare")
    studio.open("detour.txt", settings=ASTAR | {"algorithm": "landmarks", "options": {"heuristic": "manhattan"}})
    studio.tab("results")
    studio.press("Check the estimate")
    studio.page.wait_for_selector("[data-verdict=optimal]")
    assert studio.page.inner_text(".search-verdict").endswith("the estimate is admissible and consistent.")
    assert studio.page.is_hidden("[data-layer=estimate]")


def test_the_estimate_is_checked(studio: Studio) -> None:
    studio.open("detour.txt", settings=ASTAR)
    studio.tab("results")
    studio.press("Check the estimate")
    studio.page.wait_for_selector("[data-verdict=optimal]")
    assert studio.page.inner_text(".search-verdict").startswith("Optimal. ")
    assert studio.page.is_hidden("[data-layer=estimate]")
    studio.set({"options": {"heuristic": "manhattan"}})
    studio.answered()
    studio.press("Check the estimate")
    studio.page.wait_for_function("() => document.querySelector('.search-verdict').textContent.includes('too high')")
    question = "studio.api.heuristic(studio.world.id, panels.active.question())"
    wrong = {place for place, *_ in studio.read(f"{question}.then(({{ overestimates }}) => overestimates)")}
    assert wrong
    tint = studio.tinted()
    assert wrong <= tint
    studio.page.uncheck("[data-layer=estimate]")
    assert studio.read("panels.active.stage.overlay.tint === panels.active.painter.tint")


def test_a_world_without_a_map_is_a_tree_and_lists(studio: Studio) -> None:
    studio.open("near.puzzle.txt", settings=ASTAR)
    page = studio.page
    page.wait_for_selector("[role=treeitem]")
    assert page.locator("[role=treeitem]").count() == 1
    page.locator("[role=tree]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    children = studio.parents().count(0)
    assert page.locator("[role=treeitem]").count() == children + 1
    assert page.get_attribute("[role=treeitem] >> nth=0", "aria-expanded") == "true"
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("[role=treeitem][aria-selected=true]", "aria-level") == "2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.locator("[role=treeitem]").count() == 1
    page.click("text=Go to the current node")
    path = studio.read("panels.active.cursor.path(panels.active.cursor.current)")
    assert page.get_attribute("[role=treeitem][aria-current]", "aria-level") == str(len(path))
    assert page.locator(".search-board").first.get_attribute("aria-label") == "1 2 3 / 4 0 6 / 7 5 8"
    studio.tab("inspect")
    assert "expansion" in page.inner_text(".search-why").lower()
    rows = page.locator("[role=treeitem]").count()
    page.locator(".search-twist:text('▾')").first.click()
    assert page.locator("[role=treeitem]").count() < rows
    for tab, states in (("open", 1), ("closed", 2)):
        page.click(f".search-tree [data-tab={tab}]")
        expected = studio.read(f"panels.active.cursor.states({states}).length")
        assert page.locator(".search-tree [role=option]").count() == expected
    page.click(".search-tree [data-tab=path]")
    boards = page.locator(".search-tree [role=option] .search-board").evaluate_all(
        "(boards) => boards.map((board) => board.getAttribute('aria-label'))"
    )
    assert boards == studio.read("panels.active.answer.path")
    studio.tab("search")
    page.fill("[data-end=from]", "1 2 3 / 4 5 6 / 0 7 8")
    page.keyboard.press("Tab")
    page.wait_for_function("() => panels.active.answer?.path.length === 3")
    studio.set({"algorithm": "ida-star"})
    studio.answered()
    assert studio.read("panels.active.cursor.path(panels.active.cursor.current).length") == 3


def test_a_link_holds_panels_and_layers(studio: Studio) -> None:
    studio.open("mud.csv", settings=ASTAR)
    studio.add_panel()
    studio.set(weighted(2), 1)
    studio.tab("layers")
    studio.page.click("label:text-is('f')")
    studio.page.check("[data-layer=arrows]")
    studio.answered()
    shared = studio.read("studio.shared()")
    assert weighted(2).items() <= shared["panels"]["panels"][1].items()
    hostile = {
        "panels": {"panels": [{"options": 3, "engine": {}, "expansions": "x", "algorithm": 7, "algorithmOptions": "x"}] * 9},
        "layers": {"fill": "<b>", "shown": {"x": 1, "way": 0}},
    }
    studio.page.evaluate("(pieces) => studio.restore(pieces).then(() => null)", hostile)
    studio.answered()
    assert len(studio.read("panels.list.map(({ settings }) => settings)")) == 4
    studio.page.evaluate("(pieces) => studio.restore(pieces).then(() => null)", shared)
    studio.answered()
    assert studio.read("studio.shared()")["panels"] == shared["panels"]
    assert studio.page.is_checked("[data-layer=arrows]")
    assert studio.read("panels.list[1].answer.cost >= panels.list[0].answer.cost")


def test_both_engines_are_timed(
    browser: Any, sources: dict[str, Path], serving: Callable[..., AbstractContextManager[str]]
) -> None:
    pytest.importorskip("genastar_compiled")
    with serving(sources["detour.txt"], plugins="grid,serve,astar,compiled") as server:
        for studio in studio_of(browser, server):
            studio.page.set_default_timeout(60_000)
            studio.open("detour.txt", settings=ASTAR)
            studio.tab("results")
            studio.press("Time both engines")
            studio.page.wait_for_selector("tr[data-row='compiled faster']")
            table = studio.table()
            assert table["interpreted"][0] > 0
            assert table["compiled"][0] > 0
            assert "times as fast." in studio.page.inner_text(".search-status")
