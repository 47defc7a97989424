"""Texts that are fields: each is a type of its own in machine code. All that a hook does with texts can be done with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import both
from telling import telling

FIELDS = {"s": "abcab", "t": "b", "digit": "4"}
ROWS = {
    "joined": (
        *("len(','.join(self.s))", "len(self.t.join(self.s))", "len(str(n).join(self.s))", "len(self.s * n)"),
        *("len(self.t.join(str(n + 12)))", "len(self.t.join([self.s, 'x']))", "len(self.s + str(n) + 'x')"),
    ),
    "searched": (
        *(
            "str(n).startswith(self.t)",
            "self.s.startswith(self.t)",
            "self.s.count(self.t)",
            "len(self.s[n % 5:])",
        ),
        *(
            "('ab' * n).count(self.t)",
            "'abab'.count(self.t)",
            "('b' + 'ab' * n).find(self.t)",
            "len(self.s.split('b'))",
        ),
        *("len(('ab' * n).split(self.t))", "len(('ab' * n).strip(self.t))", "self.s.index(self.t)"),
        *(
            "self.t in 'ab' * n",
            "str(n) in self.s",
            "self.s.replace('a', self.t).count('b')",
            "self.s.rindex('b')",
        ),
    ),
    "gone through": (
        *("sum(i * (c == 'b') for i, c in enumerate(self.s))", "sum(c * (x == 'a') for x, c in zip(self.s, range(n)))"),
        *(
            "sum(x == y for x, y in zip(self.s, self.s[1:]))",
            "len(set(self.s))",
            "len(deque(self.s))",
            "min(self.s) == 'a'",
        ),
        *(
            "sorted(self.s)[0] == 'a'",
            "Counter(self.s)['a']",
            "sum(map(ord, self.s))",
            "all(c in 'abc' for c in self.s)",
        ),
        *("[*reversed(self.s)][1] == 'a'", "len({c: 1 for c in self.s})", "self.s == self.s[::-1]"),
    ),
    "asked": (
        *(
            "ord(self.t)",
            "int(self.digit)",
            "3 if self.t else 4",
            "3 if not self.t else 4",
            "len(self.t or 'zz')",
        ),
        *(
            "self.s.isalnum()",
            "len(self.s.ljust(9))",
            "len(self.s.partition('b')[0])",
            "hash(self.s) == hash('abcab')",
        ),
        *("self.s < self.t", "(self.s, n) == ('abcab', 2)", "self.s[0] == self.t", "self.t > 'a'"),
    ),
    "chosen": (
        *(
            "len(self.s if n > 2 else self.t)",
            "len(self.s if n > 2 else 'zz')",
            "len([self.s, self.t][n % 2])",
            "len((self.s, self.t)[n % 2])",
        ),
        *("{self.s: 3, self.t: 4}['b']", "{'b': n}[self.t]", "len({0: self.s, 1: self.t}[n % 2])"),
        *("'b' in {self.s, self.t}", "len((self.s if n > 2 else None) or 'zz')"),
    ),
}


@pytest.mark.parametrize(
    "rows", [pytest.param(rows, marks=[pytest.mark.long] * (rows not in ("asked", "chosen"))) for rows in ROWS]
)
def test_a_text_field_is_a_text(rows: str, tmp_path: Path) -> None:
    both(telling(ROWS[rows], tmp_path, **FIELDS), 0)
