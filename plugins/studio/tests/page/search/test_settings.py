"""The form of a search, driven in a browser: settings by the schema of their domain."""

from __future__ import annotations

import pytest
from studio_page import Studio

pytestmark = pytest.mark.long


def test_settings_come_from_the_schema_and_their_errors_stand_beside(studio: Studio) -> None:
    studio.open("mud.csv")
    page = studio.page
    schema = studio.read("studio.domain('grid').options.properties")
    shown = page.locator("[data-option]").evaluate_all("(rows) => rows.map((row) => row.dataset.option)")
    assert shown == [
        name for name, property in schema.items() if not property.get("x-picture") and name not in ("start", "goal")
    ]
    choices = page.locator("[data-option=heuristic] option").all_inner_texts()
    assert choices == schema["heuristic"]["enum"]
    assert page.inner_text("[data-option=turn] .search-help") == schema["turn"]["description"]

    page.fill("[data-option=diagonal_factor] input", "1.5")
    page.keyboard.press("Tab")
    studio.answered()
    assert studio.read("panels.active.asked().options") == {"diagonal_factor": 1.5}
    assert "is-changed" in page.get_attribute("[data-option=diagonal_factor]", "class")
    page.select_option("[data-option=heuristic] select", "manhattan")
    page.check("[data-option=tie_breaker] input")
    studio.answered()
    assert studio.read("panels.active.problem") is None
    page.click("[data-algorithm=jps]")
    studio.answered()
    problem = page.inner_text(".search-panel .search-problem")
    assert "the algorithm 'jps' does not fit" in problem
    assert page.inner_text("#side .search-page > .search-problem") == problem
    assert "\n" not in problem
    page.click("[data-algorithm=auto]")
    studio.answered()
    assert page.is_hidden(".search-panel .search-problem")
    assert studio.read("Object.keys(panels.active.asked().options).sort()") == ["diagonal_factor", "heuristic", "tie_breaker"]
    page.click("text=Reset all")
    studio.answered()
    assert studio.read("panels.active.asked().options") == {}
    assert page.input_value("[data-option=diagonal_factor] input") == "1"

    page.get_by_label("expansion limit").fill("25")
    page.keyboard.press("Tab")
    studio.answered()
    assert studio.read("[panels.active.answer.outcome, panels.active.answer.expanded]") == ["limit", 25]
    assert "Ended by a limit after 25 expansions; closest position:" in page.inner_text(".search-status")
    assert studio.read("panels.active.stage.overlay.marks.map(({ kind }) => kind)") == ["closest"]
    page.click("label:text-is('interpreted')")
    studio.answered()
    assert studio.read("panels.active.answer.engine") == "interpreted"


def test_a_form_is_made_of_any_schema(studio: Studio) -> None:
    script = """async () => {
        const { OptionsForm } = await import("./controls/options-form.js");
        const properties = {
            list: { type: "array", items: { type: "number" } },
            whole: { type: ["integer", "null"], minimum: 2 },
            text: { anyOf: [{ type: "string" }, { type: "null" }] },
            few: { type: "integer", enum: [8, 4] },
            many: { enum: ["a long choice", "another long choice", null] },
            drawn: { type: "string", "x-picture": true },
        };
        const base = { list: [1, 2], whole: null, text: null, few: 8, many: null };
        const changes = {};
        const form = new OptionsForm({ properties }, base, changes, () => {});
        document.body.append(form.element);
        const control = (name) => form.element.querySelector(`[data-option=${name}] :is(input, select)`);
        const set = (name, value) => {
            control(name).value = value;
            control(name).dispatchEvent(new Event("change"));
        };
        set("whole", "1");
        const isRefused = !("whole" in changes);
        set("list", "3, 4.5");
        set("whole", "5");
        set("text", "x");
        set("many", "another long choice");
        form.element.querySelector("[data-option=few] input[value='4']").click();
        const changed = { ...changes };
        set("text", "");
        set("many", "");
        return [isRefused, changed, changes, control("drawn")];
    }"""
    changed = {"list": [3, 4.5], "whole": 5, "text": "x", "few": 4, "many": "another long choice"}
    assert studio.read(script) == [True, changed, {"list": [3, 4.5], "whole": 5, "few": 4}, None]
