"""A server under hostile load: slow clients, floods, matrices beyond the budget, clients that go away, files that are none.

The server is a process of its own, as `genastar serve` starts it; the clients are threads of this one. One of them is honest.
First a matrix is asked for that takes far longer than the budget, and the time is taken from the refusal until its thread is
free. Then all load at once, for ten minutes or ``--seconds``. At the end memory, threads and open files must be where they were
after the first seconds of the same load.
"""

from __future__ import annotations

import json
import logging
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, sleep

import httpx
import numpy as np
import psutil
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from benchmarks.measure import print_table

SECONDS = 600.0
WARM = 30.0
"""Seconds of the same load before memory, threads and files are counted for the first time."""

SETTLED = 60.0
"""Seconds that the server has to come back, when the load ends."""

BUDGET = 2.0
SIDE = 100
SEED = 7

MOST_GROWTH = 0.25
"""What part of resident memory may be added: allocators keep some of what many threads had."""

WORLDS = "/api/v1/worlds"
Load = Callable[[str, random.Random, Counter[str]], None]


def run(seconds: float = SECONDS) -> None:
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # of the clients, which are cut off on purpose
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "streets.gr")
        path.write_text(_streets())
        with serving(path) as (process, address):
            freed = matrix_beyond_budget(address)
            told: Counter[str] = Counter()
            hold(address, min(WARM, seconds), told)
            before = settled(process, address, None)
            told.clear()
            honest = hold(address, seconds, told)
            after = settled(process, address, before)
    p50, p99, most = np.percentile(honest, [50, 99, 100]) * 1000
    rows = [
        ("refusal of a matrix of 7,000 x 1 beyond the budget, until its thread is free, s", f"{freed:.2f}"),
        ("honest requests answered meanwhile", f"{len(honest):,}"),
        ("their time, p50, p99, longest, ms", f"{p50:.0f}, {p99:.0f}, {most:.0f}"),
        *((kind, f"{count:,}") for kind, count in sorted(told.items())),
        ("resident memory before and after, MB", f"{before[0] / 1e6:.0f}, {after[0] / 1e6:.0f}"),
        ("threads before and after", f"{before[1]}, {after[1]}"),
        ("open files before and after", f"{before[2]}, {after[2]}"),
    ]
    print_table([f"{seconds:,.0f} seconds of hostile load", ""], rows)


@contextmanager
def serving(path: Path) -> Iterator[tuple[psutil.Process, str]]:
    """Yield the server's process and its address, and check that its log reports no fault."""
    command = [sys.executable, "-m", "genastar", "serve", str(path), "--port", "0", "--seconds", str(BUDGET)]
    command += ["--head-seconds", "2", "--body-seconds", "4", "--connections", "64", "--sockets", "8"]
    log = path.with_suffix(".log")
    with log.open("w") as lines:
        process = subprocess.Popen(command, stderr=lines, stdout=subprocess.DEVNULL)
        try:
            while not (found := re.search(r"http://([0-9.]+:[0-9]+)", log.read_text())):
                assert process.poll() is None, log.read_text()
                sleep(0.05)
            yield psutil.Process(process.pid), found[1]
        finally:
            process.terminate()
            ended = perf_counter()
            process.wait(30)
            assert perf_counter() - ended < 5, "it did not end within five seconds"
    text = log.read_text()
    told = [line for line in text.splitlines()[1:] if line != "genastar: interrupted"]  # by the signal that ends it here
    faults = [line for line in told if line[0] != "{" or '"level": "error"' in line or '"status": 500' in line]
    assert not faults, faults[0]


def matrix_beyond_budget(address: str) -> float:
    """Seconds from the refusal of a matrix until no thread works on it."""
    with httpx.Client(base_url=f"http://{address}", timeout=60) as http:
        _warm(http)
        body = {"starts": [str(node + 1) for node in range(7000)], "goals": ["1"], "engine": "interpreted"}
        asked = http.post(f"{WORLDS}/{_world(http)}/matrix", json=body | {"algorithm": "dijkstra"})
        told = perf_counter()
        assert asked.status_code == 408, asked.text
        while _running(http):
            sleep(0.005)
        freed = perf_counter() - told
    assert freed < 1.0, f"the thread of a refused matrix was free after {freed:.1f} s"
    return freed


def hold(address: str, seconds: float, told: Counter[str]) -> list[float]:
    """All load at once for so many seconds; the times of the honest client's requests."""
    end = Event()

    def again(load: Load, seed: int) -> None:
        chance = random.Random(seed)
        while not end.is_set():
            with suppress(OSError, httpx.HTTPError, WebSocketException):
                load(address, chance, told)
            end.wait(0.02)

    loads = (
        slow_head,
        slow_body,
        no_reader,
        exceed_budget,
        exceed_budget,
        leaver,
        flood,
        many_sockets,
        paused,
        no_file,
        wrong_bytes,
    )
    threads = [Thread(target=again, args=(load, seed)) for seed, load in enumerate(loads)]
    for thread in threads:
        thread.start()
    honest: list[float] = []
    asked = 0
    last = perf_counter() + seconds
    try:
        while perf_counter() < last:
            began = perf_counter()
            with suppress(httpx.TransportError):
                answer = httpx.get(f"http://{address}/api/v1/health", timeout=30)
                assert answer.status_code in (200, 408, 503), answer.text
                if answer.status_code == 200:
                    honest.append(perf_counter() - began)
            asked += 1
            sleep(0.1)
    finally:
        end.set()
        for thread in threads:
            thread.join()
    told["honest requests that found no room"] = asked - len(honest)
    assert len(honest) > 0.9 * asked, f"of {asked} honest requests, {len(honest)} were answered"
    return honest


def settled(process: psutil.Process, address: str, before: tuple[float, int, int] | None) -> tuple[float, int, int]:
    """Resident bytes, threads and open files, when nothing is asked any more; they must come back to what they were."""
    last = perf_counter() + SETTLED
    while True:
        sleep(1.0)
        with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
            for world in http.get(WORLDS).json():
                http.delete(f"{WORLDS}/{world['id']}")
            is_idle = not _running(http)
        sleep(1.0)
        now = float(process.memory_info().rss), process.num_threads(), process.num_fds()
        sockets = [each for each in process.net_connections() if each.status not in ("LISTEN", "TIME_WAIT")]
        if is_idle and not sockets and (before is None or (now[1] <= before[1] and now[2] <= before[2])):
            break
        assert perf_counter() < last, f"threads and open files were {before and before[1:]} and are {now[1:]}; {sockets}"
    assert before is None or now[0] < (1 + MOST_GROWTH) * before[0], f"memory was {before[0]:,.0f} bytes and is {now[0]:,.0f}"
    return now


def slow_head(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Many half heads, until the server closes them."""
    made = [_connected(address, b"GET / HTTP/1.1\r\nHost: local") for _ in range(30)]
    for each in made:
        with suppress(OSError):
            each.recv(1000)
        each.close()
    told["half heads"] += len(made)


def slow_body(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Half bodies, a byte now and then."""
    head = f"POST {WORLDS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    made = [_connected(address, head.encode()) for _ in range(5)]
    for _ in range(20):
        sleep(0.3)
        for each in made:
            with suppress(OSError):
                each.sendall(b" ")
    for each in made:
        each.close()
    told["half bodies"] += len(made)


def no_reader(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Request a large answer and do not read it."""
    with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
        world = _made(http, {"blank": {"domain": "grid", "width": 1000, "height": 1000}})
        with _connected(address, f"GET {WORLDS}/{world}/view/values HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()):
            sleep(0.5)
        http.delete(f"{WORLDS}/{world}")
    told["answers that are not read"] += 1


def exceed_budget(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Request a matrix, or a check of an estimate, that exceeds the time budget."""
    with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
        world = _world(http)
        rows = [str(chance.randrange(1, SIDE * SIDE)) for _ in range(1000)]
        body = {"starts": rows, "goals": rows[:10], "engine": "interpreted", "algorithm": "dijkstra"}
        answer = http.post(f"{WORLDS}/{world}/matrix", json=body)
        assert answer.status_code in (408, 429, 503), answer.text
        http.delete(f"{WORLDS}/{world}")
    told[f"matrices, answered {answer.status_code}"] += 1


def leaver(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Send a question and disconnect with a reset."""
    with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
        world = _world(http)
        body = json.dumps({"starts": ["1"] * 1000, "goals": ["2"], "engine": "interpreted", "algorithm": "dijkstra"})
        head = f"POST {WORLDS}/{world}/matrix HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        with _connected(address, (head + body).encode()) as client:
            sleep(chance.random())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        http.delete(f"{WORLDS}/{world}")
    told["clients that went away"] += 1


def flood(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Flood a WebSocket with messages, questions, or pings."""
    with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
        world = _world(http)
        message = chance.choice(['{"cancel": true}', "[" * 1000, json.dumps({"ask": {"engine": "interpreted"}}), " " * 900_000])
        with connect(f"ws://{address}{WORLDS}/{world}/trace") as client, suppress(WebSocketException):
            for _ in range(3000):
                client.send(message)
        http.delete(f"{WORLDS}/{world}")
    told["floods of messages"] += 1


def many_sockets(address: str, chance: random.Random, told: Counter[str]) -> None:
    """More WebSockets than may be."""
    made = []
    for _ in range(20):
        with suppress(OSError, WebSocketException):
            made.append(_connected(address, _upgrade(f"{WORLDS}/none/trace")))
    sleep(0.5)
    for each in made:
        each.close()
    told["WebSockets to no world"] += len(made)


def paused(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Pause a search and abandon it."""
    with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
        world = _world(http)
        with connect(f"ws://{address}{WORLDS}/{world}/trace") as client:
            client.send(json.dumps({"ask": {"start": "1", "goals": [str(SIDE * SIDE)], "engine": "interpreted"}}))
            client.send('{"pause": true}')
            sleep(chance.random())
        http.delete(f"{WORLDS}/{world}")
    told["searches that were paused and left"] += 1


def no_file(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Send a file of random bytes under some name."""
    name = chance.choice(["x.map", "x.png", "x.osm.pbf", "x.graphml", "x.npy", "x.tmx", "x.map.gz", "x.vox", "x.gr.xz"])
    content = chance.choice([b"", b"\x1f\x8b", b"type octile\nheight 9\nwidth 9\nmap\n"]) + chance.randbytes(100_000)
    answer = httpx.post(f"http://{address}{WORLDS}", files={"file": (name, content)}, timeout=30)
    assert answer.status_code in (408, 413, 422, 429, 503), answer.text
    told["files that are none"] += 1


def wrong_bytes(address: str, chance: random.Random, told: Counter[str]) -> None:
    """Send requests that are not HTTP."""
    for _ in range(10):
        with _connected(address, chance.randbytes(chance.randrange(1, 3000)) + b"\r\n\r\n") as client:
            client.recv(1000)
        told["requests that are no HTTP"] += 1


def _connected(address: str, data: bytes) -> socket.socket:
    host, port = address.split(":")
    made = socket.create_connection((host, int(port)), timeout=10)
    made.sendall(data)
    return made


def _upgrade(path: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return (head + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n").encode()


def _warm(http: httpx.Client) -> None:
    """Until all is imported: the first question of a process waits for that."""
    world = _world(http)
    while http.post(f"{WORLDS}/{world}/solve", json={"start": "1", "goals": ["2"], "engine": "interpreted"}).status_code != 200:
        sleep(1.0)


def _world(http: httpx.Client) -> str:
    return _made(http, {"source": "streets.gr"})


def _made(http: httpx.Client, wanted: dict[str, object]) -> str:
    """Create a world, as soon as there is room for the request."""
    while (made := http.post(WORLDS, json=wanted)).status_code in (408, 429, 503):
        sleep(0.2)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def _running(http: httpx.Client) -> float:
    found = re.search(r"^genastar_searches_running (\S+)", http.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def _streets() -> str:
    """Crossings in rows and columns, in the format of DIMACS."""
    chance = random.Random(SEED)
    arcs = []
    for node in range(SIDE * SIDE):
        for to in ([node + 1] if (node + 1) % SIDE else []) + ([node + SIDE] if node + SIDE < SIDE * SIDE else []):
            arcs += [f"a {node + 1} {to + 1} {chance.randrange(50, 150)}", f"a {to + 1} {node + 1} {chance.randrange(50, 150)}"]
    return "\n".join([f"p sp {SIDE * SIDE} {len(arcs)}", *arcs, ""])
