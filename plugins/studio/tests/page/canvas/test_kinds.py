"""Worlds of other kinds than grids on the page, driven in a browser: hexagons, voxels, polygons, roads, boards."""

from __future__ import annotations

import pytest
from painting_page import WALL, WHITE, Desk

pytestmark = pytest.mark.long


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
    assert desk.page.locator("#tool-fill").is_hidden()
    assert desk.page.locator("#generators").is_hidden()
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


@pytest.mark.parametrize(("tool", "barred"), [("line", {0, 3}), ("rectangle", {0, 3})])
def test_lines_and_boxes_on_roads_begin_beside_a_junction(desk: Desk, tool: str, barred: set[int]) -> None:
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.setEnds(1, [2])")
    desk.page.click(f"#tool-{tool}")
    before, mouse = desk.camera(), desk.page.mouse
    for place, press in ((0, mouse.down), (3, mouse.up)):
        x, y = desk.point(place)
        mouse.move(x + 40, y + 40, steps=4)
        press()
    assert desk.camera() == before
    assert desk.painted().keys() == barred


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


def test_worlds_without_a_picture_have_no_tools(desk: Desk) -> None:
    desk.read(
        """studio.open({ file: new File(["1 2 3\\n4 0 6\\n7 5 8\\n"], "near.puzzle.txt"), domain: null }).then(() => null)""",
    )
    assert desk.read("studio.world.view") is None
    for hidden in ("#brushes", "#generators", "#tool-paint", "#tool-inspect", "#fit"):
        assert desk.page.locator(hidden).is_hidden()
    assert desk.page.locator("#save").is_disabled()
    assert desk.page.locator("#resize").is_disabled()
