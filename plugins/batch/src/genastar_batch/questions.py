"""Read question files: MovingAI scenarios, CSV, JSON lines, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, Final

from attrs import frozen

from genastar import BadInput, GenastarError
from genastar.errors import format_value, shorten_text
from genastar.files import AnyPath, check_regular_file, make_csv_error, open_unpacked

LONGEST: Final = 1 << 20
"""Maximum characters of a line."""


@frozen
class QuestionRow:
    """A question as text, to be parsed by the domain."""

    start: str
    goals: tuple[str, ...]


@frozen
class _Reading:
    """A question file, and the facts about its world."""

    path: Path
    needs_goals: bool
    size: tuple[int, int] | None


def read_questions(path: AnyPath, needs_goals: bool = True, size: tuple[int, int] | None = None) -> Iterator[QuestionRow]:
    """Yield the questions of a file in order. Its suffix names the format; ``.gz`` may follow the first three.

    - ``.scen``: MovingAI scenarios, columns five to eight;
    - ``.csv``: a header, and the columns ``from`` and ``to``; separate several goals with ``;``;
    - ``.jsonl``: objects with ``from`` and ``to``, each a string, or for ``to`` a list of strings;
    - ``.parquet``: columns ``from`` and ``to``, as in JSON lines.

    Args:
        path: the file.
        needs_goals: whether ``to`` must name a goal; otherwise it may be empty, or an empty list.
        size: required width and height of scenarios, those of the world in cells; ``None`` if the world has no such size.

    Raises:
        BadInput: the file or a line cannot be read, or there are no questions. The error of a line is raised when that line is
            reached.
    """
    path = Path(path)
    name = path.name.lower()
    suffix = ".parquet" if name.endswith(".parquet") else Path(name.removesuffix(".gz")).suffix
    if suffix not in _READERS:
        raise BadInput(f"{path}: unsupported question file; supported: {', '.join(_READERS)}")
    return _expect_rows(path, _READERS[suffix](_Reading(path, needs_goals, size)))


def _expect_rows(path: Path, rows: Iterator[QuestionRow]) -> Iterator[QuestionRow]:
    row = None
    for row in rows:
        yield row
    if row is None:
        raise BadInput(f"{path}: this file has no questions; is it cut off?")


def count_of(path: AnyPath) -> int:
    """Return the number of questions in a file, or slightly more: text lines are counted without parsing.

    Raises:
        BadInput: the file cannot be read.
    """
    path = Path(path)
    name = path.name.lower()
    if name.endswith(".parquet"):
        with _open_parquet(path) as table:
            return int(table.metadata.num_rows)
    heads = name.removesuffix(".gz").endswith((".csv", ".scen"))
    with _opened(path) as file:
        return max(sum(1 for _ in _read_lines(path, file)) - heads, 0)


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    try:
        with open_unpacked(path) as file, TextIOWrapper(file, encoding="utf-8-sig") as text:
            yield text
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: this file is not UTF-8 text: {error.reason}") from error


def _read_lines(path: Path, file: IO[str]) -> Iterator[str]:
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise BadInput(f"{path}: line {number} is longer than {LONGEST:,} characters")
        yield line


def _read_scenarios(reading: _Reading) -> Iterator[QuestionRow]:
    path = reading.path
    with _opened(path) as file:
        for number, line in enumerate(_read_lines(path, file), 1):
            words = line.strip().split("\t") if "\t" in line else line.split()  # the map's name may contain spaces
            if number == 1 and words[:1] == ["version"]:
                if words[1:] not in (["1"], ["1.0"]):
                    raise BadInput(f"{path}: line 1: expected 'version 1', not {format_value(line.strip())}")
                continue
            if not words:
                continue
            if len(words) != 9:
                raise BadInput(f"{path}: line {number} has {len(words)} columns; expected 9")
            if reading.size is not None and words[2:4] != list(map(str, reading.size)):
                name, width, height = map(shorten_text, words[1:4])
                row = f"line {number} is for {name} of {width} x {height} cells"
                raise BadInput(f"{path}: {row}, but this world has {reading.size[0]} x {reading.size[1]}; give its own map")
            yield QuestionRow(f"{words[4]},{words[5]}", (f"{words[6]},{words[7]}",))


def _read_csv(reading: _Reading) -> Iterator[QuestionRow]:
    path = reading.path
    with _opened(path) as file:
        table = csv.reader(_read_lines(path, file), strict=True)
        try:
            header = next(table, [])
            if header.count("from") != 1 or header.count("to") != 1:
                raise BadInput(f"{path}: line 1: expected a header with one column named from and one named to")
            start, goals = header.index("from"), header.index("to")
            for row in table:
                if row and len(row) != len(header):
                    there = f"line {table.line_num} has {len(row)} columns, but the header has {len(header)}"
                    raise BadInput(f"{path}: {there}; put positions that contain commas in quotes")
                if row:
                    to = row[goals]
                    yield QuestionRow(row[start], tuple(to.split(";")) if to or reading.needs_goals else ())
        except csv.Error as error:
            raise make_csv_error(str(path), table.line_num) from error


def _read_json_lines(reading: _Reading) -> Iterator[QuestionRow]:
    path = reading.path
    with _opened(path) as file:
        for number, line in enumerate(_read_lines(path, file), 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line, object_pairs_hook=_refuse_repeated_names)
            except BadInput as error:
                raise BadInput(f"{path}: line {number}: {error}") from error
            except (ValueError, RecursionError) as error:
                raise BadInput(f'{path}: line {number} is not JSON; expected {{"from": "...", "to": "..."}}') from error
            yield _parse_row(value, f"{path}: line {number}", reading.needs_goals)


def _refuse_repeated_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadInput("an object contains a name twice")
    return found


def _read_parquet(reading: _Reading) -> Iterator[QuestionRow]:
    path = reading.path
    with _open_parquet(path) as table:
        names = table.schema_arrow.names
        if names.count("from") != 1 or names.count("to") != 1:
            raise BadInput(f"{path}: expected one column named from and one named to")
        number = 0
        for batch in table.iter_batches(1 << 12, columns=["from", "to"]):
            for value in batch.to_pylist():
                yield _parse_row(value, f"{path}: row {number}", reading.needs_goals)
                number += 1


@contextmanager
def _open_parquet(path: Path) -> Iterator[Any]:
    """Open a Parquet file."""
    try:
        from pyarrow.parquet import ParquetFile  # type: ignore[import-untyped]
    except ImportError as error:
        raise BadInput(f"{path}: Parquet needs pyarrow; try: pip install 'genastar-batch[parquet]'") from error
    check_regular_file(path)
    try:
        with ParquetFile(path) as table:
            yield table
    except GenastarError:
        raise
    except Exception as error:  # any error of pyarrow for a damaged file: UnicodeDecodeError, OverflowError, its own
        raise BadInput(f"{path}: this file is not Parquet or is damaged; get a complete copy") from error


def _parse_row(value: object, where: str, needs_goals: bool) -> QuestionRow:
    if isinstance(value, Mapping):
        start, goals = value.get("from"), value.get("to")
        goals = [goals] if isinstance(goals, str) and (goals or needs_goals) else goals
        if isinstance(start, str) and not goals and not needs_goals:
            return QuestionRow(start, ())
        if isinstance(start, str) and isinstance(goals, list) and goals and all(isinstance(goal, str) for goal in goals):
            try:
                "".join((start, *goals)).encode()
            except UnicodeEncodeError as error:
                raise BadInput(f"{where}: a position is not valid Unicode text: {error.reason}") from error
            return QuestionRow(start, tuple(goals))
    raise BadInput(f'{where}: expected {{"from": "...", "to": "..."}}; "to" may be a list of strings')


_READERS: Final[dict[str, Callable[[_Reading], Iterator[QuestionRow]]]] = {
    ".scen": _read_scenarios,
    ".csv": _read_csv,
    ".jsonl": _read_json_lines,
    ".parquet": _read_parquet,
}
