"""Hooks whose ``return`` was forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from genastar import Agent, AStar, BadInput, Cost, Replanner, shortest_path
from genastar.contracts.missing_return import returns_nothing
from graphs import Line

pytestmark = pytest.mark.quick


class Forgotten(Line):
    def is_destination(self, position: int) -> bool:  # type: ignore[return]
        position == self.goal  # noqa: B015  # the fault


class Halfway(Line):
    """A hook that says only when a position is a destination."""

    def is_destination(self, position: int) -> bool:  # type: ignore[return]  # noqa: RET503
        if position == self.goal:
            return True


SEARCHES: list[Any] = [
    lambda problem: problem.search(0),
    lambda problem: problem.search(0, engine="auto"),
    lambda problem: problem.search(0, algorithm="k-shortest"),
    lambda problem: list(problem.results(0)),
    lambda problem: problem.begin(0),
    lambda problem: problem.search_many([0]),
    lambda problem: Agent(problem, 0),
    lambda problem: Replanner(problem).search(0),
]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_destination_hook_without_return_is_refused(search: Any) -> None:
    line = r"^Forgotten\.is_destination returns nothing, so no position is a destination; return whether the position is a dest"
    with pytest.raises(BadInput, match=line):
        search(Forgotten(3))


class Awaited(Line):
    async def is_destination(self, position: int) -> bool:  # type: ignore[override]
        return position == self.goal


class Yielded(Line):
    def is_destination(self, position: int) -> Iterator[bool]:  # type: ignore[override]
        yield position == self.goal


@pytest.mark.parametrize("kind", [Awaited, Yielded])
def test_a_destination_hook_that_gives_an_object_is_refused(kind: Any) -> None:
    with pytest.raises(BadInput, match=r"is_destination has yield or async def, so each call gives an object, which is true; "):
        kind(3).search(0)


def test_a_hook_that_says_only_when_it_is_true_is_taken() -> None:
    assert Halfway(3).search(0).path == (0, 1, 2, 3)


def test_to_explore_needs_no_destination() -> None:
    assert len(Forgotten(3).explore(0, within=2)) == 5


def test_a_goal_of_shortest_path_without_return_is_refused() -> None:
    def is_goal(position: int) -> None:
        position == 3  # noqa: B015  # the fault

    with pytest.raises(
        BadInput, match=r"^is_goal returns nothing, so no position is a goal; return whether the position is a goal$"
    ):
        shortest_path(0, lambda position: [(position + 1, 1)], is_goal)  # type: ignore[arg-type]


def _either(a: object) -> object:
    return a or None


def _one_of_two(a: object) -> object:
    return a if a else None


def _raises(a: object) -> object:
    raise NotImplementedError


def _yields(a: object) -> object:
    yield a


def _found(a: Any) -> object:
    for each in a:
        if each:
            return each
    return None


def _nothing(a: object) -> None:
    """Return nothing."""


def _bare(a: object) -> None:
    if a:
        return
    a == 3  # noqa: B015


async def _later(a: object) -> None:
    pass


def test_functions_that_may_return_a_value() -> None:
    every = (_either, _one_of_two, _raises, _yields, _found, _later, lambda a: a, "".startswith, AStar.search, Cost)
    assert not any(map(returns_nothing, every))
    assert all(map(returns_nothing, (_nothing, _bare, lambda a: None)))
