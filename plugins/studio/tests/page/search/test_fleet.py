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
    studio.page.set_viewport_size({"width": 390, "height": 844})
    studio.press("Play the plan")
    studio.page.wait_for_function("() => panels.active.map.getBoundingClientRect().top >= 0")
    studio.press("Pause the plan")
    studio.page.set_viewport_size({"width": 1440, "height": 900})

    studio.press("Remove agent 1")
    assert studio.read("studio.agents.length") == 8
    studio.page.uncheck("[data-layer=fleet]")
    assert studio.read("panels.active.stage.overlay.agents") is None
    assert studio.read("panels.active.stage.overlay.tint.some(Boolean)")


def test_a_reload_keeps_agents_and_what_was_done_to_them_can_be_undone(studio: Studio) -> None:
    studio.open("detour.txt")
    studio.tab("layers")
    studio.page.check("[data-layer=fleet]")
    studio.press("Add an agent from the start to the goal")
    studio.press("Add 8 agents at random places")
    studio.page.wait_for_function("() => studio.agents.length > 2")
    studio.page.select_option(".fleet select", "alone")
    note_with(studio, "collisions")
    agents = studio.read("studio.agents")
    studio.press("Remove agent 1")
    fewer = studio.read("studio.agents")
    assert fewer == [agents[0], *agents[2:]]
    studio.page.wait_for_timeout(600)

    studio.page.reload()
    studio.page.wait_for_selector("html[data-ready]")
    studio.page.evaluate("window.panels = studio.sharers.get('panels')")
    assert studio.read("studio.agents") == fewer
    assert studio.page.input_value(".fleet select") == "alone"
    note_with(studio, "collisions")
    assert len(studio.read("panels.active.stage.overlay.agents")) == len(fewer)

    undone = [studio.page.evaluate("studio.history.undo().then((label) => [label, studio.agents])") for _ in range(3)]
    assert undone == [["agent removed", agents], ["agents added", agents[:1]], ["agent added", []]]
    for _ in range(3):
        studio.read("studio.history.redo()")
    assert studio.read("studio.agents") == fewer
    studio.tab("layers")
    studio.press("Remove all agents")
    assert studio.read("studio.history.undo().then(() => studio.agents)") == fewer


def test_what_is_exported_of_agents_tells_of_them(studio: Studio) -> None:
    studio.open("detour.txt")
    studio.page.click("#share")
    assert studio.page.locator("#share-agents").count() == 0
    studio.press("Close")
    studio.tab("layers")
    studio.page.check("[data-layer=fleet]")
    studio.press("Add an agent from the start to the goal")
    studio.press("Add 8 agents at random places")
    studio.page.wait_for_function("() => studio.agents.length > 2")
    studio.page.select_option(".fleet select", "alone")
    told = note_with(studio, "collisions")
    caption = "import('./frame/picture.js').then(({ makeCaption }) => makeCaption(panels.active))"
    assert studio.read(caption) == f"{studio.read('studio.agents.length')} agents. {told}"
    studio.page.evaluate("panels.dispatchEvent(new CustomEvent('film', { detail: { share: 1 } }))")
    ends = studio.read("panels.active.stage.overlay.agents.map(({ from }) => from)")
    assert ends == studio.read("studio.agents.map(({ goal }) => goal)")
    listed = ".fleet-collisions button"
    if studio.page.locator(listed).count():
        assert studio.page.locator(listed).first.evaluate("(line) => line.scrollWidth <= line.clientWidth")
    studio.page.click("#share")
    assert "agents are not in it" in studio.page.inner_text("#share-agents")
    studio.press("Close")
    studio.page.uncheck("[data-layer=fleet]")
    assert "expanded" in studio.read(caption)


def test_agents_stay_on_a_map_of_another_size(studio: Studio) -> None:
    studio.open("detour.txt")
    studio.read("studio.setAgents([{ start: 0, goal: 39 }, { start: 90, goal: 1 }], { label: 'agents added' })")
    studio.tab("layers")
    studio.page.check("[data-layer=fleet]")
    studio.page.click("#resize")
    studio.page.fill("#resize-width", "12")
    studio.page.fill("#resize-height", "6")
    studio.page.click("#resize-dialog button:text-is('Resize')")
    studio.page.wait_for_function("() => studio.world.width === 12")
    assert studio.read("studio.agents") == [{"start": 0, "goal": 45}]
    note_with(studio, "Sum of costs")
    studio.read("studio.history.undo()")
    assert studio.read("studio.agents.length") == 2
    note_with(studio, "Sum of costs")


def test_agents_in_a_world_of_voxels(studio: Studio) -> None:
    studio.open("hall.3dmap")
    studio.read("studio.setEnds(0, [119])")
    studio.tab("layers")
    studio.page.check("[data-layer=fleet]")
    studio.press("Add an agent from the start to the goal")
    assert "Sum of costs 6" in note_with(studio, "Sum of costs")
    studio.press("Add 8 agents at random places")
    studio.page.wait_for_function("() => studio.agents.length > 2")
    note_with(studio, "Sum of costs")
    spots = studio.read("panels.active.stage.overlay.agents")
    assert [each["from"] for each in spots] == [each["start"] for each in studio.read("studio.agents")]
    assert studio.read("panels.active.stage.isSpace")
    cubes = "panels.active.stage.space.path.size"
    studio.page.wait_for_timeout(200)
    assert studio.read(cubes) == 6 * (2 * len(spots) + 2), "an agent and its goal each, a start and a goal"
    studio.page.click("text=2-D")
    studio.page.wait_for_timeout(200)
    assert not studio.read("panels.active.stage.isSpace")
