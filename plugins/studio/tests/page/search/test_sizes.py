"""Units larger than a place: where they fit, and their form on the map, driven in a browser."""

from __future__ import annotations

import pytest
from studio_page import ASTAR, Studio

pytestmark = pytest.mark.long

POINT = """(place) => {
    const { x, y } = panels.active.stage.pointOf(place);
    const { left, top } = panels.active.canvas.getBoundingClientRect();
    return [left + x, top + y];
}"""


def colours_of(studio: Studio) -> list[int]:
    """The tints of the places, once the layer is there."""
    studio.page.wait_for_selector(".fits .search-legend li")
    found: list[int] = studio.read("[...panels.active.stage.overlay.tint]")
    return found


def test_where_a_unit_fits_and_how_large_it_could_be(studio: Studio) -> None:
    studio.open("detour.txt", settings=ASTAR)  # ten columns, with a wall from 1,1 to 7,1 and from 7,1 to 7,4
    studio.tab("layers")
    studio.page.check("[data-layer=fits]")
    studio.page.wait_for_selector(".fits .search-note:text('as large as one place')")
    assert studio.read("panels.active.stage.overlay.unit") is None

    studio.set({"options": {"unit": "2x2"}})
    fits, blocked, narrow = (colours_of(studio)[place] for place in (22, 11, 0))
    assert blocked == 0
    assert len({fits, narrow, 0}) == 3
    assert studio.page.locator(".fits .search-legend li").all_inner_texts() == ["the unit fits", "no room for the unit"]

    studio.page.mouse.move(*studio.page.evaluate(POINT, 22))
    studio.page.wait_for_selector(".search-tip:text('clearance 5x5')")
    studio.tab("inspect")
    assert "clearance\n5x5" in studio.page.inner_text(".search-facts")

    studio.read("studio.setEnds(20, [80])")
    studio.answered()
    assert studio.read("panels.active.stage.overlay.unit.size") == "2x2"
    beside = [studio.colour_at(place) for place in (31, 91, 75)]  # under the unit at the start, at the goal, and elsewhere
    assert len({*beside}) == 3

    studio.read("studio.world.paint([[44, 0]])")
    studio.read("studio.world.settled()")
    studio.page.wait_for_function("(was) => panels.active.stage.overlay.tint?.[33] === was", arg=narrow)

    studio.tab("layers")
    studio.page.uncheck("[data-layer=fits]")
    assert studio.page.locator(".fits .search-legend li").count() == 0
    assert studio.read("panels.active.stage.overlay.tint[33]") != narrow


def test_the_unit_of_the_search_is_that_of_the_map_and_of_positions(studio: Studio) -> None:
    """Whether the source was opened with a unit or not."""
    narrow, room = 9 + 10 * 10, 22  # in the last row and the last column, where 2x2 does not fit
    colour = "(place) => studio.world.colours.slice(3 * place, 3 * place + 3).join()"
    for opened, unit, fits in (({}, "2x2", False), ({"unit": "2x2"}, "1x1", True)):
        studio.page.evaluate("(options) => studio.open({ source: 'detour.txt', options }).then(() => null)", opened)
        studio.answered()
        is_seen = f"([narrow, room]) => (({colour})(narrow) === ({colour})(room)) === "
        studio.page.wait_for_function(is_seen + str(not fits).lower(), arg=[narrow, room])
        studio.set({"options": {"unit": unit}})
        studio.answered()
        studio.page.wait_for_function(is_seen + str(fits).lower(), arg=[narrow, room])
        assert (studio.read(f"studio.world.position({narrow})") is not None) == fits
        assert (studio.read("studio.world.placeOf('9,10')") is not None) == fits
