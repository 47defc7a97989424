"""Tuples of values of one class whose fields have texts, or tuples of several lengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest
from attrs import frozen
from both_speeds import record_events

from genastar import AStar, Cost, Node, OpenList

pytestmark = pytest.mark.long

Cell = tuple[int, int]


@frozen
class Guard:
    route: tuple[Cell, ...]

    def at(self, time: int) -> Cell:
        return self.route[time % len(self.route)]


@dataclass(frozen=True)
class Job:
    name: str
    minutes: int
    after: tuple[int, ...] = ()


class Leg(NamedTuple):
    guard: Guard
    weight: float


GUARDS = (Guard(((0, 2), (1, 2), (2, 2), (1, 2))), Guard(((4, 5), (3, 5), (2, 5))))
JOBS = (Job("cut", 4), Job("weld", 7, (0,)), Job("paint", 3, (1, 0)))


@frozen
class Patrolled(AStar[tuple[int, int, int], Cost[float]]):
    guards: tuple[Guard, ...]
    jobs: tuple[Job, ...]
    legs: tuple[Leg, ...]

    def add_neighbours(
        self, node: Node[tuple[int, int, int], Cost[float]], open_list: OpenList[tuple[int, int, int], Cost[float]]
    ) -> None:
        x, y, t = node.position
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 0)):
            there = x + dx, y + dy
            if not (0 <= there[0] < 7 and 0 <= there[1] < 7) or any(guard.at(t + 1) == there for guard in self.guards):
                continue
            price = self.jobs[t % 3].minutes + len(self.jobs[t % len(self.jobs)].name) + self.legs[t % 2].weight
            for number, job in enumerate(self.jobs):
                if (t + number) % 2 and number not in job.after:
                    price += sum(job.after) + (1 if job.name == "paint" else 0)
            price += sum(each.guard.at(t)[0] for each in self.legs) + (1 if self.legs[0].guard.at(t) == (4, 5) else 0)
            open_list.relax((*there, (t + 1) % 12), node.cost.travelled + price)

    def is_destination(self, position: tuple[int, int, int]) -> bool:
        return position[:2] == (6, 6)


def test_tuples_in_records_may_differ_in_length() -> None:
    legs = tuple(Leg(guard, weight) for guard, weight in zip(GUARDS, (0.5, 1.5), strict=True))
    patrolled = Patrolled(GUARDS, JOBS, legs)
    assert record_events(patrolled, (0, 0, 0), "compiled") == record_events(patrolled, (0, 0, 0), "interpreted")


@frozen
class Rule:
    name: str
    price: object


@frozen
class Priced(AStar[int, Cost[int]]):
    rules: tuple[Rule, ...]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 2):
            open_list.relax(node.position + step, node.cost.travelled + self.rules[0].price(step) + self.rules[1].price(step))

    def is_destination(self, position: int) -> bool:
        return position > 5


def double(n: int) -> int:
    return 2 * n


def square(n: int) -> int:
    return n * n


def test_functions_in_records_stay_in_a_tuple() -> None:
    priced = Priced((Rule("double", double), Rule("square", square)))
    assert record_events(priced, 0, "compiled") == record_events(priced, 0, "interpreted")
