"""Several agents at once, driven in a browser."""

from __future__ import annotations

import pytest
from studio_page import Studio

pytestmark = pytest.mark.long

POINT = """(place) => {
    const { x, y } = panels.active.stage.pointOf(place);
    const { left, top } = panels.active.canvas.getBoundingClientRect();
    return [left + x, top + y];
}"""


def note_with(studio: Studio, words: str) -> str:
    """Return what is said of the plan, once it has these words."""
    studio.page.wait_for_function(
        "(words) => document.querySelector('.fleet .search-note').textContent.includes(words)", arg=words
    )
    told: str = studio.page.inner_text(".fleet .search-note")
    return told


def test_agents_are_added_dragged_planned_and_played(studio: Studio) -> None:
    studio.open("detour.txt")
    studio.tab("layers")
    studio.page.check("[data-layer=fleet]")
    note_with(studio, "Add an agent")
    studio.press("Add an agent from the start to the goal")
    assert "Sum of costs 11, optimal" in note_with(studio, "Sum of costs")
    first = studio.read("studio.agents[0]")
    assert first == {"start": studio.read("studio.start"), "goal": studio.read("studio.goals[0]")}

    studio.press("Add an agent from the start to the goal")
    assert studio.read("studio.agents.length") == 1  # two cannot begin in one place

    begin, end = (studio.page.evaluate(POINT, place) for place in (first["start"], 2))
    studio.page.mouse.move(*begin)
    studio.page.mouse.down()
    studio.page.mouse.move(*end, steps=6)
    studio.page.mouse.up()
    assert studio.read("studio.agents[0].start") == 2
    assert "Sum of costs 10, optimal" in note_with(studio, "Sum of costs 10")
    studio.read("studio.history.undo()")
    assert studio.read("studio.agents[0]") == first

    studio.press("Add 8 agents at random places")
    studio.page.wait_for_function("() => studio.agents.length === 9")
    note_with(studio, "Sum of costs")
    studio.page.select_option(".fleet select", "alone")
    note_with(studio, "collisions")
    spots = studio.read("panels.active.stage.overlay.agents")
    assert [each["from"] for each in spots] == [each["start"] for each in studio.read("studio.agents")]
    studio.press("Play the plan")
    studio.page.wait_for_function("() => document.querySelector('.fleet-player .search-scrub').valueAsNumber >= 2")
    studio.press("Pause the plan")

    studio.press("Remove agent 1")
    assert studio.read("studio.agents.length") == 8
    studio.page.uncheck("[data-layer=fleet]")
    assert studio.read("panels.active.stage.overlay.agents") is None
    assert studio.read("panels.active.stage.overlay.tint.some(Boolean)")
