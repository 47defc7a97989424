"""Defects that reviewers found as users of the page, each in a browser. Tests of the others stand beside their features."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from studio_page import ASTAR, Studio, studio_of

from genastar_studio.player.gallery import GALLERY, read_examples

pytestmark = pytest.mark.long

PLUGINS = "bitmap,grid,hexmap,navmesh,puzzle,roads,terrain,voxel,serve,astar,dijkstra,greedy,jps,weighted"

# A trap for the Manhattan estimate: its path is longer than that of the octile estimate.
DETOUR = """\
S.........
.#######..
.......#..
.......#..
.......#.G
..........
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("review")
    (folder / "detour.txt").write_text(DETOUR)
    (folder / "long.txt").write_text(f"S{'.' * 1022}G\n" + f"{'.' * 1024}\n" * 1023)
    (folder / "yard.png").write_bytes(picture())
    (folder / "eight.puzzle").write_text("8 1 3\n4 0 2\n7 6 5\n")
    (folder / "plain.gr").write_text("p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n")
    (folder / "rock.map").write_text("\n".join([", ".join(["Xu"] * 12)] * 10))
    return folder


def picture() -> bytes:
    pixels = np.full((9, 12), 255, np.uint8)
    pixels[4, 3:9] = 0
    file = BytesIO()
    Image.fromarray(pixels).save(file, "png")
    return file.getvalue()


@pytest.fixture(scope="module")
def server(folder: Path, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(*sorted(folder.iterdir()), plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    yield from studio_of(browser, server)


def blank(studio: Studio, domain: str, width: int, height: int) -> None:
    given = {"domain": domain, "width": width, "height": height}
    studio.page.evaluate("(blank) => studio.open({ blank }).then(() => null)", given)
    studio.answered()


def drawn(studio: Studio, *boxes: tuple[float, float, float, float]) -> list[Any]:
    """The pixels of boxes of the canvas (left, top, width and height in pixels of the screen)."""
    script = """async (boxes) => {
        for (let i = 0; i < 8; i++) await new Promise((done) => requestAnimationFrame(done));
        const { canvas } = panels.active;
        const ratio = canvas.width / canvas.clientWidth;
        const context = canvas.getContext("2d");
        return boxes.map((box) => {
            const [left, top, width, height] = box.map((side) => Math.round(side * ratio));
            return [width, height, [...context.getImageData(left, top, width, height).data]];
        });
    }"""
    found = studio.page.evaluate(script, boxes)
    return [np.reshape(data, (height, width, 4))[..., :3].astype(int) for width, height, data in found]


def test_a_refused_option_clears_the_result_before(studio: Studio) -> None:
    """Defect 10."""
    studio.open("detour.txt", settings=ASTAR)
    assert studio.tinted()
    studio.set({"algorithm": "weighted", "algorithmOptions": {"weight": 0.5}})
    studio.answered()
    assert studio.read("panels.active.problem !== null")
    assert studio.tinted() == set()
    assert studio.read("[panels.active.trace.length, panels.active.stage.overlay.paths.length]") == [0, 0]
    assert studio.page.inner_text(".search-event").startswith("event 0 of 0")
    studio.tab("results")
    assert studio.page.inner_text("tr[data-row=cost] td").strip() in ("", "\u2013")


def test_a_world_without_coordinates_has_its_own_counts(studio: Studio) -> None:
    """Defect 10."""
    studio.open("detour.txt", settings=ASTAR)
    assert studio.page.inner_text(".search-event").startswith("event ")
    studio.page.evaluate("studio.open({ source: 'plain.gr' }).then(() => null)")
    studio.page.wait_for_function("() => studio.world.name === 'plain.gr'")
    assert studio.page.inner_text(".search-event").startswith("event 0 of 0")
    assert studio.page.get_by_label("event of the trace").get_attribute("max") == "0"
    studio.read("studio.setEnds('1', ['3'])")
    studio.answered()
    length = studio.read("panels.active.trace.length")
    assert studio.page.inner_text(".search-event").startswith(f"event {length} of {length} · 3 expanded")


def test_colours_of_the_estimate_and_of_the_difference_go_with_their_question(studio: Studio) -> None:
    """Defect 10."""
    page = studio.page
    studio.open("detour.txt", settings=ASTAR | {"options": {"heuristic": "manhattan"}})
    studio.tab("results")
    studio.press("Check the estimate")
    page.wait_for_function("() => panels.active.instead !== null")
    studio.set({"options": {}})
    studio.read("studio.setEnds(studio.start, [9])")
    studio.answered()
    assert studio.read("panels.active.instead") is None
    assert page.is_hidden("[data-layer=estimate]")
    assert studio.tinted() == set(studio.places())

    studio.add_panel()
    studio.set({"algorithm": "dijkstra"}, panel=1)
    studio.answered()
    page.check("[data-layer=difference]")
    page.wait_for_function("() => panels.list[0].instead !== null")
    page.locator("[aria-label='Remove this panel']").nth(1).click()
    page.wait_for_function("() => panels.list.length === 1 && panels.active.instead === null")
    assert "closed only in" not in page.text_content(".search-legend")


def test_a_new_panel_is_where_the_others_are(studio: Studio) -> None:
    """Defect 10."""
    studio.open("detour.txt", settings=ASTAR)
    studio.move_scrub_bar(studio.last // 2)
    studio.add_panel()
    studio.answered()
    here, there = studio.read("panels.list.map(({ cursor }) => cursor.expanded)")
    assert here == there > 0


@pytest.mark.parametrize(("algorithm", "least"), [("astar", 0), ("jps", 1)])
def test_a_large_map_shows_a_path_of_three_pixels_and_single_nodes(studio: Studio, algorithm: str, least: int) -> None:
    """Defects 11 and 21: cells are smaller than a pixel, and jump points are few."""
    studio.open("long.txt", settings={"algorithm": algorithm})
    assert studio.read("panels.active.answer.outcome") == "found"
    assert studio.read("panels.active.stage.placeWidth") < 1
    x, y = studio.read("Object.values(panels.active.stage.pointOf(512))")
    (column,) = drawn(studio, (x, y - 20, 1, 40))
    orange = (abs(column - (240, 120, 0)).max(axis=2) < 40).sum()
    assert orange >= 3
    if not least:
        return
    studio.tab("layers")
    studio.page.uncheck("[data-layer=path]")
    goal = 700 * 1024 + 400
    studio.read(f"studio.setEnds(300 * 1024 + 200, [{goal}])")
    studio.answered()
    places = {place for place in studio.tinted() if place not in (goal, 300 * 1024 + 200)}
    assert 0 < len(places) < 100
    for place in sorted(places)[:5]:
        x, y = studio.read(f"Object.values(panels.active.stage.pointOf({place}))")
        (box,) = drawn(studio, (x - 4, y - 4, 8, 8))
        assert (abs(box - box[0, 0]).max(axis=2) > 24).sum() >= 4, place


def test_a_refused_file_is_told_without_flags_of_the_command_line(studio: Studio, tmp_path: Path) -> None:
    """Defect 13."""
    path = tmp_path / "unknown.blob"
    path.write_bytes(b"\x00\x01\x02 nothing that a domain reads")
    told = studio.refusal_of(path)
    assert "choose the domain" in told
    assert "--" not in told


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("wide.3dmap", "voxel 3000 3000 3000\n1 1 1\n"),
        ("wide.map", "type octile\nheight 90000\nwidth 90000\nmap\n"),
        ("wide.pgm", "P2\n90000 90000\n255\n"),
    ],
)
def test_a_world_that_is_too_large_is_refused_without_impossible_advice(
    studio: Studio, tmp_path: Path, name: str, content: str
) -> None:
    """Defect 7: options that clients may not raise are no way out."""
    path = tmp_path / name
    path.write_text(content)
    told = studio.refusal_of(path)
    assert "mega" not in told
    assert "PIL" not in told
    assert not re.search(r"\b(raise|increase)\b", told), told


def test_the_algorithm_is_chosen_first(studio: Studio) -> None:
    """Defect 14."""
    studio.open("detour.txt")
    for height in (900, 720):
        studio.page.set_viewport_size({"width": 1280, "height": height})
        first = studio.page.locator(".search-page[data-tab=search] :is(input, select, button)").first
        if not first.count():
            first = studio.page.locator("#side .search-page:visible :is(input, select, button)").first
        assert first.evaluate("(first) => first.closest('[data-algorithms]') !== null")
        box = studio.page.locator("[data-algorithms]").bounding_box()
        assert box["y"] + box["height"] < height / 2


@pytest.mark.parametrize("domain", ["grid", "bitmap", "hexmap", "voxel"])
def test_a_swatch_has_the_colour_that_is_drawn(browser: Any, server: str, domain: str) -> None:
    """Defect 16: in the dark theme too, where colours differ from each other."""
    script = """() => [...document.querySelectorAll(".brush")].filter((each) => each.offsetParent).map((each) => [
        Number(each.dataset.value), getComputedStyle(each.querySelector(".swatch")).backgroundColor])"""
    for studio in studio_of(browser, server, color_scheme="dark"):
        blank(studio, domain, 12, 10)
        if studio.page.locator("[data-mode=layers]").count():
            studio.page.click("[data-mode=layers]")
        studio.page.uncheck("text=search automatically")
        swatches = studio.read(script)
        assert len({colour for _, colour in swatches}) > (1 if domain == "bitmap" else 4)
        studio.page.evaluate("panels.active.clear(), panels.active.paint()")
        for i, (value, colour) in enumerate(swatches):
            place = 12 * (1 + i // 10) + 1 + i % 10
            studio.page.evaluate("(change) => studio.world.paint([change])", [place, value])
            red, green, blue = studio.colour_at(place)
            told = [float(part) for part in re.findall(r"[\d.]+", colour)]
            if colour.startswith("color"):
                told = [255 * part for part in told]
            assert np.abs(np.subtract(told, (red, green, blue))).max() < 14, value


def test_black_hexes_have_no_seams(studio: Studio) -> None:
    """Defect 17."""
    for name in ("light", "dark"):
        studio.page.evaluate("(theme) => studio.restyle({ theme })", name)
        studio.page.evaluate("studio.open({ source: 'rock.map' }).then(() => null)")
        studio.page.wait_for_function("() => studio.world.name === 'rock.map' && !studio.start")
        middle = studio.read("Object.values(panels.active.stage.pointOf(54))")
        (box,) = drawn(studio, (middle[0] - 60, middle[1] - 60, 120, 120))
        assert (box.max(axis=(0, 1)) - box.min(axis=(0, 1))).max() < 20, name


def test_the_verdict_on_an_estimate_has_the_figures_of_the_table(studio: Studio) -> None:
    """Defect 15."""
    page = studio.page
    page.click("#lessons")
    page.click("[data-lesson=lie]")
    page.wait_for_function("() => panels.list.length === 2 && panels.list.every((panel) => panel.answer)")
    studio.answered()
    studio.read("panels.activate(panels.list[1])")
    studio.tab("results")
    studio.press("Check the estimate")
    page.wait_for_selector("[data-verdict=suboptimal]")
    best, cost = (text.split()[0] for text in page.locator("tr[data-row=cost] td").all_inner_texts())
    told = page.inner_text(".search-verdict")
    assert f"The path costs {cost}, " in told
    assert f"the optimum of {best};" in told


def test_a_chosen_button_looks_chosen_under_the_pointer(studio: Studio) -> None:
    studio.open("detour.txt")
    script = (
        "[...document.querySelectorAll('#tools button[aria-pressed=true]')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    before = studio.read(script)
    studio.page.hover("#tools button[aria-pressed=true] >> nth=0")
    studio.page.wait_for_timeout(300)
    assert studio.read(script) == before


@pytest.mark.parametrize(("width", "height"), [(48, 30), (49, 31), (48, 31)])
def test_a_maze_of_any_size_has_walls_around_it(studio: Studio, width: int, height: int) -> None:
    """Defect 18."""
    blank(studio, "grid", width, height)
    studio.page.click("#maze")
    studio.page.evaluate("studio.world.settled()")
    values = np.reshape(studio.read("[...studio.world.values]"), (height, width))
    values[tuple(divmod(studio.read("studio.start"), width))] = 0
    values[tuple(divmod(studio.read("studio.goals[0]"), width))] = 0
    for edge in (values[0], values[-1], values[:, 0], values[:, -1]):
        assert not edge.any()


@pytest.mark.parametrize("count", [1, 2])
def test_the_player_s_controls_stand_in_one_row(studio: Studio, count: int) -> None:
    """Defect 19."""
    studio.page.set_viewport_size({"width": 1280, "height": 720})
    studio.open("detour.txt", settings=ASTAR)
    if count == 2:
        studio.add_panel()
        studio.answered()
    middles = studio.read("""[...document.querySelectorAll(".search-tools > *")].filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2)""")
    assert len(middles) >= 4
    assert max(middles) - min(middles) < 3


def test_boards_and_panels_fit_a_narrow_screen(studio: Studio) -> None:
    """Defect 20, on phones: a board wholly, a tree below it; panels below each other without gaps."""
    page = studio.page
    page.set_viewport_size({"width": 390, "height": 844})
    studio.open("eight.puzzle", settings=ASTAR)
    assert studio.read("document.documentElement.scrollWidth") <= 390
    board, bar, tree = (page.locator(one).bounding_box() for one in (".board-view", ".search-tree-bar", "[role=tree]"))
    status = page.locator(".search-status").bounding_box()
    for box in (board, bar, tree):
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    assert board["y"] + board["height"] <= bar["y"] + 1
    assert tree["height"] > 100
    assert tree["y"] + tree["height"] <= status["y"] + 1
    studio.open("detour.txt", settings=ASTAR)
    studio.add_panel()
    studio.answered()
    first, second = (panel.bounding_box() for panel in page.locator(".search-panel").all())
    assert abs(first["y"] + first["height"] - second["y"]) <= 2
    for panel in page.locator(".search-panel").all():
        shown = sum(part.bounding_box()["height"] for part in panel.locator(":scope > :not([hidden])").all())
        assert shown == pytest.approx(panel.bounding_box()["height"], abs=3)


def test_a_table_of_four_searches_by_different_engines_fits_its_side(studio: Studio) -> None:
    page = studio.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.click("#gallery")
    page.click("[data-example=four]")
    page.wait_for_function("() => panels.list.length === 4 && panels.list.every((panel) => panel.answer)")
    studio.answered()
    studio.tab("results")
    page.evaluate("""() => {
        const engine = (i) => ["compiled", "interpreted"][i % 2];
        panels.list.forEach(({ answer }, i) => Object.assign(answer, { engine: engine(i), streamed: false }));
        panels.dispatchEvent(new CustomEvent("timed", { detail: {} }));
    }""")
    assert page.locator("tr[data-row=time] small").count() == 4
    side, table = (page.locator(one).bounding_box() for one in ("#side", ".search-table >> nth=0"))
    assert table["x"] + table["width"] <= side["x"] + side["width"]


@pytest.mark.parametrize("width", [1280, 390])
def test_every_example_opens_finds_its_goal_and_fits_the_screen(studio: Studio, width: int) -> None:
    page = studio.page
    page.set_viewport_size({"width": width, "height": 844})
    for example in read_examples():
        page.click("#gallery")
        page.click(f"[data-example={example.name}]")
        page.wait_for_function("(title) => studio.world.name === title", arg=example.title)
        studio.answered()
        studio.press("To the end")
        count = len(example.panels)
        assert studio.read("panels.list.map((panel) => panel.answer.outcome)") == ["found"] * count, example.name
        assert studio.read("document.documentElement.scrollWidth") <= width, example.name
        shown = [panel.bounding_box() for panel in page.locator(".search-panel").all()]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] > 200 for box in shown), example.name


def test_explored_cells_stay_while_an_end_is_dragged(studio: Studio) -> None:
    """Defect 22: also when the pointer is faster than the searches."""
    studio.open("detour.txt", settings=ASTAR)
    studio.read("""{
        const drag = (goal) => studio.setEnds(studio.start, [goal], { live: true });
        panels.active.watcher.addEventListener("began", () => drag(56), { once: true });
        drag(57);
    }""")
    studio.page.wait_for_function("() => panels.active.answer?.places.at(-1) === 56 && !panels.active.watcher.busy")
    assert studio.read("panels.active.isQuick") is False
    assert len(studio.places()) > 10
    assert studio.tinted() == set(studio.places())
    length, expanded = studio.read("[panels.active.trace.length, panels.active.answer.expanded]")
    assert studio.page.inner_text(".search-event").startswith(f"event {length} of {length} · {expanded}")


def test_an_uploaded_file_is_shared_as_a_page(studio: Studio, browser: Any, tmp_path: Path) -> None:
    """Defect 23: a link to a server's world would need the file there."""
    page = studio.page
    path = tmp_path / "town.osm.pbf"
    path.write_bytes((GALLERY / "kotka.osm.pbf").read_bytes())
    page.click("#open")
    page.set_input_files("#open-file", path)
    page.wait_for_function("() => studio.world.name.startsWith('town') && panels.active.answer")
    studio.answered()
    summary = studio.read("panels.active.answer.itinerary.summary")
    page.click("#share")
    with page.expect_download() as download:
        page.click("#share-page")
    saved = tmp_path / "saved.html"
    download.value.save_as(saved)
    alone = browser.new_page(offline=True)
    alone.goto(saved.as_uri())
    alone.wait_for_selector("html[data-ready]")
    alone.get_by_role("button", name="To the end").click()
    assert f"Found: {summary}." in alone.inner_text(".search-status")
    alone.close()
