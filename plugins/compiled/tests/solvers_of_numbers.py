"""Solvers whose positions are numbers or objects, one for each kind of cost and hook."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, IntEnum

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList


@frozen
class Listing(AStar[int, int]):
    """A hook that makes a list, and one that yields."""

    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        for cost, position in enumerate([node.position + 1, node.position * 2 % 1000, node.position * 3 % 1000]):
            open_list.insert(position, node.cost + cost + 1)
        for position in self.far(node.position):
            open_list.insert(position, node.cost + 10)

    def far(self, position: int) -> Iterator[int]:
        yield position + 100
        yield position + 200

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Lettered(AStar[int, int]):
    """Strings out of a tuple, and what hooks do with strings."""

    rows: tuple[str, ...]
    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        n = node.position
        row, other = self.rows[n % len(self.rows)], self.rows[-1]
        letter = row[n % len(row)] if row else "-"
        step = 1 + len(row[1:4]) + ord(letter) % 5
        if "#" in row or letter == "é" or row < other or row.endswith("b"):
            step += 3
        if letter in ("a", "中") or letter + row[-1:] == "ab":
            step += 7
        for neighbour in (n + 1, (n * 5 + step) % 1000, (n * 7 + int(row == other)) % 1000):
            open_list.insert(neighbour, node.cost + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class ByInsert(AStar[int, int]):
    """Costs are plain ints, positions too."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, node.cost + factor)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class ByFloat(AStar[int, float]):
    """Costs are plain floats."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, float], open_list: OpenList[int, float]) -> None:
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, node.cost + 1.0 / factor)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Signed(ByFloat):
    """Costs below, at and above zero, of either sign, and many equal ones."""

    def add_neighbours(self, node: Node[int, float], open_list: OpenList[int, float]) -> None:
        for factor in range(2, 6):
            there = node.position * factor % self.modulus
            zero = 0.0 if there % 2 else -0.0
            if node.cost < 0.0 and there % 7 == 0:
                open_list.insert(there, 1)
            else:
                open_list.insert(there, zero if node.cost == 0.0 and there % 3 else node.cost + factor // 2 * 0.5)


@frozen
class Lexicographic(AStar[int, tuple[int, int]]):
    """Two criteria."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, tuple[int, int]], open_list: OpenList[int, tuple[int, int]]) -> None:
        first, second = node.cost
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, (first + factor % 2, second + factor))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(order=False)
class Fuel:
    """A user's cost that only defines ``<``, on one of its fields."""

    spent: float
    stops: int

    def __lt__(self, other: Fuel) -> bool:
        return self.spent < other.spent


@frozen
class Thirsty(AStar[int, Fuel]):
    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, Fuel], open_list: OpenList[int, Fuel]) -> None:
        for factor in range(2, 6):
            open_list.insert(
                node.position * factor % self.modulus, Fuel(node.cost.spent + factor % 3 + 0.5, node.cost.stops + 1)
            )

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Place:
    """A user's position."""

    x: int
    y: int
    level: int = 0

    def beside(self, dx: int, dy: int) -> Place:
        return Place(self.x + dx, self.y + dy, level=self.level)


class Rule(Enum):
    FREE = "free"
    STRICT = "strict"


class Pace(IntEnum):
    SLOW = 3
    FAST = 1


@frozen
class House:
    """A nested world."""

    width: int
    stairs: tuple[Place, Place]


@frozen
class Lift(AStar[Place, Cost[int]]):
    """Positions of a user's class; nested worlds, strings, enums and optional fields."""

    house: House
    goal: Place
    mode: str = "stairs"
    rule: Rule = Rule.FREE
    pace: Pace = Pace.FAST
    forbidden: Place | None = None

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        here = node.position
        cost = node.cost.travelled + self.pace
        for dx in range(-1, 2):
            for dy in range(-1, 2):
                to = here.beside(dx, dy)
                if self.inside(to) and to != here:
                    open_list.relax(to, cost)
        for stairs in self.house.stairs:
            if here.x == stairs.x and here.y == stairs.y and self.mode == "stairs":
                open_list.relax(Place(here.x, here.y, 1 - here.level), cost + 5)

    def inside(self, place: Place) -> bool:
        if self.forbidden is not None and place == self.forbidden:
            return False
        if self.rule is Rule.STRICT and place.x == place.y:
            return False
        return 0 <= place.x < self.house.width and 0 <= place.y < self.house.width

    def is_destination(self, position: Place) -> bool:
        return position == self.goal


def with_closure(extra: int) -> AStar[int, int]:
    def toll(position: int) -> int:
        return position % extra

    @frozen
    class Closed(AStar[int, int]):
        goal: int

        def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
            for step in (1, 7, 11):
                open_list.insert((node.position + step) % 1000, node.cost + step + toll(node.position) + extra)

        def is_destination(self, position: int) -> bool:
            return position == self.goal

    return Closed(501)
