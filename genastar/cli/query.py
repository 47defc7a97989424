"""The question that a command asks of each source, in the texts that a user typed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from attrs import AttrsInstance, frozen

from genastar.algorithm import Algorithm
from genastar.cli.console import complain
from genastar.cli.options import parse_options
from genastar.options import list_files
from genastar.worlds.domain_registry import AnyDomain


@frozen(kw_only=True)
class Query:
    """A start, goals, and how to search: the same for each source."""

    start: str | None = None
    """``None`` for the starts of the source."""
    goals: tuple[str, ...] = ()
    """Empty for the goals of the source."""
    algorithm: Algorithm | str
    engine: str = "auto"
    options: dict[str, str]
    """Options of the domain."""

    def read(self, kind: type[AnyDomain], source: str) -> AnyDomain:
        """Return the world of a source.

        Raises:
            BadInput: an option is wrong, or the source cannot be read.
        """
        return kind.read(source, parse_options(kind.info, self.options))

    def parse_starts(self, world: AnyDomain) -> tuple[object, ...]:
        """Return the starts in a world.

        Raises:
            BadInput: the text names no position, or the world has no start.
        """
        return world.default_starts() if self.start is None else (world.parse(self.start),)

    def parse_goals(self, world: AnyDomain) -> tuple[object, ...]:
        """Return the goals in a world.

        Raises:
            BadInput: a text names no position.
        """
        return tuple(map(world.parse, self.goals)) or world.default_goals()

    @contextmanager
    def note_new_files(self) -> Iterator[None]:
        """Print a note for each file that the algorithm writes meanwhile: a file of its options that did not exist."""
        files = [] if isinstance(self.algorithm, str) else list_files(cast(AttrsInstance, self.algorithm))
        missing = [file for file in files if not os.path.lexists(file)]
        yield
        for file in filter(Path.exists, missing):
            complain(f"note: there was no file {file}, so the preparation was computed and saved there")
