"""What is seen of the map, driven in a browser: zoom, panning, themes, controls."""

from __future__ import annotations

from typing import Any

import pytest
from painting_page import WHITE, Desk, at

pytestmark = pytest.mark.long


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
    for is_chosen in (False, True):  # a finger that scrolls the page paints no walls until the brush is chosen
        if is_chosen:
            desk.press("b")
        x, y = desk.point(at(9, 6))
        fingers("touchStart", (x, y))
        fingers("touchEnd")
        desk.settle()
        assert desk.painted() == ({at(9, 6): 0} if is_chosen else {})
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
