"""Several agents planned at once."""

from __future__ import annotations

from litestar.testing import TestClient

WORLDS = "/api/v1/worlds"


def ask(client: TestClient, starts: list[int], goals: list[int], **rest: object) -> dict[str, object]:
    world = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 8, "height": 5}}).json()
    places = {name: [{"place": each} for each in ends] for name, ends in (("starts", starts), ("goals", goals))}
    found: dict[str, object] = client.post(f"{WORLDS}/{world['id']}/fleet", json=places | rest).json()
    return found


def test_a_plan_has_no_collisions_and_paths_alone_have(client: TestClient) -> None:
    plan = ask(client, [0, 7], [7, 0], algorithm="cbs")
    assert (plan["outcome"], plan["sum_of_costs"], plan["makespan"], plan["bound"]) == ("found", 14, 7, 1.0)
    one, other = plan["plans"]  # type: ignore[misc]
    assert (one[0], one[-1], other[0], other[-1]) == (0, 7, 7, 0)
    assert all(a != b for a, b in zip(one, other, strict=True))
    alone = ask(client, [0, 7], [7, 0], algorithm="alone")
    assert (alone["plans"], alone["bound"]) == ([[*range(8)], [*range(7, -1, -1)]], None)
    text = "agents 0 and 1 exchange their places at step 4"
    assert alone["collisions"] == [{"step": 4, "agents": [0, 1], "text": text}]
    meeting = ask(client, [10, 12], [12, 10], algorithm="alone")
    assert [each["text"] for each in meeting["collisions"]] == ["agents 0 and 1 are both at 3,1 at step 1"]  # type: ignore[attr-defined]


def test_a_unit_of_one_cell_is_no_large_unit(client: TestClient) -> None:
    assert ask(client, [0], [7], options={"unit": "1x1"})["outcome"] == "found"
    assert "units larger than one place" in str(ask(client, [0], [6], options={"unit": "2x2"})["detail"])


def test_what_cannot_be_planned_is_told(client: TestClient) -> None:
    assert "plans one agent" in str(ask(client, [0], [1], algorithm="astar")["detail"])
    assert "1 starts and 0 goals" in str(ask(client, [0], [])["detail"])
    assert "both start at" in str(ask(client, [0, 0], [1, 2])["detail"])
    assert "this server allows at most" in str(ask(client, [0], [1], limits={"seconds": 1e6})["detail"])
