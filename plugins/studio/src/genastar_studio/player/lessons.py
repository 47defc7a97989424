"""Lessons: a world, two panels and three sentences each; and their pages, which any host of files serves.

``page/gallery/lessons.json`` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from genastar.files import AnyPath, to_path, write_text
from genastar_studio.player.gallery import GALLERY, GalleryExample, record
from genastar_studio.player.recording import Recording
from genastar_studio.player.saved_page import make_page


class Lesson(GalleryExample, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson: an example of two panels, with sentences."""

    sentences: list[str]
    """What to see, and what to compare."""

    @property
    def page(self) -> str:
        """Name of the file of the lesson's page."""
        return f"{self.name}.html"


def read_lessons() -> list[Lesson]:
    """Return the lessons in their order."""
    return msgspec.json.decode((GALLERY / "lessons.json").read_bytes(), type=list[Lesson])


def record_lesson(lessons: list[Lesson], number: int) -> Recording:
    """Return the recording of one of these lessons, which names the pages before and after it."""
    lesson = lessons[number]
    recording = record(lesson, lesson.panels)
    recording.scenario = None  # a studio has the lesson itself
    recording.shown = [*range(len(recording.searches))]
    recording.world["id"] = ""
    for search in recording.searches:
        search.answer["seconds"] = None  # it tells of the machine that wrote the page, and like the id it differs each time
    recording.lesson = {
        "name": lesson.name,
        "title": lesson.title,
        "sentences": lesson.sentences,
        "previous": lessons[number - 1].page if number else None,
        "next": lessons[number + 1].page if number + 1 < len(lessons) else None,
    }
    return recording


def make_lesson_pages() -> Iterator[tuple[Lesson, str]]:
    """Yield the lessons with the HTML of their pages. Each is one file; its links lead to the pages beside it."""
    lessons = read_lessons()
    for number, lesson in enumerate(lessons):
        yield lesson, make_page(record_lesson(lessons, number))


def save_lessons(folder: AnyPath) -> list[Path]:
    """Write the page of each lesson into a folder, which is made if needed, and return their paths.

    Raises:
        BadInput: the folder or a file cannot be written.
        PluginError: the domain of a lesson is not installed.
    """
    target = to_path(folder)
    saved = []
    for lesson, page in make_lesson_pages():
        saved.append(target / lesson.page)
        write_text(saved[-1], page)
    return saved
