"""The journal of a batch, ``OUT.part``: the answers so far, from which the answer file is written at the end.

It is JSON lines: a head with everything that the answers depend on; a line for each run with its process; a row for each
answer. The next run reads it and asks only the remaining questions. It drops an incomplete last row and asks failed questions
again. When all answers are there, ``OUT`` is written in the order of the questions, and the journal is removed unless questions
have failed. Memory does not grow with the questions: an `Index` on disk stores where each row begins.

A file that does not begin like a journal belongs to another program and is never changed. The same holds for an ``OUT`` that no
run of this journal wrote. One process at a time uses the journal: it holds a lock, which ends with the process.
"""

from __future__ import annotations

import json
import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from attrs import define, field

from genastar import BadInput, Outcome
from genastar.errors import shorten_text
from genastar.files import check_regular_file, replace_file
from genastar.values.interrupts import hold_back_signals
from genastar_batch.answers import COLUMNS, WRITERS, Answered
from genastar_batch.index import Index

try:
    import fcntl
except ImportError:  # Windows: no lock there
    fcntl = None  # type: ignore[assignment]

MOST: Final = 1 << 32
"""Maximum number of questions."""

_ROOM: Final = 1 << 15
"""Bytes of rows to buffer before writing."""

_KIND: Final = b'{"genastar batch journal": '
_HEAD: Final = _KIND + b'1, "about": '
"""Beginning of a journal of this version."""

_FLAGS: Final = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags that neither wait for a pipe nor follow a link that replaced the journal after it was checked."""

_STATES: Final = ("failed", *(outcome.value for outcome in Outcome))
"""States of a row in the index, stored in this many bits:"""

_BITS: Final = 3


@define
class Journal:
    """The answers so far, and the file they go to at the end.

    Raises:
        BadInput: the journal or the answer file belongs to another program or other questions, or cannot be written.
    """

    out: Path
    about: Mapping[str, object]
    """Everything the answers depend on; a journal with other values is refused."""
    outcomes: Counter[str] = field(factory=Counter, init=False)
    """Number of questions with a row, by outcome; questions that ended in an error are ``"failed"``."""
    _fd: int = field(default=-1, init=False)
    _rows: Index = field(init=False)
    """Offset of each question's row in the file, and its state (one of `_STATES`)."""
    _end: int = field(default=0, init=False)
    """Size of the file's complete lines in bytes."""
    _pending: bytearray = field(factory=bytearray, init=False)
    """Lines that are not yet in the file."""
    _written: list[object] = field(factory=list, init=False)
    """The `_mark` of each answer file that runs of this journal wrote."""

    def __attrs_post_init__(self) -> None:
        if self.out.suffix.lower() not in WRITERS:
            raise BadInput(f"{shorten_text(str(self.out), 200)}: unsupported answer file; supported: {', '.join(WRITERS)}")
        if os.path.lexists(self.out) and not os.path.lexists(self.part):
            raise BadInput(f"{self.out}: this file already exists; remove it to ask again, or choose another --out")
        self._rows = Index(self.out)
        try:
            self._open_and_lock()
            self._go_on()
        except BaseException:
            self.close()
            raise

    @property
    def part(self) -> Path:
        """Path of the journal."""
        return self.out.with_name(f"{self.out.name}.part")

    def is_answered(self, question: int) -> bool:
        """Return whether the question has a row without an error."""
        known = self._rows[question]
        return known > 0 and _STATES[known % (1 << _BITS)] != "failed"

    def add(self, row: Answered) -> None:
        """Add a row. The next `flush` writes it to the file.

        Raises:
            BadInput: the file cannot be written.
        """
        self._note(row, self._end + len(self._pending))
        self._pending += _format_line(row)
        if len(self._pending) > _ROOM:
            self.flush()

    def flush(self) -> None:
        """Write the added rows to the file.

        Raises:
            BadInput: the file cannot be written. It keeps the rows of the last flush.
        """
        with hold_back_signals():  # an interruption could write rows twice
            end = self._end
            try:
                while some := self._pending[end - self._end :]:
                    os.lseek(self._fd, end, os.SEEK_SET)
                    end += os.write(self._fd, some)
            except OSError as error:
                os.ftruncate(self._fd, self._end)
                end = self._end
                if not end:
                    self._remove()
                raise BadInput(f"{self.part}: cannot write here: {error.strerror or error}") from error
            finally:
                self._end = end
                self._pending.clear()

    def close(self) -> None:
        """Release the journal for another run; remove it if it has no answers."""
        self._rows.close()
        if self._fd < 0:
            return
        with hold_back_signals():
            try:
                self.flush()
                if self._end and not self.outcomes:
                    self._remove()
            finally:
                os.close(self._fd)
                self._fd = -1

    def finish(self, questions: int) -> None:
        """Write the answer file, and remove the journal unless questions have failed.

        Args:
            questions: number of questions.

        Raises:
            BadInput: the file cannot be written, or the journal has answers to more questions.
        """
        if len(self._rows) > questions:
            raise BadInput(
                f"{self.part}: answers question {len(self._rows) - 1}, but there are only {questions} questions; remove it"
            )
        self.flush()
        with replace_file(self.out) as beside:
            WRITERS[self.out.suffix.lower()](beside, self._read_in_order)
            self._check_out()
            self._written.append(_mark(beside))
            self._pending += _format_line({"written": _mark(beside)})
            self.flush()
        if not self.outcomes["failed"]:
            self._remove()

    def _open_and_lock(self) -> None:
        """Open the journal and lock it for this process."""
        while not self._is_there():
            if self._fd >= 0:  # another run removed the file after it was opened here
                os.close(self._fd)
                self._fd = -1
            if self.part.is_symlink():
                raise BadInput(f"{self.part}: this is a symbolic link; remove it, or choose another --out")
            if self.part.exists():
                check_regular_file(self.part)
            try:
                if not self.part.exists():
                    self._create()
                with suppress(FileNotFoundError):  # another run ended in between
                    self._fd = os.open(self.part, _FLAGS)
                if self._fd >= 0 and fcntl is not None:
                    fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise BadInput(
                    f"{self.part}: {self._describe_holder()}; wait until it ends, or choose another --out"
                ) from error
            except OSError as error:
                raise BadInput(f"{self.part}: cannot write here: {error.strerror or error}") from error

    def _create(self) -> None:
        """Create the journal with its head, unless another run was faster. It is never empty: an empty file is foreign."""
        with hold_back_signals(), TemporaryDirectory(prefix=".", dir=self.part.parent) as folder:
            beside = Path(folder, "journal")
            beside.write_bytes(_format_head(self.about))
            try:
                os.link(beside, self.part)
            except FileExistsError:
                pass
            except OSError:  # the file system has no hard links
                beside.replace(self.part)

    def _describe_holder(self) -> str:
        """Describe the process that holds the lock."""
        holder = "another process is writing to it"
        with self._open_reader() as file:
            for line in file:
                if line.startswith(b'{"pid": ') and line.endswith(b"\n"):
                    with suppress(ValueError, KeyError, RecursionError):  # a damaged line
                        run = json.loads(line)
                        holder = f"process {run['pid']} on {run['host']} has been writing to it since {run['since']}"
        return holder

    def _is_there(self) -> bool:
        """Return whether the journal's name still refers to the open file."""
        try:
            return self._fd >= 0 and os.path.samestat(os.fstat(self._fd), os.lstat(self.part))
        except FileNotFoundError:
            return False

    def _remove(self) -> None:
        if self._is_there():  # another file may have taken its place
            self.part.unlink()

    def _open_reader(self) -> IO[bytes]:
        """Return the file, positioned at its beginning."""
        os.lseek(self._fd, 0, os.SEEK_SET)
        return open(self._fd, "rb", closefd=False)  # not by path: another file may have its name

    def _go_on(self) -> None:
        """Read the file's rows, and record this run in it."""
        end = self._read()
        self._check_out()
        os.ftruncate(self._fd, end)
        self._end = end
        if not end:
            self._pending += _format_head(self.about)
        since = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
        self._pending += _format_line({"pid": os.getpid(), "host": platform.node(), "since": since})
        self.flush()

    def _read(self) -> int:
        """Index the rows of the file, and return the number of usable bytes."""
        with self._open_reader() as file:
            start = file.read(len(_HEAD))
            if not start.startswith(_KIND):
                raise BadInput(f"{self.part}: not a journal of genastar batch; move it away, or choose another --out")
            if len(start) == len(_HEAD) and start != _HEAD:
                raise BadInput(f"{self.part}: written by another version; remove it, or choose another --out")
            head = start + file.readline()
            if not head.endswith(b"\n"):
                return 0
            end = len(head)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    self._take(line, end)
                except BadInput:  # the index cannot be written, which is not a fault of the row
                    raise
                except (ValueError, TypeError, KeyError, RecursionError) as error:
                    raise BadInput(f"{self.part}: byte {end}: this is not a row of a journal; remove the file") from error
                end += len(line)
        if head == _format_head(self.about):
            return end
        if self.outcomes:
            raise BadInput(f"{self.part}: these are the answers to other questions; remove it, or choose another --out")
        return 0

    def _take(self, line: bytes, at: int) -> None:
        """Index the line of the file that begins at this offset."""
        match json.loads(line):
            case {"pid": _}:
                pass
            case {"written": [_, _] as mark}:
                self._written.append(mark)
            case dict() as row if _is_row(row):
                self._note(row, at)
            case _:
                raise ValueError(line)

    def _check_out(self) -> None:
        if os.path.lexists(self.out) and _mark(self.out) not in self._written:
            raise BadInput(
                f"{self.out}: this file was not written by the run that left {self.part}; move it away, or choose another --out"
            )

    def _read_in_order(self) -> Iterator[Answered]:
        with self._open_reader() as file:
            for question in range(len(self._rows)):
                if at := self._rows[question] >> _BITS:
                    file.seek(at)
                    yield json.loads(file.readline())

    def _note(self, row: Mapping[str, object], at: int) -> None:
        """Index a row that begins at this offset."""
        question = row["question"]
        state = _STATES.index("failed" if row["error"] is not None else row["outcome"])
        if not isinstance(question, int) or not 0 <= question < MOST:
            raise ValueError(question)
        before = self._rows[question]
        if before:
            self.outcomes[_STATES[before % (1 << _BITS)]] -= 1
        self.outcomes[_STATES[state]] += 1
        self._rows[question] = at << _BITS | state


def _is_row(row: dict[str, object]) -> bool:
    """Return whether a row has a value of the right kind for each of the `COLUMNS`, storable in every format.

    Raises:
        ValueError: a text is not Unicode, or a number is NaN.
    """
    if tuple(row) != COLUMNS or isinstance(row["question"], bool):
        return False
    goals, path, expanded = row["to"], row["path"], row["expanded"]
    json.dumps(row, ensure_ascii=False, allow_nan=False).encode()
    return (
        isinstance(row["from"], str)
        and isinstance(goals, list)
        and isinstance(path, list | None)
        and all(isinstance(position, str) for position in (*goals, *(path or ())))
        and (expanded is None or (type(expanded) is int and 0 <= expanded < 1 << 63))
        and isinstance(row["algorithm"], str | None)
        and isinstance(row["error"], str | None)
    )


def _format_head(about: Mapping[str, object]) -> bytes:
    return _HEAD + _format_line(about)[:-1] + b"}\n"


def _format_line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, allow_nan=False).encode() + b"\n"


def _mark(path: Path) -> list[int]:
    """Return values that distinguish a file from others of the same name."""
    found = path.lstat()
    return [found.st_size, found.st_mtime_ns]
