"""A server with worlds to paint, and one page for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from maze_text import MAZE
from painting_page import Desk
from PIL import Image

# Without the compiled engine, so that nothing has to be compiled first.
PLUGINS = "bitmap,grid,hexmap,navmesh,puzzle,roads,terrain,voxel,serve"


ROOMS = """\
v 0 0 0
v 4 0 0
v 4 0 3
v 0 0 3
v 9 0 0
v 9 0 3
v 0 0 7
v 4 0 7
f 1 2 3 4
f 2 5 6 3
f 4 3 8 7
"""
"""Three rooms of different sizes around a corner."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maps")
    (folder / "maze.txt").write_text(MAZE)
    (folder / "small.map").write_text("type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
    (folder / "bad.map").write_text("type octile\nheight many\n")
    picture = Image.new("RGB", (6, 5), "white")
    picture.putpixel((2, 2), (0, 0, 0))
    picture.save(folder / "small.png")
    arcs = [(1, 2), (2, 1), (2, 3), (3, 2), (1, 4), (4, 1), (4, 3), (3, 4)]
    roads = "".join(f"a {tail} {head} {100 + tail + head}\n" for tail, head in arcs)
    (folder / "square.gr").write_text(f"p sp 4 {len(arcs)}\n{roads}")
    points = [(10_000_000, 50_000_000), (10_010_000, 50_000_000), (10_010_000, 49_990_000), (10_000_000, 49_990_000)]
    lines = "".join(f"v {i} {x} {y}\n" for i, (x, y) in enumerate(points, 1))
    (folder / "square.co").write_text(f"p aux sp co {len(points)}\n{lines}")
    (folder / "rooms.obj").write_text(ROOMS)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path, serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(folder / "maze.txt", folder / "square.gr", folder / "rooms.obj", plugins=PLUGINS) as address:
        yield address


@pytest.fixture(scope="module")
def one(browser: Any, address: str) -> Iterator[Desk]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True, accept_downloads=True)
    desk = Desk(context.new_page()).go(address)
    yield desk
    context.close()


@pytest.fixture
def desk(one: Desk) -> Iterator[Desk]:
    """One page for all tests, with a blank grid of 20 x 12, and no searches but those that are asked for."""
    for box in one.page.locator("#player input[type=checkbox]").all():
        box.set_checked(False)
    one.read("document.querySelector('dialog[open]')?.close()")
    one.read("document.getElementById('toasts').replaceChildren()")
    one.read("studio.setTool('paint'), studio.setBrush({ value: 0, size: 1, way: 'set' }), studio.restyle({ theme: 'light' })")
    one.blank()
    one.faults.clear()
    yield one
    assert one.faults == []
