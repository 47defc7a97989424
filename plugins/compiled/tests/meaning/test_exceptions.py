"""Exceptions of hooks reach the caller as Python raises them: with their class, text and line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import frozen

from genastar import AStar, Cost, Limits, Node, OpenList
from genastar.algorithm import Algorithm
from genastar.algorithms import Astar, Dijkstra, IdaStar, Weighted
from genastar.errors import CostError
from genastar_compiled.failures import exceptions
from genastar_compiled.searches.search import Search


@frozen(eq=False)
class Failing(AStar[int, Cost[float]]):
    """A line, on which something is wrong at one position."""

    tolls: dict[int, int]
    table: np.ndarray
    bad: int
    how: int
    goal: int = -1
    name: str = "a line"

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        p = node.position
        step = 1.0
        if p >= self.bad:
            if self.how == 0:
                step += self.tolls[p]
            elif self.how == 1:
                step += int(self.table[p])
            elif self.how == 2:
                raise NotImplementedError("not yet")
            elif self.how == 3:
                step = -1.0
            elif self.how == 4:
                step = math.nan
            elif self.how == 5:
                raise ValueError([ValueError(p)], self.name, p)
        open_list.relax(p + 1, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


EXPECTED = (KeyError, IndexError, NotImplementedError, CostError)


def failing(how: int, bad: int, goal: int = -1) -> Failing:
    return Failing({0: 1}, np.ones(3, np.int32), bad, how, goal)


def raised(solver: Failing, engine: str, algorithm: Algorithm | None = None) -> str:
    with pytest.raises(EXPECTED) as caught:
        solver.search(0, Cost(0.0, 0.0, 0.0), engine=engine, algorithm=algorithm or Astar(), limits=Limits(expansions=10**6))
    return repr(caught.value)


@pytest.mark.parametrize("bad", [5, 70_000])
@pytest.mark.parametrize("longest", [exceptions.LONGEST, 0.0], ids=["repeated", "last expansion"])
def test_exceptions_are_pythons(bad: int, longest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a search that takes too long to be repeated, the last expansion is."""
    monkeypatch.setattr(exceptions, "LONGEST", longest)
    for how in range(5):
        solver = failing(how, bad)
        assert raised(solver, "compiled") == raised(solver, "interpreted")


@pytest.mark.parametrize("how", [2, 5])
def test_nothing_of_machine_code_is_left_in_an_exception(how: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither as its context, nor as an argument that cannot be looked at, if Python's exception is not known."""
    for known in (True, False):
        if not known:
            monkeypatch.setattr(Search, "_as_interpreted", lambda search, error: None)
        with pytest.raises((NotImplementedError, ValueError)) as caught:
            failing(how, 5).search(0, Cost(0.0, 0.0, 0.0), engine="compiled")
        assert caught.value.__context__ is None
        assert not caught.value.__suppress_context__
        assert repr(caught.value).endswith("'a line', 5)" if known else "('raised by a hook')") or how == 2


@pytest.mark.long
def test_in_a_batch() -> None:
    """The question is known whose search raises."""
    for how in (0, 1, 2):
        answers = []
        for engine in ("interpreted", "compiled"):
            with pytest.raises(EXPECTED) as caught:
                failing(how, 5).search_many([0, 1, 2], {"goal": [4, 3, 30]}, engine=engine)
            answers.append(repr(caught.value))
        assert answers[0] == answers[1]


@pytest.mark.long
@pytest.mark.parametrize("longest", [exceptions.LONGEST, 0.0])
@pytest.mark.parametrize("algorithm", [Dijkstra(), Weighted(2), IdaStar()], ids=lambda each: each.name)
def test_by_every_algorithm(algorithm: Algorithm, longest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exceptions, "LONGEST", longest)
    for how in range(4):
        solver = failing(how, 5)
        assert raised(solver, "compiled", algorithm) == raised(solver, "interpreted", algorithm)
