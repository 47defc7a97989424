"""Links that hold a world, driven in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from painting_page import Desk, at

pytestmark = pytest.mark.long


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
    links = [desk.read("import('./model/share-link.js').then((share) => share.makeShareLink(studio)).then(String)")]
    desk.blank("hexmap", 9, 7)
    desk.drag(20, 24)
    desk.settle()
    links.append(desk.read("import('./model/share-link.js').then((share) => share.makeShareLink(studio)).then(String)"))
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


def test_a_link_of_elevations_holds_the_barriers_drawn_on_them(desk: Desk, browser: Any) -> None:
    """Their values do not tell the elevations, so they are no blank world with values."""
    desk.read("studio.open({ example: 'mountain.tif', domain: 'terrain', options: { slope: 'tobler' } }).then(() => null)")
    desk.read("studio.rename('Hills')")
    desk.drag(5000, 5010)
    desk.settle()
    values, colours = desk.values(), desk.read("[...studio.world.colours.slice(0, 300)]")
    assert 0 < values.count(0) < 20
    assert desk.page.is_disabled("#resize")
    link = desk.read("import('./model/share-link.js').then((share) => share.makeShareLink(studio)).then(String)")
    context = browser.new_context(bypass_csp=True)
    other = Desk(context.new_page()).go(link)
    assert other.values() == values
    assert other.read("[...studio.world.colours.slice(0, 300)]") == colours
    assert other.read("[studio.world.options.slope, studio.world.name]") == ["tobler", "Hills"]
    context.close()


def test_runs_are_unrolled(desk: Desk) -> None:
    script = """(values) => import("./model/share-link.js").then(({ encodeRuns, decodeRuns }) => {
        const short = encodeRuns(values);
        return [short, [...decodeRuns(short, values.length)]];
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
            const { pack } = await import("./model/share-link.js");
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
