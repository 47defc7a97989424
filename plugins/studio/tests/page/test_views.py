"""What the views of worlds bring to the page: roads in words, three dimensions, thresholds, boards, connected ends."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from studio_page import ASTAR, Studio, studio_of

pytestmark = pytest.mark.long

PLUGINS = "anya,bitmap,grid,hexmap,puzzle,roads,voxel,serve"

CAVE = np.zeros((10, 12, 8))
"""Columns, rows, layers: a cave in layer 3 of the rock, a shaft from it, and two layers of air above the rock."""
CAVE[:, :, 6:] = 1
CAVE[1:9, 1:11, 3] = 1
CAVE[4, 5, 3:7] = 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("views")
    city = np.full((30, 40), 230, np.uint8)
    city[0] = 0
    city[3:27, 18:22] = 100  # a building between the ends
    Image.fromarray(city).save(folder / "city.png")
    rows = [["Gg"] * 14 for _ in range(9)]
    for row in rows:
        row[8] = "Wo"
    rows[4][2], rows[4][11] = "1 Kh", "2 Kh"
    rows[2][3:6] = ["Gs", "Rr", "Gs^Fp"]
    (folder / "sea.map.gz").write_bytes(gzip.compress("\n".join(", ".join(row) for row in rows).encode()))
    rock = "".join(f"{x} {y} {z}\n" for x, y, z in np.argwhere(CAVE == 0).tolist())
    (folder / "cave.3dmap").write_text(f"voxel 10 12 8\n{rock}")
    (folder / "corners.csv").write_text("1,1,1,1\n1,0,0,1\n1,1,0,1\n")
    (folder / "swamp.csv").write_text("1,1,1,1\n1,9,7,1\n1,8,5,1\n1,1,1,1\n")
    (folder / "eight.puzzle").write_text("8 1 3\n4 0 2\n7 6 5\n")
    (folder / "town.graphml").write_text(town())
    return folder


def town() -> str:
    """Main Street from west to east, 0 to 2; Oak Lane to the north, a motorway, from 1 to 3."""
    places = [(50.0, 10.0), (50.0, 10.01), (50.0, 10.02), (50.01, 10.01)]
    roads = [
        (0, 1, "Main Street", "residential", 716),
        (1, 2, "Main Street", "residential", 716),
        (1, 3, "Oak Lane", "motorway", 1112),
    ]
    kinds = {"y": "double", "x": "double", "name": "string", "highway": "string", "length": "double", "travel_time": "double"}
    keys = "".join(
        f'<key id="{name}" for="{"node" if name in "xy" else "edge"}" attr.name="{name}" attr.type="{kind}"/>'
        for name, kind in kinds.items()
    )
    nodes = "".join(
        f'<node id="{i}"><data key="y">{y}</data><data key="x">{x}</data></node>' for i, (y, x) in enumerate(places)
    )
    edges = "".join(
        f'<edge source="{a}" target="{b}"><data key="name">{name}</data><data key="highway">{kind}</data>'
        f'<data key="length">{length}</data><data key="travel_time">{length / 10}</data></edge>'
        for tail, head, name, kind, length in roads
        for a, b in ((tail, head), (head, tail))
    )
    graph = f'{keys}<graph edgedefault="directed">{nodes}{edges}</graph>'
    return f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{graph}</graphml>'


@pytest.fixture(scope="module")
def server(folder: Path, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(*sorted(folder.iterdir()), plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    yield from studio_of(browser, server)


def test_a_route_has_units_names_and_turns(studio: Studio) -> None:
    studio.open("town.graphml", settings=ASTAR)
    studio.read("studio.setEnds(0, [3])")
    studio.answered()
    assert studio.page.inner_text(".search-status").startswith("Found: 3 min, 1.83 km.")
    studio.tab("results")
    assert studio.page.inner_text("tr[data-row=cost] td").endswith(" s"), "a cost has its unit"
    steps = [line.split("\n") for line in studio.page.locator(".itinerary-list li").all_inner_texts()]
    assert steps == [["Head east on Main Street", "716 m"], ["Turn left onto Oak Lane", "1.11 km"], ["Arrive"]]
    studio.page.click("text=Turn left onto Oak Lane")
    assert studio.read("panels.active.stage.cursor") == 1
    studio.open("city.png")
    assert studio.page.locator(".itinerary").is_hidden()


def test_roads_are_closed_by_painting_and_stay_so_over_a_reload(studio: Studio) -> None:
    page = studio.page
    studio.open("town.graphml", settings=ASTAR)
    assert studio.read("studio.tool") == "inspect", "a drag moves the map"
    assert page.is_hidden("#tool-fill")
    assert page.is_hidden("#generators")
    studio.read("studio.setEnds(0, [3])")
    studio.answered()
    page.click("#tool-paint")
    spot = """() => {
        const { x, y } = panels.active.stage.pointOf(1);
        const { left, top } = panels.active.canvas.getBoundingClientRect();
        return [left + x, top + y];
    }"""
    page.mouse.click(*page.evaluate(spot))
    page.wait_for_function("() => panels.active.answer?.outcome === 'unreachable'")
    assert studio.read("[...studio.world.values]") == [1, 0, 1, 1]
    page.wait_for_timeout(600)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.evaluate("window.panels = studio.sharers.get('panels')")
    studio.answered()
    assert studio.read("[...studio.world.values]") == [1, 0, 1, 1]
    assert studio.read("panels.active.answer.outcome") == "unreachable"
    studio.read("studio.history.undo()")
    page.wait_for_function("() => panels.active.answer?.outcome === 'found'")


def test_a_path_around_corners_is_drawn_through_them(studio: Studio) -> None:
    studio.open("corners.csv", settings={"algorithm": "anya"})
    studio.read("studio.setEnds(4, [9])")
    studio.answered()
    assert studio.read("panels.active.answer.points") is None  # a straight line from cell to cell
    studio.read("studio.setEnds(4, [11])")
    studio.answered()
    assert studio.read("panels.active.answer.points") == [[0.5, 1.5], [1, 1], [3, 1], [3.5, 2.5]]
    script = """() => {
        const { canvas, stage } = panels.active;
        const ratio = canvas.width / canvas.clientWidth;
        const [a, b] = [1, 2].map((place) => stage.pointOf(place));  // above the wall, whose upper side the path follows
        const [x, y] = [0.5 * (a.x + b.x) * ratio, (a.y + (b.x - a.x) / 2) * ratio];
        return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3);
    }"""
    studio.page.wait_for_timeout(300)
    red, _, blue = studio.page.evaluate(script)
    assert red > blue + 60  # orange


def test_classes_of_roads_are_drawn_differently(studio: Studio) -> None:
    studio.open("town.graphml")
    script = """async ([from, to]) => {
        const { stage, canvas } = panels.active;
        stage.overlay = {};
        for (let i = 0; i < 40; i++) await new Promise((done) => requestAnimationFrame(done));
        const [a, b] = [from, to].map((place) => stage.pointOf(place));
        const ratio = canvas.width / canvas.clientWidth;
        const at = [0.5 * (a.x + b.x) * ratio, 0.5 * (a.y + b.y) * ratio];
        return [...canvas.getContext("2d").getImageData(...at, 1, 1).data].slice(0, 3);
    }"""
    street, motorway = (studio.page.evaluate(script, ends) for ends in ([0, 1], [1, 3]))
    assert motorway == [206, 70, 96]
    assert max(street) - min(street) < 40  # grey


def test_a_scale_bar_is_as_long_as_it_says(studio: Studio) -> None:
    studio.open("town.graphml")
    for _ in range(2):
        text, width = studio.read(
            "[document.querySelector('.scale-bar')].map((bar) => [bar.textContent, parseFloat(bar.style.width)])[0]"
        )
        value, unit = text.split()
        metres = float(value) * {"km": 1000, "m": 1}[unit]
        assert width / studio.read("panels.active.stage.camera.scale") == pytest.approx(metres, rel=0.01)
        assert 20 < width <= 120
        studio.press("Zoom in")
        studio.page.wait_for_timeout(100)
    studio.open("city.png")
    assert studio.page.locator(".scale-bar").is_hidden()


def test_ends_are_coordinates_names_or_the_formats_are_told(studio: Studio) -> None:
    studio.open("town.graphml")
    studio.read("studio.setEnds(0, [2])")
    studio.page.wait_for_function("() => document.querySelector('[data-end=to]').value === '50.00000, 10.02000'")
    studio.page.fill("[data-end=to]", "main street / OAK LANE")
    studio.page.press("[data-end=to]", "Enter")
    studio.page.wait_for_function("() => studio.goals[0] === 1")
    assert studio.read("studio.start") == 0
    studio.answered()
    studio.press("To the end")
    assert ": found 50.00000, 10.01000, g" in studio.page.inner_text(".search-event"), "no numbers of nodes"
    studio.page.fill("[data-end=to]", "Vaduz")
    studio.page.press("[data-end=to]", "Enter")
    studio.page.wait_for_selector(".search-ends .search-problem:not([hidden])")
    told = studio.page.inner_text(".search-ends .search-problem")
    assert "give latitude and longitude as 60.17,24.94, a street as 'Main Street', two streets that meet as A / B" in told
    assert studio.read("studio.goals") == [1]


def test_isochrones(studio: Studio) -> None:
    studio.open("town.graphml", settings=ASTAR)
    studio.read("studio.setEnds(0, [3])")
    studio.tab("layers")
    assert studio.page.inner_text(".reach label") == "time from the start (isochrones)"
    studio.page.check("[data-layer=reach]")
    studio.page.wait_for_selector(".reach li")
    bands = studio.page.locator(".reach li").all_inner_texts()
    assert bands[0] == "up to 30 s"
    assert bands[-1] == "up to 3 min 30 s"  # 183 s lies in the seventh band
    tint = studio.read("[...panels.active.stage.overlay.tint]")
    assert tint[1] == tint[1] != 0
    assert len({*tint}) == 4 - (tint[2] == tint[3])
    studio.read("studio.setEnds(2, [3])")  # another start: other bands, without another click
    studio.page.wait_for_function("(was) => panels.active.stage.overlay.tint?.[2] === was", arg=tint[0])
    studio.page.uncheck("[data-layer=reach]")
    assert studio.page.locator(".reach li").count() == 0
    assert studio.tinted() == set(studio.places()) - {-1}  # of the state that stands for the end


def test_alternatives_are_listed_and_one_click_selects(studio: Studio) -> None:
    studio.open("town.graphml")
    studio.tab("layers")
    studio.page.check("[data-layer=alternatives]")
    studio.page.wait_for_selector(".alternatives-list li")
    studio.read("studio.open({ example: 'kotka.osm.pbf', domain: 'roads' }).then(() => null)")
    assert not studio.page.is_checked("[data-layer=alternatives]"), "another world, another question"
    studio.read("studio.setEnds(105, [20])")
    studio.answered()
    best = studio.read("panels.active.answer.places")
    studio.page.check("[data-layer=alternatives]")
    studio.page.wait_for_selector(".alternatives-list li")
    rows = studio.page.locator(".alternatives-list button")
    texts = [row.split("\n") for row in rows.all_inner_texts()]
    assert len(texts) > 1
    assert texts[0] == [studio.read("panels.active.answer.itinerary.summary"), "best"]
    assert all(more.startswith("+") for _, more in texts[1:])
    paths = "panels.active.stage.overlay.paths.map(({ places, colour }) => [[...places], colour])"
    *others, (chosen, colour) = studio.read(paths)
    assert chosen == best
    assert len(others) == len(texts) - 1
    assert {each for _, each in others} == {others[0][1]} != {colour}
    rows.nth(1).click()
    *_, (second, again) = studio.read(paths)
    assert second != best
    assert again == colour
    assert [row.get_attribute("aria-pressed") for row in rows.all()][:2] == ["false", "true"]
    legend = studio.page.locator(".search-legend li").all_inner_texts()
    assert {"chosen path", "alternatives"} <= set(legend)
    studio.tab("results")
    assert studio.page.inner_text(".itinerary-summary") == texts[1][0]
    studio.tab("layers")
    studio.page.uncheck("[data-layer=alternatives]")
    assert [places for places, _ in studio.read(paths)][-1] == best
    studio.open("city.png")
    assert studio.page.is_hidden(".alternatives"), "this world has none"


def test_a_click_on_a_point_of_a_front_shows_its_path(studio: Studio) -> None:
    studio.open("swamp.csv")
    studio.read("studio.setEnds(0, [15])")
    studio.answered()
    assert studio.page.is_hidden(".alternatives")
    studio.set({"options": {"metric": "cost,length"}})
    studio.answered()
    assert re.match(r"Found: cost [0-9.]+, length [0-9.]+\.", studio.page.inner_text(".search-status"))
    studio.tab("layers")
    studio.page.check("[data-layer=alternatives]")
    studio.page.wait_for_selector(".front-point")
    points = studio.page.locator(".front-point")
    assert points.count() > 1
    assert [row.get_attribute("aria-pressed") for row in points.all()] == ["true"] + ["false"] * (points.count() - 1)
    path = "[...panels.active.stage.overlay.paths.at(-1).places]"
    first = studio.read(path)
    points.last.click()
    assert studio.read(path) != first
    assert points.last.get_attribute("aria-pressed") == "true"
    assert studio.page.locator(".alternatives-list button").last.get_attribute("aria-pressed") == "true"
    assert points.last.get_attribute("aria-label").startswith("cost ")
    studio.set({"options": {}})
    assert studio.page.is_hidden(".alternatives")


def test_a_recording_offers_no_layer_that_only_a_server_computes(studio: Studio) -> None:
    studio.open("town.graphml")
    studio.read("""import("./model/recording.js")
        .then(({ makeRecording }) => makeRecording(studio, panels, null))
        .then((recording) => studio.openRecording(recording))""")
    studio.tab("layers")
    assert studio.page.is_hidden(".reach")
    assert studio.page.is_hidden(".alternatives")


def test_a_voxel_world_opens_in_space_cut_where_there_is_something(studio: Studio) -> None:
    studio.open("cave.3dmap", settings=ASTAR)
    if not studio.read("panels.active.stage.isSpace"):
        pytest.skip("this browser has no WebGL 2")
    assert studio.read("panels.active.stage.layer") == 3
    colours = studio.read(PICTURE)
    assert len(colours) > 4  # ground, walls in three lights, cells, path
    walls = studio.read("panels.active.stage.space.walls.size")
    # Above the rock, in the cave, and in the shaft: each face between a wall and a free cell once.
    solid = CAVE == 0
    assert walls == sum(
        int((solid.take(range(1, n), axis) != solid.take(range(n - 1), axis)).sum()) for axis, n in enumerate(solid.shape)
    )
    before = studio.read(PICTURE)
    studio.page.locator("canvas.space").press("ArrowLeft")
    studio.page.locator("canvas.space").press("PageUp")
    assert studio.read("panels.active.stage.layer") == 4
    assert studio.read(PICTURE) != before
    studio.page.click("[data-mode=layers]")
    assert studio.page.locator("canvas.space").count() == 0
    assert studio.page.locator("canvas.search-canvas").is_visible()
    studio.page.click("[data-mode=space]")
    assert studio.page.locator("canvas.space").count() == 1
    studio.open("city.png")
    assert studio.page.locator("canvas.space").count() == 0


@pytest.mark.parametrize("name", ["cave.3dmap", "town.graphml", "city.png"])
def test_a_recording_looks_as_its_world(studio: Studio, name: str) -> None:
    studio.open(name)
    look = """(({ world }) => ({
        walls: Array.from({ length: world.size }, (_, place) => world.bars(place)),
        colours: Array.from(world.colours ?? []),
        classes: Array.from(world.lineClasses ?? []),
        faces: panels.active.stage.space?.walls.size ?? 0,
    }))(studio)"""
    before = studio.read(look)
    studio.read("""import("./model/recording.js")
        .then(({ makeRecording }) => makeRecording(studio, panels, null))
        .then((recording) => studio.openRecording(JSON.parse(JSON.stringify(recording))))""")
    assert studio.read("[studio.isRecorded, studio.world.canvas]") == [True, None]
    assert studio.read(look) == before
    assert not studio.page.is_visible("#threshold"), "another threshold was not recorded"


PICTURE = """(async () => {
    const { stage } = panels.active;
    await new Promise((done) => setTimeout(done, 200));
    const { canvas } = stage.space;
    stage.space.draw(stage.overlay, stage.look, 1);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const counts = {};
    const pixels = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 20));
})()"""


def test_cells_are_picked_in_space(studio: Studio) -> None:
    studio.open("cave.3dmap", settings=ASTAR)
    if not studio.read("panels.active.stage.isSpace"):
        pytest.skip("this browser has no WebGL 2")
    studio.read("panels.active.stage.layer = 3")
    # From straight above, at the middle of what no control covers: the floor of the cave, which is the free cell above the rock
    # of layer 2.
    studio.read("Object.assign(panels.active.stage.space.orbit, { yaw: 0, pitch: Math.PI / 2 - 1e-6 })")
    place = studio.read("""(() => {
        const { space } = panels.active.stage;
        const { clientWidth, clientHeight } = space.canvas;
        panels.active.stage.overlay = {};
        return space.placeAt(clientWidth / 2 + 2, clientHeight * (1 - space.orbit.covered) / 2 + 2);
    })()""")
    assert place == (3 * 12 + 6) * 10 + 5
    assert studio.read("panels.active.stage.space.placeAt(1, 1)") == -1
    box = studio.page.locator("canvas.space").bounding_box()
    covered = studio.read("panels.active.stage.space.orbit.covered")
    assert 0 < covered < 0.5
    studio.read("studio.setTool('goal')")
    studio.page.mouse.click(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] * (1 - covered) / 2 + 2)
    studio.page.wait_for_function("(place) => studio.goals[0] === place", arg=place)


def test_grey_buildings_are_walls_and_the_threshold_is_previewed(studio: Studio) -> None:
    studio.open("city.png", settings=ASTAR)
    threshold = studio.read("studio.world.options.threshold")
    assert 100 < threshold <= 230
    places = studio.read("panels.active.answer.places")
    building = {y * 40 + x for y in range(3, 27) for x in range(18, 22)}
    assert not building & set(places)
    assert studio.page.inner_text(".threshold .hint") == "11 % walls"
    assert studio.page.is_disabled("#threshold-suggested")
    slide = """([value, type]) => {
        const slider = document.querySelector("#threshold");
        slider.value = value;
        slider.dispatchEvent(new Event(type));
    }"""
    studio.page.evaluate(slide, [50, "input"])
    assert studio.tinted() == set(range(40))  # what would be walls, before anything is searched
    assert studio.read("studio.world.options.threshold") == threshold
    studio.page.evaluate(slide, [50, "change"])
    studio.page.wait_for_function("() => studio.world.options.threshold === 50")
    studio.answered()
    assert building & set(studio.read("panels.active.answer.places"))
    studio.page.click("#threshold-suggested")
    studio.page.wait_for_function("(value) => studio.world.options.threshold === value", arg=threshold)
    studio.open("eight.puzzle")
    assert studio.page.locator(".threshold").is_hidden()


def test_hexes_have_a_brush_for_each_kind_and_connected_ends(studio: Studio) -> None:
    studio.open("sea.map.gz", settings=ASTAR)
    names = studio.read("studio.world.canvas.brushes.map((brush) => brush.name)")
    assert len(names) == len(set(names)) < 22
    assert {"flat", "forest", "deep water"} <= set(names)
    assert studio.read("panels.active.answer.outcome") == "found"
    studio.page.click("[aria-label='Paint forest']")


def test_a_puzzle_shows_its_board_and_plays_the_solution(studio: Studio) -> None:
    studio.open("eight.puzzle", settings=ASTAR)
    moves = studio.read("panels.active.answer.path.length") - 1
    assert studio.page.is_hidden("#tools"), "there is nothing to paint"
    assert board(studio) == ["1 2 3", "4 5 6", "7 8 "]
    assert studio.page.inner_text(".board-caption") == f"Move {moves} of {moves} of the solution."
    studio.press("First board of the solution")
    assert board(studio) == ["8 1 3", "4  2", "7 6 5"]
    studio.press("One move on")
    states = studio.read("panels.active.answer.path")
    assert studio.page.get_attribute(".board", "aria-label") == states[1]
    studio.press("Play the solution")
    studio.page.wait_for_function(
        "(last) => document.querySelector('.board').ariaLabel === last", arg=states[-1], timeout=30_000
    )
    studio.page.wait_for_selector("[aria-label='Play the solution']")  # it has stopped
    studio.move_scrub_bar(3)
    studio.page.wait_for_timeout(100)
    assert studio.page.inner_text(".board-caption") == "The node that is expanded."
    current = studio.read("panels.active.trace.names[panels.active.cursor.current]")
    assert studio.page.get_attribute(".board", "aria-label") == current


def board(studio: Studio) -> list[str]:
    """The pieces where they are on the screen, row by row."""
    script = """[...document.querySelectorAll(".board-piece")].map((piece) =>
        [piece.style.getPropertyValue("--x"), piece.style.getPropertyValue("--y"), piece.textContent])"""
    rows = [["", "", ""] for _ in range(3)]
    for x, y, text in studio.read(script):
        rows[int(y)][int(x)] = text
    return [" ".join(row) for row in rows]


def test_bands_have_round_limits_in_words(studio: Studio) -> None:
    script = """Promise.all([import("./view/reach.js"), import("./controls/numbers.js")]).then(([{ findBand }, numbers]) => [
        [findBand(183, "s"), findBand(7000, "s"), findBand(43, ""), findBand(0.7, "")],
        [[45, "s"], [90, "s"], [600, "s"], [3900, "s"], [1500, "m"], [2.5, ""], [3, "hops"]]
            .map((each) => numbers.formatWithUnit(...each)),
    ])"""
    bands, texts = studio.read(script)
    assert bands == [30, 900, 5, 0.1]
    assert texts == ["45 s", "1 min 30 s", "10 min", "1 h 5 min", "1.5 km", "2.5", "3 hops"]
