"""Speeds by the hour of the day, from a table: CSV with a row for each class of roads or way."""

from __future__ import annotations

import csv
import io
import re
from itertools import pairwise
from typing import Final

import numpy as np
from attrs import frozen

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath, make_csv_error, read_text
from genastar_roads.graph.columns import Int32
from genastar_roads.graph.facts import EdgeFacts

_LARGEST: Final = 100_000_000
"""Maximum size of a file in bytes."""

_HOURS: Final = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")
_SPEED: Final = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)(%?)")

Speed = tuple[float, bool]
"""A speed in km/h, or a share of the profile's speed (True)."""


@frozen(eq=False)
class SpeedTable:
    """Speeds of roads by the hour of the day."""

    names: tuple[str, ...]
    """Classes (values of ``highway``, or ``*`` for all other roads) and numbers of ways; a way's number wins over its class."""
    rows: tuple[tuple[Speed, ...], ...]
    """For each name, the speeds of the 24 hours."""

    @classmethod
    def read(cls, path: AnyPath) -> SpeedTable:
        """Read a table: the first line names the hours, as ``road,7,8,16-18``; each other line a road, and a speed or nothing.

        A speed is a number of km/h, as ``30``, or a share of the profile's speed, as ``80%``. Where it is missing, the
        profile's speed counts.

        Raises:
            BadInput: the file cannot be read; the message names the line.
        """
        lines = csv.reader(io.StringIO(read_text(path, _LARGEST, "a table of speeds has less")), strict=True)
        try:
            table = [(lines.line_num, [cell.strip() for cell in row]) for row in lines if row]
        except csv.Error as error:
            raise make_csv_error(str(path), lines.line_num) from error
        if len(table) < 2:
            raise BadInput(f"{path}: no speeds; expected a line of hours, such as road,7,8,16-18, and a line for each road")
        (_, (first, *hours)), *others = table
        spans = [_read_hours(path, each) for each in hours]
        used = sorted(spans)
        if first != "road" or any(end > begin for (_, end), (begin, _) in pairwise(used)):
            raise BadInput(f"{path}, line 1: expected road, and hours once each, such as road,7,8,16-18")
        found: dict[str, tuple[Speed, ...]] = {}
        for number, (name, *cells) in others:
            if name in found or not name or len(cells) != len(spans):
                raise BadInput(
                    f"{path}, line {number}: {format_value(name)} with {len(cells)} speeds; expected a class or a number of a "
                    f"way, once, and {len(spans)} speeds"
                )
            row: list[Speed] = [(1.0, True)] * 24
            for (begin, end), cell in zip(spans, cells, strict=True):
                if cell:
                    row[begin:end] = [_read_speed(path, number, cell)] * (end - begin)
            found[name] = tuple(row)
        return cls(tuple(found), tuple(found.values()))

    def find_rows(self, facts: EdgeFacts) -> Int32:
        """Return the row of each edge, shape (m,); -1 where none fits.

        Raises:
            BadInput: no road has any of the names.
        """
        row_of = {name: row for row, name in enumerate(self.names)}
        other = row_of.get("*", -1)
        of_kind = np.array([row_of.get(kind, other) for kind in facts.kinds] or [other], np.int32)
        found = of_kind[facts.kind] if len(facts.kind) else np.full(len(facts.way), other, np.int32)
        ways = {int(name): row for name, row in row_of.items() if name.isdecimal()}
        if ways:
            keys = np.array(sorted(ways), np.int64)
            place = np.minimum(np.searchsorted(keys, facts.way), len(keys) - 1)
            rows = np.array([ways[key] for key in keys.tolist()], np.int32)
            found = np.where(keys[place] == facts.way, rows[place], found)
        if (found < 0).all():
            raise BadInput(
                f"no road is in the table of speeds, which names {format_value(self.names[0])}; name roads by values of "
                "highway, by numbers of ways, or *"
            )
        return found.astype(np.int32)


def _read_hours(path: AnyPath, text: str) -> tuple[int, int]:
    found = _HOURS.fullmatch(text)
    begin, end = (int(found[1]), int(found[2] or int(found[1]) + 1)) if found else (0, 0)
    if not 0 <= begin < end <= 24:
        raise BadInput(f"{path}, line 1: {format_value(text)} is no hour; expected 0 to 23, or hours as 7-9, until 9:00")
    return begin, end


def _read_speed(path: AnyPath, line: int, text: str) -> Speed:
    found = _SPEED.fullmatch(text)
    if not found or not 0.01 <= float(found[1]) <= 1000:
        raise BadInput(
            f"{path}, line {line}: {format_value(text)} is no speed; expected km/h, such as 30, or a share, such as 80%"
        )
    return (float(found[1]) / 100, True) if found[2] else (float(found[1]), False)
