"""Many questions of one world: every answer once, with what the single search gives, in bounded memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Outcome
from genastar.many import stream
from genastar.many.stream import answer_stream
from genastar.search.batch import find_varying_fields


@frozen
class Line(AStar[int, Cost[int]]):
    goal: int
    name: str = ""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if self.goal == -1:
            raise ArithmeticError("a goal of -1")
        for to in (node.position - 1, node.position + 2):
            if 0 <= to <= 50:
                open_list.relax(to, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def make_questions(count: int) -> list[tuple[int, dict[str, int]]]:
    return [(number % 13, {"goal": number * 7 % 60}) for number in range(count)]


@given(st.integers(0, 60), st.integers(1, 4), st.booleans())
def test_each_answer_is_that_of_the_single_search(count: int, workers: int, ordered: bool) -> None:
    questions = make_questions(count)
    with ThreadPoolExecutor(workers) as pool:
        answers = list(answer_stream(Line(0), questions, pool, engine="interpreted", ordered=ordered))
    if not ordered:
        answers.sort(key=lambda answer: answer.number)
    assert [answer.number for answer in answers] == list(range(count))
    assert [answer.question for answer in answers] == questions
    singles = [Line(**fields).search(start) for start, fields in questions]
    assert [evolve(answer.result, seconds=0) for answer in answers] == [evolve(each, seconds=0) for each in singles]


@pytest.mark.parametrize("engine", ["interpreted", "auto"])
def test_a_question_that_fails_keeps_its_error_without_an_executor(engine: str) -> None:
    starts, goals = [0, 1, 2, 3], [10, -1, 9, 59]
    with pytest.raises(ArithmeticError):
        Line(0).search_many(starts, {"goal": goals}, engine=engine)
    answers = Line(0).search_many(starts, {"goal": goals}, engine=engine, on_error="keep")
    assert [answer.question for answer in answers] == [(s, {"goal": g}) for s, g in zip(starts, goals, strict=True)]
    assert str(answers[1].error) == "a goal of -1"
    with pytest.raises(ArithmeticError):
        answers[1].result.found  # noqa: B018
    for row in (0, 2, 3):
        wanted = Line(goals[row]).search(starts[row])
        assert (answers[row].result.path, answers[row].result.outcome) == (wanted.path, wanted.outcome)
    with pytest.raises(TypeError, match="unknown argument 'goals'"):
        Line(0).search_many(starts, {"goal": goals}, on_error="keep", goals=3)


def test_questions_are_read_as_answers_are_taken() -> None:
    read = 0

    def endless() -> Iterator[tuple[int, dict[str, int]]]:
        nonlocal read
        while True:
            read += 1
            yield 0, {"goal": 50}

    with ThreadPoolExecutor(2) as pool:
        answers = answer_stream(Line(0), endless(), pool, engine="interpreted")
        assert read == 0
        for _ in range(20):
            next(answers)
        assert read < 2 * 3 * 4096
        answers.close()  # type: ignore[attr-defined]
        before = read
        with pytest.raises(StopIteration):
            next(answers)
        assert read == before


class AtOnce(Executor):
    """Answers when it is asked, and says that each question took a millisecond."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, function, job, questions, *others):  # type: ignore[no-untyped-def, override]
        self.sizes.append(len(questions))
        future: Future[object] = Future()
        future.set_result(evolve(function(job, questions, *others), seconds=len(questions) / 1000))
        return future


@pytest.mark.parametrize(("workers", "size"), [(1, 100), (20, 100), pytest.param(40, 200, marks=pytest.mark.long)])
def test_chunks_take_longer_where_there_are_many_workers(workers: int, size: int) -> None:
    pool = AtOnce()
    questions = (question for question in make_questions(size * 4 * workers))  # how many they are is not known
    answers = answer_stream(Line(0), questions, pool, engine="interpreted", workers=workers)
    assert [answer.number for answer in answers] == list(range(size * 4 * workers))
    assert max(pool.sizes) in (size - 1, size)


def test_an_error_is_raised_or_kept() -> None:
    questions = [(0, {"goal": 4}), (0, {"goal": -1}), (0, {"goal": 6})]
    with ThreadPoolExecutor(2) as pool:
        answers = answer_stream(Line(0), questions, pool, engine="interpreted")
        assert next(answers).result.found
        with pytest.raises(ArithmeticError, match="a goal of -1"):
            next(answers)
        kept = list(answer_stream(Line(0), questions, pool, engine="interpreted", on_error="keep"))
    assert [type(answer.error) for answer in kept] == [type(None), ArithmeticError, type(None)]
    with pytest.raises(ArithmeticError):
        _ = kept[1].result


def test_fields_and_shapes_that_are_wrong_are_errors_of_their_questions() -> None:
    questions = [(0, {"goal": 4}), (0, {"aim": 4}), 5, (0, {})]
    with ThreadPoolExecutor(2) as pool:
        kept = list(answer_stream(Line(2), questions, pool, engine="interpreted", on_error="keep"))  # type: ignore[arg-type]
    assert [answer.error is None for answer in kept] == [True, False, False, True]


def test_limits_hold_for_each_and_progress_counts() -> None:
    seen: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        how = {"executor": pool, "engine": "interpreted", "limits": Limits(expansions=2), "progress": seen.append}
        answers = list(answer_stream(Line(0), make_questions(30), **how))  # type: ignore[arg-type]
    assert {answer.result.outcome for answer in answers} >= {Outcome.FOUND, Outcome.LIMIT}
    assert seen == sorted(seen)
    assert seen[-1] == 30


def test_closing_ends_what_is_under_way() -> None:
    begun = threading.Event()

    @frozen
    class Endless(AStar[int, Cost[int]]):
        def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
            begun.set()
            open_list.relax(node.position + 1, node.cost.travelled + 1)

        def is_destination(self, position: int) -> bool:
            return position == -1

    with ThreadPoolExecutor(2) as pool:
        answers = answer_stream(Endless(), [(-1, {}), (0, {}), (0, {})], pool, engine="interpreted")
        assert next(answers).result.found
        assert begun.wait(10)
        answers.close()  # type: ignore[attr-defined]  # the pool would not end otherwise


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"executor": "loky"},
            "executor='loky': expected 'threads', 'processes', 'auto', an executor, or a function that makes one",
        ),
        ({"workers": 0}, "workers=0 is less than 1; give at least 1"),
        ({"on_error": "drop"}, "on_error='drop': expected 'raise' or 'keep'"),
    ],
)
def test_refusals(how: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        answer_stream(Line(0), [], **{"executor": "auto", **how})  # type: ignore[call-overload]
    assert str(refusal.value) == message


def test_what_is_no_world() -> None:
    with pytest.raises(BadInput, match=r"world='maze\.png': expected a problem or a world"):
        answer_stream("maze.png", [], "auto")  # type: ignore[call-overload]


def test_solvers_that_go_together() -> None:
    assert find_varying_fields([Line(1), Line(2)]) == {"goal": [1, 2]}
    assert find_varying_fields([Line(1), Line(1)]) == {}
    assert find_varying_fields([Line(1), Line(2, "other")]) is None
    assert find_varying_fields([Line(1), Line(True)]) is None


@pytest.mark.parametrize(
    ("count", "sized", "most"), [(1, True, 1), (1, False, 1), (3, False, 3), (500, True, None), (500, False, None)]
)
def test_workers_are_at_most_the_questions_and_some_for_each_core(
    count: int, sized: bool, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[int | None] = []

    class Recording(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            asked_for.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(stream, "ThreadPoolExecutor", Recording)
    questions = make_questions(count) if sized else (question for question in make_questions(count))
    answers = list(answer_stream(Line(0), questions, "threads", engine="interpreted", workers=100_000))
    assert [answer.number for answer in answers] == list(range(count))
    assert asked_for == [most or stream.PER_CORE * (os.cpu_count() or 1)]


def test_the_window_of_an_executor_that_says_it_is_huge() -> None:
    class Huge(AtOnce):
        _max_workers = 10**9

    answers = answer_stream(Line(0), ((0, {"goal": 0}) for _ in range(10_000)), Huge(), engine="interpreted")
    assert next(answers).result.found
    answers.close()  # type: ignore[attr-defined]
