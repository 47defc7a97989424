"""Source files: those that the server was started with, and uploads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

from attrs import field, frozen

from genastar import BadInput
from genastar.cli.options import parse_pairs
from genastar.files import AnyPath
from genastar.options.reader import read_values
from genastar.worlds.domain_registry import find_domain, guess_domain, make_options

_LONGEST_NAME: Final = 100


@frozen
class SourceFile:
    """A file from which clients may open a world."""

    name: str
    """The client's name for the source; never a path."""
    path: Path = field(repr=False)
    domain: str
    bytes: int
    options: dict[str, object] = field(factory=dict)
    """Options of the domain with which the source is read where a client gives no others."""


@frozen
class Sources:
    """The sources that the server was started with. Clients give their names, which are never made into paths."""

    by_name: dict[str, SourceFile] = field(factory=dict)

    @classmethod
    def of(cls, paths: Iterable[AnyPath], domain: str | None = None, options: Iterable[str] = ()) -> Sources:
        """Return these files as sources. Equal names get a number.

        Args:
            paths: the files.
            domain: the domain that reads them (default: chosen by their formats).
            options: options of the domain as typed, ``NAME=VALUE``.

        Raises:
            BadInput: a file cannot be read, no domain reads it, or an option does not fit; or options without a file.
            PluginError: the domain cannot be used.
        """
        texts = parse_pairs("--option", options)
        found: dict[str, SourceFile] = {}
        for path in map(Path, paths):
            try:
                size = path.stat().st_size
            except OSError as error:
                raise BadInput(f"{path}: cannot read this source: {error.strerror or error}") from error
            info = find_domain(domain or guess_domain(path)).info
            values = read_values(info, texts, "--option", typed=True)
            make_options(info, values)  # refuses a wrong value now, and not when the world is opened
            name = next(name for name in _iterate_names(path.name) if name not in found)
            found[name] = SourceFile(name, path.resolve(), info.name, size, values)
        if texts and not found:
            raise BadInput("--option needs a SOURCE to read with it; name a file")
        return cls(found)


def _iterate_names(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name} ({number})"
        number += 1


class Upload:
    """A client's file, alone in its own folder, under a name reduced to safe characters.

    It exists as long as anything refers to this object: domains may map it into memory, or read it again under other options.
    """

    def __init__(self, name: str) -> None:
        self.name = make_safe_name(name)
        folder = mkdtemp(prefix="genastar-")
        self.path = Path(folder) / self.name
        self.remove = finalize(self, rmtree, folder, ignore_errors=True)
        """Removes the file, once."""


def make_safe_name(name: str) -> str:
    """Return the last part of a name with unsafe characters replaced; suffixes are kept."""
    last = re.split(r"[/\\]", name)[-1]
    kept = re.sub(r"[^\w.\- ]", "_", last).strip(" .")[-_LONGEST_NAME:]
    return kept if re.search(r"\w", kept) else "upload"
