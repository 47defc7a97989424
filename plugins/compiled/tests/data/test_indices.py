"""Indices and keys that are ints to Python, or members of enums."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from both_speeds import search_both
from telling import telling
from walks import refusal

FIELDS = {"pair": (5, 6), "many": [3, 4, 5], "name": "ab", "names": ["ab", "c"], "rows": [[1, 2], [3, 4]]}
BY_BOOL = (
    *("[5, 6][n > 2]", "(5, 6)[n > 2]", "self.pair[n > 2]", "self.many[n > 2]", "ord(self.name[n > 2][0])", "[5, 6][True]"),
    *("len(self.names[n > 2])", "self.rows[n > 2][n > 3]", "'ab'[n > 2] == 'a'", "str(n + 12)[n > 2]", "(1, 2.5)[n > 2]"),
    *("len([3] * (n > 2))", "len('ab' * (n > 2))", "len((n > 2) * self.name)", "b'ab'[n > 2]"),
)
BY_MEMBER = (
    *("[5, 6][side]", "(5, 6)[side]", "self.pair[side]", "self.many[side]", "ord(self.name[side][0])", "(5, 6)[Side.RIGHT]"),
    *("'ab'[side] == 'a'", "str(n + 12)[side]", "len([3] * side)", "{Side.LEFT: 1, Side.RIGHT: 5}[side]"),
)
BY_GROUND = (
    *("{Ground.PLAIN: 1, Ground.LAKE: 5}[ground]", "{Ground.PLAIN: n}.get(ground, 4)", "ground in {Ground.PLAIN: n}"),
    *("{k: k.value for k in Ground}[ground]", "{(n, Ground.LAKE): 2}.get((n, ground), 9)", "(n, ground) in {(3, Ground.LAKE)}"),
    *("[*{Ground.LAKE: 3, ground: 5}.values()][0]",),
)


@pytest.mark.parametrize("expressions", [BY_BOOL, pytest.param(BY_MEMBER, marks=pytest.mark.long), BY_GROUND])
def test_an_index_that_counts_as_an_int(expressions: tuple[str, ...], tmp_path: Path) -> None:
    search_both(telling(expressions, tmp_path, **FIELDS), 0)


def test_a_bool_is_no_index_of_an_array(tmp_path: Path) -> None:
    for index, says in (("n > 2", "a bool as the index of an array"), ("n > 2, 0", "an array of 2 dimensions at (bool, int)")):
        solver = telling((f"self.table[{index}].sum()",), tmp_path, table=np.array([[1, 2], [3, 4]]))
        assert f"Telling.add_neighbours (solver_of_a_row.py, line 37): {says}" in refusal(solver, 0)
