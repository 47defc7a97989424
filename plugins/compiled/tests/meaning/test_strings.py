"""Methods of texts do what Python's do, for every count and every bound, or are refused."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from both_speeds import write_module
from walks import outcome, refusal

from genastar import CannotCompile

pytestmark = pytest.mark.long

POOLS = {
    "t": ("axbxcxd", "", "a", " a b  c d ", "aaaa", "猫x猫", "a\tb\n", "éa", "12"),
    "s": ("x", "", "a", "aa", "猫", " "),
    "r": ("", "yz"),
    "n": (1, -(10**9), -2, -1, 0, 2, 3, 10**9),
}
SOLVER = """
from attrs import frozen
from genastar import AStar, Cost

@frozen(eq=False)
class Asking(AStar[tuple[int, str], Cost[int]]):
    t: str
    s: str
    r: str
    n: int

    def add_neighbours(self, node, open_list):
        t, s, r, n = self.t, self.s, self.r, self.n
        open_list.relax((1, {text}), node.cost.travelled + 1)

    def is_destination(self, position):
        return position[0] == 1
"""


COMPILED = (
    *("'|'.join(t.split())", "'|'.join(t.split(s))", "t.replace(s, r)", "t.strip(s)", "t.strip()", "t.rstrip(s)", "t.lower()"),
    *("str(t.find(s, n))", "str(t.find(s, n, 3))", "str(t.rfind(s))", "str(t.count(s))", "str(t.index(s, n))", "str(s in t)"),
    *("str(t.startswith(s))", "str(t.endswith(s))", "t.removeprefix(s)", "t.removesuffix(s)", "str(t < s)", "min(t, s)"),
    *("str(t.isalpha())", "str(t.isascii())", "str(t.isdigit())", "str(t.islower())", "str(t.isupper())", "t.upper()"),
    *("t.zfill(n % 9)", "t.ljust(5, 'é')", "t.rjust(5)", "f'{t:>6}'", "str(int(t))", "t * (n % 4)", "t[n:]", "t[:n]"),
)
REFUSED = {
    "'|'.join(t.partition(s))": "the attribute partition of str",
    "'|'.join(t.rsplit(s))": "the attribute rsplit of str",
    "'|'.join(t.splitlines())": "the attribute splitlines of str",
    "'|'.join(t.split(s, n))": "split of str with these arguments",
    "t.replace(s, r, n)": "replace of str with these arguments",
    "str(t.rfind(s, 0, n))": "rfind of str with these arguments",
    "str(t.count(s, n))": "count of str with these arguments",
    "str(t.startswith(s, n))": "startswith of str with these arguments",
    "str(t.isalnum())": "the attribute isalnum of str",
    "t.title()": "the attribute title of str",
    "t.center(7)": "the attribute center of str",
    "t[::n]": "a slice whose step is no constant, or 0",
}


@pytest.mark.parametrize("text", COMPILED)
def test_methods_of_texts_are_pythons(text: str, tmp_path: Path) -> None:
    """A text whose letters a method does not know is refused as the search runs."""
    asking = write_module(SOLVER.format(text=text), tmp_path).Asking
    pools = [values if re.search(rf"\b{name}\b", text) else values[:1] for name, values in POOLS.items()]
    answered = 0
    for values in itertools.product(*pools):
        fast = outcome(asking(*values), (0, ""), engine="compiled")
        answered += fast is not CannotCompile
        assert fast in (CannotCompile, outcome(asking(*values), (0, ""), engine="interpreted")), values
    assert answered


@pytest.mark.parametrize("text", REFUSED)
def test_other_methods_of_texts_are_refused(text: str, tmp_path: Path) -> None:
    solver = write_module(SOLVER.format(text=text), tmp_path).Asking("axb", "x", "y", 1)
    assert f"Asking.add_neighbours (solver_of_a_row.py, line 14): {REFUSED[text]}" in refusal(solver, (0, ""))
