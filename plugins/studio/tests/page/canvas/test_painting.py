"""Painting on the page, driven in a browser: brushes, tools, mazes, undo."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from painting_page import WALL, WHITE, Desk, at

pytestmark = pytest.mark.long


# Painting


def test_the_left_button_sets(desk: Desk) -> None:
    assert desk.colour(at(3, 2)) == WHITE
    desk.drag(at(3, 2), at(6, 2), at(6, 5))
    expected = {at(x, 2) for x in range(3, 7)} | {at(6, y) for y in range(2, 6)}
    assert desk.painted() == dict.fromkeys(sorted(expected), 0)
    assert desk.colour(at(5, 2)) == WALL
    assert desk.colour(at(5, 3)) == WHITE


def test_fast_strokes_have_no_gaps(desk: Desk) -> None:
    x, y = desk.point(at(1, 1))
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.point(at(17, 9)))
    desk.page.mouse.up()
    places = sorted(desk.painted())
    steps = [(b % 20 - a % 20, b // 20 - a // 20) for a, b in itertools.pairwise(places)]
    assert places[0] == at(1, 1)
    assert places[-1] == at(17, 9)
    assert all(abs(dx) <= 1 and abs(dy) <= 1 for dx, dy in steps)


def test_right_adds_and_shift_subtracts_down_to_zero(desk: Desk) -> None:
    desk.page.fill("#brush-value", "3")
    desk.drag(at(2, 1), at(4, 1), button="right")
    assert desk.painted() == {at(x, 1): 4 for x in (2, 3, 4)}
    desk.drag(at(2, 1), at(3, 1), key="Shift")
    assert desk.painted() == {at(4, 1): 4}
    desk.drag(at(4, 1), key="Shift")
    desk.drag(at(4, 1), key="Shift")
    assert desk.painted() == {at(4, 1): 0}


def test_whoever_has_one_button_adds_and_takes_too(desk: Desk) -> None:
    desk.page.fill("#brush-value", "3")
    desk.page.click("#brushes [data-way=add]")
    desk.drag(at(2, 1), at(4, 1))
    desk.page.click("#brushes [data-way=subtract]")
    desk.drag(at(2, 1))
    assert desk.painted() == {at(3, 1): 4, at(4, 1): 4}
    desk.page.locator("canvas.stage").first.focus()
    desk.page.click("#brushes [data-way=set]")
    desk.drag(at(4, 1))
    assert desk.painted() == {at(3, 1): 4, at(4, 1): 3}


def test_both_buttons_subtract_and_what_the_first_did_is_taken_back(desk: Desk) -> None:
    desk.page.fill("#brush-value", "6")
    desk.drag(at(8, 3), at(9, 3), button="right")
    assert desk.painted() == {at(8, 3): 7, at(9, 3): 7}
    desk.page.fill("#brush-value", "2")
    mouse = desk.page.mouse
    mouse.move(*desk.point(at(8, 3)))
    mouse.down(button="left")
    mouse.down(button="right")
    mouse.move(*desk.point(at(9, 3)), steps=3)
    mouse.up(button="right")
    mouse.up(button="left")
    assert desk.painted() == {at(8, 3): 5, at(9, 3): 5}


def test_brushes_and_their_size(desk: Desk) -> None:
    names = desk.read("studio.world.canvas.brushes.map((brush) => [brush.name, brush.value])")
    assert len(names) == desk.page.locator("#brushes .brush").count()
    name, value = names[3]
    desk.page.click(f"#brushes .brush[aria-label='Paint {name}']")
    desk.page.locator("#brush-size").fill("3")
    desk.drag(at(5, 5))
    assert desk.painted() == {at(x, y): value for y in (4, 5, 6) for x in (4, 5, 6)}
    desk.press("[", "[", "1")
    assert desk.read("[studio.brush.value, studio.brush.size]") == [1, 1]


def test_values_of_no_brush_have_colours_between(desk: Desk) -> None:
    desk.page.fill("#brush-value", "4")
    desk.drag(at(5, 5))
    dark, light = (desk.read("(value) => studio.world.colourOf(value)", value) for value in (5, 3))
    assert dark[0] < desk.colour(at(5, 5))[0] < light[0]


def test_line_rectangle_and_fill(desk: Desk) -> None:
    desk.page.click("#tool-line")
    desk.drag(at(10, 0), at(10, 11))
    assert desk.painted() == {at(10, y): 0 for y in range(12)}
    desk.page.click("#tool-rectangle")
    desk.drag(at(15, 3), at(12, 1))
    desk.page.click("#brushes .brush[aria-label='Paint mud']")
    desk.page.click("#tool-fill")
    desk.drag(at(2, 2))
    counts = Counter(desk.values())
    assert counts == {5: 10 * 12, 0: 12 + 4 * 3, 1: 9 * 12 - 12}


@pytest.mark.parametrize("to", [at(13, 11), at(19, 11), at(3, 11)])
def test_no_path_slips_through_a_slanting_line(desk: Desk, to: int) -> None:
    desk.page.click("#tool-line")
    desk.drag(at(8, 0), to)
    wall = desk.painted()
    steps = [abs(a % 20 - b % 20) + abs(a // 20 - b // 20) for a, b in itertools.combinations(wall, 2)]
    assert steps.count(1) == len(wall) - 1, "each cell shares a side with the next"
    assert {at(8, 0), to} <= wall.keys()


def test_the_ends_are_not_walled_in_by_painting_over_them(desk: Desk) -> None:
    start, goals = desk.ends()
    desk.page.click("#tool-rectangle")
    desk.drag(0, at(19, 11))
    assert {place for place, value in enumerate(desk.values()) if value == 1} == {start, *goals}


def test_undo_and_redo(desk: Desk) -> None:
    assert desk.page.locator("#undo").is_disabled()
    desk.drag(at(1, 1), at(3, 1))
    desk.drag(at(1, 3))
    desk.page.click("#undo")
    assert desk.painted() == {at(x, 1): 0 for x in (1, 2, 3)}
    desk.press("Control+z")
    assert desk.painted() == {}
    assert desk.page.locator("#undo").is_disabled()
    desk.press("Control+Shift+Z")
    desk.page.click("#redo")
    assert desk.painted() == {at(x, y): 0 for x, y in ((1, 1), (2, 1), (3, 1), (1, 3))}
    assert desk.page.locator("#redo").is_disabled()


def reached(values: list[float], width: int, start: int) -> set[int]:
    """Places that four directions lead to."""
    seen, waiting = {start}, [start]
    while waiting:
        place = waiting.pop()
        x = place % width
        beside = [place - width, place + width, *([place - 1] if x else []), *([place + 1] if x < width - 1 else [])]
        for other in beside:
            if 0 <= other < len(values) and values[other] and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def test_a_maze_has_one_way_between_any_two_rooms(desk: Desk) -> None:
    desk.blank(width=21, height=13)
    desk.read("studio.setEnds(22, [24])")
    desk.page.click("#maze")
    values = desk.values()
    free = {place for place, value in enumerate(values) if value}
    assert reached(values, 21, 22) == free
    joints = sum((place + 1 in free) + (place + 21 in free) for place in free)
    assert len(free) > 21 * 13 / 3
    assert joints == len(free) - 1
    desk.page.click("#undo")
    assert desk.painted() == {}


def test_caves_differ_and_clear_clears(desk: Desk) -> None:
    desk.page.click("#cave")
    first = desk.painted()
    start, goals = desk.ends()
    assert 20 < len(first) < 220
    assert set(first.values()) == {0}
    assert not {start, *goals} & set(first)
    desk.page.click("#cave")
    assert desk.painted() != first
    assert set(goals) < reached(desk.values(), 20, start)
    desk.page.click("#clear")
    assert desk.painted() == {}
