"""Hostile names in files: the page shows them as they stand, and runs nothing of them. In a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from html import escape
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

PLUGINS = "grid,hexmap,roads,serve"

EVIL = '<script>window.ran = 1</script><img src=x onerror="window.ran = 2">'
XML = escape(EVIL)

OSM = f"""<?xml version="1.0"?><osm version="0.6">
<node id="1" lat="60.1700" lon="24.9400"/><node id="2" lat="60.1710" lon="24.9410"/><node id="3" lat="60.1720" lon="24.9430"/>
<way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="{XML}"/></way></osm>"""

GRAPHML = f"""<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="w" for="edge" attr.name="weight" attr.type="double"/><key id="n" for="node" attr.name="{XML}" attr.type="string"/>
<graph id="{XML}" edgedefault="directed"><node id="1"><data key="n">{XML}</data></node><node id="2"/>
<edge source="1" target="2"><data key="w">5.0</data></edge><edge source="2" target="1"><data key="w">5.0</data></edge>
</graph></graphml>"""

TILED = f"""<map orientation="hexagonal" width="2" height="1" tilewidth="8" tileheight="8" hexsidelength="4" staggeraxis="x"
staggerindex="odd"><tileset firstgid="1" name="{XML}" tilewidth="8" tileheight="8" tilecount="1" columns="1">
<tile id="0" class="flat"/></tileset>
<layer name="{XML}" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"""

BAD_TILED = TILED.replace('class="flat"', f'class="{XML}"')
BAD_MAP = f"type octile\nheight {EVIL}\n"
GRID = "S..\n.#G\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("names")
    source = folder / "<img src=x onerror=ran=3>.txt"
    source.write_text(GRID)
    with serving(source, plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page with its Content-Security-Policy lifted: what is not run must not be run for the lack of a script."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready=true]")
    yield page
    context.close()


def send(page: Any, path: Path) -> None:
    """Open a file as people do, and wait for its world or for what is wrong with it."""
    before = page.evaluate("studio.world?.id")
    page.click("#open")
    page.set_input_files("#open-file", str(path))
    page.wait_for_function(
        "(id) => studio.world?.id !== id || document.querySelector('#open-dialog .error-line:not([hidden])')", arg=before
    )


def nothing_ran(page: Any) -> None:
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran") is None
    assert page.evaluate("document.querySelectorAll('img[onerror], body script:not([src])').length") == 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("street.osm", OSM),
        ("graph.graphml", GRAPHML),
        ("layer.tmx", TILED),
        ("terrain.tmx", BAD_TILED),
        ("bad.map", BAD_MAP),
        ("<img src=x onerror=ran=4>.txt", GRID),
        ("<script>ran=5<script>.map", BAD_MAP),
        ("a&lt;img src=x onerror=ran=6&gt;.txt", GRID),
    ],
)
def test_names_run_nothing(page: Any, tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    send(page, path)
    nothing_ran(page)
    page.mouse.move(600, 400)  # what is told of a place
    nothing_ran(page)


def test_the_name_of_a_source_is_shown_as_it_stands(page: Any) -> None:
    assert "<img src=x onerror=ran=3>.txt" in page.locator("body").inner_text() + " ".join(
        page.locator("option, input, button").evaluate_all("all => all.map((each) => `${each.textContent} ${each.value}`)")
    )
    nothing_ran(page)


def test_a_message_shows_what_was_in_the_file(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.map"
    path.write_text(BAD_MAP)
    send(page, path)
    assert "<script>window.ran" in page.locator("#open-dialog .error-line").inner_text()
    nothing_ran(page)


def test_the_policy_stops_what_would_be_run(browser: Any, address: str) -> None:
    """Should a name ever get into the page as HTML: the server's Content-Security-Policy forbids it to run."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready=true]")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 7\">')")
    page.evaluate(
        "{ const it = document.createElement('script'); it.textContent = 'window.ran = 8'; document.body.append(it) }"
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.ran") is None
    context.close()
