"""The page in Firefox: it opens, plays, paints, follows a drag, compares, and opens again what was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from firefox import FIREFOX, Firefox, firefox

pytestmark = pytest.mark.long

PLUGINS = "grid,serve,astar,dijkstra,greedy,jps"


@pytest.fixture(scope="module")
def page(serving: Callable[..., AbstractContextManager[str]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if not FIREFOX.exists():
        pytest.skip(f"the page is tested in {FIREFOX}, which is not there")
    with serving(plugins=PLUGINS) as address, firefox(tmp_path_factory.mktemp("profile")) as page:
        page.go(address)
        ready(page)
        yield page


def ready(page: Firefox) -> None:
    page.wait_for("document.documentElement.dataset.ready === 'true'")
    page.read("(window.panels = studio.sharers.get('panels')) && null")


def test_the_page_works_in_firefox(page: Firefox) -> None:
    page.wait_for("panels.active.cursor.at > 20")
    assert page.read("[studio.world.name, panels.active.answer.expanded]") == ["Terrain", 2448]

    assert page.read("document.documentElement.scrollHeight - innerHeight") <= 0, "the page itself does not scroll"

    page.read("studio.open({ blank: { domain: 'grid', width: 20, height: 12 } }, { start: 0, goals: [239] }).then(() => null)")
    page.wait_for("panels.active.answer?.outcome === 'found' && !panels.isBusy")
    page.read("studio.setTool('paint')")
    middle = """[3, 4, 5].map((y) => {
        const { stage, canvas } = panels.active;
        const { left, top } = canvas.getBoundingClientRect();
        const { x, y: down } = stage.pointOf(20 * y + 4);
        return [left + x, top + down];
    })"""
    points = [(float(x), float(y)) for x, y in page.read(middle)]
    page.drag(*points)
    page.wait_for("[64, 84, 104].every((place) => studio.world.values[place] === 0) && !panels.isBusy")
    page.wait_for("panels.active.answer && !panels.active.answer.places.some((place) => [64, 84, 104].includes(place))")

    page.read("document.querySelector('#gallery').click()")
    page.wait_for("document.querySelector('[data-example=four]') !== null")
    page.read("document.querySelector('[data-example=four]').click()")
    page.wait_for("panels.list.length === 4 && panels.list.every((panel) => panel.answer) && !panels.isBusy")
    costs = page.read("panels.list.map((panel) => panel.answer.cost)")
    assert costs[0] == costs[1] == costs[3] < costs[2], "Dijkstra, A*, jump points; greedy"
    assert page.faults == []
