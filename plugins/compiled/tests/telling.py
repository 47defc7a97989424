"""A solver whose steps tell the values of expressions: each step costs a number made of all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from both_speeds import write_module

SOLVER = """
import heapq
import math
from bisect import bisect
from collections import Counter, deque
from enum import Enum, IntEnum
from itertools import accumulate, islice, product
import numpy as np
from attrs import frozen
from genastar import AStar, Cost, Node, OpenList

WHOLE, TRUTH, REAL, YES = np.int64(3), np.bool_(True), np.float64(2.5), True
TABLE = np.arange(12).reshape(3, 4)

def is_whole(x=True, y=2.5):
    return isinstance(x, int) + 2 * isinstance(y, float) + 4 * isinstance(y, int)

class Side(IntEnum):
    LEFT = 0
    RIGHT = 1

class Ground(Enum):
    PLAIN = 1
    LAKE = 2

BY_NAME = {{"PLAIN": Ground.PLAIN, "LAKE": Ground.LAKE}}

@frozen(eq=False)
class Telling(AStar[int, Cost[int]]):
{fields}

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        side, ground = (Side.RIGHT, Ground.LAKE) if n > 2 else (Side.LEFT, Ground.PLAIN)
        told = 7
        {before}
{lines}
        open_list.relax(n + 1, node.cost.travelled + told)

    def is_destination(self, position: int) -> bool:
        return position == 5
"""


def telling(expressions: tuple[str, ...], folder: Path, before: str = "", **fields: object) -> Any:
    """Return the solver that tells the values of these expressions, which are numbers or bools, after one more statement."""
    lines = "\n".join(f"        told = (told * 31 + int({each})) % 1000003" for each in expressions)
    named = "\n".join(f"    {name}: object" for name in fields) or "    pass"
    return write_module(SOLVER.format(fields=named, before=before, lines=lines), folder).Telling(**fields)
