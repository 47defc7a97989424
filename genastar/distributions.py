"""Entry points of installed distributions, read without `importlib.metadata`, whose import takes half as long as genastar's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Final

from attrs import frozen


@frozen
class EntryPoint:
    """A name that a distribution gives an object in a module."""

    name: str
    value: str
    """The module and, after a colon, the object."""

    @property
    def module(self) -> str:
        """The name of the module."""
        return self.value.partition(":")[0].strip()

    def load(self) -> object:
        """Import the module, and return the object."""
        found: object = import_module(self.module)
        for name in filter(None, self.value.partition("[")[0].partition(":")[2].strip().split(".")):
            found = getattr(found, name)
        return found


def list_folders() -> list[str]:
    """Return the folders in which distributions are looked for."""
    return list(dict.fromkeys(sys.path))


def find_entries() -> Iterator[tuple[Path, str]]:
    """Yield the folder with the metadata of each distribution that has entry points, and their text.

    What cannot be read is left out, as is what lies in a zip file.
    """
    for folder in map(Path, list_folders()):
        with suppress(OSError):
            for home in folder.iterdir():
                if home.suffix in _METADATA:
                    with suppress(OSError, UnicodeDecodeError):
                        yield home, (home / "entry_points.txt").read_text(encoding="utf-8")


_METADATA: Final = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
"""The file with the name of a distribution, by the ending of its folder."""


def parse_entries(text: str, group: str) -> Iterator[EntryPoint]:
    """Yield the entry points of a group."""
    is_inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            is_inside = line == f"[{group}]"
        elif is_inside and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip())


def read_name_and_version(home: str | PathLike[str]) -> tuple[str, str]:
    """Return the name and the version of a distribution whose metadata lie in a folder.

    Raises:
        OSError, UnicodeDecodeError, KeyError: they cannot be read.
    """
    folder, fields = Path(home), dict[str, str]()
    for line in (folder / _METADATA[folder.suffix]).read_text(encoding="utf-8").partition("\n\n")[0].splitlines():
        name, _, value = line.partition(":")
        fields.setdefault(name, value.strip())
    return fields["Name"], fields["Version"]
