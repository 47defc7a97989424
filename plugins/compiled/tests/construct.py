"""A construct of Python in a small solver: what differs from construct to construct.

Each row is written into one class: ``body`` computes a step's cost ``d`` from the position ``n``.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

HEAD: Final = """from __future__ import annotations

import math
from attrs import field, frozen
import numpy as np
from genastar import AStar, Cost, Node, OpenList
"""
CLASS: Final = """
{before}

@frozen(eq=False)
class {name}({base}):
{top}
{fields}

{methods}

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
{body}
        open_list.relax(n + 1, node.cost.travelled + d)
        open_list.relax(n + 2, node.cost.travelled + 4)

    def is_destination(self, position: int) -> bool:
        return position >= self.top


def solver():
    return {name}(9{values})
"""


@frozen
class Row:
    """What differs from construct to construct."""

    body: str
    before: str = ""
    fields: str = ""
    values: str = ""
    methods: str = ""
    base: str = ""
    """The class that it inherits from, which has the field ``top``."""
    refused: str = ""
    """What the one line of the refusal has to name; empty if it works."""

    def source(self, name: str) -> str:
        """Return the text of a module with ``solver()``."""
        parts = {
            "base": self.base or "AStar[int, Cost[int]]",
            "top": "" if self.base else "    top: int",
            "body": _indented(self.body, 8),
            "before": self.before,
            "fields": _indented(self.fields, 4),
            "methods": _indented(self.methods, 4),
            "values": f", {self.values}" if self.values else "",
        }
        return HEAD + CLASS.format(name=name, **parts)

    def helper(self, name: str) -> str:
        """Return the text of a class that computes the cost of a step, for a solver that asks several."""
        fields, methods = _indented(self.fields, 4), _indented(self.methods, 4)
        body = _indented(self.body, 8)
        head = f"{self.before}\n\n@frozen(eq=False)\nclass {name}:\n    top: int\n"
        return f"{head}{fields}\n{methods}\n    def cost(self, n):\n{body}\n        return d\n"


def _indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line if line else line for line in text.strip("\n").splitlines())
