"""Takes the pictures of docs/studio.md: ``python plugins/studio/pictures/take.py [NAME ...]``, from the root of the repository.

It wants genastar-studio[test] and a Chromium, and for the road map the folder of public data that GENASTAR_DATA names.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE: Final = Path(__file__).parent
PLUGINS: Final = HERE.parents[1]
SIZE: Final = (1280, 800)
EXACT: Final = 192
MOST: Final = 150_000
"""Bytes of a picture."""

Heights = NDArray[np.float64]

Take = Callable[[Page], None]


@contextmanager
def serving(source: Path) -> Iterator[str]:
    """Yield the address of a studio with one source."""
    command = [sys.executable, "-m", "genastar", "studio", "--no-browser", "--port", "0", str(source)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if found := re.search(r"http://\S+?/", line):
                    yield found[0]
                    return
            raise SystemExit("the studio did not begin")
        finally:
            server.terminate()


@contextmanager
def looking(address: str, scheme: str) -> Iterator[Page]:
    """Yield a browser page that shows the studio, ready."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(address)
        page.wait_for_selector("html[data-ready=true]", timeout=60_000)
        settle(page)
        yield page
        browser.close()


def take(name: str, source: Path, act: Take, scheme: str = "light") -> None:
    """One picture."""
    with serving(source) as address, looking(address, scheme) as page:
        act(page)
        settle(page)
        page.mouse.move(SIZE[0] - 2, 2)
        page.wait_for_timeout(300)
        small(page.screenshot(), HERE / f"{name}.png")


def small(png: bytes, out: Path) -> None:
    """Reduce a picture to 256 colours: frequent colours exactly, rare colours approximately."""
    image = Image.open(BytesIO(png)).convert("RGB")
    few = image.quantize(256 - EXACT, Image.Quantize.MAXCOVERAGE).convert("RGB")
    colours, number_of, counts = np.unique(_pixels(image), axis=0, return_inverse=True, return_counts=True)
    palette = np.concatenate((colours[np.argsort(-counts)[:EXACT]], np.unique(_pixels(few), axis=0)))
    nearest = np.abs(colours[:, None] - palette).sum(axis=2).argmin(axis=1).astype(np.uint8)
    reduced = Image.fromarray(nearest[number_of].reshape(image.height, image.width))
    reduced.putpalette(palette.astype(np.uint8).tobytes())
    reduced.save(out, optimize=True)
    if out.stat().st_size > MOST:
        raise SystemExit(f"{out} has {out.stat().st_size:,} bytes")


def _pixels(image: Image.Image) -> NDArray[np.int64]:
    return np.asarray(image, np.int64).reshape(-1, 3)


def settle(page: Page) -> None:
    """Wait until the page has asked and drawn all that it wants to."""
    page.wait_for_timeout(700)
    page.wait_for_function("() => !document.body.innerText.includes('Searching')", timeout=60_000)
    page.wait_for_timeout(700)


def tab(page: Page, name: str) -> None:
    """Go to a tab."""
    page.get_by_role("tab", name=name).click()


def option(page: Page, name: str, value: str) -> None:
    """Set an option of the domain, in the tab of the search."""
    control = page.locator(f"[id^='option-{name}-']").first
    if control.evaluate("each => each.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)
        control.press("Enter")
    settle(page)


def algorithm(page: Page, name: str) -> None:
    """Choose the algorithm, in the tab of the search."""
    page.locator(f"[data-algorithm={name}]").click()
    settle(page)


def ends(page: Page, start: str, goal: str) -> None:
    """Set the start and the goal."""
    for label, value in (("from", start), ("to", goal)):
        box = page.get_by_label(label, exact=True)
        box.fill(value)
        box.press("Enter")
    settle(page)


def scrub(page: Page, share: float) -> None:
    """Go to a part of the trace."""
    bar = page.get_by_label("event of the trace")
    box = bar.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8 + (box["width"] - 16) * share, box["y"] + box["height"] / 2)


def waves(shape: tuple[int, ...], scales: tuple[int, ...], seed: int) -> Heights:
    """Smooth heights by chance: the sum of noise of several scales."""
    chance = np.random.default_rng(seed)
    heights = np.zeros(shape)
    for scale in scales:
        coarse = chance.random([side // scale + 2 for side in shape])
        for axis, side in enumerate(shape):
            at, share = np.divmod(np.arange(side) / scale, 1)
            share = np.expand_dims(share * share * (3 - 2 * share), [other for other in range(len(shape)) if other != axis])
            lower, upper = (np.take(coarse, at.astype(int) + more, axis) for more in (0, 1))
            coarse = lower * (1 - share) + upper * share
        heights += scale * coarse
    return heights


def country(folder: Path) -> Path:
    """Return a grid with mountains, woods and mud, as a table of costs."""
    heights = waves((60, 96), (24, 12, 6), 8)
    levels = np.quantile(heights, [0.3, 0.45, 0.6, 0.72, 0.8])
    costs = np.array([1, 2, 3, 5, 9, 0])[np.searchsorted(levels, heights)]
    costs[:6, :8] = costs[-6:, -8:] = 1
    path = folder / "country.csv"
    np.savetxt(path, costs, "%d", ",")
    return path


def caves(folder: Path) -> Path:
    """Caves in nine layers, as a 3dmap."""
    heights = waves((64, 40, 9), (16, 8, 4), 3)
    free = heights < np.quantile(heights, 0.55)
    free[:5, :5, 0] = free[-5:, -5:, -1] = True
    path = folder / "caves.3dmap"
    np.savetxt(path, np.argwhere(~free), "%d", header="voxel 64 40 9", comments="")
    return path


def grid(page: Page) -> None:
    """Show a grid of costs with closed cells coloured by order."""
    ends(page, "3,3", "92,56")
    algorithm(page, "astar")
    tab(page, "Layers")


def compare(page: Page) -> None:
    """Three settings side by side."""
    algorithm(page, "astar")
    for name in ("weighted", "dijkstra"):
        page.get_by_role("button", name="Add a panel").click()
        page.click(f"#panel-dialog [data-panel={name}]")
        settle(page)
        if name == "weighted":
            option(page, "weight", "2")
    page.get_by_role("button", name="Run", exact=True).click()  # once more, when all is compiled
    settle(page)
    page.get_by_role("button", name="To the end").click()
    settle(page)
    tab(page, "Results")


def estimate(page: Page) -> None:
    """Show where an estimate is too high."""
    ends(page, "3,3", "92,56")
    algorithm(page, "astar")
    option(page, "heuristic", "manhattan")
    tab(page, "Results")
    page.get_by_role("button", name="Check the estimate").click()
    page.wait_for_selector("[data-verdict]")


def export(page: Page) -> None:
    """Show the export formats of a world."""
    ends(page, "3,3", "92,56")
    option(page, "diagonals", "never")
    page.get_by_role("button", name="Export").click()


def layers(page: Page) -> None:
    """Show the tab of layers."""
    tab(page, "Layers")


def voxel(page: Page) -> None:
    """One layer of caves, with the search in it."""
    ends(page, "2,2,0", "61,37,8")
    option(page, "heuristic", "auto")
    page.get_by_label("Layer", exact=True).fill("8")
    tab(page, "Layers")


def tree(page: Page) -> None:
    """Show the search tree of a world without a view."""
    scrub(page, 0.004)
    page.get_by_role("button", name="Go to the current node").click()


def maze(page: Page) -> None:
    """Show a maze, halfway through its search."""
    page.get_by_role("button", name="Maze").click()
    settle(page)
    algorithm(page, "astar")
    scrub(page, 0.6)
    tab(page, "Layers")


def main(names: list[str]) -> None:
    """Take these pictures, or all."""
    tests = PLUGINS.parent / "plugins"
    data = os.environ.get("GENASTAR_DATA")
    roads = next(Path(data).rglob("gh_monaco.osm.gz"), None) if data else None
    with TemporaryDirectory() as folder:
        terrain = country(Path(folder))
        pictures: dict[str, tuple[Path | None, Take, str]] = {
            "grid": (terrain, grid, "light"),
            "estimate": (terrain, estimate, "light"),
            "export": (terrain, export, "light"),
            "compare": (tests / "grid/tests/data/Berlin_0_256.map.gz", compare, "light"),
            "hexmap": (tests / "hexmap/tests/data/isle.hex.json", layers, "light"),
            "roads": (roads, layers, "light"),
            "voxel": (caves(Path(folder)), voxel, "light"),
            "puzzle": (tests / "puzzle/tests/data/hardest8.puzzle", tree, "light"),
            "dark": (tests / "grid/tests/data/arena.map.gz", maze, "dark"),
        }
        for name, (source, act, scheme) in pictures.items():
            if names and name not in names:
                continue
            if source is None:
                sys.stderr.write(f"{name}: skipped, because GENASTAR_DATA does not name a folder with gh_monaco.osm.gz\n")
                continue
            take(name, source, act, scheme)


if __name__ == "__main__":
    main(sys.argv[1:])
