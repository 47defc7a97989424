"""The player of the first page, which is the studio's player of recorded searches, with recordings; and the lessons' pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

from genastar_studio.player.gallery import read_examples, record
from genastar_studio.player.lessons import make_lesson_pages, read_lessons
from genastar_studio.player.recording import PanelSettings, format_recording
from genastar_studio.server.page_files import FOLDER

ALGORITHMS: Final = ("auto", "astar", "weighted", "greedy", "dijkstra", "breadth-first", "both-ways", "jps")

LESSONS: Final = "lessons"
"""The site's folder of lessons."""

PLAYER: Final = "recorded.html"

OTHERS: Final = ("index.html", "start.js", "main.js", PLAYER)
"""Files of the studio's page that are not the player's."""


@cache
def files() -> tuple[tuple[str, bytes], ...]:
    """Return the files of the player and the lessons by their paths on the site, recorded once in a process."""
    pages = (*_page(), *_recorded())
    lessons = ((f"{LESSONS}/{lesson.page}", page.encode()) for lesson, page in make_lesson_pages())
    return (*((f"player/{path}", content) for path, content in pages), *lessons)


def list_of_lessons() -> str:
    """Return links to the lessons, for a page two folders below the site's first."""
    return "\n".join(f"- [{lesson.title}](../../{LESSONS}/{lesson.page}): {lesson.text}" for lesson in read_lessons())


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
        yield listed[-1]["file"], format_recording(record(example, map(PanelSettings, ALGORITHMS)))
    yield "recordings.json", json.dumps(listed).encode()
