"""Ten solvers as people write them first: with words, frozensets, dictionaries, enums and tuples that are cut and joined."""

from __future__ import annotations

import math
import string
from enum import IntEnum
from typing import Any, NamedTuple

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

WORDS = frozenset(
    ["cold", "cord", "card", "ward", "warm", "word", "worm", "wold", "bold", "bald", "ball", "gold", "good", "wood"]
)


@frozen
class WordLadder(AStar[str, Cost[int]]):
    words: frozenset[str]
    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        word = node.position
        for i in range(len(word)):
            for letter in string.ascii_lowercase:
                other = word[:i] + letter + word[i + 1 :]
                if other != word and other in self.words:
                    open_list.relax(other, node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.goal

    def estimate(self, position: str) -> int:
        return sum(1 for a, b in zip(position, self.goal, strict=True) if a != b)


@frozen
class Jugs(AStar[tuple[int, ...], Cost[int]]):
    sizes: tuple[int, ...]
    wanted: int

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        jugs = node.position
        for i in range(len(jugs)):
            full = list(jugs)
            full[i] = self.sizes[i]
            open_list.relax(tuple(full), node.cost.travelled + 1)
            empty = list(jugs)
            empty[i] = 0
            open_list.relax(tuple(empty), node.cost.travelled + 1)
            for j in range(len(jugs)):
                if i != j:
                    poured = min(jugs[i], self.sizes[j] - jugs[j])
                    after = list(jugs)
                    after[i] -= poured
                    after[j] += poured
                    open_list.relax(tuple(after), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return self.wanted in position


@frozen
class Pancakes(AStar[tuple[int, ...], Cost[int]]):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        stack = node.position
        for k in range(2, len(stack) + 1):
            open_list.relax(tuple(reversed(stack[:k])) + stack[k:], node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return position == tuple(sorted(position))

    def estimate(self, position: tuple[int, ...]) -> int:
        return sum(1 for a, b in zip(position, position[1:], strict=False) if abs(a - b) > 1)  # noqa: RUF007


@frozen
class KeysAndDoors(AStar[tuple[tuple[int, int], frozenset[str]], Cost[int]]):
    rows: tuple[str, ...]
    doors: dict[str, str]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        (x, y), keys = node.position
        for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            nx, ny = x + dx, y + dy
            if not (0 <= ny < len(self.rows) and 0 <= nx < len(self.rows[0])):
                continue
            cell = self.rows[ny][nx]
            if cell == "#":
                continue
            if cell in self.doors and self.doors[cell] not in keys:
                continue
            held = keys | {cell} if "a" <= cell <= "z" else keys
            open_list.relax(((nx, ny), held), node.cost.travelled + 1)

    def is_destination(self, position: tuple[tuple[int, int], frozenset[str]]) -> bool:
        (x, y), _ = position
        return self.rows[y][x] == "*"


class Heading(IntEnum):
    N = 0
    E = 1
    S = 2
    W = 3


AHEAD = {Heading.N: (0, -1), Heading.E: (1, 0), Heading.S: (0, 1), Heading.W: (-1, 0)}


@frozen
class Robot(AStar[tuple[int, int, Heading], Cost[int]]):
    goal: tuple[int, int]
    walls: frozenset[tuple[int, int]]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        x, y, heading = node.position
        dx, dy = AHEAD[heading]
        if (x + dx, y + dy) not in self.walls and 0 <= x + dx < 8 and 0 <= y + dy < 8:
            open_list.relax((x + dx, y + dy, heading), node.cost.travelled + 2)
        for turn in (1, -1):
            open_list.relax((x, y, Heading((heading + turn) % 4)), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int, Heading]) -> bool:
        return position[:2] == self.goal


@frozen
class LightsOut(AStar[tuple[tuple[bool, ...], ...], Cost[int]]):
    size: int

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        board = node.position
        for r in range(self.size):
            for c in range(self.size):
                pressed = tuple(
                    tuple(lit != (abs(i - r) + abs(j - c) <= 1) for j, lit in enumerate(row)) for i, row in enumerate(board)
                )
                open_list.relax(pressed, node.cost.travelled + 1)

    def is_destination(self, position: tuple[tuple[bool, ...], ...]) -> bool:
        return not any(any(row) for row in position)


@frozen
class Alignment(AStar[tuple[int, int, int], Cost[int]]):
    a: str
    b: str
    c: str

    def price(self, x: str, y: str) -> int:
        return 0 if x == y else 1

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        i, j, k = node.position
        for di, dj, dk in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)]:
            if i + di > len(self.a) or j + dj > len(self.b) or k + dk > len(self.c):
                continue
            x = self.a[i] if di else "-"
            y = self.b[j] if dj else "-"
            z = self.c[k] if dk else "-"
            cost = self.price(x, y) + self.price(y, z) + self.price(x, z)
            open_list.relax((i + di, j + dj, k + dk), node.cost.travelled + cost)

    def is_destination(self, position: tuple[int, int, int]) -> bool:
        return position == (len(self.a), len(self.b), len(self.c))


@frozen
class Terrain(AStar[tuple[int, int], Cost[float]]):
    heights: list[list[float]]
    goal: tuple[int, int]

    def add_neighbours(self, node: Node[Any, Cost[float]], open_list: OpenList[Any, Cost[float]]) -> None:
        x, y = node.position
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx == dy == 0:
                    continue
                if 0 <= y + dy < len(self.heights) and 0 <= x + dx < len(self.heights[0]):
                    climb = self.heights[y + dy][x + dx] - self.heights[y][x]
                    length = math.dist((x, y), (x + dx, y + dy))
                    open_list.relax((x + dx, y + dy), node.cost.travelled + length * (1 + max(climb, 0.0)))

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == self.goal

    def estimate(self, position: tuple[int, int]) -> float:
        return math.dist(position, self.goal)


class Action(NamedTuple):
    name: str
    needs: frozenset[str]
    adds: frozenset[str]
    removes: frozenset[str]


@frozen
class Strips(AStar[frozenset[str], Cost[int]]):
    actions: list[Action]
    goal: frozenset[str]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        for action in self.actions:
            if action.needs <= node.position:
                open_list.relax((node.position - action.removes) | action.adds, node.cost.travelled + 1)

    def is_destination(self, position: frozenset[str]) -> bool:
        return self.goal <= position


MOVES = {
    "R": (0, 5, 2, 1, 6, 4, 3, 7),
    "U": (1, 2, 3, 0, 4, 5, 6, 7),
    "F": (4, 0, 2, 3, 5, 1, 6, 7),
}


@frozen
class PocketCube(AStar[tuple[int, ...], Cost[int]]):
    goal: tuple[int, ...]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        for _, table in MOVES.items():
            open_list.relax(tuple(node.position[i] for i in table), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return position == self.goal


def _action(name: str, needs: str, adds: str, removes: str) -> Action:
    return Action(name, frozenset(needs.split()), frozenset(adds.split()), frozenset(removes.split()))


ACTIONS = [
    _action("pick-a", "a-table clear-a free", "hold-a", "a-table clear-a free"),
    _action("pick-b", "b-table clear-b free", "hold-b", "b-table clear-b free"),
    _action("stack-ab", "hold-a clear-b", "a-b clear-a free", "hold-a clear-b"),
    _action("stack-ba", "hold-b clear-a", "b-a clear-b free", "hold-b clear-a"),
]

DRAFTS: dict[str, tuple[AStar[Any, Any], Any]] = {
    "word ladder": (WordLadder(WORDS, "warm"), "cold"),
    "water jugs": (Jugs((3, 5, 8), 4), (0, 0, 8)),
    "pancake flipping": (Pancakes(), (3, 5, 1, 4, 2)),
    "keys and doors": (KeysAndDoors(("..a#.*", ".#.#.#", "b..A.B"), {"A": "a", "B": "b"}), ((0, 0), frozenset({"z"}))),
    "heading": (Robot((6, 5), frozenset({(3, 0), (3, 1), (5, 5)})), (0, 0, Heading.N)),
    "lights out": (LightsOut(3), ((True, False, True), (False, True, False), (True, True, False))),
    "three-string alignment": (Alignment("gattaca", "gcatgc", "gatca"), (0, 0, 0)),
    "float terrain": (Terrain([[0.1 * ((x * 7 + y * 3) % 5) for x in range(9)] for y in range(10)], (8, 9)), (0, 0)),
    "strips": (Strips(ACTIONS, frozenset({"b-a"})), frozenset({"a-table", "b-table", "clear-a", "clear-b", "free"})),
    "pocket cube": (PocketCube((0, 1, 2, 3, 4, 5, 6, 7)), (4, 1, 2, 0, 3, 5, 6, 7)),
}
