"""One number per question, kept on disk because there may be more questions than fit into memory."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from genastar import BadInput
from genastar.files import format_path

_BYTES: Final = 8
"""Bytes per number."""


class Index:
    """Numbers by question, 0 if not set, in an unnamed file in the folder of the answer file."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._count = 0
        try:
            self._file = TemporaryFile(buffering=0, dir=out.parent)  # noqa: SIM115  # see close
        except OSError as error:
            raise BadInput(f"{format_path(out)}: cannot write here: {error.strerror or error}") from error

    def __len__(self) -> int:
        """Return one more than the largest question that has a number."""
        return self._count

    def __getitem__(self, question: int) -> int:
        if question >= self._count:
            return 0
        self._file.seek(question * _BYTES)
        return int.from_bytes(self._file.read(_BYTES), "little")

    def __setitem__(self, question: int, number: int) -> None:
        try:
            self._file.seek(question * _BYTES)
            rest = memoryview(number.to_bytes(_BYTES, "little"))
            while rest:  # an almost full disk may write only a part
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise BadInput(f"{self._out}: cannot write here: {error.strerror or error}") from error
        self._count = max(self._count, question + 1)

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
