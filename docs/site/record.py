"""The player of the first page: the studio's own page, with recorded answers of the service as files.

The service runs in this process. Its answers are stored unchanged: the catalogue, worlds and their views; and for each search
the messages of its stream, one a line, and the check of its estimate. In the player, ``assets/player/answered.js`` reads these
files instead of calling the service.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files as files_of
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from litestar.testing import TestClient

from genastar_studio.app import app_of
from genastar_studio.settings import Settings
from genastar_studio.sources import Sources

ROOT: Final = Path(__file__).parents[2]
HOST: Final = "http://127.0.0.1"
API: Final = "/api/v1"
ALGORITHMS: Final = ("auto", "astar", "weighted", "greedy", "dijkstra", "breadth-first", "both-ways", "jps")
EXPANSIONS: Final = 3000
"""The number of expansions of the check of an estimate."""
OTHERS: Final = ("index.html", "main.js")
"""Files of the studio's page that the player replaces."""

PARTS: Final = {
    "cells": ("colours",),
    "tiles": ("colours", "centres", "sides", "side_colours"),
    "lines": ("points", "ends", "bends", "first_bend"),
}


@frozen
class World:
    """A world of the player, and a question about it."""

    title: str
    path: Path
    start: str
    goal: str


WORLDS: Final = (
    World("terrain of six costs", Path(__file__).parent / "worlds/country.csv", "2,2", "61,37"),
    World("a maze in an image", ROOT / "plugins/bitmap/tests/data/normal.png", "3,0", "31,40"),
    World("a hex map", ROOT / "plugins/hexmap/tests/data/valley.hex.csv", "1,1", "25,14"),
    World("streets of Kotka", ROOT / "plugins/roads/tests/data/kotka.osm.pbf", "60.5251,26.9402", "60.5352,26.9601"),
    World("a game map", ROOT / "plugins/grid/tests/data/arena.map.gz", "2,10", "46,38"),
    World("an 8-puzzle, as a tree", Path(__file__).parent / "worlds/eight.puzzle", "", ""),
)


@cache
def files() -> tuple[tuple[str, bytes], ...]:
    """Return the files of the player by their paths, recorded once in a process."""
    return tuple(_page()) + tuple(_recorded())


def _page() -> Iterator[tuple[str, bytes]]:
    page = Path(str(files_of("genastar_studio"))) / "page"
    for path in sorted(page.rglob("*.*")):
        if path.name not in OTHERS:
            yield path.relative_to(page).as_posix(), path.read_bytes()


def _recorded() -> Iterator[tuple[str, bytes]]:
    settings = Settings(port=0)
    with TestClient(app_of(settings, Sources.of(world.path for world in WORLDS)), base_url=HOST) as client:
        worlds = {}
        for world in WORLDS:
            told = _world(client, world)
            known = []
            for algorithm in ALGORITHMS:
                question = {"algorithm": algorithm, "engine": "interpreted", **_ends(told)}
                if lines := _trace(client, told["id"], question):
                    known.append(algorithm)
                    estimate = client.post(f"{API}/worlds/{told['id']}/heuristic", json={**question, "expansions": EXPANSIONS})
                    yield f"recorded/{world.path.name}/{algorithm}.jsonl", "\n".join(lines).encode()
                    yield f"recorded/{world.path.name}/{algorithm}.json", estimate.raise_for_status().content
            worlds[world.path.name] = told | {"algorithms": known, "parts": _parts(client, told)}
        catalogue = {name: client.get(f"{API}/{name}").json() for name in ("domains", "algorithms")}
        catalogue["sources"] = [{"name": world.path.name, "title": world.title} for world in WORLDS]
        yield "recorded/catalogue.json", json.dumps(catalogue).encode()
        for name, told in worlds.items():
            yield f"recorded/{name}.json", json.dumps(told).encode()


def _world(client: TestClient[Any], world: World) -> dict[str, Any]:
    """Return the service's answer about a world, with the ends of the question as positions and as places."""
    told = client.post(f"{API}/worlds", json={"source": world.path.name}).raise_for_status().json()
    texts = [world.start, world.goal] if world.start else [told["start"], *told["goals"]]
    where = [client.get(f"{API}/worlds/{told['id']}/position", params={"position": text}).json() for text in texts]
    start, *goals = (end["position"] for end in where)
    return dict(told | {"start": start, "goals": goals, "positions": where})


def _ends(told: dict[str, Any]) -> dict[str, object]:
    """Return the ends of a question as the page sends them: as places if the world has a view."""
    start, *goals = ({"place": end["place"]} if told["view"] else end["position"] for end in told["positions"])
    return {"start": start, "goals": goals}


def _parts(client: TestClient[Any], told: dict[str, Any]) -> dict[str, str]:
    """Return the arrays of a world's view in base64."""
    names = PARTS[told["view"]["kind"]] if told["view"] else ()
    view = f"{API}/worlds/{told['id']}/view"
    return {name: base64.b64encode(client.get(f"{view}/{name}").raise_for_status().content).decode() for name in names}


def _trace(client: TestClient[Any], world: str, question: dict[str, object]) -> list[str]:
    """Return the messages of the stream of one search; none if the algorithm does not fit the world."""
    with client.websocket_connect(f"{API}/worlds/{world}/trace") as socket:
        socket.send_json({"ask": question})
        lines: list[str] = []
        while True:
            line = socket.receive_text()
            message = json.loads(line)
            if "problem" in message:
                return []
            lines.append(line)
            if "answer" in message:
                return lines
