"""Files of the page, driven in a browser: new worlds, uploads, downloads, sources, exports."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from painting_page import Desk, at

pytestmark = pytest.mark.long


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


def test_exports(desk: Desk, tmp_path: Path) -> None:
    desk.page.click("#export")
    desk.page.wait_for_selector("#code-shell")
    assert "genastar solve " in desk.page.inner_text("#code-shell")
    assert "import genastar" in desk.page.inner_text("#code-python")
    formats = desk.read("[...document.querySelectorAll('#export-dialog [data-format]')].map((each) => each.dataset.format)")
    assert {"svg", "trace", "posthoc", "scenario"} <= set(formats)
    shots = desk.read("[...document.querySelectorAll('#export-dialog [data-picture]')].map((each) => each.dataset.picture)")
    assert {"png", "webm"} <= set(shots)
    assert "gif" in formats, "made by the domain"
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


def test_what_a_domain_says_of_a_world_stands_in_the_inspector(desk: Desk) -> None:
    """Such as what the values of a raster are taken for."""
    rows = "1 2 3 4\n" * 3
    text = f"ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 30\n{rows}"
    desk.read("(text) => studio.open({ file: new File([text], 'costs.asc') }).then(() => null)", text)
    remark = desk.read("studio.world.remark")
    assert remark
    assert desk.page.locator("[data-remark]").text_content() == remark
    desk.blank()
    assert desk.page.locator("[data-remark]").text_content() == ""
