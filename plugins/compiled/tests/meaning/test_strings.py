"""Methods of texts do what Python's do, for every count and every bound."""

from __future__ import annotations

import itertools
import re

import pytest
from attrs import frozen
from both_speeds import search_both
from pieces import function_of, in_machine_code, outcome

from genastar import AStar, Cost, Node, OpenList

TEXTS = ("", "a", "axbxcxd", " a b  c d ", "aaaa", "猫x猫", "a\tb\n", "éa", "12")
PARTS = ("", "a", "x", "aa", "猫", " ")
COUNTS = (-(10**9), -2, -1, 0, 1, 2, 3, 10**9)
POOLS = {"t": TEXTS, "s": PARTS, "r": ("", "yz"), "n": COUNTS}


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        *("t.split()", "t.split(s)", "t.split(s, n)", "t.split(None, n)", "t.split(maxsplit=n)", "t.split(s, maxsplit=-2)"),
        *("t.rsplit()", "t.rsplit(s)", "t.rsplit(s, n)", "t.rsplit(None, n)", "t.rsplit(sep=s, maxsplit=n)"),
        *("t.replace(s, r)", "t.replace(s, r, n)", "t.partition(s)", "t.rpartition(s)", "t.strip(s)", "t.splitlines()"),
        *("t.find(s, n)", "t.rfind(s, 0, n)", "t.count(s, n)", "t.index(s, n)", "t.startswith(s, n)", "t.endswith(s, n)"),
        *("t.isalnum()", "t.isalpha()", "t.isascii()", "t.isdecimal()", "t.isdigit()", "t.isidentifier()", "t.islower()"),
        *("t.isnumeric()", "t.isprintable()", "t.isspace()", "t.istitle()", "t.isupper()", "t.title()", "t.zfill(4)"),
        *("t.swapcase()", "t.capitalize()", "t.casefold()", "t.expandtabs(3)", "t.center(7)", "t.ljust(5)", "t.rjust(5)"),
    ],
)
def test_methods_of_texts_are_pythons(text: str) -> None:
    names = [name for name in POOLS if re.search(rf"\b{name}\b", text)]
    asked = function_of(text, ", ".join(names))
    made = in_machine_code(asked, *(POOLS[name][0] for name in names))
    for values in itertools.product(*(POOLS[name] for name in names)):
        assert outcome(made, *values) == outcome(asked, *values), values


@frozen
class OfText(AStar[int, Cost[int]]):
    """Counts the pieces of a text that is a field."""

    text: str

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        pieces = len(self.text.replace("a", "bb")) + len(self.text.split(None, 1)) + len(self.text.split("a", -3))
        if self.text.startswith(("x", "a")) and f"{self.text.isalpha()}" == "False":
            pieces += 10
        open_list.relax(node.position + 1, node.cost.travelled + pieces)

    def is_destination(self, position: int) -> bool:
        return position == 2


@pytest.mark.long
@pytest.mark.parametrize("text", ["aab a  c", "", "xyz"])
def test_methods_of_a_field_are_pythons(text: str) -> None:
    search_both(OfText(text), 0)
