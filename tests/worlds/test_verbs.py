"""The five verbs of a world: runs, trees and batches in its positions and units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import genastar
from genastar import AStar, BadInput, Cost, Limits, Starts
from genastar.settings import SearchSettings
from house_domains import Avenue, OneWay, Steps, Street

INTERPRETED: SearchSettings[Any, Any] = {"engine": "interpreted"}


@frozen
class Dear(Street):
    """A step costs 2.5 for users, and 5 in the problem."""

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[int, Cost[int]]:
        return FiveEach(self.houses, goals)

    def price(self, cost: Cost[Any], path: Sequence[int]) -> Cost[Any]:
        return Cost(cost.travelled / 2, cost.travelled / 2)

    def limit(self, cost: Any) -> Any:
        return cost * 2


class FiveEach(Steps):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for house in (node.position - 1, node.position + 1):
            if 0 <= house < self.houses:
                open_list.relax(house, node.cost.travelled + 5)

    def estimate(self, position: int) -> int:
        return 0


def test_a_run_speaks_of_houses_not_of_headings() -> None:
    world = OneWay(6)
    with world.begin(0, [4], **INTERPRETED) as run:
        assert run.advance(expansions=2) is None
        assert run.best_open is not None
        assert run.best_open.position == 2
        assert run.best_open.parent == 1
        assert set(run.tree) == {0, 1, 2}
        assert run.finish() == run.result
        assert run.result is not None
        assert run.result.path == world.search(0, [4], **INTERPRETED).path == (0, 1, 2, 3, 4)
        assert run.tree.path_to(3) == (0, 1, 2, 3)


def test_trees_and_bounds_are_in_the_units_of_the_user() -> None:
    world = Dear(9)
    tree = world.explore(2, within=5, **INTERPRETED)
    assert {house: tree.g(house) for house in tree} == {2: 0, 1: 2.5, 3: 2.5, 0: 5, 4: 5}
    assert all(tree.is_settled(house) for house in tree)
    assert [node.cost.travelled for node in tree.values()] == [tree.g(house) for house in tree]
    assert world.explore(2, limits=Limits(cost=2.5), **INTERPRETED).keys() == {1, 2, 3}
    with pytest.raises(BadInput, match=r"which to_arrays.. needs"):
        tree.to_arrays()
    with pytest.raises(BadInput, match=r"within and Limits\.cost cannot both be given"):
        world.explore(2, within=5, limits=Limits(cost=5))


def test_several_starts_and_defaults() -> None:
    world = Avenue(9)
    assert world.search(Starts([0, 6]), **INTERPRETED).path == (6, 7, 8)
    assert world.search(**INTERPRETED).path == tuple(range(9))
    assert {house: world.explore(Starts([0, 8]), **INTERPRETED).g(house) for house in range(9)} == {
        house: min(house, 8 - house) for house in range(9)
    }
    assert len(world.explore(**INTERPRETED)) == 9
    assert world.begin(Starts([0, 6]), **INTERPRETED).finish().path == (6, 7, 8)
    with pytest.raises(BadInput, match="the starts of a world cost nothing"):
        world.search(Starts({0: Cost(1, 1)}))
    with pytest.raises(BadInput, match="no start was given"):
        world.search(Starts([]))


@given(st.lists(st.tuples(st.integers(0, 8), st.lists(st.integers(0, 8), min_size=1, max_size=3)), max_size=6))
def test_many_questions_are_answered_as_single_ones(questions: list[tuple[int, list[int]]]) -> None:
    for world in (Street(9), OneWay(9), Dear(9)):
        starts, goals = [start for start, _ in questions], [each for _, each in questions]
        wanted = [world.search(start, each, **INTERPRETED).cost for start, each in questions]
        assert [found.cost for found in world.search_many(starts, goals, **INTERPRETED)] == wanted
        streamed = world.search_many(iter(starts), iter(goals), executor="threads", **INTERPRETED)
        assert [answer.result.cost for answer in streamed] == wanted


@pytest.mark.parametrize(
    ("starts", "goals", "message"),
    [
        ([0, 1], [[2]], "only 1 starts have goals; give goals for each start"),
        ([0], [[2], [3]], "there are 1 starts; give a start for all goals"),
        (5, [[2]], "starts=5: expected starts in a list"),
        ([0], 5, "goals=5: expected goals for each start"),
        ([0], [5], "goals=5: expected positions in a list"),
    ],
)
def test_columns_that_do_not_fit(starts: Any, goals: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Street(9).search_many(starts, goals)
    with pytest.raises(BadInput, match=message):
        list(Street(9).search_many(starts, goals, executor="threads"))


@pytest.mark.parametrize("verb", ["search", "results", "begin", "explore", "search_many"])
def test_settings_without_a_meaning_are_refused_by_name(verb: str) -> None:
    ends: dict[str, Any] = {"goals": [[4]] if verb == "search_many" else [4]} if verb != "explore" else {}
    start: Any = [0] if verb == "search_many" else 0
    problem: Any = getattr(Steps(9, (4,)), verb)
    for ask in (problem, lambda start, **more: getattr(Street(9), verb)(start, **ends, **more)):
        with pytest.raises(TypeError, match="unknown argument 'weight'; a search takes algorithm"):
            ask(start, weight=2)
        if verb == "explore":
            with pytest.raises(BadInput, match=r"explore.. does not take algorithm"):
                ask(start, algorithm="astar")
        if verb == "search_many":
            with pytest.raises(BadInput, match=r"search_many.. does not take observer"):
                ask(start, observer=genastar.Trace())
        if verb in ("results", "begin"):
            with pytest.raises(BadInput, match=rf"{verb}.. does not take verify"):
                ask(start, verify=True)
