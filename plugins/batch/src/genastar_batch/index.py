"""A number for each question, on disk: there may be more questions than memory has room for."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

_BYTES: Final = 8
"""Of a number."""


class Index:
    """Numbers by question, 0 where none was set, in a file without a name."""

    def __init__(self, folder: Path) -> None:
        self._file = TemporaryFile(buffering=0, dir=folder)  # noqa: SIM115  # see close
        self._count = 0

    def __len__(self) -> int:
        """One more than the greatest question that has a number."""
        return self._count

    def __getitem__(self, question: int) -> int:
        if question >= self._count:
            return 0
        self._file.seek(question * _BYTES)
        return int.from_bytes(self._file.read(_BYTES), "little")

    def __setitem__(self, question: int, number: int) -> None:
        self._file.seek(question * _BYTES)
        self._file.write(number.to_bytes(_BYTES, "little"))
        self._count = max(self._count, question + 1)

    def close(self) -> None:
        """Remove it."""
        self._file.close()
