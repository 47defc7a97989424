"""Hostile numbers in every field of every body: an answer or one line, and never a fault of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from genastar_studio.server.settings import Settings

API = "/api/v1"

HOSTILE = (
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "-0", "-0.0", "1e-400", "9" * 400, "-" + "9" * 400, "9" * 5000, "1e308",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "-1", "true", "null", "[]", "{}", "0.1",
    '"nan"', '"inf"', '"-inf"', '"1e400"', '"' + "9" * 400 + '"', '"' + "9" * 5000 + '"', '"1/0"', '"1/3"', '"sNaN"', '"1,nan"',
    '"\\ud800"', '""', '"\\u0000"', '"٣"', "[1, 1e400]", "[0.5, null]", "[" * 3000 + "]" * 3000,
)  # fmt: skip
"""Texts of JSON, and some that are none."""

GR = b"p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n"
MARK = "\ue000"
"""Stands where a hostile value goes."""

ENDS: dict[str, Any] = {"start": "1", "goals": ["3"]}
LIMITS = {"expansions": 1000, "seconds": 1.5, "cost": 50}
QUESTION: dict[str, Any] = ENDS | {
    "options": {"snap": 10, "turn": 0},
    "engine": "interpreted",
    "reopen": False,
    "limits": LIMITS,
}
WEIGHTED: dict[str, Any] = {"algorithm": "weighted", "algorithm_options": {"weight": 2}}
PLACES: dict[str, Any] = {"start": {"place": 1}, "goals": [{"place": 1}], "engine": "interpreted"}

BODIES: dict[tuple[str, str], list[tuple[str, dict[str, Any]]]] = {
    ("post", "/worlds"): [
        ("", {"source": "a", "domain": "grid", "options": {"directions": "4"}}),
        ("", {"copy": "a"}),
        (
            "",
            {
                "blank": {"domain": "grid", "width": 3, "height": 2},
                "options": {"diagonal_factor": 1.5, "turn": 0.5, "threshold": 3},
            },
        ),
    ],
    ("patch", "/worlds/{world_id}"): [("canvas", {"version": 0, "paint": [[1, 2.0]]})],
    ("post", "/worlds/{world_id}/solve"): [("roads", QUESTION), ("canvas", QUESTION | WEIGHTED | PLACES)],
    ("post", "/worlds/{world_id}/batch"): [
        ("roads", {"questions": [ENDS], "options": {"turn": 0}, "engine": "interpreted", "reopen": False, "limits": LIMITS}),
        ("canvas", {"questions": [PLACES], "engine": "interpreted"} | WEIGHTED),
        ("canvas", {"questions": [PLACES | {"engine": "x"}], "engine": "interpreted"}),
        ("canvas", {"questions": [{"start": {"place": 1}, "goals": [{"place": 2}]}], "engine": "interpreted"}),
    ],
    ("post", "/worlds/{world_id}/matrix"): [
        ("roads", {"starts": ["1"], "goals": ["3"], "options": {"turn": 0}, "engine": "interpreted"})
    ],
    ("post", "/worlds/{world_id}/alternatives"): [
        ("roads", {"start": "1", "goal": "3", "count": 2, "options": {"turn": 0}}),
        ("roads", {"start": {"place": 1}, "goal": {"place": 2}}),
    ],
    ("post", "/worlds/{world_id}/fleet"): [
        ("canvas", {"starts": [{"place": 0}], "goals": [{"place": 2}], "algorithm": "pibt", "algorithm_options": {"most": 9}}),
        ("canvas", {"starts": [{"place": 0}], "goals": [{"place": 2}], "options": {}, "limits": {"seconds": 1.0}}),
    ],
    ("post", "/worlds/{world_id}/heuristic"): [("canvas", QUESTION | PLACES | WEIGHTED | {"expansions": 50})],
    ("post", "/worlds/{world_id}/export"): [("canvas", {"format": "trace", "question": QUESTION | {"options": {}} | PLACES})],
    ("post", "/worlds/{world_id}/fits"): [("canvas", {"options": {"unit": "2x2"}})],
    ("post", "/worlds/{world_id}/clearance"): [("canvas", {"place": 1, "options": {"unit": "2x2"}})],
    ("post", "/worlds/{world_id}/reach"): [("canvas", {"start": {"place": 0}, "within": 5, "options": {}})],
    ("post", "/worlds/{world_id}/commands"): [("canvas", QUESTION | WEIGHTED | PLACES)],
}
"""A full body of each route that takes JSON, and the world that it goes to."""


@pytest.fixture
def settings() -> Settings:
    return Settings(port=0, seconds=60.0, worlds=10_000, places=10_000)


def leaves(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The ways to all values inside of a body, and to those that hold others."""
    if path:
        yield path
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(each, (*path, key))


def replaced(body: object, path: tuple[Any, ...], text: str) -> bytes:
    """The body as JSON, with this text at a place."""
    copy: Any = json.loads(json.dumps(body))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = MARK
    return json.dumps(copy, ensure_ascii=False).replace(f'"{MARK}"', text).encode("utf-8", "surrogatepass")


def test_every_route_that_takes_a_body_is_tried(client: TestClient) -> None:
    paths = client.get(f"{API}/openapi.json").json()["paths"]
    taking = {
        (method, path.removeprefix(API))
        for path, operations in paths.items()
        for method, operation in operations.items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    assert taking == set(BODIES)


CASES = [(route, world, body) for route, bodies in BODIES.items() for world, body in bodies]


@pytest.mark.long
@pytest.mark.parametrize(
    ("route", "world", "body"), CASES, ids=lambda each: " ".join(each) if isinstance(each, tuple) else None
)
def test_hostile_values(client: TestClient, route: tuple[str, str], world: str, body: dict[str, Any]) -> None:
    pytest.importorskip("genastar_roads")
    file = ("x.gr", GR) if world == "roads" else ("x.txt", b"...\n...\n")
    made = client.post(f"{API}/worlds", files={"file": file}).json()["id"]
    method, path = route
    for place in leaves(body):
        for text in HOSTILE:
            if world == "canvas" and route[0] == "patch":
                made = client.post(f"{API}/worlds", json={"copy": made}).json()["id"]
            response = client.request(method, API + path.replace("{world_id}", made), content=replaced(body, place, text))
            told = f"{place} = {text[:50]}: {response.status_code} {response.text[:300]}"
            assert response.status_code < 500, told
            if response.status_code >= 400:
                detail = response.json()["detail"]
                assert detail.strip(), told
                assert "\n" not in detail, told
                assert len(detail) < 1000, told
            if route == ("post", "/worlds") and response.status_code == 201:
                client.delete(f"{API}/worlds/{response.json()['id']}")


@pytest.mark.parametrize("part", ["place", "position"])
def test_hostile_values_in_addresses(client: TestClient, part: str) -> None:
    made = client.post(f"{API}/worlds", files={"file": ("x.txt", b"...\n...\n")}).json()["id"]
    for text in HOSTILE:
        response = client.get(f"{API}/worlds/{made}/position", params={part: text.strip('"')})
        assert response.status_code < 500, (text[:50], response.text)


@pytest.mark.long
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_versions_and_options_of_forms(client: TestClient, text: str) -> None:
    made = client.post(f"{API}/worlds", files={"file": ("x.txt", b"...\n...\n")}).json()["id"]
    put = client.put(f"{API}/worlds/{made}/values", content=bytes(48), headers={"If-Match": text.encode()})
    assert put.status_code < 500, put.text
    data = {"options": '{"diagonal_factor": ' + text + "}"}
    form = client.post(f"{API}/worlds", files={"file": ("x.txt", b"...\n")}, data=data)
    assert form.status_code < 500, form.text
