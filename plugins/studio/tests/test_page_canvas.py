"""The painting half of the page, driven in a browser: maps, tools, files, links, keys."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytestmark = pytest.mark.long

# Without the compiled engine, so that nothing has to be compiled first.
PLUGINS = "bitmap,grid,hexmap,navmesh,puzzle,roads,voxel,serve"

MAZE = """\
S....#....
.###.#.##.
...#...#..
.#.#####.#
.#......G.
"""

ROOMS = """\
v 0 0 0
v 4 0 0
v 4 0 3
v 0 0 3
v 9 0 0
v 9 0 3
v 0 0 7
v 4 0 7
f 1 2 3 4
f 2 5 6 3
f 4 3 8 7
"""
"""Three rooms of different sizes around a corner."""

WALL = (40, 40, 40)
WHITE = (255, 255, 255)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maps")
    (folder / "maze.txt").write_text(MAZE)
    (folder / "small.map").write_text("type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
    (folder / "bad.map").write_text("type octile\nheight many\n")
    picture = Image.new("RGB", (6, 5), "white")
    picture.putpixel((2, 2), (0, 0, 0))
    picture.save(folder / "small.png")
    arcs = [(1, 2), (2, 1), (2, 3), (3, 2), (1, 4), (4, 1), (4, 3), (3, 4)]
    roads = "".join(f"a {tail} {head} {100 + tail + head}\n" for tail, head in arcs)
    (folder / "square.gr").write_text(f"p sp 4 {len(arcs)}\n{roads}")
    points = [(10_000_000, 50_000_000), (10_010_000, 50_000_000), (10_010_000, 49_990_000), (10_000_000, 49_990_000)]
    lines = "".join(f"v {i} {x} {y}\n" for i, (x, y) in enumerate(points, 1))
    (folder / "square.co").write_text(f"p aux sp co {len(points)}\n{lines}")
    (folder / "rooms.obj").write_text(ROOMS)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(folder / "maze.txt", folder / "square.gr", folder / "rooms.obj", plugins=PLUGINS) as address:
        yield address


class Desk:
    """The page, and short words for what one does there."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if "Content Security" in message.text else None)

    def go(self, address: str) -> Desk:
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready=true]")
        return self

    def read(self, script: str, *what: Any) -> Any:
        return self.page.evaluate(script, *what)

    def blank(self, domain: str = "grid", width: int = 20, height: int = 12, **options: object) -> None:
        """A blank world; nothing is searched, so that only the map is seen."""
        blank = {"domain": domain, "width": width, "height": height}
        self.read("([blank, options]) => studio.open({ blank, options }).then(() => null)", [blank, options])
        self.settle()

    def settle(self) -> None:
        """Wait until the server knows all, and until all is drawn."""
        self.read(
            """async () => {
                await studio.world.settled();
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            }"""
        )

    def values(self) -> list[float]:
        """Of the page, which must be those of the server."""
        self.settle()
        here, there = self.read(
            """async () => {
                const bytes = await studio.api.part(studio.world.id, "values");
                return [[...studio.world.values], [...new Float64Array(bytes)]];
            }"""
        )
        assert here == there
        return list(here)

    def painted(self, ground: float = 1) -> dict[int, float]:
        """Places that are not as in a blank world."""
        return {place: value for place, value in enumerate(self.values()) if value != ground}

    def point(self, place: int) -> tuple[float, float]:
        """Where a place is on the page."""
        x, y = self.read(
            """(place) => {
                const [stage] = studio.stages;
                const box = stage.canvas.getBoundingClientRect();
                const { x, y } = stage.pointOf(place);
                return [box.left + x, box.top + y];
            }""",
            place,
        )
        return x, y

    def drag(self, *places: int, button: str = "left", key: str | None = None) -> None:
        mouse = self.page.mouse
        mouse.move(*self.point(places[0]))
        if key:
            self.page.keyboard.down(key)
        mouse.down(button=button)
        for place in places[1:]:
            mouse.move(*self.point(place), steps=4)
        mouse.up(button=button)
        if key:
            self.page.keyboard.up(key)

    def colour(self, place: int) -> tuple[int, int, int]:
        """What is on the canvas, beside a place's middle."""
        self.settle()
        red, green, blue = self.read(
            """(place) => {
                const [stage] = studio.stages;
                const { x, y } = stage.pointOf(place);
                const ratio = stage.canvas.width / stage.canvas.clientWidth;
                const [dx, dy] = [stage.placeWidth * 0.3, stage.placeWidth * 0.3];
                const { data } = stage.canvas.getContext("2d").getImageData((x + dx) * ratio, (y + dy) * ratio, 1, 1);
                return [...data].slice(0, 3);
            }""",
            place,
        )
        return red, green, blue

    def camera(self) -> tuple[float, float, float]:
        x, y, scale = self.read("[studio.stages[0].camera.x, studio.stages[0].camera.y, studio.stages[0].camera.scale]")
        return x, y, scale

    def ends(self) -> tuple[Any, list[Any]]:
        start, goals = self.read("[studio.start, studio.goals]")
        return start, goals

    def said(self) -> str:
        return " | ".join(self.page.locator("#toasts .toast p").all_text_contents())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(20)

    def opened(self, name: str) -> None:
        """Wait until a world of this name is shown."""
        self.page.wait_for_function("(name) => studio.world?.name.includes(name)", arg=name)
        self.settle()


@pytest.fixture(scope="module")
def one(browser: Any, address: str) -> Iterator[Desk]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True, accept_downloads=True)
    desk = Desk(context.new_page()).go(address)
    yield desk
    context.close()


@pytest.fixture
def desk(one: Desk) -> Iterator[Desk]:
    """One page for all tests, with a blank grid of 20 x 12, and no searches but those that are asked for."""
    for box in one.page.locator("#player input[type=checkbox]").all():
        box.set_checked(False)
    one.read("document.querySelector('dialog[open]')?.close()")
    one.read("document.getElementById('toasts').replaceChildren()")
    one.read("studio.setTool('paint'), studio.setBrush({ value: 0, size: 1, way: 'set' }), studio.restyle({ theme: 'light' })")
    one.blank()
    one.faults.clear()
    yield one
    assert one.faults == []


def at(x: int, y: int, width: int = 20) -> int:
    return y * width + x


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


# Looking


def test_zooming_keeps_what_lies_under_the_pointer(desk: Desk) -> None:
    x, y = desk.point(at(4, 3))
    before = desk.camera()[2]
    desk.page.mouse.move(x, y)
    desk.page.mouse.wheel(0, -200)
    desk.settle()
    assert desk.camera()[2] > before * 1.5
    assert desk.point(at(4, 3)) == pytest.approx((x, y), abs=1)
    desk.page.click("#zoom-out")
    desk.page.click("#fit")
    assert desk.camera()[2] == pytest.approx(before)
    desk.page.click("#zoom-in")
    assert desk.camera()[2] == pytest.approx(before * 1.5)
    desk.page.locator("canvas.stage").first.focus()
    desk.press("-", "-", "+")
    assert desk.camera()[2] == pytest.approx(before)


def test_moving_the_map(desk: Desk) -> None:
    desk.page.click("#zoom-in")
    x, y, _ = desk.camera()
    desk.drag(at(10, 6), at(8, 5), button="middle")
    assert desk.camera()[:2] == pytest.approx((x + 2, y + 1), abs=0.1)
    desk.page.locator("canvas.stage").first.focus()
    desk.page.keyboard.down("Space")
    desk.drag(at(8, 5), at(10, 6))
    desk.page.keyboard.up("Space")
    assert desk.camera()[:2] == pytest.approx((x, y), abs=0.1)
    desk.press("Shift+ArrowRight")
    assert desk.camera()[0] > x
    assert desk.painted() == {}


def test_two_fingers_zoom_and_paint_nothing(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, bypass_csp=True)
    desk = Desk(context.new_page()).go(address)
    desk.blank()
    before = desk.camera()[2]
    touch = context.new_cdp_session(desk.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
        )

    (x, y), (u, v) = desk.point(at(8, 2)), desk.point(at(12, 2))
    fingers("touchStart", (x, y))
    fingers("touchStart", (x, y), (u, v))
    for step in range(1, 6):
        fingers("touchMove", (x - 8 * step, y), (u + 8 * step, v))
    fingers("touchEnd")
    desk.settle()
    assert desk.camera()[2] > before * 1.3
    assert desk.painted() == {}
    x, y = desk.point(at(9, 6))
    fingers("touchStart", (x, y))
    fingers("touchEnd")
    desk.settle()
    assert desk.painted() == {at(9, 6): 0}
    assert desk.faults == []
    context.close()


def test_nothing_is_wider_than_the_screen(desk: Desk) -> None:
    for width in (360, 390, 820, 1024, 1920, 1280):
        desk.page.set_viewport_size({"width": width, "height": 800})
        desk.settle()
        assert desk.read("document.documentElement.scrollWidth") <= width
        assert desk.page.locator("canvas.stage").first.bounding_box()["width"] > 250


def test_dark_and_light_and_palettes_are_kept(desk: Desk) -> None:
    desk.drag(at(3, 3))
    for choice, scheme in {"dark": "dark", "auto": "light", "light": "light"}.items():
        while desk.read("studio.themeChoice") != choice:
            desk.page.click("#theme")
        assert desk.read("studio.theme") == scheme
        assert (desk.colour(at(4, 4)) == WHITE) == (scheme == "light")
    desk.page.emulate_media(color_scheme="dark")
    desk.read("studio.restyle({ theme: 'auto' })")
    assert desk.read("studio.theme") == "dark"
    assert sum(desk.colour(at(4, 4))) < 700
    desk.page.emulate_media(color_scheme="light")
    palette = desk.read("studio.palette")
    desk.page.click("#palette")
    assert desk.read("studio.palette") != palette
    assert desk.read("JSON.parse(localStorage.getItem('genastar.studio')).palette") != palette
    desk.page.click("#palette")


def test_every_control_has_a_name(desk: Desk) -> None:
    script = """() => [...document.querySelectorAll("button, input, select, textarea, canvas.stage")].filter((each) => {
        const text = each.getAttribute("aria-label") || each.textContent.trim() || each.closest("label")?.textContent.trim();
        return !text && !(each.labels?.length) && !each.getAttribute("aria-labelledby");
    }).map((each) => each.outerHTML)"""
    assert desk.read(script) == []
    for button in ("#new", "#open", "#resize", "#share", "#export", "#help"):
        desk.page.click(button)
        desk.page.wait_for_selector("dialog[open]")
        assert desk.read(script) == []
        desk.press("Escape")


# Worlds of other kinds


def test_hexagons_are_painted(desk: Desk) -> None:
    desk.blank("hexmap", 9, 7)
    brushes = {brush["name"]: brush for brush in desk.read("studio.world.canvas.brushes")}
    name = list(brushes)[4]
    desk.page.click(f"#brushes .brush[aria-label='Paint {name}']")
    ground = desk.read("studio.world.ground")
    desk.drag(20, 24)
    painted = desk.painted(ground)
    assert {20, 24} <= set(painted)
    assert set(painted.values()) == {brushes[name]["value"]}
    desk.page.wait_for_timeout(100)
    assert desk.colour(20) == tuple(brushes[name]["colour"])
    desk.drag(21, 22, button="right")
    assert 20 in desk.painted(ground)
    assert not {21, 22} & set(desk.painted(ground))
    desk.page.locator("#brush-size").fill("3")
    desk.page.click("#clear")
    desk.drag(31)
    assert len(desk.painted(ground)) == 7
    desk.page.click("#maze")
    assert len(set(desk.values())) == 2
    assert desk.page.locator("#brush-value").is_hidden()


def test_layers_of_voxels(desk: Desk) -> None:
    desk.read("studio.open({ blank: { domain: 'voxel', width: 8, height: 6 } }).then(() => null)")
    assert desk.read("studio.world.kind") == "cells"
    assert desk.read("studio.world.layers") > 1
    desk.page.click("[data-mode=layers]")
    slider = desk.page.get_by_label("Layer", exact=True)
    slider.fill("1")
    desk.drag(48 + 17)
    assert desk.painted() == {48 + 17: 0}
    assert desk.colour(48 + 17) == WALL
    desk.page.click("[aria-label='Show layer 0']")
    assert desk.read("studio.stages[0].layer") == 0
    assert slider.input_value() == "0"
    assert desk.colour(17) == WHITE
    desk.page.locator("canvas.stage").first.focus()
    desk.press("PageUp")
    assert desk.read("studio.stages[0].layer") == 1


def test_polygons_are_painted(desk: Desk) -> None:
    desk.read("studio.open({ source: 'rooms.obj' }).then(() => null)")
    desk.page.wait_for_timeout(300)
    assert desk.read("[studio.world.kind, studio.world.size]") == ["polygons", 3]
    desk.read("studio.setEnds(0, [2])")
    assert desk.colour(1) == WHITE
    desk.drag(1)
    assert desk.painted() == {1: 0}
    assert desk.colour(1) != WHITE


def test_the_form_shows_the_point_that_is_searched_for_a_point_that_was_typed(desk: Desk) -> None:
    """A place of a mesh is a polygon, and its middle is searched."""
    desk.read("studio.open({ source: 'rooms.obj' }).then(() => null)")
    desk.page.wait_for_timeout(300)
    desk.read("studio.setEnds(0, [2])")
    desk.page.wait_for_function("() => document.querySelector('[data-end=to]').value")
    typed, middles = "1.25,0.25", desk.read("Promise.all([0, 1, 2].map((place) => studio.world.label(place)))")
    assert typed not in middles
    desk.page.fill("[data-end=to]", typed)
    desk.page.press("[data-end=to]", "Enter")
    desk.page.wait_for_function("(typed) => document.querySelector('[data-end=to]').value !== typed", arg=typed)
    assert desk.page.input_value("[data-end=to]") == middles[desk.ends()[1][0]]


def test_roads_are_shown_and_their_ends_snap_to_points(desk: Desk) -> None:
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.page.wait_for_timeout(300)
    assert desk.read("[studio.world.kind, studio.world.size, studio.world.view.lines]") == ["lines", 4, 4]
    assert desk.page.locator("#tool-paint").is_hidden()
    assert desk.page.locator("#brushes").is_hidden()
    assert desk.read("studio.tool") == "inspect"
    desk.read("studio.setEnds(0, [2])")
    (x, y), (u, v) = desk.point(0), desk.point(3)
    mouse = desk.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(u + 8, v - 6, steps=5)
    mouse.up()
    assert desk.ends() == (3, [2])
    middle = desk.read(
        """() => {
            const [stage] = studio.stages;
            const [a, b] = [stage.pointOf(0), stage.pointOf(1)];
            const context = stage.canvas.getContext("2d");
            const at = (x, y) => [...context.getImageData(x - 2, y - 2, 5, 5).data].filter((_, i) => i % 4 === 0);
            return [at((a.x + b.x) / 2, (a.y + b.y) / 2), at((a.x + b.x) / 2 + 40, (a.y + b.y) / 2)];
        }"""
    )
    assert min(middle[0]) < min(middle[1]) - 60


def test_roads_are_where_they_belong_after_the_map_was_moved(desk: Desk) -> None:
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.setEnds(0, [2])")
    dark = """async () => {
        const [stage] = studio.stages;
        stage.zoom(1.7);
        stage.camera.pan(37, 21);
        const points = [stage.pointOf(0), stage.pointOf(3)];
        const middle = { x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2 };
        const look = (y) => stage.canvas.getContext("2d").getImageData(middle.x, middle.y + y, 1, 1).data[0];
        for (let frame = 0; frame < 60; frame++) await new Promise((done) => requestAnimationFrame(done));
        return [look(0), look(-30), look(30), stage.painter.isWaiting];
    }"""
    road, above, below, is_waiting = desk.read(dark)
    assert road < min(above, below) - 60
    assert not is_waiting


def test_panning_over_what_cannot_be_painted(desk: Desk) -> None:
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.setEnds(0, [2]), studio.stages[0].zoom(2)")
    x, y, _ = desk.camera()
    box = desk.page.locator("canvas.stage").first.bounding_box()
    mouse = desk.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2 - 60, box["y"] + box["height"] / 2, steps=3)
    mouse.up()
    assert desk.camera()[0] > x
    assert desk.camera()[1] == pytest.approx(y)


# Files


def test_new_worlds(desk: Desk) -> None:
    desk.page.click("#new")
    desk.page.fill("#new-width", "7")
    desk.page.fill("#new-height", "5")
    desk.page.select_option("#new-domain", "grid")
    desk.page.click("#new-dialog [type=submit]")
    desk.page.wait_for_selector("dialog", state="detached")
    assert desk.read("[studio.world.width, studio.world.height]") == [7, 5]
    desk.press("n")
    desk.page.fill("#new-width", "100000")
    desk.page.fill("#new-height", "100000")
    desk.page.click("#new-dialog [type=submit]")
    desk.page.wait_for_selector("#new-dialog .error-line:not([hidden])")
    assert desk.read("studio.world.width") == 7


def test_another_size_keeps_what_fits(desk: Desk) -> None:
    desk.drag(at(2, 2), at(15, 2))
    start, goals = desk.ends()
    desk.page.click("#resize")
    desk.page.fill("#resize-width", "10")
    desk.page.fill("#resize-height", "14")
    desk.page.click("#resize-dialog [type=submit]")
    desk.page.wait_for_selector("dialog", state="detached")
    assert desk.read("[studio.world.width, studio.world.height]") == [10, 14]
    assert desk.painted() == {at(x, 2, 10): 0 for x in range(2, 10)}
    assert desk.ends()[0] == at(start % 20, start // 20, 10)
    assert desk.ends()[1] != goals
    desk.press("Control+z")
    desk.page.wait_for_function("studio.world.width === 20 && studio.world.height === 12")
    assert desk.ends() == (start, goals)
    desk.press("Control+z")
    assert desk.painted() == {}
    desk.press("Control+y", "Control+y")
    desk.page.wait_for_function("studio.world.width === 10")
    assert len(desk.painted()) == 8


@pytest.mark.parametrize(("name", "domain", "walls"), [("small.map", "grid", 2), ("small.png", "bitmap", 1)])
def test_files_are_opened(desk: Desk, folder: Path, name: str, domain: str, walls: int) -> None:
    desk.press("Control+o")
    with desk.page.expect_file_chooser() as chosen:
        desk.page.click("#open-dialog >> text=Choose a file")
    chosen.value.set_files(folder / name)
    desk.page.wait_for_selector("dialog", state="detached")
    assert desk.read("studio.world.domain") == domain
    assert Counter(desk.values())[desk.read("studio.world.wall")] == walls


def test_bad_files_are_refused_in_one_line(desk: Desk, folder: Path) -> None:
    before = desk.read("studio.world.id")
    desk.page.click("#open")
    desk.page.set_input_files("#open-file", folder / "bad.map")
    line = desk.page.wait_for_selector("#open-dialog .error-line:not([hidden])")
    assert "height" in line.inner_text()
    assert desk.read("studio.world.id") == before


def test_files_are_dropped(desk: Desk, folder: Path) -> None:
    text = (folder / "small.map").read_text()
    drop = """([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        const how = { dataTransfer: data, bubbles: true, cancelable: true };
        const tell = (type) => window.dispatchEvent(new DragEvent(type, how));
        tell("dragenter");
        window.wasShown = !document.getElementById("drop").hidden;
        tell("dragover");
        tell("drop");
    }"""
    desk.read(drop, ["small.map", text])
    desk.opened("small")
    assert desk.read("wasShown")
    assert desk.page.locator("#drop").is_hidden()
    desk.read(drop, ["bad.map", "type octile\nheight many\n"])
    desk.page.wait_for_selector(".toast-error")


def test_sources_are_opened_and_copied_when_painted(desk: Desk) -> None:
    desk.page.click("#open")
    desk.page.click("#open-sources button:has-text('maze.txt')")
    desk.opened("maze")
    desk.page.wait_for_selector("dialog", state="detached")
    assert desk.read("[studio.world.width, studio.world.height]") == [10, 5]
    assert desk.ends() == (0, [48])
    first = desk.read("studio.world.id")
    desk.drag(at(2, 0, 10))
    values = desk.values()
    assert values[2] == 0
    desk.read("studio.open({ source: 'maze.txt' }).then(() => null)")
    assert desk.values()[2] == 1
    assert desk.read("studio.world.id") != first


def test_what_is_saved_is_what_is_opened(desk: Desk, tmp_path: Path) -> None:
    desk.drag(at(2, 2), at(9, 5))
    desk.drag(desk.ends()[0], at(1, 9))
    values, ends = desk.values(), desk.ends()
    with desk.page.expect_download() as saved:
        desk.page.click("#save")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name.endswith(".genastar.json")
    desk.blank(width=5, height=5)
    desk.page.click("#open")
    desk.page.set_input_files("#open-file", path)
    desk.page.wait_for_selector("dialog", state="detached")
    assert desk.values() == values
    assert desk.ends() == ends


def test_a_link_holds_all_of_it(desk: Desk, browser: Any) -> None:
    desk.blank(directions="4")
    desk.drag(at(2, 2), at(9, 5))
    desk.page.fill("#brush-value", "2.0")
    desk.drag(at(12, 2), at(12, 9))
    desk.drag(desk.ends()[0], at(1, 9))
    values, ends = desk.values(), desk.ends()
    desk.page.click("#share")
    desk.page.wait_for_selector("#share-link")
    link = desk.page.input_value("#share-link")
    assert "#s=" in link
    assert len(link) < 2000
    context = browser.new_context(bypass_csp=True)
    other = Desk(context.new_page()).go(link)
    assert other.values() == values
    assert other.ends() == ends
    assert other.read("studio.world.options.directions") == "4"
    assert other.faults == []
    broken = Desk(context.new_page()).go(link[:-9])
    assert "damaged" in broken.said()
    assert broken.read("studio.world.source") == "maze.txt"
    context.close()


def test_links_of_sources_and_of_hexagons(desk: Desk, browser: Any) -> None:
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.setEnds(1, [3])")
    links = [desk.read("import('./model/share.js').then((share) => share.linkOf(studio)).then(String)")]
    desk.blank("hexmap", 9, 7)
    desk.drag(20, 24)
    desk.settle()
    links.append(desk.read("import('./model/share.js').then((share) => share.linkOf(studio)).then(String)"))
    names = """() => {
        const { values, canvas } = studio.world;
        return [...values].map((value) => canvas.brushes.find((brush) => brush.value === value).name);
    }"""
    terrain, ends = desk.read(names), desk.ends()
    assert len(set(terrain)) == 2
    context = browser.new_context(bypass_csp=True)
    other = Desk(context.new_page()).go(links[0])
    assert other.read("[studio.world.source, studio.start, studio.goals]") == ["square.gr", 1, [3]]
    other = Desk(context.new_page()).go(links[1])
    assert other.read(names) == terrain
    assert other.ends() == ends
    context.close()


def test_runs_are_unrolled(desk: Desk) -> None:
    script = """(values) => import("./model/share.js").then(({ runs, unrolled }) => {
        const short = runs(values);
        return [short, [...unrolled(short, values.length)]];
    })"""
    assert desk.read(script, [1, 1, 1, 0, 2.5, 2.5]) == [[1, 3, 0, 1, 2.5, 2], [1, 1, 1, 0, 2.5, 2.5]]
    assert desk.read(script, []) == [[], []]


HOSTILE: tuple[tuple[object, str], ...] = (
    ({"v": 2}, "another version"),
    ({"v": 1, "domain": "grid", "width": 3, "height": 3}, "no values"),
    ({"v": 1, "domain": "grid", "width": 3, "height": 3, "values": [1, 8]}, "not as many values"),
    ({"v": 1, "domain": "grid", "width": 1e6, "height": 1e6, "values": [1, 1e12]}, "too much"),
    ({"v": 1, "domain": "nothing", "width": 2, "height": 1, "values": [1, 2]}, "nothing"),
    ({"v": 1, "source": "../../secret"}, "secret"),
    ([], "another version"),
)


def test_hostile_links_are_refused_in_one_line(desk: Desk) -> None:
    before = desk.read("studio.world.id")
    for scenario, said in HOSTILE:
        pack = """async (scenario) => {
            const { pack } = await import("./model/share.js");
            document.getElementById("toasts").replaceChildren();
            location.hash = `s=${await pack(scenario)}`;
        }"""
        desk.read(pack, scenario)
        toast = desk.page.wait_for_selector(".toast-error p")
        assert said in toast.inner_text()
        assert "\n" not in toast.inner_text()
        assert desk.read("studio.world.id") == before
    desk.blank()
    assert desk.read("location.hash") == ""


def test_exports(desk: Desk, tmp_path: Path) -> None:
    desk.page.click("#export")
    desk.page.wait_for_selector("#code-shell")
    assert "genastar solve " in desk.page.inner_text("#code-shell")
    assert "import genastar" in desk.page.inner_text("#code-python")
    formats = desk.read("[...document.querySelectorAll('#export-dialog [data-format]')].map((each) => each.dataset.format)")
    assert {"svg", "trace", "posthoc", "scenario"} <= set(formats)
    shots = desk.read("[...document.querySelectorAll('#export-dialog [data-picture]')].map((each) => each.dataset.picture)")
    assert {"png", "gif", "webm"} <= set(shots)
    assert not set(formats) & set(shots), "no format twice"
    beginnings = {"bmp": b"BM", "trace": b"{"}
    for format_, beginning in beginnings.items():
        with desk.page.expect_download() as saved:
            desk.page.click(f"#export-dialog [data-format={format_}]")
        path = tmp_path / saved.value.suggested_filename
        saved.value.save_as(path)
        assert path.read_bytes().startswith(beginning)
    json.loads(path.read_text())
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.page.click("#copy-shell")
    desk.page.wait_for_selector("#copy-shell:has-text('Copied')")
    assert desk.read("navigator.clipboard.readText()") == desk.page.text_content("#code-shell")


# What goes wrong


def test_nothing_breaks_the_page_s_own_rules(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    addresses: set[str] = set()
    page.on("request", lambda request: addresses.add(request.url.split("?")[0]))
    desk = Desk(page).go(address)
    for button in ("#new", "#open", "#resize", "#share", "#export", "#help"):
        page.click(button)
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
    page.click("#maze")
    desk.settle()
    assert told == []
    assert {each for each in addresses if not each.startswith(address)} == set()
    context.close()


def test_a_world_that_the_server_forgot_is_made_anew(desk: Desk) -> None:
    desk.drag(at(2, 2))
    desk.settle()
    first = desk.read("studio.world.id")
    desk.read("studio.api.remove(studio.world.id).then(() => null)")
    desk.drag(at(4, 4))
    assert desk.painted() == {at(2, 2): 0, at(4, 4): 0}
    assert desk.read("studio.world.id") != first


def test_a_page_that_is_looked_at_again_has_its_world(desk: Desk) -> None:
    desk.drag(at(2, 2))
    desk.settle()
    first = desk.read("studio.world.id")
    desk.read("studio.api.remove(studio.world.id).then(() => null)")
    desk.read("document.dispatchEvent(new Event('visibilitychange'))")
    desk.page.wait_for_function("(first) => studio.world.id !== first", arg=first)
    assert desk.painted() == {at(2, 2): 0}
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.api.remove(studio.world.id).then(() => studio.world.keep())")
    assert desk.read("studio.api.world(studio.world.id).then((world) => world.source)") == "square.gr"


def test_what_the_server_refuses_is_taken_back(desk: Desk) -> None:
    desk.page.fill("#brush-value", "-5")
    desk.drag(at(2, 2))
    desk.page.wait_for_selector(".toast-error")
    assert desk.painted() == {}
    desk.page.click(".toast-error button")
    assert desk.said() == ""


def test_worlds_without_a_picture_have_no_tools(desk: Desk) -> None:
    desk.read(
        """studio.open({ file: new File(["1 2 3\\n4 0 6\\n7 5 8\\n"], "near.puzzle.txt"), domain: null }).then(() => null)""",
    )
    assert desk.read("studio.world.view") is None
    for hidden in ("#brushes", "#generators", "#tool-paint", "#tool-inspect", "#fit"):
        assert desk.page.locator(hidden).is_hidden()
    assert desk.page.locator("#save").is_disabled()
    assert desk.page.locator("#resize").is_disabled()
