"""Drawing an area to avoid in the page, in a browser."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
import shapely

from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes
from genastar_roads.search.preference import Preference

CHROMIUM = Path("/usr/bin/chromium")
KOTKA = Path(__file__).parents[1] / "data" / "kotka.osm.pbf"


@pytest.mark.long
def test_a_drawn_area_is_avoided(tmp_path: Path) -> None:
    if not CHROMIUM.exists():
        pytest.skip(f"the page is tested in {CHROMIUM}, which is not there")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is not installed")
    roads = Roads.read(KOTKA, Options(width=400))
    ends = [roads.parse(each) for each in ("60.5251,26.9402", "60.5352,26.9601")]
    route = roads.find_tour(ends, engine="interpreted")
    assert route is not None
    draw_routes([route], roads.graph, roads.options, tmp_path / "a.html")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 800})
        page.goto((tmp_path / "a.html").as_uri())
        assert page.locator("#drawn").is_hidden()
        line = page.locator("path.route").bounding_box()
        x, y = line["x"] + line["width"] / 2, line["y"] + line["height"] / 2
        page.click("#draw")
        assert page.locator("#draw").get_attribute("aria-pressed") == "true"
        for dx, dy in ((-40, -60), (40, -60), (40, 60), (-40, 60)):
            page.mouse.click(x + dx, y + dy)
        page.click("#draw")
        page.mouse.click(x + 200, y)  # no corner any more
        address = page.locator("#save").get_attribute("href")
        browser.close()
    found = json.loads(unquote(address.partition(",")[2]))
    (tmp_path / "avoid.geojson").write_text(json.dumps(found), encoding="utf-8")
    polygon = shapely.geometry.shape(found)
    assert len(found["coordinates"][0][0]) == 5
    lat, lon = route.points.T
    assert polygon.intersects(shapely.LineString(route.points[:, ::-1]))
    assert lat.min() < polygon.centroid.y < lat.max()
    assert lon.min() < polygon.centroid.x < lon.max()
    around = roads.find_tour(ends, avoid=Preference(area=tmp_path / "avoid.geojson"), engine="interpreted")
    assert around is not None
    assert around.seconds > route.seconds
    assert not polygon.intersects(shapely.LineString(around.points[:, ::-1]))
