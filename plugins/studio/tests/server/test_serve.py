"""The commands, as they are typed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import genastar_studio.studio
from genastar.cli.app import run
from genastar_studio import serve
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources


def genastar(*arguments: str, **environment: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "genastar", *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment)


@pytest.fixture
def maze(tmp_path: Path) -> Path:
    path = tmp_path / "maze.txt"
    path.write_text("S.G\n")
    return path


@pytest.fixture
def serving(maze: Path) -> Iterator[tuple[subprocess.Popen, str]]:
    process = genastar("serve", str(maze), "--port", "0", GENASTAR_TOKEN="a long token")
    assert process.stderr is not None
    line = process.stderr.readline()
    assert "serving at http://127.0.0.1:" in line
    try:
        yield process, line.split()[3].rstrip("/;")
    finally:
        process.kill()
        process.communicate()


def test_serve_until_it_is_interrupted(serving: tuple[subprocess.Popen, str]) -> None:
    process, address = serving
    assert httpx.get(f"{address}/api/v1/sources").status_code == 401
    header = {"Authorization": "Bearer a long token"}
    assert httpx.get(f"{address}/api/v1/sources?x=secret", headers=header).json()[0]["name"] == "maze.txt"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    lines = err.splitlines()
    records = [json.loads(line) for line in lines if line.startswith("{")]
    assert [(record["path"], record["status"]) for record in records] == [("/api/v1/sources", 401), ("/api/v1/sources", 200)]
    assert records[1]["method"] == "GET"
    assert records[1]["seconds"] >= 0
    assert "secret" not in err, "what follows ? may be a token"
    assert "Traceback" not in err
    assert out == ""
    assert process.returncode in (0, 130)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--host", "0.0.0.0"), "0.0.0.0 is reachable from other machines; give a --token"),
        (("--token", "short"), "the token is too short"),
        (("--host", "203.0.113.7", "--token", "a long token"), "cannot listen on 203.0.113.7, port 8000"),
        (("--port", "99999"), "port is 99999"),
        (("--host", "no.such.name.invalid", "--token", "a long token"), "cannot listen on"),
        (("none.txt",), "none.txt: cannot read this source"),
        (("--seconds", "-1"), "seconds is -1"),
        (("--searches", "0"), "searches is 0"),
    ],
)
def test_what_cannot_be_served(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GENASTAR_TOKEN", raising=False)
    assert run(["serve", *arguments]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1


def test_a_port_that_is_taken(maze: Path, capsys: pytest.CaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", str(maze), "--port", str(taken.getsockname()[1])]) == 2
    assert "give another --port" in capsys.readouterr().err


@pytest.mark.parametrize(("token", "ending"), [(None, "/"), ("a long token", "/?token=a%20long%20token")])
def test_studio_opens_the_page(
    maze: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, token: str | None, ending: str
) -> None:
    opened: list[str] = []
    asked: list[tuple[Settings, Sources]] = []

    def served(settings: Settings, sources: Sources, ready: object) -> int:
        asked.append((settings, sources))
        ready("http://127.0.0.1:5/")  # type: ignore[operator]
        return 0

    monkeypatch.setattr(genastar_studio.studio, "run", served)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.delenv("GENASTAR_TOKEN", raising=False)
    if token:
        monkeypatch.setenv("GENASTAR_TOKEN", token)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(genastar_studio.studio, "PORT", port)
    assert run(["studio", str(maze)]) == 0
    assert opened == [f"http://127.0.0.1:5{ending}"]
    assert run(["studio", "--no-browser"]) == 0
    assert len(opened) == 1
    assert capsys.readouterr().out.count(f"the studio is at http://127.0.0.1:5{ending} (Ctrl-C ends it)") == 2
    (first, sources), (second, none) = asked
    assert (first.host, first.port, list(sources.by_name), list(none.by_name)) == ("127.0.0.1", port, ["maze.txt"], [])
    assert second.token == token
    with socket.create_server(("127.0.0.1", port)):
        assert run(["studio", "--no-browser"]) == 0
    assert asked[2][0].port == 0, "any free one, because this one is taken"


def test_help(capsys: pytest.CaptureFixture) -> None:
    assert run(["serve", "--help"]) == 0
    assert "--searches" in capsys.readouterr().out
    assert serve.api_version == genastar_studio.studio.api_version == "1"
