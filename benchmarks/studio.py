"""The service under load, on loopback: requests a second, their times, its memory, and what clients that leave leave behind.

The server is a process of its own, as `genastar serve` starts it; the clients are threads of this one. Every answer is compared
with the domain's own.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import IO, Any

import httpx
import numpy as np
import psutil
from websockets.sync.client import connect

import genastar
from benchmarks.measure import print_table
from genastar_grid.model import Grid

SEED = 7
REQUESTS = 20_000
CLIENTS = 4
LEAVERS = 200
SIDE = 64
SIDES = (64, 512)
RUNS = 3


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = _scattered(folder, SIDE)
        grid = _grid(path)
        with serving(path) as (process, address):
            load(grid, process, address)
            watch(grid, address)
            leave(address)
    print_table(["first answer, s", "expansions", "empty cache", "warm cache"], [first(side) for side in SIDES])


def first(side: int) -> tuple[str, ...]:
    """Time the first answer of a server whose page was opened, from one corner of a map to the other."""
    with tempfile.TemporaryDirectory() as folder:
        path = _scattered(folder, side)
        grid = _grid(path)
        rows, columns = np.nonzero(grid.world.costs)
        start, goal = ((int(columns[at]), int(rows[at])) for at in (0, -1))
        question = {"start": grid.format(start), "goals": [grid.format(goal)]}
        expected = grid.search(start, [goal], engine="interpreted")
        assert expected.found
        seconds: dict[str, list[float]] = {"empty": [], "warm": []}
        for run in range(RUNS):
            cache = Path(folder, f"cache {run}")
            for state, taken in seconds.items():
                if state == "warm":
                    _warm(path, question, cache)
                answered, cost = _first(path, question, cache)
                assert cost == expected.cost.travelled
                taken.append(answered)
    return (f"{side} x {side} cells", f"{expected.expanded:,}", *(f"{np.median(each):.2f}" for each in seconds.values()))


def _warm(path: Path, question: dict[str, Any], cache: Path) -> None:
    command = [sys.executable, "-m", "genastar", "warm", str(path), "--domain", "grid"]
    ends = ["--from", question["start"], "--to", *question["goals"]]
    subprocess.run(
        [*command, *ends], env=os.environ | {"GENASTAR_CACHE_DIR": str(cache)}, check=True, stdout=subprocess.DEVNULL
    )


def _first(path: Path, question: dict[str, Any], cache: Path) -> tuple[float, float]:
    """Return the seconds of a server's first answer, and its cost."""
    with serving(path, cache) as (_, address), httpx.Client(base_url=f"{address}/api/v1", timeout=60) as http:
        http.get("/domains").raise_for_status()
        world = http.post("/worlds", json={"source": path.name}).json()["id"]
        began = perf_counter()
        answer = http.post(f"/worlds/{world}/solve", json=question).json()
        return perf_counter() - began, answer["cost"]


def _scattered(folder: str, side: int) -> Path:
    path = Path(folder, "scattered.npy")
    np.save(path, (np.random.default_rng(SEED).random((side, side)) > 0.25).astype(np.int32))
    return path


def _grid(path: Path) -> Grid:
    grid = genastar.load(path, domain="grid")
    assert isinstance(grid, Grid)
    return grid


@contextmanager
def serving(path: Path, cache: Path | None = None) -> Iterator[tuple[psutil.Process, str]]:
    """Yield the server's process and its address. ``cache`` is where it keeps machine code, if not in the usual place."""
    command = [sys.executable, "-m", "genastar", "serve", str(path), "--domain", "grid", "--port", "0"]
    with tempfile.TemporaryFile("w+") as log:
        environment = os.environ | ({} if cache is None else {"GENASTAR_CACHE_DIR": str(cache)})
        process = subprocess.Popen(command, stderr=log, stdout=subprocess.DEVNULL, env=environment)
        try:
            while not (found := re.search(r"http://[0-9.]+:[0-9]+", _text(log))):
                assert process.poll() is None, _text(log)
                sleep(0.05)
            yield psutil.Process(process.pid), found[0]
        finally:
            process.terminate()
            process.wait()


def load(grid: Grid, process: psutil.Process, address: str) -> None:
    """Send the same few hundred questions repeatedly from a few clients at once."""
    asked = _make_questions(grid, 300)
    expected = [grid.search(start, [goal], engine="interpreted").cost for start, goal in asked]
    costs = [None if cost is None else cost.travelled for cost in expected]
    world = _world(address)

    def client(number: int) -> list[float]:
        taken = []
        with httpx.Client(base_url=address, timeout=60) as http:
            for turn in range(number, REQUESTS, CLIENTS):
                row = turn % len(asked)
                start, goal = asked[row]
                question = {"start": grid.format(start), "goals": [grid.format(goal)]}
                began = perf_counter()
                answer = http.post(f"/api/v1/worlds/{world}/solve", json=question).json()
                taken.append(perf_counter() - began)
                assert answer["cost"] == costs[row], answer
        return taken

    for row in range(200):  # compiled, and warm
        start, goal = asked[row]
        httpx.post(f"{address}/api/v1/worlds/{world}/solve", json={"start": grid.format(start), "goals": [grid.format(goal)]})
    before, worked = process.memory_info().rss, sum(process.cpu_times()[:2])
    began = perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        taken = np.concatenate(list(clients.map(client, range(CLIENTS))))
    seconds = perf_counter() - began
    after, worked = process.memory_info().rss, sum(process.cpu_times()[:2]) - worked
    p50, p99 = np.percentile(taken, [50, 99]) * 1000
    rows = [
        ("requests a second", f"{REQUESTS / seconds:,.0f}"),
        ("p50, ms", f"{p50:.1f}"),
        ("p99, ms", f"{p99:.1f}"),
        ("the server's time on a core for each, ms", f"{worked / REQUESTS * 1000:.1f}"),
        ("resident memory before and after, MB", f"{before / 1e6:.0f}, {after / 1e6:.0f}"),
    ]
    print_table([f"{REQUESTS:,} `solve` of {SIDE} x {SIDE} cells, {CLIENTS} clients", ""], rows)


def watch(grid: Grid, address: str) -> None:
    """Time a search with all its events: sent as a stream, and observed inside the process."""
    asked = max(_make_questions(grid, 300), key=lambda each: grid.search(each[0], [each[1]], engine="interpreted").expanded)
    question = {"start": grid.format(asked[0]), "goals": [grid.format(asked[1])], "engine": "interpreted"}
    algorithm = {"algorithm": "dijkstra"}
    world, events, began = _world(address), 0, perf_counter()
    with connect(f"ws{address[4:]}/api/v1/worlds/{world}/trace", max_size=None) as http:
        for _ in range(20):
            http.send(json.dumps({"ask": question | algorithm}))
            while "answer" not in (frame := json.loads(http.recv())):
                events += len(frame["events"]["kind"]) if "events" in frame else 0
    streamed = perf_counter() - began
    trace: genastar.Trace[Any, genastar.Cost[float]] = genastar.Trace()
    began = perf_counter()
    for _ in range(20):
        grid.search(asked[0], [asked[1]], algorithm="dijkstra", engine="interpreted", observer=trace)
    heard = perf_counter() - began
    assert len(trace.events) == events
    rows = [
        ("sent to a client, and searched again for its own time", f"{events / streamed:,.0f}"),
        ("heard by a `Trace` in the process", f"{events / heard:,.0f}"),
    ]
    print_table([f"{events:,} events of 20 searches", "events a second"], rows)


def leave(address: str) -> None:
    """Clients that ask and go away, half of them without a goodbye: no search is left running."""
    host, port = address.removeprefix("http://").split(":")
    blank = {"blank": {"domain": "grid", "width": 2000, "height": 2000}}
    world = httpx.post(f"{address}/api/v1/worlds", json=blank, timeout=60).json()["id"]
    question = {"start": "0,0", "goals": ["1999,1999"], "algorithm": "dijkstra", "engine": "interpreted"}
    begun, most = 0, 0.0
    for number in range(LEAVERS):
        if number % 2:
            with connect(f"ws://{host}:{port}/api/v1/worlds/{world}/trace") as client:
                client.send(json.dumps({"ask": question}))
                begun += "began" in json.loads(client.recv())
                client.socket.shutdown(socket.SHUT_RDWR)
        else:
            body = json.dumps(question)
            with socket.create_connection((host, int(port))) as client:
                head = f"POST /api/v1/worlds/{world}/solve HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n"
                client.sendall((head + body).encode())
                while not _running(address):
                    sleep(0.002)
                begun += 1
        left = perf_counter()
        while _running(address):
            sleep(0.002)
        most = max(most, perf_counter() - left)
    assert begun == LEAVERS
    print_table(
        [f"{LEAVERS} clients that went away amid a search", ""],
        [("searches left running", f"{_running(address):.0f}"), ("longest until it was ended, ms", f"{most * 1000:.0f}")],
    )


def _running(address: str) -> float:
    found = re.search(r"^genastar_searches_running (\S+)", httpx.get(f"{address}/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def _world(address: str) -> str:
    return str(httpx.post(f"{address}/api/v1/worlds", json={"source": "scattered.npy"}, timeout=60).json()["id"])


def _make_questions(grid: Grid, count: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    rows, columns = np.nonzero(grid.world.costs)
    picks = np.random.default_rng(SEED).integers(len(rows), size=(count, 2))
    return [((int(columns[a]), int(rows[a])), (int(columns[b]), int(rows[b]))) for a, b in picks]


def _text(log: IO[str]) -> str:
    return os.pread(log.fileno(), 1 << 16, 0).decode()
