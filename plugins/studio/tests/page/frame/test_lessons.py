"""The studio for a class, driven in a browser: lessons, panels that are compared, what is proven, and what is shared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from studio_page import Studio, studio_of, weighted

from genastar_studio.player.lessons import read_lessons

pytestmark = pytest.mark.long

FACTS = ".search-panel-facts"
TIMED = "() => panels.list.every(({ answer, timed }) => answer && answer === timed)"


def open_lesson(studio: Studio, name: str) -> None:
    studio.page.click("#lessons")
    studio.page.click(f"[data-lesson={name}]")
    studio.page.wait_for_function(f"() => location.hash === '#lesson={name}'")
    studio.answered()
    studio.read("studio.stop()")


def test_a_lesson_has_its_panels_and_its_sentences(studio: Studio) -> None:
    page = studio.page
    lessons = read_lessons()
    page.click("#lessons")
    page.wait_for_selector("[data-lesson]")
    assert page.locator("[data-lesson] strong").all_inner_texts() == [lesson.title for lesson in lessons]
    page.keyboard.press("Escape")
    open_lesson(studio, "greedy")
    assert page.locator("#lesson li").all_inner_texts() == lessons[2].sentences
    assert studio.read("panels.list.map(({ answer }) => answer.algorithm)") == ["dijkstra", "greedy"]
    page.click("text=Next lesson")
    page.wait_for_function("() => location.hash === '#lesson=astar'")
    studio.answered()
    assert page.inner_text("#lesson h2") == lessons[3].title
    studio.press("End")
    assert page.is_hidden("#lesson")
    assert studio.read("location.hash") == ""


def test_an_address_opens_a_lesson(studio: Studio, browser: Any) -> None:
    page = studio.page
    address = studio.read("location.href.split('#')[0]")
    for other in studio_of(browser, f"{address}#lesson=lie"):
        other.answered()
        assert other.page.inner_text("#lesson h2") == "5. A heuristic that lies"
        other.page.evaluate("studio.open({ blank: { domain: 'grid', width: 9, height: 7 } }).then(() => null)")
        assert other.page.is_hidden("#lesson"), "another world is no part of the lesson"
        assert other.read("location.hash") == ""
    page.evaluate("location.hash = 'lesson=nothing'")
    page.wait_for_selector(".toast-error:has-text('expected one of breadth-first, dijkstra')")


def test_a_lesson_is_shared_as_one_page_and_in_a_link(studio: Studio, browser: Any, tmp_path: Path) -> None:
    page = studio.page
    open_lesson(studio, "lie")
    sentences = page.locator("#lesson li").all_inner_texts()
    page.click("#share")
    page.wait_for_selector("#share-page")
    assert studio.read("document.activeElement.id") == "share-page", "the page is offered first"
    assert "on this machine alone" in page.inner_text("#share-local")
    with page.expect_download() as download:
        page.click("#share-page")
    download.value.save_as(tmp_path / "lesson.html")
    link = page.input_value("#share-link")
    alone = browser.new_page(offline=True)
    alone.goto((tmp_path / "lesson.html").as_uri())
    alone.wait_for_selector("html[data-ready]")
    alone.get_by_role("button", name="To the end").click()
    assert alone.locator("#lesson li").all_inner_texts() == sentences
    assert [text.split(" · ")[1] for text in alone.locator(FACTS).all_inner_texts()] == ["optimal", "not proven optimal"]
    alone.close()
    for other in studio_of(browser, link):
        other.answered()
        assert other.page.locator("#lesson li").all_inner_texts() == sentences
        restored = other.read("studio.restore({ lesson: { sentences: ['<b>', 3, ...'abcdefgh'], title: {} } })")
        assert restored is None
        assert other.page.locator("#lesson li").all_inner_texts() == ["<b>", "3", "a", "b", "c", "d"]


def test_a_panel_more_has_another_algorithm_with_what_to_watch(studio: Studio) -> None:
    page = studio.page
    studio.press("Add a panel for comparison")
    offered = page.locator("#panel-dialog li strong").all_inner_texts()
    assert offered[:5] == ["dijkstra", "greedy", "breadth-first", "depth-first", "weighted"]
    assert "jps" in offered
    assert not {"auto", "astar"} & {*offered}
    page.click("#panel-dialog [data-panel=dijkstra]")
    studio.answered()
    assert studio.read("panels.list.map(({ answer }) => answer.algorithm)") == ["astar", "dijkstra"]
    hint = studio.read("studio.algorithms.find(({ name }) => name === 'dijkstra').viewing_hint")
    assert hint.startswith("Dijkstra looks in all directions; watch how ")
    assert page.locator(".search-panel-hint").all_inner_texts()[1] == hint
    studio.press("Add a panel for comparison")
    assert "dijkstra" not in page.locator("#panel-dialog li strong").all_inner_texts()


def test_panels_are_searched_in_one_engine(studio: Studio) -> None:
    assert studio.read("panels.active.asked().engine") == "auto"
    studio.add_panel("dijkstra")
    studio.answered()
    assert studio.read("panels.list.map((panel) => panel.asked().engine)") == ["interpreted", "interpreted"]
    assert studio.read("panels.list.map(({ answer }) => answer.engine)") == ["interpreted", "interpreted"]
    settings = [{"algorithm": "astar", "engine": "compiled"}, {"algorithm": "dijkstra", "engine": "interpreted"}]
    studio.page.evaluate("(panels) => studio.restore({ panels: { panels } }).then(() => null)", settings)
    assert studio.read("panels.list.map(({ settings }) => settings.engine)") == ["compiled", "compiled"]
    studio.page.click(".search-how label:text-is('interpreted')")
    assert studio.read("panels.list.map(({ settings }) => settings.engine)") == ["interpreted", "interpreted"]


def test_panels_go_on_together_until_the_longest_search_is_over(studio: Studio) -> None:
    page = studio.page
    open_lesson(studio, "astar")
    studio.read("panels.activate(panels.list[1])")
    totals = studio.read("panels.list.map(({ trace }) => trace.expanded)")
    assert totals[0] > 3 * totals[1]
    studio.move_scrub_bar(studio.read("panels.list[0].trace.expansion(100)"))
    assert studio.read("panels.list.map(({ cursor }) => cursor.expanded)") == [100, 100]
    studio.move_scrub_bar(studio.read("panels.list[0].trace.expansion(1000)"))
    assert studio.read("panels.list.map(({ cursor }) => cursor.expanded)") == [1000, totals[1]]
    studio.press("Next expansion")
    assert studio.read("panels.list.map(({ cursor }) => cursor.expanded)") == [1001, totals[1]]
    studio.press("Play")
    page.locator(".search-speed").fill("121")
    page.wait_for_function("() => panels.list.every(({ isAtEnd }) => isAtEnd)")
    page.wait_for_selector("button[aria-label='Play']")
    studio.press("To the start")
    studio.press("Next event")
    assert studio.read("panels.list.map(({ cursor }) => cursor.at)") == [0, 0]


def test_what_is_proven_is_said_while_it_plays_and_in_pictures(studio: Studio) -> None:
    page = studio.page
    studio.add_panel("weighted")
    studio.set(weighted(1.5), 1)
    studio.answered()
    studio.add_panel("greedy")
    studio.answered()
    bounds = ["optimal", "at most 1.5 times the optimum", "not proven optimal"]
    caption = "import('./frame/picture.js').then(({ makeCaption }) => panels.list.map(makeCaption))"
    for at in (40, 10**9):
        studio.move_scrub_bar(at)
        assert [text.split(" · ")[1] for text in page.locator(FACTS).all_inner_texts()] == bounds
        assert [text.rpartition(", ")[2] for text in studio.read(caption)] == bounds
        for text, bound in zip(page.locator(".search-status").all_inner_texts(), bounds, strict=True):
            assert f"; {bound}." in text
            assert ("cost" in text) == (at > 40), "the result is told at the end"


def test_steps_are_shown_and_proven_where_an_algorithm_counts_them(studio: Studio) -> None:
    page = studio.page
    open_lesson(studio, "breadth-first")
    studio.press("To the end")
    assert [text.split(" · ")[1] for text in page.locator(FACTS).all_inner_texts()] == ["fewest steps", "not proven optimal"]
    steps = studio.read("panels.list[0].answer.path.length - 1")
    assert page.inner_text(".search-event").endswith(f"h 0, steps {steps}")
    studio.read("panels.activate(panels.list[1])")
    length = studio.read("panels.list[1].answer.path.length - 1")
    assert page.inner_text(".search-event").endswith(f"h 0, steps {length}"), "without the sign of the order"
    studio.tab("layers")
    page.click("label:text-is('f')")
    legend = page.locator(".search-legend li").all_inner_texts()
    assert [text for text in legend if "closed" in text] == [
        f"A: closed, by steps: 0 to {steps + 1}",
        f"B: closed, by steps: {studio.read('-panels.list[1].trace.range.f[0]')} to 0",
    ]
    page.click("label:text-is('order')")
    page.wait_for_timeout(100)
    expanded = studio.read("panels.list.map(({ trace }) => trace.counted(trace.length - 1))")
    shown = [
        int(text.split("1 to ")[1].replace("\u202f", "")) for text in page.locator(".search-legend li").all_inner_texts()[2:4]
    ]
    assert shown == expanded, "each panel's own"
    page.click("label:text-is('one colour')")
    page.wait_for_timeout(100)
    assert [text for text in page.locator(".search-legend li").all_inner_texts() if "closed" in text] == ["closed"]
    page.click("label:text-is('order')")
    explained = studio.page.evaluate("""async () => {
        const { explainNode } = await import("./search/explanation.js");
        return panels.list.map((panel) => explainNode(panel, panel.trace.state[panel.trace.expansion(9)]));
    }""")
    assert "steps were the fewest of" in explained[0]
    assert "steps were the most of" in explained[1]


def test_a_comparison_is_played_from_its_start(moving: Studio) -> None:
    page = moving.page
    page.wait_for_function("() => panels.active.answer")
    moving.read("studio.stop()")
    page.locator(".search-speed").fill("0")
    page.evaluate("""() => {
        window.seen = [];
        const look = () => seen.push(panels.list.map(({ cursor }) => cursor.expanded));
        panels.addEventListener("cursor", () => panels.list.length > 1 && look());
    }""")
    moving.add_panel("greedy")
    page.wait_for_function("() => panels.list.every((each) => !each.watcher.busy && each.answer)")
    page.wait_for_function("() => seen.some(([one]) => one > 4)")
    moving.read("studio.stop()")
    seen = moving.read("seen")
    first = next(i for i, (one, other) in enumerate(seen) if one == 0 and other == 0)
    totals = moving.read("panels.list.map(({ trace }) => trace.expanded)")
    after = seen[first:]
    assert all(abs(min(one, totals[1]) - other) <= 1 for one, other in after)
    assert after[-1][0] < totals[0], "it plays on, and is not over at once"


def test_algorithms_come_before_tools_on_a_phone(studio: Studio) -> None:
    page = studio.page
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(studio, "jump-points")
    tops = [page.locator(part).bounding_box()["y"] for part in ("#lesson", "#panels", "[data-algorithms]", "#tools")]
    assert tops == sorted(tops)
    assert studio.read("document.documentElement.scrollWidth") <= 390


def test_searches_side_by_side_are_timed_one_after_another(studio: Studio) -> None:
    studio.add_panel("dijkstra")
    studio.page.wait_for_function(TIMED)
    studio.page.evaluate("""() => {
        const { api } = studio.world;
        const { solve } = api;
        window.asked = { now: 0, most: 0, all: 0 };
        api.solve = async (...all) => {
            asked.most = Math.max(asked.most, ++asked.now);
            asked.all++;
            await new Promise((done) => setTimeout(done, 30));
            asked.now--;
            return { ...(await solve.apply(api, all)), seconds: 0.01 };
        };
        panels.search();
    }""")
    studio.page.wait_for_function(f"() => asked.all === 6 && ({TIMED})()")
    assert studio.read("asked.most") == 1


def test_lines_between_jump_points_go_where_the_search_may_go(studio: Studio) -> None:
    open_lesson(studio, "jump-points")
    crossed = studio.page.evaluate("""() => {
        const { world } = studio;
        const panel = panels.list[1];
        const at = (place) => [place % world.width, Math.floor(place / world.width)];
        const wrong = [];
        let bends = 0;
        for (let event = 0; event < panel.trace.length - 1; event++) {
            panel.goTo(event);
            const path = panel.stage.overlay.paths.find(({ width }) => width === 2);
            if (!path) continue;
            const nodes = panel.cursor.path(panel.cursor.current).length;
            if (path.places.length > nodes) bends++;
            for (let i = 1; i < path.places.length; i++) {
                const [[x, y], [toX, toY]] = [at(path.places[i - 1]), at(path.places[i])];
                const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
                const isRun = x === toX || y === toY || Math.abs(toX - x) === Math.abs(toY - y);
                const free = (column, row) => !world.bars(row * world.width + column);
                for (let step = 0; step < steps && isRun; step++) {
                    const [dx, dy] = [Math.sign(toX - x), Math.sign(toY - y)];
                    const [column, row] = [x + step * dx, y + step * dy];
                    const passed = [[column + dx, row + dy], [column + dx, row], [column, row + dy]];
                    if (!passed.every(([there, below]) => free(there, below))) wrong.push([event, i]);
                }
                if (!isRun) wrong.push([event, i]);
            }
        }
        return { wrong, bends };
    }""")
    assert crossed["wrong"] == []
    assert crossed["bends"] > 5
