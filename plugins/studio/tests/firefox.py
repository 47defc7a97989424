"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself: no driver beside it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = Path("/usr/bin/firefox-esr")


class Firefox:
    """A page of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._count = 0
        self.faults: list[str] = []
        """Errors of scripts, and of the console."""
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._context = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def _call(self, method: str, **params: object) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.faults.append(str(message["params"]["text"]))
            if message.get("id") == self._count:
                assert message["type"] == "success", message
                return message["result"]

    def go(self, address: str) -> None:
        """Load a page."""
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def read(self, script: str) -> Any:
        """Return the value of an expression, which JSON can hold."""
        target = {"context": self._context}
        whole = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        found = self._call("script.evaluate", expression=whole, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait_for(self, condition: str, seconds: float = 30.0) -> None:
        """Wait until an expression is true."""
        last = monotonic() + seconds
        while not self.read(condition):
            assert monotonic() < last, f"{condition} did not become true"
            sleep(0.05)

    def drag(self, *points: tuple[float, float]) -> None:
        """Press the left button at the first point, move through the others, and let go."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 40} for x, y in points]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "mouse", "actions": actions}
        self._call("input.performActions", context=self._context, actions=[pointer])


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Run Firefox without a window as long as a block runs."""
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = profile / "log"
    with log.open("w") as lines, subprocess.Popen(command, stdout=lines, stderr=lines) as process:
        try:
            last = monotonic() + 60
            while (found := re.search(r"BiDi listening on (ws://\S+)", log.read_text())) is None:
                assert process.poll() is None, log.read_text()
                assert monotonic() < last, log.read_text()
                sleep(0.05)
            with connect(f"{found[1]}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
