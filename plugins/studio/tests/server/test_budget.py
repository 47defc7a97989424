"""Whatever a request starts ends with its budget: in every route, and when the client goes away."""

from __future__ import annotations

import json
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import httpx
import pytest
from attrs import field, frozen
from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.sync.client import connect

from genastar import AStar, Cost, Domain, Node, OpenList
from genastar.authoring import DomainInfo, Example
from genastar.worlds.view import Alternative, Brush, Canvas, Cells, UnitForm
from genastar_studio.app import make_application
from genastar_studio.routes.catalogue import find_canvas
from genastar_studio.routes.service import Service
from genastar_studio.server.interrupt import Interrupted, Interruptible
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

pytestmark = pytest.mark.long

API = "/api/v1"
SECONDS = 0.1
STUCK: set[str] = set()
"""The methods of the domain that never come back."""


def turn(method: str) -> None:
    """Loop for ever, if this method does."""
    while method in STUCK:
        pass


@frozen
class StuckOptions:
    size: int = field(default=4, metadata={"help": "places"})


@frozen
class Walk(AStar[int, Cost[int]]):
    size: int
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        turn("add_neighbours")
        if node.position + 1 < self.size:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        turn("is_destination")
        return position == self.goal

    def estimate(self, position: int) -> int:
        turn("estimate")
        return 0


class StuckView(Canvas[int, int, "Stuck"]):
    """A row of places."""

    saves: ClassVar[tuple[str, ...]] = (".stuck",)

    def __init__(self, size: int) -> None:
        self.size = size

    @property
    def shape(self) -> Cells:
        turn("shape")
        return Cells(self.size, 1, bytes(3 * self.size))

    @property
    def unit_form(self) -> UnitForm | None:
        """Of the world under other options alone: fleets refuse large units."""
        return UnitForm("2", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))) if self.size == MADE["size"] else None

    @property
    def fits(self) -> bytes:
        turn("fits")
        return bytes(self.size)

    def describe_clearance(self, place: int) -> str:
        turn("clearance")
        return ""

    def alternatives(self, start: int, goal: int, count: int) -> tuple[Alternative[int], ...]:
        turn("alternatives")
        return (Alternative((start, goal), 1.0),)

    def place(self, position: int) -> int:
        turn("place")
        return position

    def position(self, place: int) -> int:
        turn("position")
        return place

    @property
    def brushes(self) -> tuple[Brush, ...]:
        turn("brushes")
        return (Brush("free", 1.0, (255, 255, 255)),)

    @property
    def values(self) -> bytes:
        turn("values")
        return array("d", [1.0] * self.size).tobytes()

    def paint(self, changes: Mapping[int, float]) -> Stuck:
        turn("painted")
        return Stuck(StuckOptions(self.size))

    def make_blank(self, width: int, height: int) -> Stuck:
        turn("blank")
        return Stuck(StuckOptions(width * height))

    def save(self, out: Path, start: int, goals: object) -> None:
        turn("save")
        out.write_text("")


@frozen
class Stuck(Domain[int, Cost[int], StuckOptions]):
    """A domain any of whose methods may loop for ever."""

    info: ClassVar[DomainInfo] = DomainInfo(
        "stuck", "a row", StuckOptions, suffixes=(".stuck",), writes=(".txt",), api_version="1"
    )
    options: StuckOptions = StuckOptions()

    @classmethod
    def read(cls, source: object, options: StuckOptions) -> Stuck:
        turn("read")
        return cls(options)

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        turn("examples")
        yield Example(cls(), 0, (3,))

    def parse(self, text: str) -> int:
        turn("parse")
        return int(text)

    def format(self, position: int) -> str:
        turn("format")
        return str(position)

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> Walk:
        turn("problem")
        return Walk(self.options.size, goals[0])

    def default_starts(self) -> tuple[int, ...]:
        turn("default_starts")
        return (0,)

    def default_goals(self) -> tuple[int, ...]:
        turn("default_goals")
        return (self.options.size - 1,)

    def with_options(self, options: StuckOptions) -> Stuck:
        turn("configured")
        return Stuck(options)

    def view(self) -> StuckView:
        turn("view")
        return StuckView(self.options.size)

    def draw(self, result: object, trace: object, out: Path) -> None:
        turn("draw")
        out.write_text("drawn")

    def matrix(self, starts: list[int], goals: list[int], *, algorithm: object, engine: str) -> list[list[float]]:
        turn("matrix")
        return [[0.0 for _ in goals] for _ in starts]


REGISTERED = (Stuck,)


Ask = tuple[dict[str, Any], tuple[str, ...]]
"""The arguments of a request, and the methods of the domain that it comes to."""

FAST = {"engine": "interpreted"}
MADE = {"size": 5}
UPLOADED = {"files": {"file": ("x.stuck", b"x")}}

WORK: dict[tuple[str, str], list[Ask]] = {
    ("GET", "/domains"): [({}, ("examples",))],
    ("POST", "/worlds"): [
        (UPLOADED, ("read", "shape")),
        ({"json": {"source": "row.stuck"}}, ("read", "view")),
        ({"json": {"copy": "{world}"}}, ("default_goals",)),
        ({"json": {"blank": {"domain": "stuck", "width": 2, "height": 2}}}, ("blank",)),
    ],
    ("GET", "/worlds"): [({}, ("default_starts",))],
    ("GET", "/worlds/{world_id}"): [({}, ("format",))],
    ("GET", "/worlds/{world_id}/view/{part}"): [({}, ("values",))],
    ("GET", "/worlds/{world_id}/position"): [
        ({"params": {"place": 1}}, ("position",)),
        ({"params": {"position": "1"}}, ("parse",)),
        ({"params": {"place": 1, "options": json.dumps(MADE)}}, ("configured",)),
    ],
    ("PATCH", "/worlds/{world_id}"): [({"json": {"version": 0, "paint": [[1, 1.0]]}}, ("painted",))],
    ("PUT", "/worlds/{world_id}/values"): [
        ({"content": array("d", [2.0] * 4).tobytes(), "headers": {"If-Match": '"0"'}}, ("values",))
    ],
    ("POST", "/worlds/{world_id}/fits"): [({"json": {"options": MADE}}, ("configured", "fits"))],
    ("POST", "/worlds/{world_id}/clearance"): [({"json": {"place": 1}}, ("clearance",))],
    ("POST", "/worlds/{world_id}/solve"): [({"json": FAST | {"options": MADE}}, ("configured", "add_neighbours", "place"))],
    ("POST", "/worlds/{world_id}/batch"): [({"json": FAST | {"questions": [{"start": "0"}] * 3}}, ("parse", "is_destination"))],
    ("POST", "/worlds/{world_id}/matrix"): [({"json": FAST | {"starts": ["0"], "goals": ["1"]}}, ("parse", "matrix"))],
    ("POST", "/worlds/{world_id}/heuristic"): [({"json": FAST}, ("estimate",))],
    ("POST", "/worlds/{world_id}/reach"): [({"json": {"start": "0"}}, ("parse", "add_neighbours", "place"))],
    ("POST", "/worlds/{world_id}/alternatives"): [({"json": {"start": "0", "goal": "1"}}, ("parse", "alternatives", "place"))],
    ("POST", "/worlds/{world_id}/fleet"): [
        ({"json": {"starts": ["0"], "goals": ["1"], "algorithm": "pibt"}}, ("parse", "add_neighbours", "place"))
    ],
    ("GET", "/worlds/{world_id}/ends"): [({}, ("default_starts", "position", "add_neighbours"))],
    ("POST", "/worlds/{world_id}/export"): [
        ({"json": {"format": "txt", "question": FAST}}, ("add_neighbours", "draw")),
        ({"json": {"format": "trace", "question": FAST}}, ("format",)),
        ({"json": {"format": "scenario", "question": FAST}}, ("save",)),
    ],
    ("POST", "/worlds/{world_id}/commands"): [({"json": FAST}, ("format",))],
    ("WEBSOCKET", "/worlds/{world_id}/trace"): [({}, ("problem", "add_neighbours", "format"))],
}
"""What clients can make a domain do, by route."""

QUICK = {
    ("GET", "/health"), ("GET", "/plugins"), ("GET", "/engines"), ("GET", "/algorithms"), ("GET", "/sources"),
    ("DELETE", "/worlds/{world_id}"),
    ("GET", "/openapi.json"), ("GET", "/docs"), ("GET", "/docs.css"), ("GET", "/metrics"), ("GET", "/"), ("GET", "/{path}"),
    ("GET", "/player.html"),
}  # fmt: skip
"""Routes that come to no method of a domain."""


@pytest.fixture(scope="module")
def served_row(served: Callable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Service]]:
    path = tmp_path_factory.mktemp("sources") / "row.stuck"
    path.write_text("x")
    service = Service(Settings(port=0, seconds=SECONDS, worlds=10_000, searches=3), Sources.of([path]))
    with served(service) as address:
        yield address, service


@pytest.fixture(autouse=True)
def _nothing_is_stuck() -> Iterator[None]:
    yield
    STUCK.clear()


def routes() -> set[tuple[str, str]]:
    """All routes of the application: the method, and the path below the prefix."""
    service = Service(Settings(), Sources())
    app = make_application(service)
    while not isinstance(app, Litestar):
        app = app._app  # type: ignore[attr-defined]  # the layers around the routes
    found: set[tuple[str, str]] = set()
    for route in app.routes:
        path = route.path_format if isinstance(route, HTTPRoute | WebSocketRoute) else ""
        path = path.removeprefix(API) or "/"
        if isinstance(route, WebSocketRoute):
            found.add(("WEBSOCKET", path))
        if isinstance(route, HTTPRoute):
            found |= {(method, path) for method in route.methods if method != "OPTIONS"}
    return found


def test_every_route_is_in_these_tables() -> None:
    """A route that starts work has to be tried with a domain that never comes back: add it to ``WORK``."""
    assert routes() == set(WORK) | QUICK


def cases() -> list[Any]:
    return [
        pytest.param(method, path, arguments, stuck, id=f"{method} {path} {stuck}")
        for (method, path), asks in WORK.items()
        for arguments, methods in asks
        for stuck in methods
    ]


def at_work() -> bool:
    return any(thread.name == "genastar work" for thread in threading.enumerate())


@pytest.mark.parametrize(("method", "path", "arguments", "stuck"), cases())
def test_what_never_comes_back_ends(
    served_row: tuple[str, Service], wait_for: Callable, method: str, path: str, arguments: dict[str, Any], stuck: str
) -> None:
    address, service = served_row
    with httpx.Client(base_url=f"http://{address}{API}", timeout=30) as client:
        world = client.post("/worlds", **UPLOADED).json()["id"]
        there = path.replace("{world_id}", world).replace("{part}", "values")
        find_canvas.cache_clear()
        STUCK.add(stuck)
        if method == "WEBSOCKET":
            with connect(f"ws://{address}{API}{there}") as socket:
                socket.send(json.dumps({"ask": FAST}))
                answer = next(found for found in map(json.loads, socket) if "answer" in found or "problem" in found)
            assert answer["problem"]["status"] == 408
        else:
            if "copy" in arguments.get("json", {}):
                arguments = {"json": {"copy": world}}
            response = client.request(method, there, **arguments)
            assert response.status_code == 408, response.text
            assert response.headers["content-type"] == "application/problem+json"
        told = perf_counter()
        wait_for(lambda: service.searches.is_idle and not at_work(), 5.0)
        assert perf_counter() - told < 1.0, "its thread goes on after the answer"
        STUCK.clear()
        service.worlds.close()
        assert client.get("/health").json()["status"] == "ok"


def test_a_client_that_goes_away_ends_what_it_asked(served: Callable, wait_for: Callable, tmp_path: Path) -> None:
    path = tmp_path / "row.stuck"
    path.write_text("x")
    service = Service(Settings(port=0, seconds=600.0), Sources.of([path]))
    with served(service) as address:
        world = httpx.post(f"http://{address}{API}/worlds", **UPLOADED).json()["id"]
        STUCK.add("matrix")
        with closing(HTTPConnection(address)) as client:
            asked = json.dumps(FAST | {"starts": ["0"], "goals": ["0"]})
            client.request("POST", f"{API}/worlds/{world}/matrix", asked, {"Content-Type": "application/json"})
            wait_for(lambda: not service.searches.is_idle)
        began = perf_counter()
        wait_for(lambda: service.searches.is_idle, 5.0)
        assert perf_counter() - began < 1.0


def test_work_that_catches_everything_is_interrupted_again() -> None:
    caught, told, go = [], [], threading.Event()

    def stubborn() -> int:
        go.set()
        while len(caught) < 3:
            try:
                while True:
                    pass
            except BaseException as error:
                caught.append(type(error))
        return 7

    piece = Interruptible()
    thread = threading.Thread(target=piece.run, args=(stubborn, lambda *end: told.append(end)))
    thread.start()
    assert go.wait(10)
    while thread.is_alive():
        piece.interrupt()
        thread.join(0.02)
    assert caught == [Interrupted] * 3
    assert told == [(7, None)]
    piece.interrupt()  # nothing is there any more


def test_interruptions_at_any_moment_tell_one_end() -> None:
    """The end is told once, whether the interruption comes before, in, or after the work; none comes later."""
    for count in range(300):
        told: list[tuple[object, object]] = []
        piece = Interruptible()
        thread = threading.Thread(target=piece.run, args=(lambda n=count: sum(range(20 * n)), lambda *end: told.append(end)))  # noqa: B023
        thread.start()
        piece.interrupt()
        thread.join(10)
        assert len(told) == 1
        result, error = told[0]
        assert (result is None) != (error is None)
