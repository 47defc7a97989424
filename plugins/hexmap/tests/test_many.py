"""Many questions at once are answered as single ones are."""

from __future__ import annotations

import numpy as np
import pytest

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_hexmap.hexes.layout import Hex
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap

QUESTIONS: list[tuple[Hex, tuple[Hex, ...]]] = [
    ((0, 0), ((7, 5),)),
    ((7, 5), ((0, 0),)),
    ((3, 3), ((3, 3),)),
    ((0, 4), ((7, 1),)),
]

ISLANDS = np.ones((6, 8), np.int64)
ISLANDS[:, 5] = 0


def _map(wrap: str = "none", unit: int = 1, moves: float | None = None) -> HexMap:
    costs = np.random.default_rng(7).integers(1, 4, (6, 8)) / unit
    costs[:, 5] = 0
    costs[2, 5] = 1
    return HexMap.read(costs, Options(wrap=wrap, moves=moves))


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
@pytest.mark.parametrize(("wrap", "unit"), [("none", 1), ("none", 2), ("xy", 1)])
def test_questions_of_one_goal_go_together(wrap: str, unit: int, engine: str) -> None:
    check_many(_map(wrap, unit), QUESTIONS, engine)


@pytest.mark.long
def test_a_question_without_an_answer_is_among_them() -> None:
    check_many(HexMap.read(ISLANDS, Options()), QUESTIONS, "compiled")


def test_several_goals_and_turns_are_solved_one_by_one() -> None:
    assert _map().combine([*QUESTIONS, ((0, 0), ((1, 1), (2, 2)))]) is None
    assert _map(moves=4).combine(QUESTIONS) is None


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
@pytest.mark.parametrize(("wrap", "unit"), [("none", 1), ("none", 2), ("x", 1)])
def test_answers_as_arrays(wrap: str, unit: int, engine: str) -> None:
    world = _map(wrap, unit)
    free = [(int(x), int(y)) for y, x in np.argwhere(world.world.cells >= 0)]
    chosen = np.random.default_rng(1).integers(len(free), size=(40, 2)).tolist()
    starts, goals = [free[start] for start, _ in chosen], [free[goal] for _, goal in chosen]
    paths = world.solve_all(starts, goals, engine=engine)
    assert len(paths.first) == 41
    for number, question in enumerate(zip(starts, goals, strict=True)):
        alone = world.search(question[0], [question[1]], engine=engine)
        assert [tuple(place) for place in paths.get_path(number).tolist()] == list(alone.path)
        assert paths.expanded[number] == alone.expanded
        assert paths.costs[number] == getattr(alone.cost, "travelled", None) or (
            np.isnan(paths.costs[number]) and not alone.found
        )


@pytest.mark.long
def test_arrays_tell_of_no_way() -> None:
    paths = HexMap.read(ISLANDS, Options()).solve_all([(0, 0), (0, 0)], [(7, 0), (4, 5)], engine="compiled")
    assert np.isnan(paths.costs).tolist() == [True, False]
    assert paths.get_path(0).tolist() == []
    assert paths.get_path(1)[-1].tolist() == [4, 5]
    assert HexMap.read(ISLANDS, Options()).solve_all([], []).first.tolist() == [0]


@pytest.mark.parametrize(
    ("starts", "goals", "message"),
    [
        ([(0, 0)], [(1, 1), (2, 2)], "1 starts but 2 goals"),
        ([(0, 0)], [(5, 0)], r"5,0 is '.*', which cannot be entered"),
        ([(0, 0)], [(-1, 0)], "-1,0 is not on the map"),
        ([(0, 0)], [(0.5, 1.0)], "give whole numbers"),
        ([0, 1], [2, 3], "give whole numbers"),
    ],
)
def test_arrays_that_are_refused(starts: list[Hex], goals: list[Hex], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        HexMap.read(ISLANDS, Options()).solve_all(starts, goals)


def test_turns_are_not_for_arrays() -> None:
    with pytest.raises(BadInput, match="use search_many"):
        _map(moves=4).solve_all([(0, 0)], [(1, 1)])


def test_hexes_that_cannot_be_entered_are_refused() -> None:
    for asked in (((0, 0), ((5, 0),)), ((5, 0), ((0, 0),))):
        with pytest.raises(BadInput, match=r"5,0 is '.*', which cannot be entered"):
            _map().combine([*QUESTIONS, asked])
