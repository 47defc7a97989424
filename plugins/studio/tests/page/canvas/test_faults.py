"""What goes wrong on the page, driven in a browser: rules of the browser, worlds that the server forgot, refusals."""

from __future__ import annotations

from typing import Any

import pytest
from painting_page import Desk, at

pytestmark = pytest.mark.long


# What goes wrong


def test_nothing_breaks_the_page_s_own_rules(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    addresses: set[str] = set()
    page.on("request", lambda request: addresses.add(request.url.split("?")[0]))
    desk = Desk(page).go(address)
    for button in ("#new", "#open", "#resize", "#share", "#export", "#help"):
        page.click(button)
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
    page.click("#maze")
    desk.settle()
    assert told == []
    assert {each for each in addresses if not each.startswith(address)} == set()
    context.close()


def test_a_world_that_the_server_forgot_is_made_anew(desk: Desk) -> None:
    desk.drag(at(2, 2))
    desk.settle()
    first = desk.read("studio.world.id")
    desk.read("studio.api.remove(studio.world.id).then(() => null)")
    desk.drag(at(4, 4))
    assert desk.painted() == {at(2, 2): 0, at(4, 4): 0}
    assert desk.read("studio.world.id") != first


def test_a_page_that_is_looked_at_again_has_its_world(desk: Desk) -> None:
    desk.drag(at(2, 2))
    desk.settle()
    first = desk.read("studio.world.id")
    desk.read("studio.api.remove(studio.world.id).then(() => null)")
    desk.read("document.dispatchEvent(new Event('visibilitychange'))")
    desk.page.wait_for_function("(first) => studio.world.id !== first", arg=first)
    assert desk.painted() == {at(2, 2): 0}
    desk.read("studio.open({ source: 'square.gr' }).then(() => null)")
    desk.read("studio.api.remove(studio.world.id).then(() => studio.world.keep())")
    assert desk.read("studio.api.world(studio.world.id).then((world) => world.source)") == "square.gr"


def test_what_the_server_refuses_is_taken_back(desk: Desk) -> None:
    desk.page.fill("#brush-value", "-5")
    desk.drag(at(2, 2))
    desk.page.wait_for_selector(".toast-error")
    assert desk.painted() == {}
    desk.page.click(".toast-error button")
    assert desk.said() == ""
