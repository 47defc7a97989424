"""The player of the first page: the studio's player of recorded searches, with recordings of the gallery."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

from genastar_studio.player.gallery import read_examples, record
from genastar_studio.player.recording import format_recording
from genastar_studio.server.page_files import FOLDER

ALGORITHMS: Final = ("auto", "astar", "weighted", "greedy", "dijkstra", "breadth-first", "both-ways", "jps")

PLAYER: Final = "recorded.html"

OTHERS: Final = ("index.html", "start.js", "main.js", PLAYER)
"""Files of the studio's page that are not the player's."""


@cache
def files() -> tuple[tuple[str, bytes], ...]:
    """Return the files of the player by their paths, recorded once in a process."""
    return tuple(_page()) + tuple(_recorded())


def _page() -> Iterator[tuple[str, bytes]]:
    yield "index.html", (FOLDER / PLAYER).read_bytes()
    for path in sorted(FOLDER.rglob("*.*")):
        if path.name not in OTHERS and path.suffix in (".css", ".js", ".svg"):
            yield path.relative_to(FOLDER).as_posix(), path.read_bytes()


def _recorded() -> Iterator[tuple[str, bytes]]:
    listed = []
    for example in read_examples():
        if len(example.panels) > 1:  # the player shows each algorithm by itself
            continue
        listed.append({"title": example.title, "file": f"recordings/{example.name}.recording"})
        yield listed[-1]["file"], format_recording(record(example, ALGORITHMS))
    yield "recordings.json", json.dumps(listed).encode()
