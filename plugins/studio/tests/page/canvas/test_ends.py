"""The ends of a question on the page, and its keys, driven in a browser."""

from __future__ import annotations

import pytest
from painting_page import Desk, at

pytestmark = pytest.mark.long


# Ends


def test_ends_are_dragged_and_told_of_all_the_while(desk: Desk) -> None:
    desk.read("window.told = [], studio.addEventListener('ends', (event) => told.push([studio.start, event.detail.live]))")
    start, goals = desk.ends()
    desk.drag(start, at(3, 9), at(5, 9))
    assert desk.ends() == (at(5, 9), goals)
    told = desk.read("told")
    assert told[-1] == [at(5, 9), False]
    assert len([live for _, live in told if live]) > 2
    assert [at(3, 9), True] in told
    desk.drag(goals[0], at(17, 1))
    assert desk.ends() == (at(5, 9), [at(17, 1)])
    assert desk.painted() == {}
    desk.press("Control+z")
    assert desk.ends() == (at(5, 9), goals)
    desk.press("Control+z")
    assert desk.ends() == (start, goals)


def test_escape_leaves_a_drag_undone(desk: Desk) -> None:
    start, goals = desk.ends()
    mouse = desk.page.mouse
    for first in (start, at(9, 9)):
        mouse.move(*desk.point(first))
        mouse.down()
        mouse.move(*desk.point(at(2, 2)), steps=4)
        desk.press("Escape")
        mouse.move(*desk.point(at(2, 8)), steps=4)
        mouse.up()
        assert desk.ends() == (start, goals)
        assert desk.painted() == {}
    assert desk.page.locator("#undo").is_disabled()


def test_ends_do_not_enter_walls(desk: Desk) -> None:
    start, goals = desk.ends()
    desk.drag(at(9, 9))
    desk.drag(start, at(8, 9), at(9, 9))
    assert desk.ends() == (at(8, 9), goals)


def test_tools_for_ends(desk: Desk) -> None:
    desk.page.click("#tool-start")
    desk.drag(at(1, 1))
    desk.page.click("#tool-goal")
    desk.drag(at(2, 10))
    desk.drag(at(18, 10), key="Shift")
    assert desk.ends() == (at(1, 1), [at(2, 10), at(18, 10)])
    desk.page.click("#tool-paint")
    desk.drag(at(18, 10), at(18, 8))
    assert desk.ends() == (at(1, 1), [at(2, 10), at(18, 8)])


def test_while_the_start_is_dragged_its_path_is_solved_again(desk: Desk) -> None:
    desk.page.get_by_label("search automatically").check()
    start, _ = desk.ends()
    desk.page.mouse.move(*desk.point(start))
    desk.page.mouse.down()
    for place in (at(2, 2), at(8, 10)):
        desk.page.mouse.move(*desk.point(place), steps=5)
        desk.page.wait_for_function(
            "(place) => studio.stages[0].overlay.paths?.some((path) => path.places[0] === place)", arg=place
        )
    desk.page.mouse.up()


# Keys


def test_editing_by_keys_alone(desk: Desk) -> None:
    start, _ = desk.ends()
    desk.page.locator("canvas.stage").first.focus()
    desk.press("ArrowRight")
    assert desk.read("studio.stages[0].cursor") == start
    desk.press("ArrowRight", "ArrowDown", "Space")
    assert desk.painted() == {start + 21: 0}
    desk.press("ArrowRight", "3", "Space", "ArrowRight", "a")
    assert desk.painted() == {start + 21: 0, start + 22: 2, start + 23: 3}
    desk.press("d", "ArrowUp", "s", "ArrowUp", "g")
    assert desk.ends() == (start + 3, [start - 17])
    assert desk.painted() == {start + 21: 0, start + 22: 2}
    desk.page.keyboard.down("Space")
    desk.press("ArrowRight", "ArrowRight")
    desk.page.keyboard.up("Space")
    assert desk.painted() == {start + 21: 0, start + 22: 2, start - 17: 2, start - 16: 2, start - 15: 2}


def test_the_cursor_is_read_aloud(desk: Desk) -> None:
    start, _ = desk.ends()
    desk.page.locator("canvas.stage").first.focus()
    desk.press("ArrowRight")
    desk.page.wait_for_timeout(200)
    assert f"{start % 20}, {start // 20}, free, start" in desk.said()
    assert desk.page.locator("#toasts").get_attribute("aria-live") == "polite"
    desk.press("Escape")
    assert desk.read("studio.stages[0].cursor") == -1


def test_keys_for_tools(desk: Desk) -> None:
    desk.page.locator("body").click(position={"x": 640, "y": 20})
    for key, tool in {"l": "line", "r": "rectangle", "f": "fill", "v": "inspect", "b": "paint"}.items():
        desk.press(key)
        assert desk.read("studio.tool") == tool
        assert desk.page.locator(f"#tool-{tool}").get_attribute("aria-pressed") == "true"
    desk.press("?")
    assert desk.page.locator("#help-dialog kbd").count() > 10
    desk.press("Escape")
    assert desk.page.locator("dialog").count() == 0
