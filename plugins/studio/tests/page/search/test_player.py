"""The player of a search, driven in a browser: its cursor, buttons, breakpoints, and answers on the time line."""

from __future__ import annotations

import itertools
import random

import pytest
from studio_page import ASTAR, Studio, weighted

pytestmark = pytest.mark.long


# What a cursor holds, told by going through all events from the first on.
REPLAY = """async (events) => {
    const { Cursor } = await import("./player/cursor.js");
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
    studio.add_panel()
    studio.set(ASTAR | {"algorithmOptions": {}}, 1)
    studio.answered()
    studio.tab("results")
    table = studio.table()
    assert table["answers"] == [len(answers), 1]
    assert table["maximum cost / optimum"] == [1, 1]
