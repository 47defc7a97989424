"""Servers in this process and in one of their own, a browser, and a domain whose searches never end."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar

import pytest
import uvicorn
from attrs import evolve, field, frozen
from litestar.testing import TestClient
from maze_text import MAZE

from genastar import AStar, BadInput, Cost, Domain, Node, OpenList, register
from genastar.authoring import DomainInfo, Example
from genastar.worlds import domain_registry
from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.serve import bind, make_config
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources


@frozen
class EndlessOptions:
    pause: float = field(default=0.0005, metadata={"help": "seconds for each step"})
    prepare: float = field(default=0.0, metadata={"help": "seconds before each search"})
    hidden: Path | None = field(default=None, metadata={"help": "a file of the server"})


@frozen
class Ahead(AStar[int, Cost[int]]):
    """Counts on and on."""

    goal: int
    pause: float

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        sleep(self.pause)
        travelled = node.cost.travelled + 1
        open_list.insert(node.position + 1, Cost(travelled, travelled, 0))

    def estimate(self, position: int) -> int:
        return 0


@frozen
class Endless(Domain[int, Cost[int], EndlessOptions]):
    """Whole numbers from 0 on: a world without a view, in which a search takes as long as it may."""

    info: ClassVar[DomainInfo] = DomainInfo("endless", "whole numbers", EndlessOptions, suffixes=(".endless",), api_version="1")
    options: EndlessOptions = EndlessOptions()
    remark: str = ""

    @classmethod
    def read(cls, source: object, options: EndlessOptions) -> Endless:
        text = Path(str(source)).read_text()
        if text.startswith("include "):
            text = (Path(str(source)).parent / text.removeprefix("include ").strip()).read_text()
        if text.startswith("bad"):
            raise BadInput(f"{source}: this is bad: {text}")
        return cls(options, text.strip())

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        yield Example(cls(), 0, (3,))

    def with_options(self, options: EndlessOptions) -> Endless:
        return evolve(self, options=options)

    def parse(self, text: str) -> int:
        if not text.isdigit():
            raise BadInput(f"{text!r} is no number")
        return int(text)

    def format(self, position: int) -> str:
        return str(position)

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> Ahead:
        sleep(self.options.prepare)
        return Ahead(goals[0], self.options.pause)

    def default_starts(self) -> tuple[int, ...]:
        return (0,)


def pytest_configure(config: pytest.Config) -> None:
    """Forget interruptions that fall into a callback of the garbage collector. Python ignores them; the server repeats them."""
    config.addinivalue_line(
        "filterwarnings", "ignore:(?s).*genastar_studio.server.interrupt.Interrupted:pytest.PytestUnraisableExceptionWarning"
    )


@pytest.fixture(autouse=True)
def restores_logging() -> Iterator[None]:
    """A command that begins to log, to the error stream of its test, leaves the loggers as they were."""
    loggers = [logging.getLogger(name) for name in ("genastar.studio", "uvicorn", "litestar")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture(scope="module", autouse=True)
def registered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Register `Endless`, and the ``REGISTERED`` of a module, while its tests run: other tests look at all domains."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(domain_registry.REGISTRY, "registered", dict(domain_registry.REGISTRY.registered))
        for domain in (Endless, *getattr(request.module, "REGISTERED", ())):
            register(domain)
        yield


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "maze.txt").write_text(MAZE)
    (tmp_path / "numbers.endless").write_text("on and on")
    (tmp_path / "secret.txt").write_text("S..G\n")
    return Sources.of([tmp_path / "maze.txt", tmp_path / "numbers.endless"])


@pytest.fixture
def settings() -> Settings:
    small = {"events": 5000, "questions": 20, "body": 200_000, "places": 10_000, "worlds": 12, "searches": 3}
    return Settings(port=0, seconds=60.0, expansions=1_000_000, patience=0.6, **small)


@pytest.fixture
def service(settings: Settings, sources: Sources) -> Service:
    return Service(settings, sources)


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    with TestClient(make_application(service), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def live(service: Service) -> Iterator[str]:
    """The address of a server behind a real socket, as ``127.0.0.1:PORT``."""
    with _served(service) as address:
        yield address


@pytest.fixture(scope="session")
def served() -> Callable[[Service], AbstractContextManager[str]]:
    """What serves in a thread as long as a block runs, and gives the address."""
    return _served


@contextmanager
def _served(service: Service) -> Iterator[str]:
    bound = bind(service.settings)
    server = uvicorn.Server(make_config(service))
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    until(lambda: server.started)
    try:
        yield f"127.0.0.1:{bound.getsockname()[1]}"
    finally:
        service.searches.cancel()
        server.should_exit = True
        thread.join()
        bound.close()


Serving = Callable[..., AbstractContextManager[str]]

_SHELL, _WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")

CHROMIUM = _SHELL if _SHELL.exists() else _WHOLE
"""Debian's Chromium; where it is installed, the build without windows, which takes a third less processor time."""

_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium. What is tested in it is left out where it is not. Of one module: it keeps an event loop."""
    if not CHROMIUM.exists():
        pytest.skip(f"the page is tested in {CHROMIUM}, which is not there")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=list(_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Serving:
    """What runs ``genastar serve`` in a process of its own, as long as a block runs, and gives the address."""

    @contextmanager
    def serving(*sources: Path, plugins: str | None = None) -> Iterator[str]:
        log = tmp_path_factory.mktemp("server") / "log"
        environment = os.environ | ({} if plugins is None else {"GENASTAR_PLUGINS": plugins})
        command = [sys.executable, "-m", "genastar", "serve", *map(str, sources), "--port", "0"]
        with log.open("w") as lines, subprocess.Popen(command, stderr=lines, env=environment) as process:
            try:
                last = monotonic() + 30
                while (found := re.search(r"http://[^\s;]+/", log.read_text())) is None:
                    assert process.poll() is None, log.read_text()
                    assert monotonic() < last, "the server does not begin"
                    sleep(0.05)
                yield found[0]
            finally:
                process.terminate()

    return serving


@pytest.fixture
def wait_for() -> Callable[..., None]:
    return until


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is true."""
    last = monotonic() + seconds
    while not condition():
        assert monotonic() < last, "it did not happen"
        sleep(0.01)
