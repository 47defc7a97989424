"""The player in a notebook, in a browser, as anywidget runs it."""

from __future__ import annotations

import itertools
import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget", reason="the notebook's player needs anywidget")

import ipywidgets
from maze_text import MAZE

import genastar
from genastar import BadInput, Trace
from genastar.worlds import domain_registry
from genastar_studio.notebook import Player
from genastar_studio.player import recording
from genastar_studio.player.bundle import bundle, collect_modules
from genastar_studio.player.recording import make_recording
from genastar_studio.server.page_files import FOLDER

HOST = """async ([esm, state, paths, buffers]) => {
    const bytes = (text) => new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
    paths.forEach((path, number) => {
        const last = path.pop();
        path.reduce((inside, name) => inside[name], state)[last] = bytes(buffers[number]);
    });
    const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    const { default: widget } = await import(address);
    window.left = widget.render({ model: { get: (name) => state[name] }, el: document.getElementById("cell") });
}"""
"""What anywidget does with a widget in a page: the module from a blob, a model whose bytes are DataViews, and an element."""


@pytest.fixture
def show_widget(browser: Any) -> Iterator[Any]:
    """What shows a widget in a page and gives its frame, in which nothing may fail."""
    page = browser.new_page(viewport={"width": 960, "height": 640})
    page.set_default_timeout(15_000)
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.route("http://notebook.test/", lambda route: route.fulfill(body="<div id=cell></div>", content_type="text/html"))

    def show(player: Player) -> Any:
        page.goto("http://notebook.test/")
        state, paths, buffers = ipywidgets.widgets.widget._remove_buffers(player.get_state())
        page.evaluate(HOST, [state["_esm"], state, paths, [b64encode(each).decode() for each in buffers]])
        page.wait_for_selector("#cell iframe")
        frame = page.frames[-1]
        frame.wait_for_selector(".search-legend li")
        frame.wait_for_function("/^(Found|Unreachable)/.test(document.querySelector('.search-status').textContent)")
        return frame

    yield show
    page.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("http://notebook.test/", "blob:", "data:"))] == []


@pytest.fixture
def maze(tmp_path: Path) -> Any:
    (tmp_path / "maze.txt").write_text(MAZE)
    return genastar.load(tmp_path / "maze.txt")


def searched(world: Any, **how: Any) -> tuple[Any, Trace]:
    trace = Trace()
    return world.search(observer=trace, engine="interpreted", **how), trace


def cursor(frame: Any) -> int:
    return int(frame.evaluate("document.querySelector('.search-scrub').valueAsNumber"))


def pull(frame: Any, bar: str, value: int) -> None:
    """Move a bar of the player."""
    script = "(bar, value) => { bar.value = value; bar.dispatchEvent(new Event('input')); }"
    frame.locator(f".search-{bar}").evaluate(script, value)


def test_a_search_is_played_and_scrubbed(show_widget, maze):
    result, trace = searched(maze)
    frame = show_widget(Player(maze, result, trace))
    line, last = frame.locator(".search-event"), len(trace.events)
    assert line.inner_text().startswith(f"event {last} of {last} · {result.expanded} expanded")
    assert f"Found: cost {result.cost.travelled:g}." in frame.locator(".search-status").inner_text()
    assert "open" in frame.locator(".search-legend[aria-label=legend]").inner_text()

    frame.evaluate(
        "(bar => { bar.value = 1; bar.dispatchEvent(new Event('input')); })(document.querySelector('.search-scrub'))"
    )
    assert line.inner_text().startswith(f"event 1 of {last}")
    assert "opened 0,0" in line.inner_text()
    frame.get_by_role("button", name="Next event", exact=True).click()
    assert cursor(frame) == 2

    frame.evaluate(
        "(bar => { bar.value = 1; bar.dispatchEvent(new Event('input')); })(document.querySelector('.search-speed'))"
    )
    frame.get_by_role("button", name="Play", exact=True).click()  # one event a second: it cannot be over
    assert frame.get_by_role("button", name="Stop playing").is_visible()
    frame.get_by_role("button", name="Stop playing").click()
    at = cursor(frame)
    assert 2 <= at < last
    frame.get_by_role("button", name="To the end").click()
    assert cursor(frame) == last
    assert not frame.get_by_role("button", name="Run", exact=True).is_visible()  # there is no server


def test_the_map_is_painted(show_widget, maze):
    """A wall, the path and a place that was never reached differ in colour."""
    result, trace = searched(maze)
    frame = show_widget(Player(maze, result, trace))
    script = """async (places) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const canvas = document.querySelector(".search-canvas");
        const [wide, high] = [canvas.width, canvas.height];
        const size = Math.min(wide / 10, high / 5);
        const data = canvas.getContext("2d").getImageData(0, 0, wide, high).data;
        return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
    }"""
    assert frame.evaluate(script) > 5


def test_names_run_nothing_in_a_cell(show_widget, maze, monkeypatch):
    """Positions with markup in them are text."""
    name = "<img src=x onerror=parent.ran=1></script><script>parent.ran=1</script>"
    monkeypatch.setattr(type(maze), "format", lambda self, position: name)
    frame = show_widget(Player(maze, *searched(maze)))
    assert name in frame.locator(".search-event").inner_text()
    assert frame.evaluate("[parent.ran ?? null, document.querySelectorAll('img').length]") == [None, 0]


@pytest.mark.parametrize("domain", ["hexmap", "puzzle", "roads", "voxel"])
def test_every_kind_of_world_plays(show_widget, domain):
    """Tiles, a world without a map, which is a tree, lines, and layers."""
    example = next(iter(domain_registry.find_domain(domain).examples()))
    trace = Trace()
    result = example.domain.search(example.start, example.goals, observer=trace, engine="interpreted", algorithm="astar")
    frame = show_widget(Player(example.domain, result, trace))
    assert "Found" in frame.locator(".search-status").inner_text()
    frame.get_by_role("button", name="To the start").click()
    assert cursor(frame) == 0


def test_a_long_search_is_cut_off(show_widget, maze, monkeypatch):
    monkeypatch.setattr(recording, "EVENTS", 7)
    result, trace = searched(maze)
    frame = show_widget(Player(maze, result, trace))
    assert "The first 7 events are shown." in frame.locator(".search-status").inner_text()
    assert cursor(frame) == 7


def test_a_search_that_found_nothing_plays(show_widget):
    world = genastar.load(["S#G"], domain="grid")
    frame = show_widget(Player(world, *searched(world)))
    assert "Unreachable" in frame.locator(".search-status").inner_text()


def test_a_recording_is_the_search(maze):
    """The columns are those of the trace, and what is cut off is said."""
    result, trace = searched(maze)
    found = make_recording(maze, result, trace)
    view = maze.view()
    states = list(dict.fromkeys(event.node.position for event in trace.events))
    (search,) = found.searches
    columns = {name: unpacked("d" if name in "ghf" else "i", column) for name, column in search.columns.items()}
    assert [states[state] for state in columns["state"]] == [event.node.position for event in trace.events]
    assert columns["place"] == [view.place_of_state(event.node.position) for event in trace.events]
    assert columns["parent"] == [-1 if e.node.parent is None else states.index(e.node.parent) for e in trace.events]
    assert columns["g"] == [event.node.cost.travelled / view.unit for event in trace.events]
    assert search.frame["kind"] == "".join(event.kind.value[0] for event in trace.events)
    assert (found.start, found.goals, search.capped) == (view.place((0, 0)), [view.place((8, 4))], 0)


def unpacked(kind: str, column: str) -> list[float]:
    """The numbers of a packed column, in another way than the page reads them."""
    data = b64decode(column)
    size = struct.calcsize(kind)
    numbers = [struct.unpack(f"<{kind}", bytes(data[i :: len(data) // size]))[0] for i in range(len(data) // size)]
    return list(itertools.accumulate(numbers)) if kind == "i" else numbers


def test_what_cannot_be_played_is_refused(maze):
    result, trace = searched(maze)
    with pytest.raises(BadInput, match="the trace has no events; search with observer=trace"):
        Player(maze, result, Trace())
    with pytest.raises(BadInput, match="height=10 is less than 240"):
        Player(maze, result, trace, height=10)
    with pytest.raises(BadInput, match="expected a domain"):
        Player("maze.txt", result, trace)  # type: ignore[arg-type]


def test_the_page_is_the_studio_s_own_files():
    """Nothing is copied: the text of each module is its file's but for the names of imports, and all imports were found."""
    found = collect_modules("recorded.js")
    assert {"player/player.js", "draw/stage/stage.js", "player/trace.js"} <= set(found)
    for path, text in found.items():
        own = (FOLDER / path).read_text(encoding="utf-8")
        assert len(own.splitlines()) == len(text.splitlines())
        assert not re.search(r'^(import|\} from).*"\.', text, re.MULTILINE), path
        assert not re.search(r'(?<![*{(<] )\bimport\("\.', re.sub(r"/\*.*?\*/|//.*", "", own, flags=re.DOTALL)), path
    page = bundle("recorded.html")
    assert not re.search(r'(src|href)="(?!data:|#)', page)
