"""Traces for Posthoc, against what its documentation says of version 1.4.0."""

import json

import pytest

from genastar.worlds.view import Cells, Lines, Tiles
from genastar_studio.answers.trace_file import VERSION, Events, TraceFile
from genastar_studio.exports.posthoc import format_posthoc

REQUIRED = {
    "type": "object",
    "required": ["version", "views", "events"],
    "properties": {
        "version": {"const": "1.4.0"},
        "views": {
            "type": "object",
            "required": ["main"],
            "additionalProperties": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["$"],
                    "properties": {"$": {"enum": ["rect", "circle", "polygon", "path"]}},
                },
            },
        },
        "events": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["type", "id"],
                "properties": {
                    "type": {"enum": ["source", "destination", "generating", "expanding", "closing", "updating", "end"]},
                    "id": {"type": ["integer", "string"]},
                    "pId": {"type": ["integer", "string", "null"]},
                    **{name: {"type": "number"} for name in ("f", "g", "h", "x", "y")},
                },
            },
        },
    },
}


def trace(kind, state, parent, *, goals=("c",), places=(0, 1, 4), **more):
    count = len(kind)
    columns = {"g": [float(n) for n in range(count)], "h": [0.5] * count, "f": [1.0] * count} | more
    return TraceFile(
        genastar_trace=VERSION,
        domain="d",
        world="w",
        options={},
        start="a",
        goals=list(goals),
        start_place=0,
        goal_places=[4] * len(goals),
        states=["a", "b", "c"],
        places=None if places is None else list(places),
        events=Events(kind=kind, state=state, parent=parent, **columns),
        answer={},
    )


FOUND = trace("ocoocrcf", [0, 0, 1, 2, 1, 2, 2, 2], [-1, -1, 0, 0, 0, 1, 1, 1])
CELLS = Cells(3, 2, bytes(18))


def written(file, shape):
    content = format_posthoc(file, shape)
    found = json.loads(content)
    pytest.importorskip("jsonschema_rs").validator_for(REQUIRED).validate(found)
    assert pytest.importorskip("yaml").safe_load(content) == found
    return found


def list_events(found):
    return [(event["type"], event["id"]) for event in found["events"]]


def test_the_order_of_events():
    assert list_events(written(FOUND, CELLS)) == [
        ("source", 0),
        ("destination", 2),
        ("generating", 0),
        ("expanding", 0),
        ("generating", 1),
        ("generating", 2),
        ("closing", 0),
        ("expanding", 1),
        ("updating", 2),
        ("closing", 1),
        ("expanding", 2),
        ("end", 2),
    ]


def test_parents_costs_and_cells():
    events = written(FOUND, CELLS)["events"]
    assert events[2] == {"type": "generating", "id": 0, "pId": None, "g": 0, "h": 0.5, "f": 1, "x": 0, "y": 0, "name": "a"}
    assert events[5] == {"type": "generating", "id": 2, "pId": 0, "g": 3, "h": 0.5, "f": 1, "x": 1, "y": 1, "name": "c"}
    assert events[8]["pId"] == 1


def test_a_goal_that_was_not_found_and_a_last_node_that_closes():
    found = written(trace("oc", [0, 0], [-1, -1], goals=["far", "b"]), CELLS)
    assert list_events(found) == [
        ("source", 0),
        ("destination", "goal far"),
        ("destination", "goal b"),
        ("generating", 0),
        ("expanding", 0),
        ("closing", 0),
    ]
    assert found["events"][1] == {"type": "destination", "id": "goal far", "x": 1, "y": 1, "name": "far"}


def test_layers_lie_side_by_side():
    found = written(trace("o", [2], [-1], places=[0, 1, 6 + 4]), Cells(3, 2, bytes(36), layers=2))
    assert (found["events"][-1]["x"], found["events"][-1]["y"]) == (1 + 3 + 1, 1)


def test_tiles_and_lines():
    from array import array

    points = array("f", [0, 0, 2, 1, 9, 9, 9, 9, 4, 8]).tobytes()
    tiles = written(FOUND, Tiles(points, bytes(15), ((1.5, 0.0), (0.0, 1.0), (-1.5, 0.0))))
    assert tiles["views"]["main"][0]["radius"] == 1.5
    assert (tiles["events"][-1]["x"], tiles["events"][-1]["y"]) == (4, 8)
    lines = written(FOUND, Lines(points, b""))
    assert [part["$"] for part in lines["views"]["main"]] == ["circle", "path"]
    assert lines["views"]["main"][1]["lineWidth"] == 8 / 400


def test_worlds_without_a_view_have_no_coordinates():
    found = written(trace("ocf", [0, 0, 0], [-1, -1, -1], places=None), None)
    assert found["views"] == {"main": []}
    assert not any({"x", "y"} & set(event) for event in found["events"])


def test_infinite_numbers_are_left_out_and_other_costs_stay():
    event = written(trace("o", [0], [-1], h=["inf"], f=["inf"]), CELLS)["events"][-1]
    assert ("h" in event, "f" in event, event["g"]) == (False, False, 0)
    event = written(trace("o", [0], [-1], g=None, h=None, f=None, cost=[[1, 2]]), CELLS)["events"][-1]
    assert (event["cost"], "g" in event) == ([1, 2], False)


def test_a_search_that_did_nothing():
    assert written(trace("", [], [], goals=[]), CELLS)["events"] == []


def test_what_has_no_place_is_not_drawn():
    found = written(trace("oo", [0, 1], [-1, 0], places=[0, -1, 4]), CELLS)
    assert "x" in found["events"][2]
    assert "x" not in found["events"][3]
    assert all("$.x !== undefined" in part["$if"] or "wall" in part["$if"] for part in found["views"]["main"])


def test_walls_are_drawn_before_the_search_in_runs():
    walls = (1, 2, CELLS.width - 1, CELLS.width, CELLS.width + 1)
    found = json.loads(format_posthoc(trace("o", [0], [-1], places=[0, -1, 4]), CELLS, walls))
    drawn = [event for event in found["events"] if event["type"] == "wall"]
    assert found["events"][: len(drawn)] == drawn
    cells = {(event["x"] + i, event["y"]) for event in drawn for i in range(event["length"])}
    assert cells == {(wall % CELLS.width, wall // CELLS.width) for wall in walls}
    assert len(drawn) < len(walls)
    (wall,) = [part for part in found["views"]["main"] if "=== 'wall'" in part["$if"]]
    assert wall["width"] == "${{ $.length }}"
