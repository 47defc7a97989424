"""A signal ends the server within five seconds, whatever it does."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, perf_counter, sleep

import httpx
import pytest
from websockets.sync.client import connect

WORLDS = "/api/v1/worlds"

DOMAINS = '''
"""Domains that never end: in Python, in one call of C that keeps the interpreter's lock, and while they compile."""

import re
import sys
import time
from pathlib import Path
from typing import ClassVar

from attrs import field, frozen

from genastar import AStar, Cost, Domain, register
from genastar.authoring import DomainInfo, Example


def here():
    Path(__file__).with_name("here").touch()


@frozen
class Ahead(AStar[int, Cost[int]]):
    how: str

    def is_destination(self, position):
        return False

    def add_neighbours(self, node, open_list):
        here()
        if self.how == "hold":
            re.match(r"(a+)+$", "a" * 60 + "b")
        while self.how == "sleep":
            time.sleep(600)
        open_list.relax(node.position + 1, node.cost.travelled + 1)


@frozen
class EverOptions:
    how: str = field(default="loop", metadata={"help": "how"})


@register
@frozen
class Ever(Domain[int, Cost[int], EverOptions]):
    info: ClassVar[DomainInfo] = DomainInfo("ever", "numbers", EverOptions, suffixes=(".ever",), api_version="1")
    options: EverOptions = EverOptions()

    @classmethod
    def read(cls, source, options):
        while options.how == "read":
            here()
        return cls(options)

    @classmethod
    def examples(cls):
        yield Example(cls(), 0, (3,))

    def parse(self, text):
        return int(text)

    def format(self, position):
        return str(position)

    def problem(self, goals, starts=()):
        if self.options.how == "compile":
            here()
            llvm = type(sys)("llvmlite")  # code of LLVM is not interrupted
            exec("import time\\nwhile True:\\n    time.sleep(0.01)", vars(llvm))
        return Ahead(self.options.how)

    def default_starts(self):
        return (0,)

    def default_goals(self):
        return (1,)
'''


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen, address: str, folder: Path) -> None:
        self.process = process
        self.address = address
        self.folder = folder

    def wait_until_it_works(self) -> None:
        last = monotonic() + 60
        while not (self.folder / "here").exists():
            assert monotonic() < last
            sleep(0.02)

    def world(self, how: str) -> str:
        made = httpx.post(f"http://{self.address}{WORLDS}", json={"source": "x.ever", "options": {"how": how}}, timeout=30)
        return f"{WORLDS}/{made.json()['id']}"

    def post(self, path: str, **arguments: object) -> None:
        """Ask, and do not wait for the answer."""

        def ask() -> None:
            with suppress(httpx.HTTPError):
                httpx.post(f"http://{self.address}{path}", timeout=60, **arguments)  # type: ignore[arg-type]

        Thread(target=ask, daemon=True).start()

    def raw(self, data: bytes) -> socket.socket:
        host, port = self.address.split(":")
        made = socket.create_connection((host, int(port)))
        made.sendall(data)
        return made


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "ever.py").write_text(DOMAINS)
    (tmp_path / "x.ever").write_text("x")
    code = (
        "import sys; from genastar.worlds.domain_registry import run_plugin_file; from genastar.cli.app import run;"
        f"run_plugin_file({str(tmp_path / 'ever.py')!r}); sys.exit(run(sys.argv[1:]))"
    )
    environment = os.environ | {"GENASTAR_PLUGINS": "serve"}  # the domains that are installed take seconds to import
    command = [sys.executable, "-c", code, "serve", str(tmp_path / "x.ever"), "--port", "0"]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(command, stderr=log, env=environment) as process:
        try:
            last = monotonic() + 60
            while (found := re.search(r"http://([^\s;]+)/", (tmp_path / "log").read_text())) is None:
                assert process.poll() is None, (tmp_path / "log").read_text()
                assert monotonic() < last
                sleep(0.05)
            yield Served(process, found[1], tmp_path)
        finally:
            process.kill()


def searches(server: Served, keep: ExitStack) -> None:
    for how in ("loop", "sleep", "compile"):
        server.post(f"{server.world(how)}/solve", json={"engine": "interpreted"})


def holding(server: Served, keep: ExitStack) -> None:
    """A call of C that keeps the interpreter's lock: from then on, no Python of the server runs."""
    server.post(f"{server.world('hold')}/solve", json={"engine": "interpreted"})


def sockets(server: Served, keep: ExitStack) -> None:
    path = server.world("loop")
    for commands in ([{"ask": {"engine": "interpreted"}}], [{"ask": {"engine": "interpreted"}}, {"pause": True}], []):
        socket = keep.enter_context(connect(f"ws://{server.address}{path}/trace", close_timeout=0.1))
        for command in commands:
            socket.send(json.dumps(command))


def half_requests(server: Served, keep: ExitStack) -> None:
    host = f"Host: {server.address}\r\n"
    for data in (
        "",
        "GET / HTTP/1.1\r\nHo",
        f"POST {WORLDS} HTTP/1.1\r\n{host}Content-Length: 1000\r\n\r\n{{",
        f"GET /api/v1/health HTTP/1.1\r\n{host}\r\n",
    ):
        keep.enter_context(server.raw(data.encode()))


def upload(server: Served, keep: ExitStack) -> None:
    server.post(WORLDS, files={"file": ("x.ever", b"x")}, data={"options": '{"how": "read"}'})


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "begin"),
    [
        (signal.SIGINT, (searches, sockets, half_requests, upload)),
        (signal.SIGTERM, (searches, sockets, half_requests, upload)),
        (signal.SIGINT, (holding,)),
        (signal.SIGTERM, (sockets,)),
    ],
)
def test_a_signal_ends_the_server(
    serving: Served, number: signal.Signals, begin: tuple[Callable[[Served, ExitStack], None], ...]
) -> None:
    with ExitStack() as keep:
        for each in begin:
            each(serving, keep)
        serving.wait_until_it_works()
        serving.process.send_signal(number)
        began = perf_counter()
        serving.process.wait(timeout=30)
        assert perf_counter() - began < 5.0
    log = (serving.folder / "log").read_text()
    assert "Traceback" not in log, log
