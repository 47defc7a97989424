"""Answers on disk: a journal while they come, and the file that was asked for when all are there.

The journal is ``OUT.part``: JSON lines, a head and then a row for each answer as it comes. The next run finds there what is
answered already, and asks the rest; a row that is cut off is dropped. Questions that failed are asked again. When all are
there, ``OUT`` is written in the order of the questions, and the journal is removed, unless questions have failed. Memory is
needed for none of that, however many questions there are: where the row of each begins is kept on disk, in an `Index`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Final

from attrs import define, field

from genastar import BadInput
from genastar.files import named, replacing
from genastar_batch.index import Index

COLUMNS: Final = ("question", "from", "to", "outcome", "cost", "expanded", "path", "error")

MOST: Final = 1 << 32
"""Questions."""

Answered = dict[str, object]
"""A row: a value for each of the `COLUMNS`."""


@define
class Journal:
    """The answers that have come, and where they go in the end."""

    out: Path
    about: Mapping[str, object]
    """What the answers depend on: a journal of other questions is not gone on with."""
    failed: int = field(default=0, init=False)
    """How many questions have failed."""
    _rows: Index = field(init=False)
    """Where the row of each question begins in the file, doubled, and one more if it is of a failure."""
    _file: IO[bytes] = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self.out.suffix.lower() not in _WRITERS:
            raise BadInput(f"{named(self.out)}: no such file is written (endings known: {', '.join(_WRITERS)})")
        if self.out.exists() and not self.part.exists():
            raise BadInput(f"{self.out}: this file is there and whole; remove it to ask again")
        try:
            self._file = self.part.open("a+b")
        except OSError as error:
            raise BadInput(f"{self.part}: cannot write here: {error.strerror or error}") from error
        self._rows = Index(self.part.parent)
        try:
            self._go_on()
        except BadInput:
            self.close()
            raise

    @property
    def part(self) -> Path:
        """The journal's file."""
        return self.out.with_name(f"{self.out.name}.part")

    def is_answered(self, question: int) -> bool:
        """Whether the question has a row, and not one of a failure."""
        at = self._rows[question]
        return at > 0 and at % 2 == 0

    def add(self, row: Answered) -> None:
        """Write a row."""
        self._note(row, self._file.tell())
        self._write(row)

    def flush(self) -> None:
        """What was added is in the file from here on."""
        self._file.flush()

    def close(self) -> None:
        """Leave the journal for another run."""
        self._file.close()
        self._rows.close()

    def finish(self) -> None:
        """Write the file that was asked for.

        Raises:
            BadInput: it cannot be written.
        """
        self.flush()
        with replacing(self.out) as beside:
            _WRITERS[self.out.suffix.lower()](beside, self._in_order)
        if not self.failed:
            self.part.unlink()

    def _in_order(self) -> Iterator[Answered]:
        for question in range(len(self._rows)):
            if at := self._rows[question]:
                self._file.seek(at >> 1)
                yield json.loads(self._file.readline())

    def _note(self, row: Mapping[str, object], at: int) -> None:
        """That this row begins there."""
        question, has_failed = row["question"], row["error"] is not None
        if not isinstance(question, int) or not 0 <= question < MOST:
            raise ValueError(question)
        self.failed += has_failed - self._rows[question] % 2
        self._rows[question] = 2 * at + has_failed

    def _write(self, value: Mapping[str, object]) -> None:
        self._file.write(json.dumps(value, allow_nan=False).encode() + b"\n")

    def _go_on(self) -> None:
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                if whole == 0 and row != self.about:
                    raise BadInput(f"{self.part}: these are the answers to other questions; remove it, or choose another --out")
                if whole > 0:
                    self._note(row, whole)
            except (ValueError, TypeError, KeyError) as error:
                if isinstance(error, BadInput):
                    raise
                raise BadInput(f"{self.part}: byte {whole}: this is no row of answers; remove the file") from error
            whole += len(line)
        self._file.truncate(whole)
        self._file.seek(whole)
        if whole == 0:
            self._write(self.about)
            self._file.flush()


def _write_json_lines(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows())


def _write_csv(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row in rows():
            table.writerow({name: ";".join(value) if isinstance(value, list) else value for name, value in row.items()})


def _write_parquet(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    try:
        import pyarrow  # type: ignore[import-untyped]  # it has no types
        from pyarrow.parquet import ParquetWriter  # type: ignore[import-untyped]
    except ImportError as error:
        raise BadInput(f"{path}: Parquet needs pyarrow; try: pip install 'genastar-batch[parquet]'") from error
    plain = all(isinstance(row["cost"], (int, float, type(None))) for row in rows())
    texts = pyarrow.list_(pyarrow.string())
    kinds = {"question": pyarrow.int64(), "to": texts, "expanded": pyarrow.int64(), "path": texts}
    kinds["cost"] = pyarrow.float64() if plain else pyarrow.string()
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    with ParquetWriter(path, schema) as table:
        some: list[Answered] = []
        for row in rows():
            cost = row["cost"]
            some.append(row if plain or cost is None else {**row, "cost": json.dumps(cost)})
            if len(some) == 1 << 12:
                table.write_table(pyarrow.Table.from_pylist(some, schema))
                some.clear()
        table.write_table(pyarrow.Table.from_pylist(some, schema))


_WRITERS: Final = {".jsonl": _write_json_lines, ".csv": _write_csv, ".parquet": _write_parquet}
