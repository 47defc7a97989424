"""The layers of a search and their colours, and the width of the page, driven in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from studio_page import ASTAR, Studio, close_to, studio_of

from genastar_picture.palette import PALETTES

pytestmark = pytest.mark.long


def test_tints_on_the_canvas_are_the_palette_s(studio: Studio) -> None:
    studio.open("detour.txt", settings=ASTAR)
    palette = PALETTES["colour-blind"]
    where = studio.places()
    trace = [(kind, where[state]) for kind, state in zip(studio.column("kind"), studio.column("state"), strict=True)]
    closed = [place for kind, place in trace if kind == 1]
    opened = [place for kind, place in trace if kind == 0 and place not in closed]
    shades = palette.make_ramp(256)
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

    studio.move_scrub_bar(len(trace) // 2)
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
    found = studio.read("import('./player/palette.js').then(({ PALETTES }) => PALETTES)")
    assert set(found) == set(PALETTES)
    for name, palette in PALETTES.items():
        assert tuple(map(tuple, found[name]["closed"])) == palette.closed
        assert tuple(found[name]["path"]) == palette.path
        assert tuple(found[name]["waiting"]) == palette.waiting


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
