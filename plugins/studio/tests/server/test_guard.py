"""Who may ask: Host, Origin, token; and what browsers are told."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from genastar import BadInput
from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings, is_loopback
from genastar_studio.server.sources import Sources

HEALTH, DOMAINS, WORLDS = "/api/v1/health", "/api/v1/domains", "/api/v1/worlds"
TOKEN = "correct horse"


@pytest.fixture
def guarded(sources: Sources) -> Iterator[TestClient]:
    service = Service(Settings(host="0.0.0.0", token=TOKEN), sources)
    with TestClient(make_application(service), base_url="http://127.0.0.1:8000") as client:
        client.follow_redirects = False
        yield client


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LOCALHOST", "[::1]:8000", "192.168.0.7"])
def test_hosts_that_are_this_server(client: TestClient, host: str) -> None:
    assert client.get(HEALTH, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "", "[", "127.0.0.1.evil.example"]
)
def test_hosts_that_are_not(client: TestClient, host: str) -> None:
    """A name that anyone may point at this address (DNS rebinding)."""
    for path in (HEALTH, "/", "/metrics", "/nothing"):
        response = client.get(path, headers={"Host": host})
        assert (response.status_code, response.headers["content-type"]) == (403, "application/problem+json")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{WORLDS}/x/trace", headers={"Host": host}):
        pass


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9", "http://localhost", "x", "http://[", ""]
)
def test_other_origins_change_nothing(client: TestClient, origin: str) -> None:
    for method, path in (("POST", WORLDS), ("DELETE", f"{WORLDS}/x"), ("PATCH", f"{WORLDS}/x"), ("PUT", f"{WORLDS}/x/values")):
        assert client.request(method, path, headers={"Origin": origin}).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{WORLDS}/x/trace", headers={"Origin": origin}):
        pass


def test_the_own_origin_and_programs_may(client: TestClient) -> None:
    wanted = {"source": "maze.txt"}
    assert client.post(WORLDS, json=wanted, headers={"Origin": "http://127.0.0.1"}).status_code == 201
    assert client.post(WORLDS, json=wanted).status_code == 201
    assert client.post(WORLDS, json=wanted, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 201
    assert client.post(WORLDS, json=wanted, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_token_is_required(guarded: TestClient) -> None:
    assert guarded.get(HEALTH).status_code == 200
    for path in ("/", DOMAINS, "/metrics", "/api/v1/docs", "/nothing"):
        response = guarded.get(path)
        assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer"), path
    assert guarded.post(WORLDS, json={"source": "maze.txt"}).status_code == 401
    with pytest.raises(WebSocketDisconnect), guarded.websocket_connect(f"{WORLDS}/x/trace"):
        pass


@pytest.mark.parametrize(
    "given",
    [
        {"headers": {"Authorization": "Bearer wrong"}},
        {"headers": {"Authorization": f"Basic {TOKEN}"}},
        {"headers": {"Authorization": "Bearer"}},
        {"headers": {"Authorization": "Bearer ü".encode()}},
        {"headers": {"Cookie": "genastar_token=wrong"}},
        {"headers": {"Cookie": "genastar_token"}},
        {"params": {"token": "wrong"}},
        {"params": {"token": ""}},
    ],
)
def test_wrong_tokens(guarded: TestClient, given: dict) -> None:
    assert guarded.get(DOMAINS, **given).status_code == 401


def test_a_token_of_a_program(guarded: TestClient) -> None:
    assert guarded.get("/api/v1/sources", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert guarded.get("/api/v1/sources", headers={"Authorization": f"bearer  {TOKEN} "}).status_code == 200


def test_a_token_of_a_browser(guarded: TestClient) -> None:
    """Once in the address; from then on a cookie that scripts do not see and other sites do not send."""
    entered = guarded.get("/", params={"token": TOKEN, "world": "a b"})
    assert (entered.status_code, entered.headers["location"]) == (303, "/?world=a+b")
    cookie = entered.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Path=/"))
    pair = cookie.partition(";")[0]
    guarded.cookies.clear()
    assert guarded.get("/api/v1/sources", headers={"Cookie": f"other=1; {pair}"}).status_code == 200
    made = guarded.post(WORLDS, json={"source": "maze.txt"}, headers={"Cookie": pair}).json()
    url = f"{WORLDS}/{made['id']}/trace"
    with guarded.websocket_connect(url, headers={"Cookie": pair, "Origin": "http://127.0.0.1:8000"}) as socket:
        socket.send_json({"ask": {"engine": "interpreted", "events": 0}})
        assert "began" in socket.receive_json()
    assert guarded.post(WORLDS, json={}, params={"token": TOKEN}).status_code == 401, "only pages are opened so"
    assert guarded.get("http://127.0.0.1:8000//evil.example", params={"token": TOKEN}).headers["location"] == "/evil.example"


@pytest.mark.parametrize("page", ["", "recorded.html"])
def test_the_policy_allows_the_styles_of_each_page_and_no_others(client: TestClient, page: str) -> None:
    answer = client.get(f"/{page}")
    styles = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert len(styles) >= 3
    for style in styles:
        digest = b64encode(sha256(style.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert 'rel="stylesheet"' not in answer.text


def test_what_browsers_are_told(client: TestClient) -> None:
    for path in ("/", HEALTH, "/nothing", "/api/v1/docs"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers


def test_settings() -> None:
    with pytest.raises(BadInput, match=r"0\.0\.0\.0 is reachable from other machines; give a --token"):
        Settings(host="0.0.0.0")
    with pytest.raises(BadInput, match=r"example\.com is reachable"):
        Settings(host="example.com")
    with pytest.raises(BadInput, match="too short"):
        Settings(token="short")
    assert Settings(host="192.168.0.1", token=TOKEN).token == TOKEN
    assert TOKEN not in repr(Settings(token=TOKEN))
    assert [host for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost", "::", "10.0.0.1", "x") if is_loopback(host)] == [
        "127.0.0.1", "127.8.8.8", "::1", "localhost",
    ]  # fmt: skip


def test_names_of_a_proxy(sources: Sources) -> None:
    service = Service(Settings(names=("Maps.example.org",)), sources)
    with TestClient(make_application(service), base_url="http://127.0.0.1") as client:
        host = {"Host": "maps.example.org"}
        assert client.get(HEALTH, headers=host).status_code == 200
        there = host | {"Origin": "https://maps.example.org"}
        assert client.post(WORLDS, json={"source": "maze.txt"}, headers=there).status_code == 201
        assert client.get(HEALTH, headers={"Host": "example.org"}).status_code == 403
