"""Many questions at once: each answer is that of the single search."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

from genastar import AStar, BadInput, CancelToken, Cost, Limits, Node, OpenList, Outcome

pytestmark = pytest.mark.quick


@frozen
class Line(AStar[int, Cost[int]]):
    goal: int
    step: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for to in (node.position - self.step, node.position + 2 * self.step):
            if 0 <= to <= 50:
                open_list.relax(to, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


STARTS = [0, 7, 50, 3]
GOALS = [50, 7, 1, 99]


def test_each_answer_is_that_of_the_single_search() -> None:
    answers = Line(0).search_many(STARTS, {"goal": GOALS})
    singles = [Line(goal).search(start) for start, goal in zip(STARTS, GOALS, strict=True)]
    assert [evolve(each, seconds=0) for each in answers] == [evolve(each, seconds=0) for each in singles]
    assert [each.outcome for each in answers] == [Outcome.FOUND] * 3 + [Outcome.UNREACHABLE]


@frozen
class Nested(AStar[int, Cost[int]]):
    inside: Line
    factor: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        self.inside.add_neighbours(node, open_list)

    def is_destination(self, position: int) -> bool:
        return self.inside.is_destination(position)


def test_fields_inside_fields() -> None:
    answers = Nested(Line(0)).search_many(STARTS, {"inside.goal": GOALS})
    singles = Line(0).search_many(STARTS, {"goal": GOALS})
    assert [each.path for each in answers] == [each.path for each in singles]


def test_starts_alone_may_differ() -> None:
    assert [each.cost.travelled for each in Line(9).search_many([9, 8, 7]) if each.cost] == [0, 2, 1]


def test_no_questions() -> None:
    assert list(Line(9).search_many([])) == []
    assert len(Line(9).search_many([]).found) == 0


def test_the_answers_have_columns() -> None:
    answers = Line(0).search_many(STARTS, {"goal": GOALS})
    assert list(answers.found) == [True, True, True, False]
    assert [paid for paid, found in zip(answers.travelled, answers.found, strict=True) if found] == [25, 0, 49]
    assert list(answers.expanded) == [each.expanded for each in answers]
    assert (len(answers), answers[-1].path, [each.path for each in answers[1:2]]) == (4, (), [(7,)])


def test_limits_hold_for_each() -> None:
    answers = Line(0).search_many(STARTS, {"goal": GOALS}, limits=Limits(expansions=1))
    assert [each.outcome for each in answers] == [Outcome.LIMIT, Outcome.FOUND, Outcome.LIMIT, Outcome.LIMIT]


def test_a_pulled_token_ends_them_all() -> None:
    token = CancelToken()
    token.cancel()
    assert {each.outcome for each in Line(0).search_many([1, 2], {"goal": [3, 4]}, cancel=token)} == {Outcome.CANCELLED}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"aim": [1, 2, 3, 4]}, "Line has no field 'aim'; expected one of its fields: goal, step"),
        ({"goal.x": [1, 2, 3, 4]}, "int has no field 'x'; expected one of its fields: none: it is not an attrs class"),
        ({"goal": [1, 2]}, "the columns differ in length: starts has 4, 'goal' has 2"),
    ],
)
def test_refusals(fields: dict[str, list[int]], message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Line(0).search_many(STARTS, fields)
    assert str(refusal.value) == message
