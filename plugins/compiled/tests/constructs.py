"""Small solvers, one for each construct of ordinary Python that `docs/data/constructs.json` lists."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve
from construct import HEAD, Row
from constructs_of_code import CODE
from constructs_of_values import VALUES

REFUSED: Final = {
    "namedtuple own len": "P has a __len__ of its own",
    "try/except as, and the exception used": "except gives its exception a name that is used",
    "cached_property": "a Solver",
    "global statement counter": "an assignment to a global name",
    "logging": "a call of logging.getLogger",
    "lru_cache fn": "a call of f, which keeps what it gave",
    "with statement": "a with statement",
    "Counter": "a call of collections.Counter",
    "% of a text": "the operator % of",
    "Fraction": "a call of fractions.Fraction",
    "dict.get(k, []) of numbers": "int on one way and list of nothing on another",
    "str.format": "the attribute format",
    "big shift 1<<70": "left the range of 64-bit integers",
    "bin().count": "a call of bin",
    "in dict.values()": "'in' a generator",
    "int(str, base)": "a built-in function with 2 arguments",
    "itertools.product(*lists)": "* of list of range",
    "ndarray object dtype": "an array of object",
    "np.bitwise_count": "a call of numpy.bitwise_count",
    "print": "a call of print",
    "complex numbers": "the operator + of int and 1j",
    "list of ints given a float": "float where int is wanted",
    "hash()": "a call of hash",
    "np.linalg.norm": "a call of numpy.linalg.norm",
    "random.random": "a call of Random.random",
    "str of a float": "str of float",
    "f-string with a width": "an f-string with such a format",
    "ndarray of str dtype": "an array of <U1",
    "ndarray sum slice": "the attribute sum of an array",
    "np.abs/np.maximum/np.sum": "the operator - of array",
    "np.array([..]) in hook": "a call of numpy.array",
    "np.roll/np.flip": "a call of numpy.roll",
    "np.full(n, -1)": "a new array",
    "np.zeros in hook": "a new array",
    "np any/all": "the order of int and array",
    "np.argmin": "the operator - of array",
    "np.zeros(n, dtype=int)": "a new array",
    "np.where": "the order of int and array",
}
"""Rows that are refused, and words of their refusals."""

ROWS: Final[dict[str, Row]] = {name: evolve(row, refused=REFUSED.get(name, "")) for name, row in (CODE | VALUES).items()}

TOGETHER: Final = (
    *(
        "**kwargs",
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
