"""Published answers: files of questions with known answers, each compared with ours.

Commands such as ``genastar movingai`` share this module: a `Report` for each file, its output, and the exit code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from attrs import asdict, define, field, frozen

from genastar.cli.console import print_json, print_line
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.errors import BadInput
from genastar.files import AnyPath

_SHOWN: Final = 10
"""Maximum number of mismatched rows that are listed one by one."""


@frozen
class Mismatch:
    """A row whose answer differs from the published one."""

    row: int | str
    """The number or the name that the authors of the file gave the row."""
    line: int
    why: str
    """The kind of mismatch and, after a colon, the details."""


@define
class Report:
    """The comparison of one file with its published answers."""

    file: str
    search: str
    queries: int = 0
    mismatched: list[Mismatch] = field(factory=list)
    expanded: int = 0
    seconds: float = 0.0
    """Seconds spent in searches, without reading the files and the first compilation."""
    noun: str = field(default="queries", kw_only=True)
    """The word for rows in the text, in the plural."""
    row: str = field(default="row", kw_only=True)
    """The word before the name of a row in the text."""

    @property
    def matched(self) -> int:
        """Return the number of rows that have the published answer."""
        return self.queries - len(self.mismatched)

    def to_json(self) -> dict[str, object]:
        """Return the report as one JSON object with the same keys for every command; see ``docs/json.md``."""
        return {
            "file": self.file,
            "search": self.search,
            "queries": self.queries,
            "matched": self.matched,
            "mismatched": [asdict(each) for each in self.mismatched],
            "seconds": round(self.seconds, 6),
            "expanded": self.expanded,
        }

    def format_lines(self) -> Iterable[str]:
        """Yield the lines of the report: the totals and the mismatched rows."""
        asked = max(self.queries, 1)
        rate = self.expanded / self.seconds / 1e6 if self.seconds else 0.0
        yield (
            f"{self.file}: {self._sum()} ({self.search}, {self.seconds * 1e6 / asked:,.0f} us and {self.expanded / asked:,.1f} "
            f"expanded each, {rate:.1f} million a second)"
        )
        for each in self.mismatched[:_SHOWN]:
            yield f"  {self.row} {each.row} (line {each.line}): {each.why}"
        for why, count in Counter(each.why.partition(":")[0] for each in self.mismatched[_SHOWN:]).items():
            yield f"  and {count} more: {why}"

    def _sum(self) -> str:
        return (
            f"{self.queries:,} {self.noun}, {self.matched:,} matched, {len(self.mismatched):,} mismatched, {self.seconds:.3f} s"
        )


def run_files(files: Iterable[AnyPath], run: Callable[[AnyPath], Report], *, rows: int | None, json: bool) -> int:
    """Run each file, write its report when it is done, and return the exit code: 1 if any row is mismatched.

    Raises:
        BadInput: ``rows`` is less than 1; or ``run`` raises.
    """
    if rows is not None and rows < 1:
        raise BadInput(f"--rows {rows}: expected a whole number of at least 1")
    reports: list[Report] = []
    for file in files:
        report = run(file)
        reports.append(report)
        if json:
            print_json(report.to_json())
        else:
            for line in report.format_lines():
                print_line(line)
    if len(reports) > 1 and not json:
        print_line(f"all: {_sum_reports(reports)._sum()}")
    return NOT_FOUND if any(each.mismatched for each in reports) else FOUND


def find_map(file: AnyPath, named: str, *, scenarios: str, maps: str) -> Path:
    """Return the map of a scenario file: a file beside it, with its own name or the name inside it, plain or ``.gz``.

    Args:
        file: the scenario file.
        named: the name of the map in the file, perhaps with folders of another machine.
        scenarios: the suffix of scenario files.
        maps: the suffix of maps.

    Raises:
        BadInput: there is no such map.
    """
    file = Path(file)
    stem = file.name.removesuffix(".gz").removesuffix(scenarios)
    named = named.replace("\\", "/").rpartition("/")[2]
    for name in dict.fromkeys((stem, f"{stem}{maps}", named)):
        for path in (file.with_name(name), file.with_name(f"{name}.gz")):
            if name.endswith(maps) and path.is_file():
                return path
    raise BadInput(f"{file}: its map is not beside it; expected {named} or {named}.gz in the same folder")


def compare_length(found: float | None, published: float, tolerance: float) -> str | None:
    """Return why a length differs from the published one; ``None`` if it does not."""
    if found is None:
        return f"no path leads there: {published} is published"
    if abs(found - published) > tolerance:
        return f"another length: {found:.8f} is the shortest, {published} is published"
    return None


def _sum_reports(reports: list[Report]) -> Report:
    """Return the sum of several reports."""
    return Report(
        "",
        "",
        sum(each.queries for each in reports),
        [row for each in reports for row in each.mismatched],
        sum(each.expanded for each in reports),
        sum(each.seconds for each in reports),
        noun=reports[0].noun,
    )
