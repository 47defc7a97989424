"""The lessons of the page: what their sentences say is true of the searches that they show."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from genastar import Cost, Outcome, load
from genastar.cli import main
from genastar.cli.answer import AnyResult
from genastar_studio.player.lessons import Lesson, make_lesson_pages, read_lessons

pytest.importorskip("genastar_grid")

LESSONS = {lesson.name: lesson for lesson in read_lessons()}


def search(lesson: Lesson) -> tuple[AnyResult, AnyResult]:
    """Search both panels of a lesson."""
    found = []
    for panel in lesson.panels:
        options = {name: str(value) for name, value in panel.options.items()}
        world = load(lesson.path, domain=lesson.domain, **options)
        start = None if lesson.start is None else world.parse(lesson.start)
        goals = [world.parse(goal) for goal in lesson.goals] or None
        found.append(world.search(start, goals, algorithm=panel.algorithm, engine="interpreted"))
    one, other = found
    assert one.outcome is other.outcome is Outcome.FOUND
    return one, other


def cost(result: AnyResult) -> float:
    """Return the cost of a path."""
    assert isinstance(result.cost, Cost)
    return float(result.cost.travelled)


def test_six_lessons_have_two_panels_and_three_sentences() -> None:
    assert list(LESSONS) == ["breadth-first", "dijkstra", "greedy", "astar", "lie", "jump-points"]
    for number, lesson in enumerate(LESSONS.values(), 1):
        assert lesson.title.startswith(f"{number}. ")
        assert (len(lesson.panels), len(lesson.sentences)) == (2, 3)
        assert all(sentence.endswith(".") and len(sentence) <= 140 for sentence in lesson.sentences)


def test_breadth_first_search_has_the_fewest_steps() -> None:
    one, other = search(LESSONS["breadth-first"])
    assert len(one.path) < len(other.path) / 3


@pytest.mark.parametrize("name", ["dijkstra", "greedy", "lie"])
def test_one_path_costs_more_and_is_not_proven_optimal(name: str) -> None:
    best, worse = sorted(search(LESSONS[name]), key=cost)
    assert cost(best) < cost(worse)
    assert (best.bound, worse.bound) == (1, None)


@pytest.mark.parametrize(("name", "ratio"), [("astar", 3), ("jump-points", 10)])
def test_equal_paths_need_fewer_expansions(name: str, ratio: float) -> None:
    one, other = search(LESSONS[name])
    assert cost(one) == pytest.approx(cost(other))
    assert one.bound == other.bound == 1
    assert one.expanded > ratio * other.expanded


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the command wrote the lessons' pages."""
    folder = tmp_path_factory.mktemp("lessons") / "new"
    assert main(["studio", "--save-lessons", str(folder)]) == 0
    return folder


def test_the_command_writes_a_page_for_each_lesson(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {path.stem for path in saved.iterdir()} == {*LESSONS}
    for name, lesson in LESSONS.items():
        text = (saved / f"{name}.html").read_text(encoding="utf-8")
        found = re.search(r'id="recording">([\w-]+)<', text)
        assert found is not None
        packed = found[1]
        recording = json.loads(zlib.decompress(urlsafe_b64decode(packed + "=="), -zlib.MAX_WBITS))
        assert recording["lesson"]["title"] == lesson.title
        assert recording["lesson"]["sentences"] == lesson.sentences
        asked = [(each["settings"]["algorithm"], each["settings"]["options"]) for each in recording["searches"]]
        assert asked == [(panel.algorithm, panel.options) for panel in lesson.panels]
        assert [recording["searches"][shown]["answer"]["outcome"] for shown in recording["shown"]] == ["found", "found"]


def test_a_page_is_the_same_each_time(saved: Path) -> None:
    again = {lesson.page: page for lesson, page in make_lesson_pages()}
    assert again == {path.name: path.read_text(encoding="utf-8") for path in saved.iterdir()}


def test_a_page_names_no_other_address(saved: Path) -> None:
    for path in saved.iterdir():
        text = path.read_text(encoding="utf-8")
        modules = [b64decode(each).decode() for each in re.findall(r"data:text/javascript;base64,([\w+/=]+)", text)]
        assert len(modules) > 20
        for each in (text, *modules):
            named = set(re.findall(r"""(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s"'`)]*""", each))
            assert named <= {"http://www.w3.org/2000/svg"}, path.name


def test_a_folder_that_cannot_be_written_is_refused_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["studio", "--save-lessons", str(tmp_path / "file" / "lessons")]) == 2
    assert "cannot write here" in capsys.readouterr().err


@pytest.mark.long
def test_a_page_plays_alone_and_leads_to_the_next(saved: Path, browser: Any) -> None:
    page = browser.new_page(reduced_motion="reduce")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: requests.append(f"error {error}"))
    page.goto((saved / "breadth-first.html").as_uri())
    for lesson in LESSONS.values():
        page.wait_for_selector("html[data-ready]")
        assert page.title() == f"genastar: {lesson.title}"
        assert page.locator("#lesson li").all_inner_texts() == lesson.sentences
        assert page.locator(".search-panel-summary").count() == 2
        page.get_by_role("button", name="To the start").click()
        assert all(text.startswith("0 expanded") for text in page.locator(".search-panel-facts").all_inner_texts())
        page.get_by_role("button", name="Next expansion").click()
        assert page.locator(".search-panel-facts").first.inner_text().startswith("1 expanded")
        following = page.get_by_role("link", name="Next lesson")
        if following.is_visible():
            following.click()
            page.wait_for_url("**/*.html")
    page.close()
    assert [url for url in requests if not url.startswith(("file://", "data:", "blob:"))] == []
    assert sum(url.startswith("file://") for url in requests) == len(LESSONS)


@pytest.fixture
def phone(saved: Path, browser: Any) -> Iterator[Any]:
    """The first lesson's page on a phone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((saved / "breadth-first.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(300)
    yield page
    context.close()
    assert faults == []


@pytest.mark.long
def test_both_maps_fit_a_phone(phone: Any) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    maps = [each.bounding_box() for each in phone.locator(".search-canvas").all()]
    assert [(each["x"], each["width"]) for each in maps] == [(0, 390), (0, 390)]
    heads = [each.bounding_box()["y"] for each in phone.locator(".search-panel-head").all()]
    room = phone.locator(".player").bounding_box()["y"]
    assert maps[1]["y"] + maps[1]["height"] - heads[0] <= room, "both are seen at once"
    assert phone.evaluate("getComputedStyle(document.querySelector('.search-canvas')).touchAction") == "pan-y", (
        "the page scrolls"
    )


@pytest.mark.long
def test_fingers_step_and_play(phone: Any) -> None:
    touch = phone.context.new_cdp_session(phone)

    def swipe(selector: str, begin: float, end: float) -> None:
        box = phone.locator(selector).first.bounding_box()
        y = box["y"] + box["height"] / 2
        for step in range(10):
            x = box["x"] + box["width"] * (begin + (end - begin) * step / 9)
            kind = "touchMove" if step else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.wait_for_timeout(1000)  # a browser waits whether more of a gesture comes

    def read_expanded() -> list[int]:
        phone.wait_for_timeout(200)  # a tap is a click only some time later
        texts = phone.locator(".search-panel-facts").all_inner_texts()
        return [int(text.split(" ")[0].replace("\u202f", "")) for text in texts]

    assert read_expanded() == [0, 0]
    swipe(".search-canvas", 0.8, 0.2)
    swipe(".search-canvas", 0.8, 0.2)
    assert read_expanded() == [2, 2]
    swipe(".search-canvas", 0.2, 0.8)
    assert read_expanded() == [1, 1], "the map stood still"
    phone.tap("[aria-label='Next expansion']")
    assert read_expanded() == [2, 2]
    phone.tap(".search-canvas", position={"x": 100, "y": 100})
    assert "is-still" in (phone.locator(".search-canvas").first.get_attribute("class") or "")
    swipe(".search-scrub", 0.03, 0.5)
    middle = read_expanded()
    assert middle[0] > 300
    phone.tap("[aria-label='Play']")
    phone.wait_for_timeout(600)
    assert read_expanded()[0] > middle[0]
    phone.tap("[aria-label='Stop playing']")


@pytest.mark.long
def test_a_lesson_is_printed_without_its_controls(saved: Path, browser: Any) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto((saved / "astar.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    page.emulate_media(media="print")
    assert page.is_visible("#lesson li")
    assert page.locator(".search-canvas").first.is_visible()
    assert not page.is_visible("#player")
    assert not page.is_visible("#side")
    page.close()
