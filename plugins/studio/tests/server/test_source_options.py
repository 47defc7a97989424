"""Options of the domain that the command line gives for the sources of a server."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient
from maze_text import MAZE

from genastar import BadInput
from genastar.cli import main
from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

pytest.importorskip("genastar_grid")


@pytest.fixture
def maze(tmp_path: Path) -> Path:
    path = tmp_path / "maze.txt"
    path.write_text(MAZE)
    return path


def test_a_source_is_read_with_the_options_that_were_given(maze: Path) -> None:
    service = Service(Settings(), Sources.of([maze], None, ["directions=4"]))
    with TestClient(make_application(service), base_url="http://127.0.0.1") as client:

        def read_directions(**wanted: object) -> object:
            answer = client.post("/api/v1/worlds", json={"source": "maze.txt"} | wanted).json()
            assert "options" in answer, answer
            return answer["options"]["directions"]

        assert read_directions() == "4"
        assert read_directions(options={"directions": 8}) == "8", "the client's options come first"
        assert read_directions(options={"diagonals": "always"}) == "4"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("directions", "--option directions: expected NAME=VALUE"),
        ("directions=5", "directions"),
        ("direction=4", "directions"),
    ],
)
def test_a_wrong_option_is_refused_before_the_server_starts(
    maze: Path, option: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("studio", "serve"):
        assert main([command, str(maze), "--option", option, "--port", "0"]) == 2
        told = capsys.readouterr().err
        assert message in told
        assert told.count("\n") == 1


def test_an_option_without_a_source_is_refused() -> None:
    with pytest.raises(BadInput, match="--option needs a SOURCE"):
        Sources.of([], None, ["directions=4"])
