"""Domains of houses in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self, TypeVar

from attrs import frozen

from genastar import AStar, Cost, Domain, Node, OpenList
from genastar.authoring import DomainInfo, Example, Question

S = TypeVar("S")


@frozen
class Options:
    pass


@frozen
class Steps(AStar[int, Cost[int]]):
    """Along a street of so many houses."""

    houses: int
    goals: tuple[int, ...]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for house in (node.position - 1, node.position + 1):
            if 0 <= house < self.houses:
                open_list.relax(house, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position in self.goals

    def estimate(self, position: int) -> int:
        return min(abs(position - goal) for goal in self.goals)


@frozen
class Houses(Domain[int, Cost[int], Options, S]):
    """Houses in a row, without a problem."""

    houses: int

    @classmethod
    def read(cls, source: object, options: Options) -> Self:
        return cls(len(str(source)))

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        return [Example(cls(5), 0, (4,))]

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, position: int) -> str:
        return str(position)


@frozen
class Street(Houses[int]):
    info: ClassVar[DomainInfo] = DomainInfo("street", "Houses in a row.", Options, api_version="1")

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[int, Cost[int]]:
        return Steps(self.houses, goals)


class Avenue(Street):
    def default_starts(self) -> tuple[int, ...]:
        return (0,)

    def default_goals(self) -> tuple[int, ...]:
        return (self.houses - 1,)


Heading = tuple[int, str]


@frozen
class Turns(AStar[Heading, Cost[int]]):
    """Positions with a heading; a turn costs 10."""

    houses: int
    goals: tuple[int, ...]

    def add_neighbours(self, node: Node[Heading, Cost[int]], open_list: OpenList[Heading, Cost[int]]) -> None:
        house, heading = node.position
        for there, towards in ((house - 1, "down"), (house + 1, "up")):
            if 0 <= there < self.houses:
                open_list.relax((there, towards), node.cost.travelled + (1 if towards == heading else 11))

    def is_destination(self, position: Heading) -> bool:
        return position[0] in self.goals


@frozen
class OneWay(Houses[Heading]):
    """A lifted domain: a person speaks of houses, the problem searches houses with headings."""

    info: ClassVar[DomainInfo] = DomainInfo("one-way", "Houses, and turns that cost.", Options, api_version="1")

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[Heading, Cost[int]]:
        return Turns(self.houses, goals)

    def to_state(self, position: int) -> Heading:
        return position, "up"

    def start_cost(self, position: int) -> Cost[int]:
        return Cost(100, 100)

    def to_positions(self, states: Sequence[Heading], question: Question[int]) -> tuple[int, ...]:
        return tuple(house for house, _ in states)
