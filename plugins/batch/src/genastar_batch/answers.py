"""Write answer files: ``.jsonl``, ``.csv`` and ``.parquet``."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from genastar import BadInput

COLUMNS: Final = ("question", "from", "to", "outcome", "cost", "expanded", "algorithm", "path", "error")

Answered = dict[str, object]
"""A row: a value for each of the `COLUMNS`."""


def _write_json_lines(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows())


def _write_csv(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row in rows():
            table.writerow({name: _format_cell(name, value) for name, value in row.items()})


def _format_cell(name: str, value: object) -> object:
    match value:
        case list() if name in ("to", "path"):
            return ";".join(map(str, value))
        case list() | dict():  # a cost of several numbers
            return json.dumps(value)
    return value


def _write_parquet(path: Path, rows: Callable[[], Iterator[Answered]]) -> None:
    try:
        import pyarrow  # type: ignore[import-untyped]  # it has no types
        from pyarrow.parquet import ParquetWriter  # type: ignore[import-untyped]
    except ImportError as error:
        raise BadInput(f"{path}: Parquet needs pyarrow; try: pip install 'genastar-batch[parquet]'") from error
    plain = all(_is_plain(row["cost"]) for row in rows())
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


def _is_plain(cost: object) -> bool:
    """Return whether a cost is missing, or a number that a column of floats holds exactly."""
    return cost is None or isinstance(cost, float) or (isinstance(cost, int) and abs(cost) <= 1 << 53)


WRITERS: Final = {".jsonl": _write_json_lines, ".csv": _write_csv, ".parquet": _write_parquet}
