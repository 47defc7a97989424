"""Sokoban: a keeper ``@`` pushes boxes ``$`` onto marks ``.`` between walls ``#``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

import genastar
from genastar import AStar, BadInput, Cost, Domain, Node, OpenList
from genastar.authoring import DomainInfo, Example
from genastar.files import read_text

Cell = tuple[int, int]
State = tuple[Cell, frozenset[Cell]]
"""The keeper's cell, and the cells of the boxes."""


@frozen
class SokobanOptions:
    """Sokoban has no options."""


@frozen
class SokobanProblem(AStar[State, Cost[int]]):
    """The fewest steps; a push is a step. The estimate is the number of boxes that are not on a mark: each needs a push."""

    walls: frozenset[Cell]
    marks: frozenset[Cell]
    goals: frozenset[State]
    """The goal positions; if there are none, the search ends where all boxes stand on marks."""

    def add_neighbours(self, node: Node[State, Cost[int]], open_list: OpenList[State, Cost[int]]) -> None:
        (x, y), boxes = node.position
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if there in self.walls or (there in boxes and (beyond in self.walls or beyond in boxes)):
                continue
            moved = boxes - {there} | {beyond} if there in boxes else boxes
            open_list.relax((there, moved), node.cost.travelled + 1)

    def estimate(self, position: State) -> int:
        return 0 if self.goals else len(position[1] - self.marks)

    def is_destination(self, position: State) -> bool:
        return position in self.goals if self.goals else position[1] <= self.marks


INFO = DomainInfo(
    name="sokoban",
    summary="a keeper pushes boxes onto marks",
    options=SokobanOptions,
    suffixes=(".sokoban",),
    capabilities=frozenset({"consistent", "goal_condition"}),
    api_version="1",
)


@genastar.register
@frozen
class Sokoban(Domain[State, Cost[int], SokobanOptions]):
    """A level. A position is written as cells with spaces between them: the keeper's, then those of the boxes."""

    info: ClassVar[DomainInfo] = INFO
    walls: frozenset[Cell]
    marks: frozenset[Cell]
    first: State

    @classmethod
    def read(cls, source: object, options: SokobanOptions) -> Sokoban:
        text = read_text(str(source), 100_000)
        places: dict[str, set[Cell]] = {letter: set() for letter in "#.$@ "}
        for y, row in enumerate(text.splitlines()):
            for x, letter in enumerate(row):
                if letter not in places:
                    raise BadInput(f"{source}: line {y + 1}, column {x + 1}: {letter!r} is none of # . $ @ and space")
                places[letter].add((x, y))
        if len(places["@"]) != 1 or len(places["$"]) > len(places["."]):
            raise BadInput(f"{source}: expected one keeper @, and a mark . for each box $")
        return cls(frozenset(places["#"]), frozenset(places["."]), (min(places["@"]), frozenset(places["$"])))

    @classmethod
    def examples(cls) -> Iterable[Example[State]]:
        ring = frozenset((x, y) for x in range(6) for y in range(4) if x in (0, 5) or y in (0, 3))
        first = ((1, 1), frozenset({(2, 1)}))
        yield Example(cls(ring, frozenset({(4, 1)}), first), first, ())
        yield Example(cls(ring, frozenset({(4, 1)}), first), first, (((1, 2), frozenset({(3, 1)})),))
        yield Example(cls(ring, frozenset({(4, 2)}), first), first, ())  # a box along a wall cannot leave it

    def parse(self, text: str) -> State:
        try:
            keeper, *boxes = [(int(x), int(y)) for x, y in (cell.split(",") for cell in text.split())]
        except ValueError:
            raise BadInput(f"{text[:40]!r} is no position; give cells as 1,1 2,1: the keeper's, then the boxes'") from None
        state = keeper, frozenset(boxes)
        if len(boxes) != len(self.first[1]) or len({keeper, *boxes} - self.walls) != len(boxes) + 1:
            raise BadInput(f"{text[:40]!r} is no position here: {len(self.first[1])} boxes, and nothing inside anything else")
        return state

    def format(self, position: State) -> str:
        keeper, boxes = position
        return " ".join(f"{x},{y}" for x, y in (keeper, *sorted(boxes)))

    def problem(self, goals: tuple[State, ...], starts: tuple[State, ...] = ()) -> AStar[State, Cost[int]]:
        return SokobanProblem(self.walls, self.marks, frozenset(goals))

    def default_starts(self) -> tuple[State, ...]:
        return (self.first,)
