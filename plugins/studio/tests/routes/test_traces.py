"""The trace over a WebSocket: the same events as in the process, back-pressure, pause, cancel, clients that go away."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from time import sleep
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from genastar import CancelToken, Node, Trace, load
from genastar.algorithms import Weighted
from genastar.authoring import Question
from genastar.worlds.domain_registry import find_domain
from genastar_studio.answers import stream
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

WORLDS = "/api/v1/worlds"


@pytest.fixture
def address(live: str) -> str:
    return live


def world_of(address: str, source: str) -> str:
    return httpx.post(f"http://{address}{WORLDS}", json={"source": source}).json()["id"]


@pytest.fixture
def maze(address: str) -> Iterator[ClientConnection]:
    with connect(f"ws://{address}{WORLDS}/{world_of(address, 'maze.txt')}/trace") as socket:
        yield socket


@pytest.fixture
def endless(address: str) -> Iterator[ClientConnection]:
    with connect(f"ws://{address}{WORLDS}/{world_of(address, 'numbers.endless')}/trace") as socket:
        yield socket


def say(socket: ClientConnection, **command: object) -> None:
    socket.send(json.dumps(command))


def receive(socket: ClientConnection) -> dict[str, Any]:
    return json.loads(socket.recv(timeout=20))


def hear_all(socket: ClientConnection) -> list[dict[str, Any]]:
    """All frames of one search."""
    frames = [receive(socket)]
    while not {"answer", "problem"} & set(frames[-1]):
        frames.append(receive(socket))
    return frames


def events_of(frames: list[dict[str, Any]]) -> dict[str, list]:
    """The columns of all frames, one after another."""
    columns: dict[str, list] = {}
    for frame in frames:
        if "events" in frame:
            assert frame["events"]["first"] == len(columns.get("kind", []))
            for name, values in frame["events"].items():
                if name != "first":
                    columns.setdefault(name, []).extend(values)
    return columns


WEIGHTED = {"algorithm": "weighted", "algorithm_options": {"weight": 3}}
OPTIONS = [
    ({}, "auto", "interpreted", False),
    ({"heuristic": "euclidean"}, Weighted(3), "interpreted", True),
    pytest.param({"directions": "4"}, "astar", "compiled", False, marks=pytest.mark.long),
    ({"turn": 0.5}, "astar", "interpreted", False),
]


@pytest.mark.parametrize(("options", "algorithm", "engine", "reopen"), OPTIONS)
def test_the_events_are_those_of_a_trace(
    maze: ClientConnection, sources: Sources, options: dict, algorithm: Weighted | str, engine: str, reopen: bool
) -> None:
    grid = load(sources.by_name["maze.txt"].path, **options)
    trace: Trace = Trace()
    # Before the server's clock runs: it may compile.
    result = grid.search(algorithm=algorithm, engine=engine, reopen=reopen, observer=trace)
    how = {"algorithm": algorithm} if isinstance(algorithm, str) else WEIGHTED
    say(maze, ask={"options": options, "engine": engine, "reopen": reopen} | how)
    heard = hear_all(maze)
    assert len(heard) > 2, heard
    began, *frames, last = heard
    view = grid.view()
    assert began == {"began": {"start_place": 0, "goal_places": [48], "cost": "gh"}}
    columns = events_of(frames)
    assert "".join(columns["kind"]) == "".join(event.kind.value[0] for event in trace.events)
    assert len(columns["kind"]) > 10
    numbers: dict[object, int] = {}
    for event in trace.events:
        numbers.setdefault(event.node.position, len(numbers))
    nodes = [event.node for event in trace.events]
    assert columns["state"] == [numbers[node.position] for node in nodes]
    assert columns["parent"] == [-1 if node.parent is None else numbers[node.parent] for node in nodes]
    assert columns["place"] == [view.place_of_state(node.position) for node in nodes]
    assert columns["names"] == [grid.format((state[0], state[1])) for state in numbers]
    for name, part in (("g", "travelled"), ("h", "left"), ("f", "total")):
        assert columns[name] == [getattr(node.cost, part) / view.unit for node in nodes]
    answer = last["answer"]
    assert (answer["outcome"], answer["cost"], answer["engine"]) == ("found", result.cost.travelled, engine)
    assert (answer["algorithm"], answer["why"], answer["bound"]) == (result.algorithm, result.why or None, result.bound)
    assert answer["places"] == [view.place(position) for position in result.path]
    assert answer["expanded"] == result.expanded
    assert answer["seconds"] < 1


def test_costs_that_are_no_numbers(address: str, service: Service) -> None:
    """A search whose cost has no g and no h is told by ``cost``."""
    frames: list[bytes] = []

    class Seen:
        view = None
        domain = find_domain("endless")()

    class FakeQuestion:
        contents, start, goals, question, algorithm = Seen(), 0, (3,), Question((0,), (3,)), "astar"
        limits = service.settings

    class Ear:
        def put(self, frame: bytes, _: object) -> None:
            frames.append(frame)

    go = Event()
    go.set()
    heard = stream.Stream(FakeQuestion(), Ear(), CancelToken(), go, 10, 10, 1.0)  # type: ignore[arg-type]
    heard.opened(Node(0, (1, 2)))
    heard.closed(Node(0, (1, 2)))
    heard.finish()
    began, events = map(json.loads, frames)
    assert began == {"began": {"start_place": None, "goal_places": [], "cost": "other"}}
    assert events["events"]["cost"] == [[1, 2], [1, 2]]
    assert "g" not in events["events"]


def test_one_search_after_another_and_problems_between(maze: ClientConnection) -> None:
    for wrong in ("{", "3", '{"ask": 3}', '{"jump": true}', '{"ask": {"start": "5,0"}}', '{"ask": {"events": 5001}}',
                  '{"ask": {"events": -1}}', '{"ask": {"engine": "warp"}}'):  # fmt: skip
        maze.send(wrong)
        problem = hear_all(maze)[-1]["problem"]
        assert problem["status"] == 422, wrong
    for _ in range(3):
        say(maze, ask={"engine": "interpreted"})
        assert hear_all(maze)[-1]["answer"]["outcome"] == "found"


def test_events_are_capped(maze: ClientConnection) -> None:
    say(maze, ask={"engine": "interpreted", "events": 7})
    frames = hear_all(maze)
    assert len(events_of(frames)["kind"]) == 7
    assert {"capped": 7} in frames
    assert frames[-1]["answer"]["outcome"] == "found"
    say(maze, ask={"engine": "interpreted", "events": 0})
    assert [list(frame) for frame in hear_all(maze)] == [["began"], ["answer"]]


@pytest.mark.parametrize("prepare", [0.0, 0.6])
def test_cancel_before_anything_was_sent(endless: ClientConnection, prepare: float) -> None:
    """Wherever the search is: in preparation it is interrupted, and that is an answer too."""
    for _ in range(3):
        say(endless, ask={"goals": ["1000000"], "options": {"prepare": prepare}})
        say(endless, pause=True)
        say(endless, cancel=True)
        answer = hear_all(endless)[-1].get("answer", {})
        assert (answer.get("outcome"), answer.get("path"), answer.get("places")) == ("cancelled", [], [])


def test_pause_continue_cancel(endless: ClientConnection, service: Service, wait_for: Callable) -> None:
    say(endless, ask={"goals": ["9999999"], "engine": "interpreted"})
    while "events" not in receive(endless):
        pass
    say(endless, pause=True)
    with suppress(TimeoutError):
        for _ in range(100):  # what was under way comes; then nothing
            endless.recv(timeout=0.4)
    with pytest.raises(TimeoutError):
        endless.recv(timeout=0.2)
    assert service.searches.running == 1
    say(endless, pause=False)
    assert "events" in receive(endless)
    say(endless, pause=True)
    say(endless, cancel=True)
    answer = hear_all(endless)[-1]["answer"]
    assert answer["outcome"] == "cancelled"
    assert 0 < answer["seconds"] < 5
    wait_for(lambda: service.searches.running == 0)


def test_a_question_ends_the_one_before(endless: ClientConnection, service: Service) -> None:
    say(endless, ask={"goals": ["9999999"], "engine": "interpreted"})
    while "events" not in receive(endless):
        pass
    say(endless, ask={"goals": ["3"], "engine": "interpreted"})
    assert hear_all(endless)[-1]["answer"]["outcome"] == "cancelled"
    frames = hear_all(endless)
    assert (frames[0]["began"]["start_place"], frames[-1]["answer"]["cost"]) == (None, 3)


def test_a_question_ends_one_in_preparation(endless: ClientConnection) -> None:
    say(endless, ask={"goals": ["9"], "options": {"prepare": 0.6}})
    say(endless, ask={"goals": ["3"], "engine": "interpreted"})
    assert hear_all(endless)[-1]["answer"]["outcome"] == "cancelled"
    assert hear_all(endless)[-1]["answer"]["cost"] == 3


def test_a_vanished_client_leaves_no_search(address: str, service: Service, wait_for: Callable) -> None:
    world = world_of(address, "numbers.endless")
    with connect(f"ws://{address}{WORLDS}/{world}/trace") as leaver:
        say(leaver, ask={"goals": ["9999999"], "engine": "interpreted"})
        receive(leaver)
        leaver.socket.shutdown(socket.SHUT_RDWR)  # no goodbye
    wait_for(lambda: service.searches.running == 0)
    counted = f'{{method="WEBSOCKET",path="{WORLDS}/{{world_id}}/trace",status="101"}} 1.0'
    wait_for(lambda: f"genastar_requests_total{counted}" in httpx.get(f"http://{address}/metrics").text)
    assert "genastar_streams 0.0" in httpx.get(f"http://{address}/metrics").text


def test_a_world_that_is_not_there(address: str) -> None:
    with connect(f"ws://{address}{WORLDS}/nothing/trace") as client:
        assert receive(client)["problem"]["status"] == 404
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=5)


class TestTime:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(port=0, seconds=0.3, patience=0.6)

    def test_the_servers_time_is_over(self, endless: ClientConnection) -> None:
        say(endless, ask={"goals": ["9999999"], "engine": "interpreted"})
        assert hear_all(endless)[-1]["problem"]["status"] == 408
        say(endless, ask={"goals": ["9999999"], "engine": "interpreted", "limits": {"seconds": 0.1}})
        assert hear_all(endless)[-1]["answer"]["outcome"] == "timeout"

    def test_nothing_comes_of_it(self, endless: ClientConnection, service: Service, wait_for: Callable) -> None:
        """A search that does not even begin in time: its solver is compiled, or makes tables."""
        say(endless, ask={"goals": ["3"], "engine": "interpreted", "options": {"prepare": 1.5}})
        assert hear_all(endless)[-1]["problem"]["status"] == 408
        say(endless, ask={"goals": ["3"], "engine": "interpreted"})
        assert hear_all(endless)[-1]["answer"]["outcome"] == "found"
        wait_for(lambda: service.searches.running == 0)

    def test_pauses_do_not_count(self, endless: ClientConnection) -> None:
        say(endless, ask={"goals": ["100"], "engine": "interpreted"})
        say(endless, pause=True)
        sleep(0.6)
        say(endless, pause=False)
        assert hear_all(endless)[-1]["answer"]["outcome"] == "found"


class TestPlaces:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(port=0, seconds=20, searches=1)

    def test_a_search_that_is_paused_keeps_nobody_out(
        self, endless: ClientConnection, address: str, service: Service, wait_for: Callable
    ) -> None:
        say(endless, ask={"goals": ["9999999"], "engine": "interpreted"})
        wait_for(lambda: service.searches.running == 1)
        with httpx.Client(base_url=f"http://{address}") as client:
            assert client.post("/api/v1/worlds", json={"source": "maze.txt"}).status_code == 429
            say(endless, pause=True)
            wait_for(lambda: client.post("/api/v1/worlds", json={"source": "maze.txt"}).status_code == 201)
            say(endless, pause=False)
            wait_for(lambda: client.post("/api/v1/worlds", json={"source": "maze.txt"}).status_code == 429)
        say(endless, cancel=True)
        assert hear_all(endless)[-1]["answer"]["outcome"] == "cancelled"
        wait_for(lambda: service.searches.is_idle)


class TestSlowClients:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(port=0, seconds=60, patience=0.6)

    def test_the_search_waits_and_then_ends(
        self, address: str, service: Service, wait_for: Callable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of a client that does not read, so many frames are held and no more; when its time is over the search ends."""
        put, waiting = [0], [0]
        original = stream.Channel.put

        def counted(channel: stream.Channel, frame: bytes, cancel: object) -> None:
            original(channel, frame, cancel)
            put[0] += 1
            waiting[0] = max(waiting[0], channel._frames.qsize())

        monkeypatch.setattr(stream.Channel, "put", counted)
        monkeypatch.setattr(stream, "_EVENTS", 2)
        monkeypatch.setattr(find_domain("endless"), "format", lambda _, position: f"{position:50000}")  # buffers fill up soon
        world = world_of(address, "numbers.endless")
        host, port = address.split(":")
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect((host, int(port)))
            with connect(f"ws://{address}{WORLDS}/{world}/trace", sock=raw, max_queue=1, close_timeout=0.1) as client:
                say(client, ask={"goals": ["9999999"], "engine": "interpreted", "options": {"pause": 0.0}})
                wait_for(lambda: service.searches.running == 1)
                wait_for(lambda: service.searches.running == 0, 30)
        assert put[0] > stream.FRAMES
        assert waiting[0] <= stream.FRAMES
        wait_for(lambda: service.metrics.streams._value.get() == 0)


def test_in_process_sockets_work_too(client: TestClient) -> None:
    world = client.post(WORLDS, json={"source": "maze.txt"}).json()
    with client.websocket_connect(f"{WORLDS}/{world['id']}/trace") as ws:
        ws.send_json({"ask": {"engine": "interpreted"}})
        frames = [ws.receive_json()]
        while "answer" not in frames[-1]:
            frames.append(ws.receive_json())
    assert frames[-1]["answer"]["outcome"] == "found"
