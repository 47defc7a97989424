"""Worlds: from sources, files, copies and blank sheets; looking at them, painting them, giving them back."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import numpy as np
import pytest
from litestar.testing import TestClient

import genastar_studio.worlds.client_worlds
from genastar import BadInput, load
from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources, make_safe_name

WORLDS = "/api/v1/worlds"


def made(client: TestClient, status: int = 201, **wanted: object) -> dict:
    response = client.post(WORLDS, json=wanted)
    assert response.status_code == status, response.text
    return response.json()


def test_a_source_becomes_a_world(client: TestClient, sources: Sources) -> None:
    world = made(client, source="maze.txt", options={"directions": "4"})
    assert (world["domain"], world["name"], world["source"]) == ("grid", "maze.txt", "maze.txt")
    assert (world["start"], world["goals"], world["version"]) == ("0,0", ["8,4"], 0)
    assert world["options"]["directions"] == "4"
    assert (world["view"]["kind"], world["view"]["width"], world["view"]["height"]) == ("cells", 10, 5)
    grid = load(sources.by_name["maze.txt"].path, directions="4")
    view = grid.view()
    for part, expected in (("colours", view.shape.colours), ("values", view.values)):
        response = client.get(f"{WORLDS}/{world['id']}/view/{part}")
        assert response.content == expected
        again = client.get(f"{WORLDS}/{world['id']}/view/{part}", headers={"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{WORLDS}/{world['id']}").json() == world
    assert client.get(WORLDS).json() == [world]
    assert client.delete(f"{WORLDS}/{world['id']}").status_code == 204
    assert client.get(f"{WORLDS}/{world['id']}").status_code == 404
    assert client.get(WORLDS).json() == []


def test_a_world_without_a_view(client: TestClient) -> None:
    world = made(client, source="numbers.endless")
    assert world["view"] is None
    assert world["remark"] == "on and on"
    assert client.get(f"{WORLDS}/{world['id']}/view/colours").status_code == 404
    assert client.get(f"{WORLDS}/{world['id']}/position", params={"position": "7"}).json() == {
        "place": None, "position": "7", "label": "",
    }  # fmt: skip
    assert client.get(f"{WORLDS}/{world['id']}/position", params={"place": 7}).status_code == 422


def test_places_and_positions(client: TestClient) -> None:
    url = f"{WORLDS}/{made(client, source='maze.txt')['id']}/position"
    assert client.get(url, params={"place": 48}).json() == {"place": 48, "position": "8,4", "label": ""}
    assert client.get(url, params={"position": "8,4"}).json() == {"place": 48, "position": "8,4", "label": ""}
    for params in ({"place": 5}, {"place": 50}, {"place": -1}, {"place": "x"}, {"position": "5,0"}, {"position": "no"}, {},
                   {"place": 1, "position": "1,0"}, {"position": "9" * 20_000}):  # fmt: skip
        response = client.get(url, params=params)
        assert response.status_code == 422, params
        assert response.headers["content-type"] == "application/problem+json"
        assert len(response.json()["detail"]) < 300


def test_what_is_not_there(client: TestClient) -> None:
    assert "expected one of maze.txt, numbers.endless" in made(client, 404, source="no.txt")["detail"]
    blank = {"width": 3, "height": 3}
    for wanted in (
        {"copy": "nothing"},
        {"blank": {"domain": "none", **blank}},
        {"blank": {"domain": "endless", **blank}},
        {"source": "maze.txt", "domain": "x"},
    ):
        assert made(client, 404, **wanted)["status"] == 404
    world = made(client, source="maze.txt")
    assert client.get(f"{WORLDS}/{world['id']}/view/points").status_code == 404
    assert client.get(f"{WORLDS}/{world['id']}/view/nothing").status_code == 404
    assert client.post(f"{WORLDS}/{world['id']}/matrix", json={"starts": ["0,0"], "goals": ["1,0"]}).status_code == 404
    assert client.get("/api/v1/nothing").json()["status"] == 404
    assert client.get("/nothing.html").json()["status"] == 404


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"source": "maze.txt", "copy": "x"},
        {"source": 3},
        {"source": "maze.txt", "colour": 1},
        {"source": "maze.txt", "options": {"directions": 4.5}},
        {"source": "maze.txt", "options": {"directions": "5"}},
        {"source": "maze.txt", "options": {"nothing": "5"}},
        {"source": "maze.txt", "options": {"diagonal_factor": "2"}},
        {"source": "maze.txt", "options": {"megacells": 10_000}},
        {"source": "numbers.endless", "options": {"hidden": "/etc/passwd"}},
        {"blank": {"domain": "grid", "width": 0, "height": 5}},
        {"blank": {"domain": "grid", "width": "5", "height": 5}},
        {"copy": "x", "options": {"directions": "4"}},
    ],
)
def test_what_cannot_be_made(client: TestClient, wanted: dict) -> None:
    response = client.post(WORLDS, json=wanted)
    assert response.status_code == (404 if "copy" in wanted and len(wanted) == 2 and "source" not in wanted else 422)
    assert "\n" not in response.json()["detail"]
    assert client.get(WORLDS).json() == []


def test_a_body_that_is_no_json(client: TestClient) -> None:
    assert client.post(WORLDS, content=b"{").status_code == 422
    assert client.post(WORLDS, content=b"").status_code == 422
    assert client.post(WORLDS, content=b"[" * 100_000).status_code == 422


def test_painting(client: TestClient) -> None:
    source = made(client, source="maze.txt")
    url = f"{WORLDS}/{source['id']}"
    assert client.patch(url, json={"version": 0, "paint": [[1, 0]]}).status_code == 403
    assert client.put(f"{url}/values", content=b"", headers={"If-Match": '"0"'}).status_code == 403
    copy = made(client, copy=source["id"])
    assert copy["source"] is None
    url = f"{WORLDS}/{copy['id']}"
    changed = client.patch(url, json={"version": 0, "paint": [[5, 2.0], [1, 0]]}).json()
    assert changed["version"] == 1
    values = array("d", client.get(f"{url}/view/values").content)
    assert (values[5], values[1], values[0]) == (2.0, 0.0, 1.0)
    assert client.patch(url, json={"version": 0, "paint": [[5, 1]]}).status_code == 409
    for paint in ([[50, 1]], [[-1, 1]], [[0, -5]], [["a", 1]], [[1]], [[1.5, 1]]):
        assert client.patch(url, json={"version": 1, "paint": paint}).status_code == 422, paint
    values[7] = 4.0
    whole = client.put(f"{url}/values", content=values.tobytes(), headers={"If-Match": '"1"'})
    assert (whole.status_code, whole.json()["version"]) == (200, 2)
    assert client.get(f"{url}/view/values").content == values.tobytes()
    assert client.put(f"{url}/values", content=values.tobytes(), headers={"If-Match": '"1"'}).status_code == 409
    assert client.put(f"{url}/values", content=values.tobytes()).status_code == 422
    assert client.put(f"{url}/values", content=b"123", headers={"If-Match": '"2"'}).status_code == 422
    values[7] = float("nan")
    assert client.put(f"{url}/values", content=values.tobytes(), headers={"If-Match": '"2"'}).status_code == 422
    original = array("d", client.get(f"{WORLDS}/{source['id']}/view/values").content)
    assert (original[5], original[1]) == (0.0, 1.0), "the source stays as it is"


def test_a_blank_world(client: TestClient) -> None:
    world = made(client, blank={"domain": "grid", "width": 7, "height": 3}, options={"directions": "4", "turn": 2})
    assert (world["view"]["size"], world["start"], world["goals"], world["source"]) == (21, None, [], None)
    assert (world["options"]["directions"], world["options"]["turn"]) == ("4", 2)
    assert client.patch(f"{WORLDS}/{world['id']}", json={"version": 0, "paint": [[3, 0]]}).json()["version"] == 1
    assert made(client, 413, blank={"domain": "grid", "width": 101, "height": 100})["status"] == 413


def test_a_file_of_a_client(client: TestClient) -> None:
    def send(name: str, content: bytes, **data: str) -> dict:
        response = client.post(WORLDS, files={"file": (name, content)}, data=data)
        return response.json() | {"status": response.status_code}

    world = send("../../a maze.txt", b"S.\n.G\n", options=json.dumps({"directions": "4"}))
    assert (world["status"], world["name"], world["source"]) == (201, "a maze.txt", None)
    assert world["options"]["directions"] == "4"
    again = client.post(f"{WORLDS}/{world['id']}/solve", json={"options": {"threshold": 5}})
    assert again.json()["cost"] == 2, "options that need the file again have it"
    assert send("x.map", b"what", domain="grid")["status"] == 422
    assert "x.txt: line 1, column 1" in send("x.txt", b"?\n")["detail"]
    assert send("x.unknown", b"what")["status"] == 422
    assert send("x.txt", b"S.G", domain="none")["status"] == 404
    assert send("x.txt", b"S.G", options="{")["status"] == 422
    assert send("x.txt", b"S.G", options="3")["status"] == 422
    assert send("x.txt", b"S.G", colour="3")["status"] == 422
    assert client.post(WORLDS, data={"domain": "grid"}, files={"other": b""}).status_code == 422
    assert send("x.txt", b"." * 10_100)["status"] == 413
    assert send("x.txt", b"." * 300_000)["status"] == 413
    assert client.post(WORLDS, content=b"--x", headers={"Content-Type": "multipart/form-data; boundary=x"}).status_code == 422


def test_what_was_sent_lies_there_as_long_as_its_worlds(client: TestClient, service: Service) -> None:
    world = client.post(WORLDS, files={"file": ("a.txt", b"S.G")}).json()
    path = service.worlds.find(world["id"]).path
    copy = made(client, copy=world["id"])
    client.delete(f"{WORLDS}/{world['id']}")
    assert path.exists()
    client.delete(f"{WORLDS}/{copy['id']}")
    assert not path.parent.exists()


def test_so_many_worlds(client: TestClient, settings: Settings) -> None:
    worlds = [made(client, source="maze.txt") for _ in range(settings.worlds)]
    assert len({world["id"] for world in worlds}) == settings.worlds
    assert all(len(world["id"]) >= 16 for world in worlds)
    response = client.post(WORLDS, json={"source": "maze.txt"})
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    client.delete(f"{WORLDS}/{worlds[0]['id']}")
    assert made(client, source="maze.txt")


def test_unused_worlds_are_forgotten(client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(genastar_studio.worlds.client_worlds, "monotonic", lambda: now)
    old, used = made(client, source="maze.txt"), made(client, source="maze.txt")
    now += settings.idle / 2
    client.get(f"{WORLDS}/{used['id']}")
    now += settings.idle / 2 + 1
    assert [world["id"] for world in client.get(WORLDS).json()] == [used["id"]]
    assert client.get(f"{WORLDS}/{old['id']}").status_code == 404


def test_worlds_of_one_source_share_what_was_read(client: TestClient, service: Service) -> None:
    one, two, other = (made(client, source="maze.txt", options=options) for options in ({}, {}, {"directions": "4"}))
    domains = [service.worlds.find(world["id"]).contents.domain for world in (one, two, other)]
    assert domains[0] is domains[1]
    assert domains[0] is not domains[2]


def test_sources_have_names_of_their_own(tmp_path: Path) -> None:
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text(f"S{(folder == 'b' and '.') or ''}G")
    paths = [tmp_path / "a" / "x.txt", tmp_path / "b" / "x.txt"]
    assert list(Sources.of(paths).by_name) == ["x.txt", "x.txt (2)"]
    with pytest.raises(BadInput, match="cannot read this source"):
        Sources.of([tmp_path / "none.txt"])
    with TestClient(make_application(Service(Settings(), Sources.of(paths))), base_url="http://127.0.0.1") as client:
        assert [each["bytes"] for each in client.get("/api/v1/sources").json()] == [2, 3]
        assert made(client, source="x.txt (2)")["goals"] == ["2,0"]


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("maze.txt", "maze.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\maps\\a b.map.gz", "a b.map.gz"),
        ("..", "upload"),
        ("", "upload"),
        ("a\0b\n.txt", "a_b_.txt"),
        (".bashrc", "bashrc"),
        ("\u202emap.txt", "_map.txt"),
        ("x" * 300 + ".genastar.json", "x" * 86 + ".genastar.json"),
    ],
)
def test_safe_names(name: str, safe: str) -> None:
    assert make_safe_name(name) == safe


def test_a_world_is_its_source_again_when_all_that_was_painted_is_undone(client: TestClient) -> None:
    pytest.importorskip("genastar_terrain")
    rows = "\n".join(" ".join(str(100 + x * y) for x in range(6)) for y in range(5))
    text = f"ncols 6\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n{rows}\n"
    opened = client.post(WORLDS, files={"file": ("hills.asc", text.encode())}).json()
    ask = {"start": {"place": 0}, "goals": [{"place": 29}], "options": {"slope": "tobler"}}

    def solve(world: dict) -> dict:
        return client.post(f"{WORLDS}/{world['id']}/solve", json=ask).json()

    def paint(world: dict, value: float) -> None:
        version = client.get(f"{WORLDS}/{world['id']}").json()["version"]
        client.patch(f"{WORLDS}/{world['id']}", json={"version": version, "paint": [[14, value]]}).raise_for_status()

    cost = solve(opened)["cost"]
    was = np.frombuffer(client.get(f"{WORLDS}/{opened['id']}/view/values").content)[14]
    paint(opened, 0)
    copied = made(client, copy=opened["id"])
    for world in (opened, copied):
        assert solve(world)["detail"].endswith(
            "slope: the source must be read again, but this world was painted; "
            "undo what was painted, or open the file with --option slope=tobler"
        )
        paint(world, was)
        assert solve(world)["cost"] == cost


def test_a_refused_position_names_no_path_of_the_server(client: TestClient) -> None:
    pytest.importorskip("genastar_hexmap")
    files = {"file": ("field.hex.csv", b"-,flat\nflat,flat\n")}
    world = client.post(WORLDS, files=files, data={"options": '{"unit": 1}'}).json()
    detail = client.get(f"{WORLDS}/{world['id']}/position", params={"place": 0}).json()["detail"]
    assert detail.startswith("field.hex.csv: ")
