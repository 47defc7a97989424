"""What a refusal says of a line is true, and can be followed: another way to write the line compiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import both
from telling import telling
from walks import refusal

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

FIELDS = {"rows": [[5, 1], [4, 2]], "uneven": [[5, 1], [4, 2, 3]], "flat": [3, 4]}


def lines(*text: str) -> str:
    """The lines before an expression."""
    return "\n        ".join(text)


def test_copies_of_the_rows_of_a_solver_may_be_changed(tmp_path: Path) -> None:
    before = lines(
        "copies = [row[:] for row in self.rows]",
        "copies[n % 2][0] = 77",
        "first = self.rows[0][:]",
        "first[1] += n",
        "others = [row.copy() for row in self.uneven]",
        "others[1].append(n)",
        "flat = self.flat[:]",
        "flat[0] = n",
        "second = self.rows[1].copy()",
        "second.append(n)",
    )
    told = ("copies[0][0]", "copies[1][0]", "first[1]", "sum(others[1])", "flat[0]", "sum(second)", "self.rows[0][1]")
    both(telling(told, tmp_path, before, **FIELDS), 0)


OF_THE_SOLVER = "it changes a list of the solver or of a module, and a hook may be called twice for one node; keep the value in"
OF_ROWS = "a list of rows of the solver is given a row that the hook makes; make all rows in the hook, such as [list(row) for"
WORDS = (
    (lines("rows = list(self.rows)", "rows[0] = [n, n]"), "rows[0][0]", OF_ROWS, "[list(row) for row in self.rows]"),
    (lines("rows = list(self.uneven)", "rows[0] = [n, n]"), "rows[0][0]", OF_ROWS, "[list(row) for row in self.uneven]"),
    (lines("rows = list(self.rows)", "rows.append([n, n])"), "rows[2][0]", OF_ROWS, "[list(row) for row in self.rows]"),
    (lines("rows = list(self.rows)", "rows[0][0] = n"), "rows[0][0]", OF_THE_SOLVER, "[list(row) for row in self.rows]"),
    (lines("pair = [1, 2]", "pair[0] = (n, 2)"), "len(pair)", "a list of int64 is given ", "[(1, 2)]"),
)


@pytest.mark.parametrize(("before", "text", "says", "instead"), WORDS)
def test_what_is_said_compiles(before: str, text: str, says: str, instead: str, tmp_path: Path) -> None:
    """The first line that is refused is written anew: its value becomes the other one."""
    assert says in refusal(telling((text,), tmp_path / "refused", before, **FIELDS), 0)
    made, _, rest = before.partition("\n")
    other = f"{made.partition(' = ')[0]} = {instead}\n{rest}"
    both(telling((text,), tmp_path / "compiled", other, **FIELDS), 0)
