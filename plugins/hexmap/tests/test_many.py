"""Many questions at once are answered as single ones are."""

from __future__ import annotations

import numpy as np
import pytest

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_hexmap.info import Options
from genastar_hexmap.layout import Hex
from genastar_hexmap.model import HexMap

QUESTIONS: list[tuple[Hex, tuple[Hex, ...]]] = [
    ((0, 0), ((7, 5),)),
    ((7, 5), ((0, 0),)),
    ((3, 3), ((3, 3),)),
    ((0, 4), ((7, 1),)),
]


def _map(wrap: str = "none", unit: int = 1, moves: float | None = None) -> HexMap:
    costs = np.random.default_rng(7).integers(1, 4, (6, 8)) / unit
    costs[:, 5] = 0
    costs[2, 5] = 1
    return HexMap.read(costs, Options(wrap=wrap, moves=moves))


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize(("wrap", "unit"), [("none", 1), ("none", 2), ("both", 1)])
def test_questions_of_one_goal_go_together(wrap: str, unit: int, engine: str) -> None:
    check_many(_map(wrap, unit), QUESTIONS, engine)


def test_a_question_without_an_answer_is_among_them() -> None:
    costs = np.ones((6, 8), np.int64)
    costs[:, 5] = 0
    check_many(HexMap.read(costs, Options()), QUESTIONS, "compiled")


def test_several_goals_and_turns_are_solved_one_by_one() -> None:
    assert _map().many([*QUESTIONS, ((0, 0), ((1, 1), (2, 2)))]) is None
    assert _map(moves=4).many(QUESTIONS) is None


def test_hexes_that_cannot_be_entered_are_refused() -> None:
    for asked in (((0, 0), ((5, 0),)), ((5, 0), ((0, 0),))):
        with pytest.raises(BadInput, match=r"5,0 is '.*', which cannot be entered"):
            _map().many([*QUESTIONS, asked])
