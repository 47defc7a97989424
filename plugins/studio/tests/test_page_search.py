"""The searching half of the page, driven in a browser: panels, player, layers, forms, results."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from studio_page import ASTAR, Studio, studio_of, weighted

from genastar_picture.palette import PALETTES

pytestmark = pytest.mark.long

# Without the compiled engine nothing is compiled, so that each search takes as long as it looks.
PLUGINS = "grid,puzzle,serve,anytime,astar,dijkstra,weighted,ida-star,jps,landmarks"

CORRIDOR = """\
####################
#S.................#
#.################.#
#.#..............#.#
#.#.#####.######.#.#
#...#..........#...#
#####..........#####
#######......#######
#................G.#
####################
"""

SEALED = """\
##########
#S...#...#
#....#.G.#
#....#...#
##########
"""

DETOUR = """\
S.........
.#######..
.......#..
.......#..
.......#.G
..........
..........
..........
..........
..........
..........
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sources")
    dice = random.Random(8)
    mud = "\n".join(",".join(str(dice.choice((1, 3, 5, 9))) for _ in range(44)) for _ in range(30))
    files = {
        "mud.csv": mud,
        "corridor.txt": CORRIDOR,
        "sealed.txt": SEALED,
        "detour.txt": DETOUR,
        "large.csv": "\n".join([",".join(["1"] * 260)] * 260),
        "huge.csv": "\n".join([",".join(["1"] * 700)] * 700),
        "near.puzzle.txt": "1 2 3\n4 0 6\n7 5 8\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return {name: folder / name for name in files}


@pytest.fixture(scope="module")
def server(sources: dict[str, Path], serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(*sources.values(), plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    yield from studio_of(browser, server)


def close_to(seen: tuple[int, int, int], colour: tuple[int, int, int], over: int = 255, share: float = 205 / 255) -> bool:
    """Whether a colour is seen that lies over white, or another grey."""
    return all(abs(a - (share * b + (1 - share) * over)) <= 3 for a, b in zip(seen, colour, strict=True))


# What a cursor holds, told by going through all events from the first on.
REPLAY = """async (events) => {
    const { Cursor } = await import("./search/cursor.js");
    const { trace } = panels.active;
    const cursor = new Cursor(trace);
    const wrong = [];
    for (const at of events) {
        cursor.goTo(at);
        const known = new Map();
        let closings = 0;
        for (let event = 0; event <= at; event++) {
            const kind = "ocrf"[trace.kind[event]];
            const one = known.get(trace.state[event]) ?? { times: 0, order: 0 };
            if (kind === "c") one.order = ++closings;
            if (kind === "r") one.times++;
            one.status = { o: 1, c: 2, f: 2, r: 3 }[kind];
            Object.assign(one, { g: trace.g[event], h: trace.h[event], f: trace.f[event], parent: trace.parent[event] });
            known.set(trace.state[event], one);
        }
        let open = 0;
        for (let state = 0; state < trace.states; state++) {
            const one = known.get(state);
            if (one && one.status !== 2) open++;
            const event = cursor.eventOf(state);
            const same = one
                ? cursor.status(state) === one.status && cursor.parent(state) === one.parent
                    && cursor.order(state) === one.order && cursor.timesReopened(state) === one.times
                    && trace.g[event] === one.g && trace.h[event] === one.h && trace.f[event] === one.f
                : cursor.status(state) === 0;
            if (!same) wrong.push([at, state]);
        }
        if (open !== cursor.open || closings !== cursor.expanded) wrong.push([at, "counts"]);
    }
    return wrong;
}"""


def test_the_cursor_holds_what_a_replay_from_the_start_tells(studio: Studio) -> None:
    studio.open("mud.csv", settings=weighted(2))
    studio.page.check("text=reopen closed nodes")
    studio.answered()
    assert studio.read("panels.active.trace.reopenings.at(panels.active.trace.length - 1)") > 0
    last = studio.last
    dice = random.Random(1)
    events = [last, 0, -1, 1, last // 2, last // 2 + 1, last // 2, *(dice.randint(-1, last) for _ in range(12)), last]
    assert studio.page.evaluate(REPLAY, events) == []


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


def test_the_player_goes_where_its_buttons_say(studio: Studio) -> None:
    studio.open("mud.csv", settings=weighted(2))
    studio.page.check("text=reopen closed nodes")
    studio.answered()
    kinds = studio.column("kind")
    assert studio.at == studio.last == len(kinds) - 1
    studio.press("To the start")
    assert studio.at == -1
    for _ in range(3):
        studio.press("Next event")
    studio.press("Previous event")
    assert studio.at == 1
    studio.press("Next expansion")
    expansion = kinds.index(1, 2)
    assert studio.at == expansion
    studio.press("Previous expansion")
    assert studio.at == kinds.index(1)
    studio.page.select_option("[aria-label='event to jump to']", "reopening")
    studio.press("Jump to the next event of this kind")
    reopening = kinds.index(2)
    assert studio.at == reopening
    studio.press("Jump to the previous event of this kind")
    assert studio.at == reopening
    assert "There is no reopening before" in studio.page.inner_text("#toasts")
    studio.page.select_option("[aria-label='event to jump to']", "improvement")
    studio.press("To the start")
    studio.press("Jump to the next event of this kind")
    event = studio.at
    states, costs = (studio.read(f"[...panels.active.trace.{name}.slice(0, {event + 1})]") for name in ("state", "g"))
    before = max(i for i in range(event) if states[i] == states[event])
    assert kinds[event] == kinds[before] == 0
    assert costs[event] < costs[before]
    studio.press("To the end")
    assert studio.at == studio.last

    studio.page.focus(".search-scrub")
    studio.page.keyboard.press("Home")
    studio.page.keyboard.press("ArrowRight")
    assert studio.at == 0
    studio.page.keyboard.press("Shift+ArrowRight")
    assert studio.at == kinds.index(1)
    studio.page.keyboard.press("ArrowLeft")
    assert studio.at == 0
    studio.page.keyboard.press("End")
    assert studio.at == studio.last
    studio.page.focus("#side [role=tab][aria-selected=true]")
    for key, event in ((",", studio.last - 1), (".", studio.last), ("<", max(i for i, kind in enumerate(kinds) if kind == 1))):
        studio.page.keyboard.press(key)
        assert studio.at == event, key
    studio.press("To the start")
    studio.page.locator(".search-speed").fill("20")  # so that there is time to see it play
    studio.page.focus("#side [role=tab][aria-selected=true]")
    studio.page.keyboard.press("p")
    studio.page.wait_for_selector("button[aria-label='Stop playing']")
    studio.page.keyboard.press("p")
    studio.press("To the end")
    text = studio.page.get_attribute(".search-scrub", "aria-valuetext")
    assert text == f"event {len(kinds):,} of {len(kinds):,}".replace(",", "\u202f")
    assert studio.page.inner_text(".search-player [aria-live]").startswith("event ")


def test_playing_goes_on_by_itself_as_fast_as_the_slider_says(studio: Studio) -> None:
    studio.open("mud.csv", settings=ASTAR)
    speed = studio.page.locator(".search-speed")
    speed.fill("40")
    assert studio.page.inner_text(".search-speeding output") == "20 s"
    studio.press("Play")
    studio.page.wait_for_function("() => panels.active.cursor.at > 3")
    studio.press("Stop playing")
    stopped = studio.at
    assert 3 < stopped < studio.last
    studio.page.wait_for_timeout(150)
    assert studio.at == stopped
    speed.fill("121")
    assert studio.page.inner_text(".search-speeding output") == "all at once"
    studio.press("Play")
    studio.page.wait_for_function("() => panels.active.cursor.at === panels.active.trace.length - 1")
    studio.page.wait_for_selector("button[aria-label='Play']")


def test_tints_on_the_canvas_are_the_palette_s(studio: Studio) -> None:
    studio.open("detour.txt", settings=ASTAR)
    palette = PALETTES["colour-blind"]
    where = studio.places()
    trace = [(kind, where[state]) for kind, state in zip(studio.column("kind"), studio.column("state"), strict=True)]
    closed = [place for kind, place in trace if kind == 1]
    opened = [place for kind, place in trace if kind == 0 and place not in closed]
    shades = palette.ramp(256)
    for order in (3, len(closed) // 2, len(closed) - 3):
        shade = shades[round(order / (len(closed) - 1) * 255)]
        assert close_to(studio.colour_at(closed[order]), shade), order
    assert close_to(studio.colour_at(opened[0]), palette.waiting)

    studio.tab("layers")
    studio.page.uncheck("[data-layer=open]")
    assert studio.colour_at(opened[0]) == (255, 255, 255)
    studio.page.click("label:text-is('one colour')")
    assert close_to(studio.colour_at(closed[3]), shades[128])
    studio.page.click("label:text-is('g')")
    assert close_to(studio.colour_at(closed[0]), shades[0])
    assert "closed, by g: 0 to" in studio.page.inner_text(".search-legend")
    studio.page.uncheck("[data-layer=closed]")
    assert studio.colour_at(closed[3]) == (255, 255, 255)
    studio.page.check("[data-layer=closed]")
    studio.page.check("[data-layer=arrows]")
    studio.page.check("[data-layer=numbers]")
    assert studio.read("panels.active.stage.overlay.numbers(panels.active.trace.place[0])")[0] == "0"
    arrows = studio.read("[...panels.active.stage.overlay.arrows]")
    for state, parent in enumerate(studio.parents()):
        assert arrows[where[state]] == (-1 if parent < 0 else where[parent])

    studio.go_to(len(trace) // 2)
    assert len(studio.read("panels.active.stage.overlay.paths.map(({ places }) => [...places])")) == 1
    studio.page.uncheck("[data-layer=way]")
    assert studio.read("panels.active.stage.overlay.paths.length") == 0
    studio.press("To the end")
    path = studio.read("[...panels.active.stage.overlay.paths[0].places]")
    assert path == studio.read("panels.active.answer.places")
    studio.page.uncheck("[data-layer=path]")
    assert studio.read("panels.active.stage.overlay.paths.length") == 0

    studio.page.click("#palette")
    studio.page.click("label:text-is('order')")
    assert close_to(studio.colour_at(closed[0]), PALETTES["red-blue"].closed[0])


def test_the_page_s_palettes_are_those_of_pictures(studio: Studio) -> None:
    found = studio.read("import('./search/palette.js').then(({ PALETTES }) => PALETTES)")
    assert set(found) == set(PALETTES)
    for name, palette in PALETTES.items():
        assert tuple(map(tuple, found[name]["closed"])) == palette.closed
        assert tuple(found[name]["path"]) == palette.path
        assert tuple(found[name]["waiting"]) == palette.waiting


def test_breakpoints_stop_the_player(studio: Studio) -> None:
    studio.open("mud.csv", settings=weighted(2))
    studio.tab("inspect")
    page = studio.page
    page.locator(".search-speed").fill("121")

    def play() -> int:
        studio.press("To the start")
        studio.press("Play")
        page.wait_for_selector("button[aria-label='Play']")
        return studio.at

    def add(kind: str, value: str | None = None) -> None:
        page.select_option(".search-add select", kind)
        if value is not None:
            page.fill(".search-add input", value)
        page.click(".search-add button")

    add("expansion", "17")
    assert play() == studio.read("panels.active.trace.expansion(17)")
    assert "Stopped at a breakpoint: expansion 17" in page.inner_text("#toasts")
    page.uncheck(".search-breakpoints input")
    assert play() == studio.last
    page.click("[aria-label='Remove expansion 17']")

    add("comparison", "g >= 20.5")
    costs = studio.column("g")
    assert play() == next(event for event, g in enumerate(costs) if g >= 20.5)
    page.click("[aria-label='Remove g >= 20.5']")

    add("comparison", "alert(1)")
    assert "is not a comparison" in page.inner_text(".search-inspector ~ div .search-problem")
    add("drop")
    f, kinds = map(studio.column, ("f", "kind"))
    closings = [event for event, kind in enumerate(kinds) if kind == 1]
    dropped = next(here for before, here in itertools.pairwise(closings) if f[here] < f[before] - 1e-9)
    assert play() == dropped
    page.click("[aria-label='Remove f drops']")

    name = studio.read("panels.active.trace.names[30]")
    add("position", name)
    assert play() == studio.read("panels.active.trace.state.indexOf(30)")
    page.select_option("[aria-label='event to jump to']", "breakpoint")
    studio.press("Jump to the next event of this kind")
    assert studio.read("panels.active.trace.state[panels.active.cursor.at]") == 30
    page.click(f"[aria-label='Remove at {name}']")

    page.click("text=Pick on the map")
    place = studio.read("panels.active.trace.place[40]")
    at = studio.read(f"panels.active.stage.pointOf({place})")
    studio.read("studio.setTool('inspect')")
    page.locator(".search-canvas").click(position=at)
    page.wait_for_selector(".search-breakpoints li")
    assert studio.read("panels.active.stage.overlay.marks") == [{"place": place, "kind": "breakpoint"}]
    assert studio.read(f"panels.active.trace.place[panels.active.trace.state[{play()}]]") == place


def test_panels_are_compared(studio: Studio) -> None:
    studio.open("mud.csv", settings=ASTAR)
    page = studio.page
    studio.press("Add a panel for comparison")
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

    studio.read("panels.activate(panels.list[0])")
    studio.go_to(studio.last // 2)
    lengths = studio.read("panels.list.map(({ trace }) => trace.length)")
    here, there = studio.read("panels.list.map(({ cursor }) => cursor.at)")
    assert there == round((here + 1) / lengths[0] * lengths[1]) - 1
    page.click("label:text-is('expansions')")
    studio.go_to(100)
    one, other = studio.read("panels.list.map(({ cursor }) => cursor.expanded)")
    assert one == other > 3

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
        studio.press("Add a panel for comparison")
    studio.answered()
    assert page.is_disabled("[aria-label='Add a panel for comparison']")
    assert len(studio.table()["cost"]) == 4
    page.locator("[aria-label='Remove this panel']").nth(1).click()
    assert page.locator(".search-panel-title").all_inner_texts() == ["A", "B", "C"]


def test_each_answer_of_an_anytime_search_is_on_the_time_line_and_counted(studio: Studio) -> None:
    studio.open("mud.csv", settings={"algorithm": "anytime", "algorithmOptions": {"first": 9}})
    found = studio.read("[...panels.active.trace.kind.slice(0, panels.active.trace.length)]")
    answers = [event for event, kind in enumerate(found) if kind == 3]
    assert len(answers) > 1
    ticks = studio.page.locator("datalist option").evaluate_all("(ticks) => ticks.map(({ value }) => Number(value))")
    assert ticks == [event + 1 for event in answers]
    assert studio.page.get_attribute(".search-scrub", "list") == studio.page.get_attribute("datalist", "id")
    studio.page.select_option("[aria-label='event to jump to']", "answer")
    studio.press("To the start")
    for event in answers:
        studio.press("Jump to the next event of this kind")
        assert studio.at == event
    studio.press("Add a panel for comparison")
    studio.set(ASTAR | {"algorithmOptions": {}}, 1)
    studio.answered()
    studio.tab("results")
    table = studio.table()
    assert table["answers"] == [len(answers), 1]
    assert table["maximum cost / optimum"] == [1, 1]


def test_settings_come_from_the_schema_and_their_errors_stand_beside(studio: Studio) -> None:
    studio.open("mud.csv")
    page = studio.page
    schema = studio.read("studio.domain('grid').options.properties")
    shown = page.locator("[data-option]").evaluate_all("(rows) => rows.map((row) => row.dataset.option)")
    assert shown == [
        name for name, property in schema.items() if not property.get("x-picture") and name not in ("start", "goal")
    ]
    choices = page.locator("[data-option=heuristic] option").all_inner_texts()
    assert choices == schema["heuristic"]["enum"]
    assert page.inner_text("[data-option=turn] .search-help") == schema["turn"]["description"]

    page.fill("[data-option=diagonal_factor] input", "1.5")
    page.keyboard.press("Tab")
    studio.answered()
    assert studio.read("panels.active.asked().options") == {"diagonal_factor": 1.5}
    assert "is-changed" in page.get_attribute("[data-option=diagonal_factor]", "class")
    page.select_option("[data-option=heuristic] select", "manhattan")
    page.check("[data-option=tie_breaker] input")
    studio.answered()
    assert studio.read("panels.active.problem") is None
    page.click("[data-algorithm=jps]")
    studio.answered()
    problem = page.inner_text(".search-panel .search-problem")
    assert "the algorithm 'jps' does not fit" in problem
    assert page.inner_text("#side .search-page > .search-problem") == problem
    assert "\n" not in problem
    page.click("[data-algorithm=auto]")
    studio.answered()
    assert page.is_hidden(".search-panel .search-problem")
    assert studio.read("Object.keys(panels.active.asked().options).sort()") == ["diagonal_factor", "heuristic", "tie_breaker"]
    page.click("text=Reset all")
    studio.answered()
    assert studio.read("panels.active.asked().options") == {}
    assert page.input_value("[data-option=diagonal_factor] input") == "1"

    page.get_by_label("expansion limit").fill("25")
    page.keyboard.press("Tab")
    studio.answered()
    assert studio.read("[panels.active.answer.outcome, panels.active.answer.expanded]") == ["limit", 25]
    assert "Ended by a limit after 25 expansions; closest position:" in page.inner_text(".search-status")
    assert studio.read("panels.active.stage.overlay.marks.map(({ kind }) => kind)") == ["closest"]
    page.click("label:text-is('interpreted')")
    studio.answered()
    assert studio.read("panels.active.answer.engine") == "interpreted"


def test_a_form_is_made_of_any_schema(studio: Studio) -> None:
    script = """async () => {
        const { OptionsForm } = await import("./search/form.js");
        const properties = {
            list: { type: "array", items: { type: "number" } },
            whole: { type: ["integer", "null"], minimum: 2 },
            text: { anyOf: [{ type: "string" }, { type: "null" }] },
            few: { type: "integer", enum: [8, 4] },
            many: { enum: ["a long choice", "another long choice", null] },
            drawn: { type: "string", "x-picture": true },
        };
        const base = { list: [1, 2], whole: null, text: null, few: 8, many: null };
        const changes = {};
        const form = new OptionsForm({ properties }, base, changes, () => {});
        document.body.append(form.element);
        const control = (name) => form.element.querySelector(`[data-option=${name}] :is(input, select)`);
        const set = (name, value) => {
            control(name).value = value;
            control(name).dispatchEvent(new Event("change"));
        };
        set("whole", "1");
        const isRefused = !("whole" in changes);
        set("list", "3, 4.5");
        set("whole", "5");
        set("text", "x");
        set("many", "another long choice");
        form.element.querySelector("[data-option=few] input[value='4']").click();
        const changed = { ...changes };
        set("text", "");
        set("many", "");
        return [isRefused, changed, changes, control("drawn")];
    }"""
    changed = {"list": [3, 4.5], "whole": 5, "text": "x", "few": 4, "many": "another long choice"}
    assert studio.read(script) == [True, changed, {"list": [3, 4.5], "whole": 5, "few": 4}, None]


def test_a_search_pauses_goes_on_and_stops(studio: Studio) -> None:
    studio.open("sealed.txt")
    page = studio.page
    page.uncheck("text=search automatically")
    page.evaluate("studio.open({ source: 'huge.csv' }).then(() => null)")
    studio.set({"algorithm": "dijkstra", "options": {"directions": 32}})
    page.wait_for_function("() => studio.world.name === 'huge.csv' && panels.active.trace.length > 2000")
    assert studio.read("panels.active.watcher.state") == "running"
    studio.press("Pause")
    # What was under way still arrives, for as long as the machine takes.
    same = "() => window.lengthBefore === (window.lengthBefore = panels.active.trace.length)"
    page.wait_for_function(same, polling=500)
    length = studio.read("panels.active.trace.length")
    page.wait_for_timeout(250)
    assert studio.read("panels.active.trace.length") == length
    assert studio.at == length - 1  # its progress is shown
    assert page.inner_text(".search-status") == "Paused."
    studio.press("Continue")
    page.wait_for_function("(length) => panels.active.trace.length > length", arg=length)
    studio.press("Stop")
    studio.answered()
    assert studio.read("panels.active.answer.outcome") == "cancelled"
    assert page.inner_text(".search-status").startswith("Stopped after ")
    assert page.is_disabled("button:text-is('Pause')")


def test_a_pause_holds_for_the_question_that_waits(studio: Studio) -> None:
    """Pressed while the search before is still ending: the next one begins, and is paused at once."""
    page = studio.page
    studio.open("sealed.txt")
    page.evaluate("studio.open({ source: 'huge.csv' }).then(() => null)")
    studio.set({"algorithm": "dijkstra", "options": {"directions": 32}})
    page.wait_for_function("() => studio.world.name === 'huge.csv' && panels.active.trace.length > 2000")
    page.evaluate("""() => {
        const { watcher } = panels.active;
        window.begun = 0;
        watcher.addEventListener("began", () => (window.begun += 1));
        panels.active.search();
        panels.pause();
    }""")
    page.wait_for_function("() => window.begun === 1")
    assert studio.read("panels.active.watcher.state") == "paused"
    studio.press("Stop")
    studio.answered()


def test_what_is_read_out_is_never_of_the_world_before(studio: Studio) -> None:
    studio.open("sealed.txt")
    live = ".search-player [aria-live]"
    assert studio.page.inner_text(live).startswith("event ")
    studio.page.route_web_socket("**/trace", lambda _: None)  # a server that takes its time
    studio.page.evaluate("studio.open({ source: 'large.csv' }).then(() => null)")
    studio.page.wait_for_function("() => studio.world.name === 'large.csv' && panels.active.watcher.busy")
    studio.page.wait_for_timeout(100)
    assert studio.page.inner_text(live) == "searching"
    assert studio.page.inner_text(".search-status").startswith("Searching")


def test_the_path_is_found_anew_while_an_end_is_dragged(studio: Studio) -> None:
    studio.open("corridor.txt", settings=ASTAR)
    path = studio.read("panels.active.answer.places")
    page = studio.page
    box = page.locator(".search-canvas").bounding_box()

    def point(place: int) -> dict[str, float]:
        return studio.read(f"panels.active.stage.pointOf({place})")

    goal, middle, end = point(studio.read("studio.goals[0]")), point(8 * 20 + 10), point(8 * 20 + 3)
    page.mouse.move(box["x"] + goal["x"], box["y"] + goal["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + middle["x"], box["y"] + middle["y"], steps=4)
    page.wait_for_function("() => panels.active.answer?.places.at(-1) === 170")
    assert studio.read("[...panels.active.stage.overlay.paths[0].places].at(-1)") == 170
    page.mouse.move(box["x"] + end["x"], box["y"] + end["y"], steps=4)
    page.mouse.up()
    page.wait_for_function(
        "() => panels.active.answer?.places.at(-1) === 163 && panels.active.trace.length > 0 && !panels.active.watcher.busy"
    )
    assert studio.read("panels.active.answer.places") != path
    page.wait_for_function("() => document.querySelector('[data-end=to]').value === '3,8'")
    page.fill("[data-end=to]", "17,8")
    page.keyboard.press("Tab")
    page.wait_for_function("(path) => String(panels.active.answer?.places) === String(path)", arg=path)
    page.fill("[data-end=to]", "0,0")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('.search-ends .search-problem').textContent.includes('0,0')")


def test_only_the_newest_question_is_shown(studio: Studio) -> None:
    studio.open("large.csv")
    studio.set({"algorithm": "dijkstra"})
    studio.page.wait_for_function("() => panels.active.trace.length > 500")
    for goal in (67_000, 500, 66_000, 900):
        studio.page.evaluate("(goal) => studio.setEnds(studio.start, [goal], { live: true })", goal)
        studio.page.wait_for_timeout(30)
    near = studio.read("studio.start + 3")
    for goal in (67_000, near):
        studio.page.evaluate("(goal) => studio.setEnds(studio.start, [goal])", goal)
    studio.page.wait_for_function(
        "(goal) => panels.active.answer?.places.at(-1) === goal && panels.active.trace.length > 0", arg=near
    )
    studio.answered()
    assert studio.read("[panels.active.trace.seen, panels.active.trace.states]") == [len(studio.places())] * 2
    assert studio.column("parent")[0] == -1
    assert studio.read("panels.active.answer.generated") == sum(kind in (0, 2) for kind in studio.column("kind"))


def test_costs_that_are_no_numbers_are_told_as_they_are(studio: Studio) -> None:
    found = studio.read("""async () => {
        const { Trace, isImprovement } = await import("./search/trace.js");
        const { Cursor } = await import("./search/cursor.js");
        const { factsOf } = await import("./search/inspector.js");
        const { why } = await import("./search/why.js");
        const { describe } = await import("./search/player.js");
        const trace = new Trace();
        trace.append({ first: 0, kind: "oco", state: [0, 0, 1], parent: [-1, -1, 0], place: [-1, -1, -1],
            cost: [[0, 1], [0, 1], [2, 1]], names: ["here", "there"] });
        trace.append({ first: 3, kind: "o", state: [1], parent: [0], place: [-1], cost: ["1/3"], names: [] });
        const cursor = new Cursor(trace);
        cursor.goTo(3);
        const panel = { trace, cursor, answer: { outcome: "limit" } };
        const facts = Object.fromEntries(factsOf(cursor, 1));
        return [trace.states, isImprovement(trace, 3), facts, why(panel, 1), describe(trace, 2)];
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
    sealed = studio.read("import('./search/palette.js').then(({ PALETTES }) => PALETTES['colour-blind'].sealed)")
    assert close_to(studio.colour_at(12), tuple(sealed))
    studio.tab("layers")
    assert "sealed region" in studio.page.inner_text(".search-legend")
    studio.page.uncheck("[data-layer=sealed]")
    assert studio.read("panels.active.stage.overlay.marks") == []


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
    studio.press("Add a panel for comparison")
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


@pytest.mark.parametrize("width", [390, 1440])
def test_the_page_fits_narrow_and_wide_screens(browser: Any, server: str, width: int) -> None:
    for studio in studio_of(browser, server, has_touch=True):
        studio.page.set_viewport_size({"width": width, "height": 844})
        studio.open("mud.csv", settings=ASTAR)
        assert studio.read("document.documentElement.scrollWidth") <= width
        buttons: Callable[[], Any] = studio.page.locator("#player button, #side button, #panels button").all
        assert all(each.get_attribute("aria-label") or each.inner_text() for each in buttons())
        controls = "[...document.querySelectorAll('#side input, #side select, #player input, #player select')]"
        unnamed = studio.read(f"{controls}.filter((one) => !one.labels?.length && !one.ariaLabel).map((one) => one.outerHTML)")
        assert unnamed == []
        studio.page.tap("button[aria-label='Previous expansion']")
        assert studio.at < studio.last
        assert cut_off(studio, width) == []
        assert studio.page.is_visible(".search-player button:text-is('Run')")
        if width == 390:
            assert not studio.page.is_visible(".search-speed")
            studio.page.tap("button:text-is('More')")
            assert studio.page.is_visible("button:text-is('Less')[aria-expanded=true]")
        for control in (".search-speed", ".search-jumps select", "text=search automatically"):
            assert studio.page.is_visible(control), control
        assert cut_off(studio, width) == []
        assert studio.read("document.querySelector('.search-player').offsetHeight") < 844 / 2


def cut_off(studio: Studio, width: int) -> list[str]:
    """The controls of the player that do not lie on the screen whole."""
    script = """(width) => [...document.querySelectorAll('.search-player :is(button, input, select)')]
        .filter((one) => one.checkVisibility())
        .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > width; })
        .map((one) => one.outerHTML)"""
    found: list[str] = studio.page.evaluate(script, width)
    return found
