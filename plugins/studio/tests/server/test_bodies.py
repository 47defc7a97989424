"""Bodies of requests: forms in odd encodings, JSON by the megabyte, and what is left of uploads that were refused."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import perf_counter, process_time

import httpx
import pytest
from litestar.testing import TestClient

from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.server.bodies import MOST_JSON
from genastar_studio.server.settings import Settings

WORLDS = "/api/v1/worlds"
FORM = {"Content-Type": "multipart/form-data; boundary=XX"}


@pytest.fixture
def settings() -> Settings:
    return Settings(port=0, seconds=60.0, worlds=3)


def part(name: str, content: bytes, filename: str | None = None, kind: str | None = None) -> bytes:
    named = "" if filename is None else f'; filename="{filename}"'
    typed = "" if kind is None else f"Content-Type: {kind}\r\n"
    return f'--XX\r\nContent-Disposition: form-data; name="{name}"{named}\r\n{typed}\r\n'.encode() + content + b"\r\n"


FILE = part("file", b"S..G\n", "x.txt")


@pytest.fixture
def maze(client: TestClient) -> str:
    made = client.post(WORLDS, content=FILE + b"--XX--\r\n", headers=FORM)
    assert made.status_code == 201, made.text
    return f"{WORLDS}/{made.json()['id']}"


@pytest.mark.parametrize("charset", ["zork", "hex", "undefined", "punycode", "utf-32", "latin-1"])
def test_texts_of_a_form_are_in_utf_8(client: TestClient, charset: str) -> None:
    parts = FILE + part("options", b"{}", kind=f"text/plain; charset={charset}") + b"--XX--\r\n"
    answer = client.post(WORLDS, content=parts, headers=FORM)
    assert answer.status_code == 422, answer.text
    assert "UTF-8" in answer.json()["detail"] or "form" in answer.json()["detail"]
    said = FILE + part("options", b"{}", kind="text/plain; charset=UTF-8") + b"--XX--\r\n"
    assert client.post(WORLDS, content=said, headers=FORM).status_code == 201


def test_a_text_that_takes_minutes_to_decode(client: TestClient) -> None:
    long = b"a" * 200_000 + b"-" + b"ba" * 200_000
    parts = FILE + part("options", long, kind="text/plain; charset=punycode") + b"--XX--\r\n"
    began = process_time()
    assert client.post(WORLDS, content=parts, headers=FORM).status_code == 422
    assert process_time() - began < 5.0


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (FILE + part("options", b"\xff\xfe") + b"--XX--", "options: byte 0 is not valid UTF-8"),
        (FILE + part("domain", b"gr\xff") + b"--XX--", "domain: byte 2 is not valid UTF-8"),
        (FILE + part("options", b"{" * MOST_JSON * 2) + b"--XX--", "options is too long"),
        (FILE + part("options", b"nul") + b"--XX--", "not valid JSON in UTF-8: Expecting value"),
        (FILE + FILE + b"--XX--", "twice"),
        (FILE + part("zork", b"") + b"--XX--", "a form may have a file"),
        (part("file", b"S..G") + b"--XX--", "a form may have a file, with its filename"),
        (FILE + part("options", b"{}") + part("domain", b"grid") * 2 + b"--XX--", "once each"),
        (part("a", b"") * 2000 + b"--XX--", "a form m"),
        (part("domain", b"grid") + b"--XX--", "no file"),
        (FILE, "not a form"),
        (b"", "not a form"),
        (b"zork", "not a form"),
        (b"--XX\r\n\r\n\r\n--XX--", "not a form"),
        (b"--XX\r\n" + b"X: " + b"y" * 9000 + b"\r\n\r\n--XX--", "short headers"),
    ],
)
def test_forms_that_are_refused(client: TestClient, service: Service, parts: bytes, told: str) -> None:
    answer = client.post(WORLDS, content=parts, headers=FORM)
    assert (answer.status_code, told in answer.json()["detail"]) == (422, True), answer.text
    assert folders(service) == []


@pytest.mark.parametrize("kind", ["", "; boundary=", "; boundary=" + "a" * 71, '; boundary="\xe9"'])
def test_boundaries_that_are_none(client: TestClient, kind: str) -> None:
    headers = {"Content-Type": f"multipart/form-data{kind}".encode("latin-1")}
    answer = client.post(WORLDS, content=FILE + b"--XX--", headers=headers)
    assert (answer.status_code, "boundary" in answer.json()["detail"]) == (422, True), answer.text


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "uploads").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "uploads"))


def folders(service: Service) -> list[str]:
    """What lies where uploads do."""
    return sorted(each.name for each in Path(tempfile.gettempdir()).iterdir())


@pytest.mark.parametrize(
    ("name", "content", "data"),
    [
        ("x.txt", b"zz\xff", {}),
        ("x.zork", b"zz", {}),
        ("x.png", b"zz", {}),
        ("x.npy", b"zz", {}),
        ("x.vox", b"zz", {}),
        ("x.txt", b"S..G", {"options": '{"zork": 1}'}),
        ("x.txt", b"S..G", {"domain": "zork"}),
        ("x.txt", b"S..G", {"options": "{"}),
    ],
)
def test_a_refused_upload_leaves_nothing(client: TestClient, service: Service, name: str, content: bytes, data: dict) -> None:
    answer = client.post(WORLDS, files={"file": (name, content)}, data=data)
    assert answer.status_code in (404, 422), answer.text
    assert folders(service) == [], "at once, and not when the collector comes by"


def test_an_upload_for_which_there_is_no_room_leaves_nothing(service: Service, wait_for: Callable) -> None:
    with TestClient(make_application(service), base_url="http://127.0.0.1") as client:
        for _ in range(4):
            client.post(WORLDS, files={"file": ("x.txt", b"S..G\n")})
        assert len(folders(service)) == 3, "one for each world"
        for world in client.get(WORLDS).json():
            client.delete(f"{WORLDS}/{world['id']}")
        wait_for(lambda: folders(service) == [])
        client.post(WORLDS, files={"file": ("x.txt", b"S..G\n")})
    assert folders(service) == [], "nor after the end"


@pytest.mark.parametrize("route", ["solve", "batch", "matrix", "heuristic", "export", "commands", ""])
def test_json_has_a_limit_of_its_own(client: TestClient, maze: str, route: str) -> None:
    body = b'{"options": {"start": "' + b"0,0;" * (MOST_JSON // 4) + b'"}}'
    ask = client.patch if route == "" else client.post
    answer = ask(f"{maze}/{route}".rstrip("/"), content=body)
    assert answer.status_code == 413, answer.text
    assert f"{MOST_JSON:,}" in answer.json()["detail"]
    assert client.post(WORLDS, content=body).status_code == 413


def test_more_questions_than_may_be(client: TestClient, maze: str) -> None:
    body = b'{"questions": [' + b"{}," * 300_000 + b"{}]}"
    began = process_time()
    answer = client.post(f"{maze}/batch", content=body)
    assert (answer.status_code, "300,001" in answer.json()["detail"]) == (422, True), answer.text
    assert process_time() - began < 5.0


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"nul", "Expecting value: line 1 column 1"),
        (b'{"engine": "\\ud800"}', "surrogate"),
        (b'{"engine": "\xff"}', "byte 12 is not valid UTF-8"),
        (b'{"engine": ', "Expecting value: line 1 column 12"),
        (b"{}{}", "Extra data"),
    ],
)
def test_what_is_no_json_is_told_so(client: TestClient, maze: str, body: bytes, told: str) -> None:
    answer = client.post(f"{maze}/solve", content=body)
    assert (answer.status_code, told in answer.json()["detail"]) == (422, True), answer.text
    with client.websocket_connect(f"{maze}/trace") as socket:
        socket.send_text(body.decode("latin-1"))
        problem = json.loads(socket.receive_text())["problem"]
    assert problem["status"] == 422


def test_others_are_served_while_large_bodies_are_decoded(live: str, wait_for: Callable) -> None:
    """The worst megabytes that may be sent, all the time; nobody waits for long."""
    with httpx.Client(base_url=f"http://{live}", timeout=30) as client:
        made = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 4, "height": 4}}).json()["id"]
        bodies = [b'{"questions": [' + b"{}," * 349_000 + b"{}]}", b'{"options": {"a": [' + b"[]," * 349_000 + b"[]]}}"]
        ended: list[int] = []

        def send() -> None:
            ended.extend(
                httpx.post(f"http://{live}{WORLDS}/{made}/batch", content=body, timeout=30).status_code for body in bodies * 2
            )

        thread = Thread(target=send)
        thread.start()
        longest = 0.0
        while thread.is_alive():
            began = perf_counter()
            assert client.get("/api/v1/health").status_code == 200
            longest = max(longest, perf_counter() - began)
        thread.join()
    assert ended == [422] * 4
    assert longest < 5.0


def test_a_large_message_is_taken(client: TestClient, maze: str) -> None:
    with client.websocket_connect(f"{maze}/trace") as socket:
        socket.send_text(json.dumps({"ask": {"goals": [{"place": 3}] * 30_000, "engine": "interpreted"}, "pause": False}))
        assert "began" in json.loads(socket.receive_text())
    with client.websocket_connect(f"{maze}/trace") as socket:
        socket.send_text(json.dumps({"zork": "x" * 200_000}))
        assert json.loads(socket.receive_text())["problem"]["status"] == 422


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.npy", b"zz", "several domains read this: grid, voxel; choose the domain"),
        ("x.zork", b"zz", "choose the domain"),
        ("x.map", b"type octile\nheight 5000\nwidth 5000\nmap\n", "this server allows no more"),
    ],
)
def test_clients_are_told_nothing_of_the_command_line(client: TestClient, name: str, content: bytes, told: str) -> None:
    detail = client.post(WORLDS, files={"file": (name, content)}, data={"domain": "grid"} if name == "x.map" else {})
    assert told in detail.json()["detail"]
    assert "--" not in detail.json()["detail"]


def test_a_world_without_a_start(client: TestClient) -> None:
    world = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 4, "height": 4}}).json()["id"]
    detail = client.post(f"{WORLDS}/{world}/solve", json={"goals": ["3,3"]}).json()["detail"]
    assert detail == "the blank grid names no start; give one as start"
    answer = client.post(f"{WORLDS}/{world}/batch", json={"questions": [{"start": "0,0"}]}).json()["answers"][0]
    assert answer["error"] == "the blank grid names no goal; give one as goals"
