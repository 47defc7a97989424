"""Clients that are slow, many, or send what no client sends: over raw sockets, against a server in this process."""

from __future__ import annotations

import json
import logging
import random
import re
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import perf_counter

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

pytestmark = pytest.mark.long

WORLDS = "/api/v1/worlds"
HEALTH = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def settings() -> Settings:
    return Settings(
        port=0, seconds=5.0, head_seconds=0.5, body_seconds=0.8, patience=0.6, connections=20, sockets=3, body=3_000_000
    )


@pytest.fixture(autouse=True)
def _no_fault_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.ERROR):
        yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def raw(address: str, data: bytes = b"") -> socket.socket:
    host, port = address.split(":")
    made = socket.create_connection((host, int(port)), timeout=10)
    made.sendall(data)
    return made


def rest(client: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    try:
        while part := client.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def send_and_read(address: str, data: bytes) -> bytes:
    with raw(address, data) as client:
        client.shutdown(socket.SHUT_WR)
        return rest(client)


def first(address: str, data: bytes) -> bytes:
    """What comes first of an answer."""
    with raw(address, data) as client:
        return client.recv(65536)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        HEALTH + b"GET",
        b"POST /api/v1/worlds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/v1/worlds HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
    ],
)
def test_what_does_not_come_in_time(live: str, data: bytes) -> None:
    began = perf_counter()
    with raw(live, data) as client:
        answer = rest(client)
    assert perf_counter() - began < 3.0
    last = answer.rpartition(b"HTTP/1.1 ")[2]
    assert last.startswith((b"408 ", b"200 ")), answer
    if last.startswith(b"408 "):
        assert json.loads(last.rpartition(b"\r\n\r\n")[2])["status"] == 408


def test_bytes_that_drip(live: str) -> None:
    """Each byte is new, and all together are late."""
    with raw(live) as client:
        began = perf_counter()
        try:
            for byte in b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000:
                client.send(bytes([byte]))
                client.settimeout(0.05)
                try:
                    if client.recv(1, socket.MSG_PEEK):
                        break
                except TimeoutError:
                    pass
        except ConnectionError:
            pass
        assert perf_counter() - began < 3.0


def test_those_that_wait_keep_nobody_out(live: str) -> None:
    with ExitStack() as kept:
        waiting = [kept.enter_context(raw(live, b"GET / HT")) for _ in range(40)]
        with raw(live, HEALTH) as client:
            assert client.recv(100).startswith(b"HTTP/1.1 200")
        assert all(rest(each).startswith(b"HTTP/1.1 408") for each in waiting)
    assert httpx.get(f"http://{live}/api/v1/health").status_code == 200


def test_a_client_that_does_not_read(live: str, service: Service, wait_for: Callable) -> None:
    world = httpx.post(f"http://{live}{WORLDS}", json={"blank": {"domain": "grid", "width": 1500, "height": 1500}}).json()["id"]
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = live.split(":")
        client.connect((host, int(port)))
        client.sendall(f"GET {WORLDS}/{world}/view/values HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        client.settimeout(10)
        assert client.recv(10)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wait_for(lambda: _is_reset(client), 5.0)


def _is_reset(client: socket.socket) -> bool:
    """Whether the server gave the connection up: probed by sending, for what was received is not read."""
    try:
        client.send(b"x")
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    "host",
    [
        "evil.com@localhost", "localhost:abc", "localhost.evil.com", "localhost:", "localhost:99999", "localhost, evil.com",
        "[::1", "::1", "[127.0.0.1]", "[::1]evil.com", "[::1]:x", "localhost#", "localhost/", "localhost?x", "localhost.",
        " ", "a" * 300, "127.0.0.1.evil.com", "0x7f.1", "localhost\\@evil.com", "user:pw@127.0.0.1", "%6cocalhost",
        "[::1%25lo]", "evil.com:80@127.0.0.1:80",
    ],
)  # fmt: skip
def test_hosts_that_are_not_this_servers(live: str, host: str) -> None:
    answer = send_and_read(live, f"GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 403", b"HTTP/1.1 400")), answer
    socket_head = f"Host: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    answer = send_and_read(
        live, f"GET {WORLDS}/x/trace HTTP/1.1\r\n{socket_head}Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
    )
    assert not answer.startswith(b"HTTP/1.1 101"), answer


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:8000", "[::ffff:1.2.3.4]"]
)
def test_hosts_that_are(live: str, host: str) -> None:
    assert send_and_read(live, f"GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\n", b"400"),
        ("GET /api/v1/health HTTP/1.1\r\n", b"400"),
        ("GET /api/v1/health HTTP/1.0\r\n", b"403"),
        ("GET http://evil.com/api/v1/health HTTP/1.1\r\nHost: localhost\r\n", b"400"),
        ("GET http://localhost/api/v1/health HTTP/1.1\r\nHost: localhost\r\n", b"400"),
        ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n", b"400"),
        ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n", b"400"),
        (
            "DELETE /api/v1/worlds/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.com\r\n",
            b"400",
        ),
        ("DELETE /api/v1/worlds/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost@evil.com\r\n", b"403"),
        ("GET /%E2%82%AC HTTP/1.1\r\nHost: localhost\r\n", b"404"),
        ("GET /%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n", b"404"),
    ],
)
def test_heads_that_are_refused(live: str, head: str, status: bytes) -> None:
    assert send_and_read(live, head.encode() + b"\r\n").startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize(
    "path", ["/%E2%82%AC", "/%0d%0a", "/%0d%0aX:%20y", "/%00", "/%ff%fe", "/a%20b", "//evil.com", "/%5cevil.com"]
)
def test_paths_with_a_token(served: Callable, path: str) -> None:
    service = Service(Settings(port=0, token="a long token"), Sources())
    with served(service) as address:
        answer = send_and_read(address, f"GET {path}?token=a+long+token HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400", b"HTTP/1.1 303")), answer
    head = answer.partition(b"\r\n\r\n")[0].lower()
    assert b"\r\nx:" not in head
    assert b"location: //" not in head


def _mutated(seed: int) -> bytes:
    """A request with a few bytes that are not as they should be."""
    chance = random.Random(seed)
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get", ""]
    paths = [
        "/",
        "/api/v1/health",
        "/api/v1/worlds",
        "/api/v1/worlds/x/view/values",
        "/api/v1/worlds/x/trace",
        "/metrics",
        "/a.js",
    ]
    queries = ["", "?", "?token=%zz", "?a=%00&a=%ff", "%", "%2", "/..%2f", "#x"]
    lines = [
        f"{chance.choice(methods)} {chance.choice(paths)}{chance.choice(queries)} "
        f"HTTP/{chance.choice(['1.1', '1.1', '1.0', '2.0', '9'])}",
        "Host: localhost",
    ]
    extra = [
        "Content-Length: 5", "Content-Length: -1", "Content-Length: 5, 6", "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked", "Transfer-Encoding: gzip", "Content-Type: multipart/form-data",
        "Content-Type: multipart/form-data; boundary=", "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: application/json; charset=nonsense", "Content-Type: \xff", "Cookie: genastar_token=\xff;;;=",
        "Cookie: =",
        "Authorization: Bearer \xe9", "Expect: 100-continue", "Expect: x", "Upgrade: websocket", "Upgrade: h2c",
        "Connection: Upgrade",
        "Connection: close", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: x", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        "If-Match: \"\xff", "If-None-Match: *", "Origin: http://localhost", "Origin: null", "Accept: " + "*/*," * 100,
        "Accept-Language: \xc3", "X: " + "y" * 20_000, "Range: bytes=-1", ": empty", "Bad Name: x", "X:\x00",
    ]  # fmt: skip
    lines += chance.sample(extra, chance.randrange(5))
    bodies = [
        b"",
        b"{}",
        b"hello",
        b"5\r\nhello\r\n0\r\n\r\n",
        b"ZZ\r\n",
        b"\xff" * 50,
        b"--x\r\n\r\n--x--",
        b"--x\r\nContent-Disposition: form-data\r\n\r\n",
    ]
    data = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + chance.choice(bodies)
    for _ in range(chance.choice([0, 0, 0, 1, 3])):
        at = chance.randrange(len(data))
        data = data[:at] + bytes([chance.randrange(256)]) + data[at + chance.randrange(2) :]
    return data


def test_requests_with_wrong_bytes(live: str) -> None:
    """None is answered with a fault of the server, none without an answer, but for the HTTP that has none."""
    for seed in range(400):
        data = _mutated(seed)
        is_whole = re.search(rb"\n\r?\n", data) is not None  # half a head has no answer
        answer = first(live, data) if is_whole else send_and_read(live, data)
        statuses = [line.split()[1] for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
        assert statuses or not is_whole, (seed, data)
        assert not [status for status in statuses if status.startswith(b"5")], (seed, data, answer)
    assert httpx.get(f"http://{live}/api/v1/health").status_code == 200


def test_many_sockets(live: str, service: Service, wait_for: Callable) -> None:
    world = httpx.post(f"http://{live}{WORLDS}", json={"blank": {"domain": "grid", "width": 4, "height": 4}}).json()["id"]
    with ExitStack() as kept:
        for _ in range(3):
            kept.enter_context(connect(f"ws://{live}{WORLDS}/{world}/trace"))
        for _ in range(5):
            with connect(f"ws://{live}{WORLDS}/{world}/trace") as one_more:
                assert json.loads(one_more.recv())["problem"]["status"] == 429
                with pytest.raises(ConnectionClosed) as closed:
                    one_more.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429
        assert httpx.get(f"http://{live}/api/v1/health").status_code == 200
    wait_for(lambda: not service.watchers)


def frame(opcode: int, payload: bytes, final: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    size = len(payload)
    large = struct.pack(">BH", 0xFE, size) if size < 65536 else struct.pack(">BQ", 0xFF, size)
    length = bytes([0x80 | size]) if size < 126 else large
    return bytes([(0x80 if final else 0) | opcode]) + length + bytes(4) + payload


FLOODS = {
    "messages": frame(1, b"{}") * 200,
    "questions": frame(1, b'{"ask": {"engine": "interpreted"}}') * 20,
    "no JSON": frame(1, b"[" * 3000) * 20,
    "no text": frame(1, b"\xff\xff") * 20,
    "bytes": frame(2, b"\0" * 1000) * 20,
    "large": frame(1, b" " * 2_000_000),
    "pings": frame(9, b"x" * 125) * 200,
    "long pings": frame(9, b"x" * 126),
    "pongs": frame(10, b"x") * 500,
    "fragments": frame(1, b"", final=False) + frame(0, b"", final=False) * 500,
    "after the end": frame(8, b"\x03\xe8") + frame(1, b"{}") * 100,
    "unknown": frame(3, b"x") * 10,
    "continued": frame(0, b"x") * 10,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_frames(live: str, service: Service, wait_for: Callable, flood: str) -> None:
    """A client that sends and sends, and does not read: others are answered meanwhile, and it is let go."""
    world = httpx.post(f"http://{live}{WORLDS}", json={"blank": {"domain": "grid", "width": 4, "height": 4}}).json()["id"]
    head = f"GET {WORLDS}/{world}/trace HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    with raw(live, head.encode()) as client:
        assert client.recv(1024).startswith(b"HTTP/1.1 101")
        client.settimeout(0.2)
        last = perf_counter() + 0.3
        while perf_counter() < last:
            try:
                client.sendall(FLOODS[flood])
            except (TimeoutError, ConnectionError):
                break
        began = perf_counter()
        assert httpx.get(f"http://{live}/api/v1/health", timeout=10).status_code == 200
        assert perf_counter() - began < 3.0
    wait_for(lambda: not service.watchers and service.searches.is_idle, 10.0)


KEY = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
VERSION = "Sec-WebSocket-Version: 13\r\n"


@pytest.mark.parametrize(
    ("path", "lines", "status"),
    [
        (f"{WORLDS}/x/trace", VERSION, 400),
        (f"{WORLDS}/x/trace", VERSION + "Sec-WebSocket-Key: x\r\n", 400),
        (f"{WORLDS}/x/trace", VERSION + KEY + KEY, 400),
        (f"{WORLDS}/x/trace", KEY, 400),
        (f"{WORLDS}/x/trace", KEY + "Sec-WebSocket-Version: 99\r\n", 400),
        (f"{WORLDS}/x/trace", VERSION + KEY + "Origin: http://evil.com\r\n", 403),
        (f"{WORLDS}/x/trace", VERSION + KEY + "X: y\r\n" * 200, 400),
        (f"{WORLDS}/x/trace", VERSION + KEY + f"X: {'y' * 20_000}\r\n", 400),
        ("/", VERSION + KEY, 404),
        ("/zork", VERSION + KEY, 404),
        (WORLDS, VERSION + KEY, 404),
        ("/metrics", VERSION + KEY, 404),
    ],
)
def test_upgrades_that_are_refused_are_problems(live: str, path: str, lines: str, status: int) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{lines}\r\n"
    answer, _, body = send_and_read(live, head.encode()).partition(b"\r\n\r\n")
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer
    assert b"content-type: application/problem+json" in answer.lower(), answer
    problem = json.loads(body)
    assert (problem["status"], bool(problem["detail"])) == (status, True)


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/v1/health", "/api/v1/worlds", "/metrics", "/zork"])
def test_what_has_a_get_has_a_head(live: str, path: str) -> None:
    with httpx.Client(base_url=f"http://{live}") as client:
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.headers["content-type"]) == (got.status_code, got.headers["content-type"])
        assert head.content == b""
        assert client.get("/api/v1/health").status_code == 200, "over the same connection"


def test_a_refused_client_cannot_hold_its_connection(served: Callable) -> None:
    """It drips a body after its answer."""
    service = Service(Settings(port=0, token="a long token"), Sources())
    head = f"POST {WORLDS} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(service) as address, raw(address, head.encode()) as client:
        assert client.recv(65536).startswith(b"HTTP/1.1 401")
        began = perf_counter()
        client.settimeout(0.1)
        while perf_counter() - began < 20:
            try:
                client.sendall(b"1\r\nx\r\n")
                if not client.recv(100):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        assert perf_counter() - began < 10


def test_a_refused_client_that_ends_its_body_keeps_its_connection(live: str) -> None:
    head = f"POST {WORLDS}/x/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
    with raw(live, head.encode()) as client:
        assert client.recv(65536).startswith(b"HTTP/1.1 404")
        client.sendall(b"zork" + HEALTH)
        rest = b""  # the body of the refusal may come by itself
        while b"HTTP/1.1 200" not in rest and (part := client.recv(65536)):
            rest += part
        assert b"HTTP/1.1 200" in rest
