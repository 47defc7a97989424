"""What axe, a checker of accessibility, finds on the page: nothing, in both themes, on wide and narrow screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from studio_page import Studio, studio_of

pytestmark = pytest.mark.long

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

PLUGINS = "grid,puzzle,serve,astar,dijkstra,greedy,jps"


@pytest.fixture(scope="module")
def server(serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(plugins=PLUGINS) as address:
        yield address


@pytest.fixture(params=[("light", 1440), ("dark", 1440), ("dark", 390)], ids=lambda look: f"{look[0]}-{look[1]}")
def studio(browser: Any, server: str, request: pytest.FixtureRequest) -> Iterator[Studio]:
    theme, width = request.param
    for studio in studio_of(browser, server, color_scheme=theme):
        studio.page.set_viewport_size({"width": width, "height": 900})
        yield studio


def faults(page: Any) -> list[str]:
    """Return what axe finds on the page as it is, an element a line."""
    found = axe.Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


def test_axe_finds_nothing(studio: Studio) -> None:
    page = studio.page
    studio.press("To the end")
    assert faults(page) == []
    for tab in ("layers", "results", "inspect"):
        studio.tab(tab)
        assert faults(page) == [], tab
    for dialog in ("gallery", "export"):
        page.click(f"#{dialog}")
        page.wait_for_selector("dialog[open]")
        assert faults(page) == [], dialog
        page.keyboard.press("Escape")
    for example in ("four", "fifteen"):
        page.click("#gallery")
        page.click(f"[data-example={example}]")
        page.wait_for_function("() => panels.list.length > 0 && panels.list.every((panel) => panel.answer)")
        assert faults(page) == [], example
