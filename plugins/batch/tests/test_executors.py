"""Worker processes, those of this library and of loky: deaths; the world travels once."""

from __future__ import annotations

import os
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from attrs import evolve
from hostile_worlds import Line, NoOptions, Street, is_same, list_spans, make_questions

from genastar import BadInput, Limits, Outcome
from genastar.algorithms import Weighted
from genastar.errors import ExecutorLost
from genastar.many import window
from genastar.many.processes import make_process_pool as processes
from genastar.many.stream import answer_stream
from genastar.many.worker import Job, MissingWorld, Reply, SavedWorld, answer_chunk
from genastar.storage import world_file


class Counting(ProcessPoolExecutor):
    """Counts how often a world's content is submitted, and hides the file from those to whom it was not sent."""

    sent = chunks = 0

    def submit(self, function, job, questions, content, attempt):  # type: ignore[no-untyped-def, override]
        self.sent += content is not None
        self.chunks += 1
        hidden = evolve(job, world=evolve(job.world, path=Path("elsewhere") / job.world.path.name))
        return super().submit(function, hidden, questions, content, attempt)


@pytest.mark.parametrize(("engine", "workers"), [("interpreted", 2), pytest.param("compiled", 1, marks=pytest.mark.long)])
def test_processes_give_the_single_answers(engine: str, workers: int) -> None:
    world = Street.read(200, NoOptions())
    asked = make_questions(60)
    with processes(workers) as pool:
        assert is_same(list(answer_stream(world, asked, pool, engine=engine)), world, asked)


def test_loky() -> None:
    loky = pytest.importorskip("loky")
    world = Street.read(200, NoOptions())
    asked = make_questions(20)
    with loky.ProcessPoolExecutor(2) as pool:
        assert is_same(list(answer_stream(world, asked, pool, engine="interpreted")), world, asked)
        weighted = list(answer_stream(world, asked, pool, algorithm=Weighted(2), engine="interpreted"))
    assert is_same(weighted, world, asked, Weighted(2))
    assert {(answer.result.algorithm, answer.result.bound) for answer in weighted} == {("weighted", 2)}


def test_the_world_is_sent_to_workers_and_not_with_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "MOST", 4)
    world = Street.read(200, NoOptions())
    asked = make_questions(400)
    with Counting(2, get_context("spawn")) as pool:
        answers = list(answer_stream(world, asked, pool, engine="interpreted", workers=2))
        assert is_same(answers, world, asked)
        assert 1 <= pool.sent <= 16 < pool.chunks / 4


def test_a_worker_that_dies_once_loses_nothing(tmp_path: Path) -> None:
    goals = [*range(5), -3, *range(5, 40)]
    answers = list(answer_stream(Line(0), list_spans(goals, tmp_path), "processes", engine="interpreted", workers=2))
    assert [answer.number for answer in answers] == list(range(len(goals)))
    assert [len(answer.result.path) - 1 for answer in answers] == [10 if goal == -3 else goal for goal in goals]
    assert (tmp_path / "died").exists()


def test_a_worker_that_is_killed_from_outside_loses_nothing(tmp_path: Path) -> None:
    goals = [3, 4, -5, *range(30)]
    answers = answer_stream(Line(0), list_spans(goals, tmp_path), "processes", engine="interpreted", workers=1)
    first = next(answers)
    while not (told := tmp_path / "worker").exists() or not told.read_text():
        time.sleep(0.01)
    os.kill(int(told.read_text()), 9)
    whole = [first, *answers]
    assert [answer.number for answer in whole] == list(range(len(goals)))
    assert [len(answer.result.path) - 1 for answer in whole] == [10 if goal == -5 else goal for goal in goals]


def test_a_question_that_kills_is_found_and_reported_and_the_others_are_answered() -> None:
    goals = [*range(6), -2, *range(6)]
    answers = list(answer_stream(Line(0), list_spans(goals), "processes", engine="interpreted", workers=2, on_error="keep"))
    assert [answer.number for answer in answers] == list(range(len(goals)))
    assert [answer.number for answer in answers if answer.error] == [6]
    assert isinstance(answers[6].error, ExecutorLost)


def test_errors_come_home_with_their_class() -> None:
    with processes(1) as pool:
        good, bad = answer_stream(Line(0), list_spans([1, -1]), pool, engine="interpreted", on_error="keep")
        assert good.result.found
        assert isinstance(bad.error, ArithmeticError)
        with pytest.raises(ArithmeticError, match="peril at 0"):
            _ = bad.result


def test_a_time_limit_ends_one_question_alone() -> None:
    with processes(2) as pool:
        answers = list(answer_stream(Line(0), list_spans([-4, 3]), pool, engine="interpreted", limits=Limits(seconds=0.2)))
    assert [answer.result.outcome for answer in answers] == [Outcome.TIMEOUT, Outcome.FOUND]


def test_closing_ends_what_workers_do() -> None:
    answers = answer_stream(Line(0), list_spans([1, -4, -4, -4]), "processes", engine="interpreted", workers=2)
    assert next(answers).result.found
    answers.close()  # type: ignore[attr-defined]  # would not return: -4 has no end


def test_a_broken_executor_that_was_given_is_told_of() -> None:
    with processes(1) as pool, pytest.raises(ExecutorLost, match="give a function that makes executors"):
        list(answer_stream(Line(0), list_spans([-2]), pool, engine="interpreted"))


def test_a_world_that_cannot_be_sent() -> None:
    world = Line(0, folder=(lambda: None))  # type: ignore[arg-type]
    with processes(1) as pool, pytest.raises(BadInput, match="cannot be sent to other processes"):
        list(answer_stream(world, list_spans([1]), pool, engine="interpreted"))


@pytest.mark.parametrize("is_mapped", [True, False])
def test_worlds_in_files(is_mapped: bool, tmp_path: Path) -> None:
    world = Street.read(200, NoOptions())
    path = world_file.save(world, tmp_path)
    assert world_file.save(world, tmp_path) == path
    content = world_file.read(path, is_mapped)
    assert content is not None
    again = world_file.load(content)
    assert isinstance(again, Street)
    assert (again.prices == world.prices).all()
    again.prices[0] = 7  # its own copy of the page
    assert world_file.read(tmp_path / "none.world", is_mapped) is None
    assert path.read_bytes() == world_file.save(world, tmp_path / "other").read_bytes()
    spoilt = bytearray(path.read_bytes())
    spoilt[-1] ^= 1
    path.write_bytes(spoilt)
    with pytest.raises(BadInput, match="was changed"):
        world_file.read(path, is_mapped)


def test_a_worker_tells_that_it_has_no_world(tmp_path: Path) -> None:
    path = world_file.save(Line(0), tmp_path)
    job = Job(SavedWorld(path, tmp_path / "flag", is_private=False), {"algorithm": "astar", "engine": "interpreted"})
    content = path.read_bytes()
    path.unlink()
    assert isinstance(answer_chunk(job, list_spans([1])), MissingWorld)
    assert isinstance(answer_chunk(job, list_spans([1]), content), Reply)
    assert isinstance(answer_chunk(job, list_spans([1])), Reply)
    assert pickle.loads(pickle.dumps(job)) == job
