"""Searches that run while the page is used, driven in a browser: pauses, dragged ends, newer questions."""

from __future__ import annotations

import pytest
from studio_page import ASTAR, Studio

pytestmark = pytest.mark.long


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
