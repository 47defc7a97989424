"""The documentation site: it builds strictly, loads nothing from another host, and its player plays without a server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import genastar

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(Path.exists, map(Path, ("/usr/bin/chromium", "/usr/bin/chromium-headless-shell"))), Path("chromium"))

pytest.importorskip("mkdocs", reason="the dependency group docs is not installed")
if not (ROOT / "mkdocs.yml").exists():
    pytest.skip("the site is in the repository", allow_module_level=True)

pytestmark = pytest.mark.long

LOADS = {
    "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src",
    "object": "data", "use": "href",
}  # fmt: skip
"""Elements that load what an attribute names, as does a link of any relation but these:"""
NOT_LOADED = {"canonical", "next", "prev"}
ELSEWHERE = re.compile(r"\s*(?:[a-z]+:)?//", re.IGNORECASE)


TRADES = ("games", "maps", "roads", "puzzles", "teaching", "research")
SOUGHT = {
    "install": "docs/install/",
    "smooth path": "docs/trades/games/",
    "clearance": "docs/trades/games/",
    "unit size": "docs/trades/games/",
    "dataframe": "docs/notebooks/",
    "GeoTIFF": "docs/trades/maps/",
    "corner cutting": "docs/grid-settings/",
    "plot": "docs/how-to/pictures/",
    "avoid": "docs/trades/roads/",
    "isochrone": "docs/trades/roads/",
}
"""What readers typed, and the page that answers it."""


class Page(HTMLParser):
    """What a page loads, and where it leads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in LOADS:
            self.loads.append(found.get(LOADS[tag], ""))
        elif tag == "link" and found.get("rel") not in NOT_LOADED:
            self.loads.append(found.get("href", ""))
        elif tag == "a":
            self.links.append(found.get("href", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` builds it."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return out


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the files of the site are served as they are."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip(f"the site is looked at in {CHROMIUM}, which is not there")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(params=[1440, 768, 390])
def page(request: pytest.FixtureRequest, browser: Any, address: str) -> Iterator[Any]:
    """A page of a browser that fails on an error of a script, and on a request to another host."""
    page = browser.new_page(viewport={"width": request.param, "height": 900}, base_url=address)
    page.set_default_timeout(30_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith((address, "data:", "blob:")) else faults.append(asked.url))
    yield page
    page.close()
    assert faults == []


def test_no_file_names_another_host_to_load_from(site: Path) -> None:
    found = {path: [each for each in Page(path).loads if ELSEWHERE.match(each)] for path in site.rglob("*.html")}
    for path in site.rglob("*.css"):
        found[path] = [
            each for each in re.findall(r"(?:url\(|@import )['\"]?([^'\")]+)", path.read_text("utf-8")) if ELSEWHERE.match(each)
        ]
    assert {path: each for path, each in found.items() if each} == {}


def test_every_page_is_in_the_navigation(site: Path) -> None:
    listed = {link.partition("#")[0].strip("./") for link in Page(site / "index.html").links}
    guides = {
        str(path.relative_to(ROOT).with_suffix("")) for path in [*ROOT.glob("docs/**/*.md"), *ROOT.glob("plugins/[!_]*/*.md")]
    }
    names = ("domains", "command-line", "options/grid", "options/algorithms", "api/core/astar", "data/constructs")
    made = {f"docs/{name}" for name in (*names, "data/benchmarks/grid")}
    assert {guide.removesuffix("README").strip("/") for guide in guides} | made <= listed


def test_search_knows_guides_options_and_the_api(site: Path) -> None:
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    texts = {entry["location"]: entry["text"] for entry in entries}
    assert "diagonal_factor" in texts["docs/options/grid/"]
    assert "docs/api/core/astar/#genastar.AStar.search" in texts
    assert "docs/tutorial/#1-two-hooks" in texts
    assert "bisect" in texts["docs/data/constructs/#every-construct-that-was-tried"]
    assert not [location for location in texts if location.startswith("docs/decisions/")]


def test_each_recorded_search_has_an_answer(site: Path) -> None:
    player = site / "player"
    for listed in json.loads((player / "recordings.json").read_text(encoding="utf-8")):
        recording = json.loads(zlib.decompress((player / listed["file"]).read_bytes(), -zlib.MAX_WBITS))
        algorithms = {search["settings"]["algorithm"] for search in recording["searches"]}
        assert {"auto", "astar", "greedy"} <= algorithms
        assert {search["answer"]["outcome"] for search in recording["searches"]} == {"found"}


def test_the_page_on_teaching_leads_to_the_lessons(site: Path) -> None:
    teaching = site / "docs" / "trades" / "teaching" / "index.html"
    links = [link for link in Page(teaching).links if "/lessons/" in link]
    names = ["breadth-first", "dijkstra", "greedy", "astar", "lie", "jump-points"]
    assert [Path(link).stem for link in links] == names
    for link in links:
        page = (teaching.parent / link).read_text(encoding="utf-8")
        assert re.search(r'id="recording">[\w-]{1000,}<', page)
    assert {path.stem for path in (site / "lessons").iterdir()} == {*names}


def test_the_first_page_plays_a_search(page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("")
    player = page.frame_locator("iframe.player")
    player.locator("html[data-ready]").wait_for()
    scrub = player.get_by_label("event of the trace")
    player.get_by_role("button", name="To the end").click()
    assert scrub.input_value() == scrub.get_attribute("max") != "0"
    player.get_by_label("World").select_option("Maze")
    player.locator("[data-algorithm=jps]").click()
    player.get_by_text("By jps").wait_for()
    player.get_by_label("World").select_option("15-puzzle")  # which jps does not search
    player.get_by_text("Found: cost 26").wait_for()
    assert player.get_by_role("button", name="Run", exact=True).is_hidden()  # it needs the service
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pages_fit_the_width(page: Any) -> None:
    reference = ("docs/how-to/limits/", "docs/api/", "docs/api/core/astar/", "docs/options/grid/", "docs/benchmarks/")
    for path in (*reference, "docs/install/", "docs/tutorial/", "examples/", *(f"docs/trades/{trade}/" for trade in TRADES)):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_first_page_is_narrow_and_shows_the_player_at_once(page: Any) -> None:
    page.goto("")
    found = page.locator(".md-content__inner > p:not(:has(img, iframe))")
    widths = found.evaluate_all("found => found.map(each => each.getBoundingClientRect().width)")
    assert max(widths) <= 75 * 9.6  # the text has 16 pixels, and its letters 9.6 at most on average
    if page.viewport_size["width"] == 1440:
        assert page.evaluate("document.querySelector('.player').getBoundingClientRect().bottom") <= 900


def test_a_class_begins_with_its_hooks(site: Path) -> None:
    text = (site / "docs" / "api" / "core" / "astar" / "index.html").read_text(encoding="utf-8")
    order = [text.index(f'id="genastar.AStar.{name}"') for name in ("add_neighbours", "is_destination", "estimate", "search")]
    assert order == sorted(order)


def test_the_index_of_the_api_has_a_line_for_each_name(site: Path) -> None:
    text = (site / "docs" / "api" / "index.html").read_text(encoding="utf-8")
    lines = re.findall(r"<li><a[^>]*><code>(\w+)</code></a>: \w.*</li>", text)
    assert sorted(lines) == sorted(genastar.__all__)


def test_search_puts_the_right_page_first(page: Any) -> None:
    page.goto("docs/how-to/limits/")
    for words, wanted in SOUGHT.items():
        page.keyboard.press("/")
        page.get_by_placeholder("Search").fill("")
        page.get_by_placeholder("Search").press_sequentially(words)
        first = "document.querySelector('.md-search-result__link')?.getAttribute('href')"
        page.wait_for_function(f"{first}?.includes({json.dumps(wanted)})", timeout=15_000)
        page.keyboard.press("Escape")


def test_search_leaves_decisions_out(site: Path) -> None:
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert not [entry for entry in entries if entry["location"].startswith("docs/decisions/")]


def test_search_finds(page: Any) -> None:
    page.goto("docs/how-to/limits/")
    page.keyboard.press("/")
    page.get_by_placeholder("Search").press_sequentially("diagonal_factor")
    page.locator(".md-search-result__link").first.wait_for()
    assert "diagonal_factor" in page.locator(".md-search-result__list").inner_text()
