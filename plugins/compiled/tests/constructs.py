"""Small solvers, one for each construct of ordinary Python that `docs/data/constructs.json` lists."""

from __future__ import annotations

import re
from typing import Final

from construct import HEAD, Row
from constructs_of_code import CODE
from constructs_of_values import VALUES

ROWS: Final[dict[str, Row]] = CODE | VALUES

TOGETHER: Final = (
    *(
        "**kwargs",
        "Counter",
        "Enum(value)",
        "StrEnum field",
        "any(genexpr)",
        "callable field",
        "classmethod",
    ),
    *("dataclass frozen field", "deque", "dict field", "frozenset literal call", "generator yield from", "int.bit_count"),
    *("match class pattern", "math.isqrt", "max(tuple, key=lambda)", "module dict", "module set membership"),
    *("plain class field", "recursion", "tuple of str grid field", "tuple slice dynamic", "try/except", "walrus"),
)
"""Rows that go into one program, which takes less time to compile than each by itself."""

_SHARED: Final = """

@frozen(eq=False)
class Together(AStar[int, Cost[int]]):
    rows: tuple

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        if n < 10:
            open_list.relax(n + 1, node.cost.travelled + 1)
{steps}

    def is_destination(self, position: int) -> bool:
        return position == 10


def solver():
    return Together(({values},))
"""


def together(names: tuple[str, ...]) -> str:
    """Return the text of a module whose solver has these rows as helpers: each leads to positions of its own."""
    texts, steps, values = [HEAD], [], []
    for index, name in enumerate(names):
        row, cls = ROWS[name], f"Row{index}"
        texts.append(row.helper(cls))
        steps.append(f"            open_list.relax({100 * (index + 1)} + n, node.cost.travelled + self.rows[{index}].cost(n))")
        values.append(f"{cls}(9{f', {row.values}' if row.values else ''})")
    names_of_rows = re.compile(r"\b(Mode|P|f|PRICE|BAG|double)\b(?!['\"])")
    parts = [names_of_rows.sub(rf"\1_{index}", text) for index, text in enumerate(texts)]
    values = [names_of_rows.sub(rf"\1_{index}", text) for index, text in enumerate(values, 1)]
    return "\n\n".join(parts) + _SHARED.format(steps="\n".join(steps), values=", ".join(values))
