"""Worlds for worker processes: one of them has questions that raise, wait, or take their process with them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import Answer, AStar, BadInput, Cost, Domain, Node, OpenList
from genastar.authoring import Algorithm, DomainInfo, Example


@frozen
class Line(AStar[int, Cost[int]]):
    """Steps of one to the right. The goals from -1 on to the left are perils."""

    goal: int
    folder: str = ""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        match self.goal:
            case -1:
                raise ArithmeticError(f"peril at {node.position}")
            case -2:
                os.kill(os.getpid(), signal.SIGKILL)
            case -3:  # the first time only
                mark = Path(self.folder) / "died"
                if not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                self.towards(10, node, open_list)
            case -4:
                time.sleep(0.001)
                open_list.relax(node.position + 1, node.cost.travelled + 1)
            case -5:
                Path(self.folder, "worker").write_text(str(os.getpid()))
                time.sleep(0.1)
                self.towards(10, node, open_list)
            case -6:
                time.sleep(0.001)
                self.towards(10, node, open_list)
            case _:
                self.towards(self.goal, node, open_list)

    def towards(self, goal: int, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < goal:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal or (self.goal in (-3, -5, -6) and position == 10)


@frozen
class Steps(AStar[int, Cost[int]]):
    """A row of cells, of which every seventh costs more: small, so that it compiles soon."""

    prices: NDArray[np.int64]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 3, -1):
            to = node.position + step
            if 0 <= to < self.prices.size:
                open_list.relax(to, node.cost.travelled + self.prices[to])

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class NoOptions:
    """None."""


@frozen(eq=False)
class Street(Domain[int, Cost[int], NoOptions]):
    """A row of cells as a world."""

    info: ClassVar[DomainInfo] = DomainInfo("street", "A row of cells.", NoOptions, api_version="1")
    prices: NDArray[np.int64]

    @classmethod
    def read(cls, source: object, options: NoOptions) -> Street:
        return cls(np.where(np.arange(int(str(source))) % 7, 1, 4))

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        yield Example(cls.read(50, NoOptions()), 0, (49,))

    def parse(self, text: str) -> int:
        if not text.isdecimal() or int(text) >= self.prices.size:
            raise BadInput(f"{text!r} is no cell of this street")
        return int(text)

    def format(self, position: int) -> str:
        return str(position)

    def to_state(self, position: int) -> int:
        return self.parse(str(position))

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[int, Cost[int]]:
        return Steps(self.prices, goals[0])


@frozen(eq=False)
class Unpriced(Street):
    """A street whose costs along a path cannot be told: they are made when an answer is sent."""

    def price_path(self, costs: Sequence[Cost[int]], path: Sequence[int]) -> Sequence[Cost[int]]:
        raise ValueError("the prices are a secret")


Asked = tuple[int, tuple[int, ...]]


def make_questions(count: int) -> list[Asked]:
    """Questions of a street of 200 cells."""
    chosen = np.random.default_rng(4).integers(200, size=(count, 2))
    return [(int(start), (int(goal),)) for start, goal in chosen]


def is_same(answers: list[Answer], world: Street, asked: list[Asked], algorithm: Algorithm | str = "auto") -> bool:
    """Whether these are the answers of the single searches, in order."""
    ask = partial(world.search, algorithm=algorithm, engine="interpreted")
    singles = [evolve(ask(*question), seconds=0, engine="auto") for question in asked]
    return [answer.number for answer in answers] == list(range(len(asked))) and singles == [
        evolve(answer.result, seconds=0, engine="auto") for answer in answers
    ]


def list_spans(goals: list[int], folder: object = "") -> list[tuple[int, dict[str, object]]]:
    """Questions of a line."""
    return [(0, {"goal": goal, "folder": str(folder)}) for goal in goals]
