"""Files of questions: MovingAI's scenarios, CSV, JSON lines, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, Final

from attrs import frozen

from genastar import BadInput
from genastar.files import AnyPath, opened

LONGEST: Final = 1 << 20
"""Characters of a line."""


@frozen
class Row:
    """A question as text, for the domain to parse."""

    start: str
    goals: tuple[str, ...]


def read_questions(path: AnyPath, needs_goals: bool = True) -> Iterator[Row]:
    """The questions of a file, one after another, by the end of its name; ``.gz`` may follow the first three.

    - ``.scen``: MovingAI's scenarios, columns five to eight;
    - ``.csv``: with a head, of which ``from`` and ``to`` are read; several goals have ``;`` between them;
    - ``.jsonl``: objects with ``from`` and ``to``, a text or a list of texts;
    - ``.parquet``: columns ``from`` and ``to``, as in JSON lines.

    Args:
        path: the file.
        needs_goals: whether ``to`` must name a goal; if not it may be empty, or an empty list.

    Raises:
        BadInput: the file, or a line of it, cannot be read. It is raised when that line is reached.
    """
    path = Path(path)
    name = path.name.lower()
    suffix = ".parquet" if name.endswith(".parquet") else Path(name.removesuffix(".gz")).suffix
    if suffix not in _READERS:
        raise BadInput(f"{path}: no such questions are known (endings known: {', '.join(_READERS)})")
    return _READERS[suffix](path, needs_goals)


def count_of(path: AnyPath) -> int:
    """How many questions a file has, or a few more: of a text, lines are counted and not read.

    Raises:
        BadInput: the file cannot be read.
    """
    path = Path(path)
    name = path.name.lower()
    if name.endswith(".parquet"):
        with _table(path) as table:
            return int(table.metadata.num_rows)
    heads = name.removesuffix(".gz").endswith((".csv", ".scen"))
    with _opened(path) as file:
        return max(sum(1 for _ in _lines(path, file)) - heads, 0)


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    try:
        with opened(path) as file, TextIOWrapper(file, encoding="utf-8-sig") as text:
            yield text
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: this is no text in UTF-8: {error.reason}") from error


def _lines(path: Path, file: IO[str]) -> Iterator[str]:
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise BadInput(f"{path}: line {number}: longer than {LONGEST:,} characters")
        yield line


def _of_scenarios(path: Path, _: bool) -> Iterator[Row]:
    with _opened(path) as file:
        for number, line in enumerate(_lines(path, file), 1):
            words = line.split()
            if not words or (number == 1 and words[0] == "version"):
                continue
            if len(words) != 9:
                raise BadInput(f"{path}: line {number}: 9 columns were expected, and there are {len(words)}")
            yield Row(f"{words[4]},{words[5]}", (f"{words[6]},{words[7]}",))


def _of_csv(path: Path, needs_goals: bool) -> Iterator[Row]:
    with _opened(path) as file:
        table = csv.DictReader(_lines(path, file))
        try:
            if not {"from", "to"} <= set(table.fieldnames or ()):
                raise BadInput(f"{path}: line 1: a head with the columns from and to was expected")
            for row in table:
                to = row["to"] or ""
                yield Row(row["from"] or "", tuple(to.split(";")) if to or needs_goals else ())
        except csv.Error as error:
            raise BadInput(f"{path}: line {table.line_num}: {error}") from error


def _of_json_lines(path: Path, needs_goals: bool) -> Iterator[Row]:
    with _opened(path) as file:
        for number, line in enumerate(_lines(path, file), 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{path}: line {number}: this is no JSON: {error}") from error
            yield _row(value, f"{path}: line {number}", needs_goals)


def _of_parquet(path: Path, needs_goals: bool) -> Iterator[Row]:
    with _table(path) as table:
        if not {"from", "to"} <= set(table.schema_arrow.names):
            raise BadInput(f"{path}: columns from and to were expected, and there are {table.schema_arrow.names}")
        number = 0
        for batch in table.iter_batches(1 << 12, columns=["from", "to"]):
            for value in batch.to_pylist():
                yield _row(value, f"{path}: row {number}", needs_goals)
                number += 1


@contextmanager
def _table(path: Path) -> Iterator[Any]:
    """A Parquet file, opened."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # it has no types
        from pyarrow.parquet import ParquetFile  # type: ignore[import-untyped]
    except ImportError as error:
        raise BadInput(f"{path}: Parquet needs pyarrow; try: pip install 'genastar-batch[parquet]'") from error
    try:
        with ParquetFile(path) as table:
            yield table
    except (pyarrow.ArrowException, OSError) as error:
        raise BadInput(f"{path}: cannot read this file: {str(error).splitlines()[0]}") from error


def _row(value: object, where: str, needs_goals: bool) -> Row:
    if isinstance(value, Mapping):
        start, goals = value.get("from"), value.get("to")
        goals = [goals] if isinstance(goals, str) and (goals or needs_goals) else goals
        if isinstance(start, str) and not goals and not needs_goals:
            return Row(start, ())
        if isinstance(start, str) and isinstance(goals, list) and goals and all(isinstance(goal, str) for goal in goals):
            return Row(start, tuple(goals))
    raise BadInput(f'{where}: expected {{"from": "...", "to": "..."}}, or a list of texts for "to"')


_READERS: Final[dict[str, Callable[[Path, bool], Iterator[Row]]]] = {
    ".scen": _of_scenarios,
    ".csv": _of_csv,
    ".jsonl": _of_json_lines,
    ".parquet": _of_parquet,
}
