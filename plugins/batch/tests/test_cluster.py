"""Dask, with a scheduler and workers that are processes: what they answer, and what becomes of it when some of them die."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hostile_worlds import Line, NoOptions, Street, Unpriced, is_same, list_spans, make_questions
from machines import Machines, start_machines
from test_storms import heed

from genastar import Answer, BadInput
from genastar.algorithms import Weighted
from genastar.errors import ExecutorLost
from genastar.many import window
from genastar.many.stream import answer_stream
from genastar.many.worker import keep_world
from genastar_batch.cluster import Cluster, connect_cluster

pytestmark = pytest.mark.long

pytest.importorskip("distributed")

SLOW = -6
"""The goal of a question that takes 10 ms."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two workers, which nobody kills."""
    with start_machines(tmp_path_factory.mktemp("dask")) as started:
        yield started


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[Machines]:
    """Two workers and a scheduler, to be killed."""
    with start_machines(tmp_path) as started:
        yield started


class Hidden(Cluster):
    """A cluster of machines that see none of this one's files. It counts what is sent."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.chunks = self.bytes = 0
        self.brought: list[str] = []
        self._run = client.run
        client.run = self.run

    def submit(self, function, job, questions, content, attempt):  # type: ignore[no-untyped-def, override]
        self.chunks += 1
        self.bytes += len(pickle.dumps((questions, content)))
        hidden = evolve(job, world=evolve(job.world, path=Path("elsewhere") / job.world.path.name))
        return super().submit(function, hidden, questions, content, attempt)

    def run(self, function: Any, *args: Any, **how: Any) -> Any:
        if function is keep_world:
            self.brought += how["workers"]
            self.bytes += len(how["workers"]) * len(pickle.dumps(args))
        return self._run(function, *args, **how)


def test_answers(two: Machines) -> None:
    world = street()
    asked = make_questions(200)
    list(answer_stream(world, asked, "auto", engine="compiled"))  # compiled once, and not by both workers
    with connect_cluster(two.address) as pool:
        assert pool.workers == 2
        for engine in ("interpreted", "compiled"):
            answers = list(answer_stream(world, asked, pool, engine=engine))
            assert is_same(answers, world, asked)
        weighted = list(answer_stream(world, asked, pool, algorithm=Weighted(2), engine="interpreted"))
        assert is_same(weighted, world, asked, Weighted(2))


def street(size: int = 200) -> Street:
    return Street.read(size, NoOptions())


def test_the_world_travels_once_to_each_worker(two: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "MOST", 4)
    world = street(200_000)  # 1.6 MB
    asked = make_questions(400)
    with connect_cluster(two.address) as opened:
        pool = Hidden(opened.client)
        answers = list(answer_stream(world, asked, pool, engine="interpreted"))
        assert is_same(answers, world, asked)
        assert pool.chunks >= 100
        assert sorted(pool.brought) == sorted(opened.client.nthreads())
        assert 3_200_000 < pool.bytes < 3_300_000  # with all questions
        again = list(answer_stream(world, asked, pool, engine="interpreted"))  # they have it
    assert is_same(again, world, asked)
    assert len(pool.brought) == 2


def test_workers_that_do_not_keep_what_they_are_brought(two: Machines) -> None:
    with connect_cluster(two.address) as opened:
        pool = Hidden(opened.client)
        pool.send_world = lambda name, content: None  # type: ignore[method-assign]
        with pytest.raises(ExecutorLost, match="do not keep the world"):
            list(answer_stream(street(201), make_questions(20), pool, engine="interpreted"))


def test_an_answer_that_cannot_be_sent_is_an_error(two: Machines) -> None:
    world = Unpriced.read(200, NoOptions())
    with connect_cluster(two.address) as opened:
        answers = list(answer_stream(world, make_questions(8), opened, engine="interpreted", on_error="keep"))
    assert [str(answer.error) for answer in answers] == ["the prices are a secret"] * 8


def test_an_executor_that_only_submits(two: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "MOST", 4)
    world = street(5000)
    asked = make_questions(400)
    sent: list[int] = []
    with connect_cluster(two.address) as opened:
        pool = opened.client.get_executor()
        submit = pool.submit

        def hide(function, job, questions, content, attempt) -> Future[object]:  # type: ignore[no-untyped-def]
            sent.append(len(content or b""))
            hidden = evolve(job, world=evolve(job.world, path=Path("elsewhere") / job.world.path.name))
            return submit(function, hidden, questions, content, attempt)

        monkeypatch.setattr(pool, "submit", hide)
        assert isinstance(pool, Executor)
        assert is_same(list(answer_stream(world, asked, pool, engine="interpreted", workers=2)), world, asked)
    # Which worker gets it is the scheduler's choice: a few more than workers.
    assert 2 <= np.count_nonzero(sent) <= 16 < len(sent) / 4


def slow(count: int) -> list[Any]:
    return list_spans([SLOW if number % 2 else number % 9 for number in range(count)])


def right(answers: list[Answer[Any, Any, Any]], first: int = 0) -> bool:
    """Whether these are the answers from the first on, each once."""
    lengths = [10 if answer.number % 2 else answer.number % 9 for answer in answers]
    return [answer.number for answer in answers] == list(range(first, first + len(answers))) and lengths == [
        len(answer.result.path) - 1 for answer in answers
    ]


def test_a_worker_is_killed(doomed: Machines) -> None:
    with connect_cluster(doomed.address) as pool:
        answers = answer_stream(Line(0), slow(300), pool, engine="interpreted")
        told = list(islice(answers, 60))
        doomed.workers[0].kill()
        told += answers
    assert len(told) == 300
    assert right(told)


def test_all_workers_are_killed_and_another_comes(doomed: Machines) -> None:
    with connect_cluster(doomed.address) as opened:
        pool = Hidden(opened.client)
        answers = answer_stream(Line(0), slow(200), pool, engine="interpreted")
        told = list(islice(answers, 60))
        for worker in doomed.workers:
            worker.kill()
        doomed.add_worker()
        told += answers
    assert len(pool.brought) == 3
    assert len(told) == 200
    assert right(told)


def test_a_question_that_kills_its_workers(tmp_path: Path) -> None:
    goals = [*range(6), -2, *range(6)]
    with start_machines(tmp_path, nanny=True) as started, connect_cluster(started.address) as pool:
        answers = list(answer_stream(Line(0), list_spans(goals), pool, engine="interpreted", on_error="keep"))
    assert [answer.number for answer in answers] == list(range(len(goals)))
    assert [answer.number for answer in answers if answer.error] == [6]
    with pytest.raises(ExecutorLost, match="its worker was lost: KilledWorker"):
        _ = answers[6].result


def test_the_scheduler_is_lost(doomed: Machines) -> None:
    told: list[Answer[Any, Any, Any]] = []
    with connect_cluster(doomed.address) as pool:
        answers = answer_stream(Line(0), slow(400), pool, engine="interpreted")
        told += islice(answers, 60)
        doomed.scheduler.kill()
        with pytest.raises(ExecutorLost, match="its scheduler was lost"):
            told.extend(answers)
    assert 60 <= len(told) < 400
    assert right(told)
    rest = list(answer_stream(Line(0), slow(400)[len(told) :], "auto", engine="interpreted"))
    assert right([evolve(answer, number=answer.number + len(told)) for answer in rest], len(told))


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar_batch.cluster.SECONDS", 0.3)
    with pytest.raises(BadInput, match="no scheduler answers"), connect_cluster("tcp://127.0.0.1:9"):
        pass


def started_on(started: Machines, folder: Path) -> subprocess.Popen[str]:
    """``genastar batch`` on this cluster, under way: some answers are on disk."""
    rows = [row for gap in ("@.", ".@") * 10 for row in ("." * 40, gap[0] + "@" * 38 + gap[1])]  # to and fro
    (folder / "snake.map").write_text("\n".join(["type octile", "height 40", "width 40", "map", *rows]))
    ends = [f'"{number % 40},0","{number * 7 % 40},38"' for number in range(COUNT)]
    (folder / "asked.csv").write_text("\n".join(["from,to", *ends]))
    command = [sys.executable, "-m", "genastar", "batch", "snake.map", "asked.csv", "--out", "out.jsonl"]
    command += ["--algorithm", "astar", "--engine", "interpreted", "--executor", f"dask={started.address}"]
    run = subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed)
    part = folder / "out.jsonl.part"
    while run.poll() is None and (not part.exists() or part.read_bytes().count(b"\n") < 31):
        time.sleep(0.01)
    return run


COUNT = 960


def check(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [row["question"] for row in rows] == list(range(COUNT))
    assert {row["outcome"] for row in rows} == {"found"}
    assert not (folder / "out.jsonl.part").exists()


def test_the_command_with_a_worker_that_is_killed(doomed: Machines, tmp_path: Path) -> None:
    run = started_on(doomed, tmp_path)
    doomed.workers[1].kill()
    out, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (0, "")
    assert f"{COUNT} questions: {COUNT} found" in out
    check(tmp_path)


@pytest.mark.parametrize(("nanny", "deaths"), [(False, 1), (True, 3)])
def test_workers_that_die_while_the_world_is_sent_to_them(nanny: bool, deaths: int, tmp_path: Path) -> None:
    with start_machines(tmp_path, nanny=nanny, deaths=deaths) as cluster_of_two:
        run = started_on(cluster_of_two, tmp_path)
        out, err = run.communicate(timeout=120)
    assert len((tmp_path / "sent").read_text().split()) > deaths
    assert (run.returncode, err) == (0, "")
    assert f"{COUNT} questions: {COUNT} found" in out
    check(tmp_path)


def test_a_cluster_whose_workers_have_all_died_of_the_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar_batch.cluster.NO_WORKER", 1.0)
    told = "the cluster has had no worker for 1 s; the answers so far are complete"
    with (
        start_machines(tmp_path, deaths=2) as lost,
        connect_cluster(lost.address) as pool,
        pytest.raises(ExecutorLost, match=told),
    ):
        list(answer_stream(Line(0), slow(20), pool, engine="interpreted"))


def test_the_command_whose_scheduler_is_lost_goes_on(doomed: Machines, tmp_path: Path) -> None:
    run = started_on(doomed, tmp_path)
    doomed.scheduler.kill()
    _, err = run.communicate(timeout=60)
    assert run.returncode == 2
    assert err.count("\n") == 1
    assert "its scheduler was lost" in err
    assert "repeat the command to resume from out.jsonl.part" in err
    go_on(run, tmp_path)


def test_the_command_that_is_interrupted_goes_on(two: Machines, tmp_path: Path) -> None:
    run = started_on(two, tmp_path)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "genastar: interrupted\n")
    go_on(run, tmp_path)


def test_more_workers_than_questions(two: Machines, tmp_path: Path) -> None:
    (tmp_path / "row.map").write_text("type octile\nheight 1\nwidth 9\nmap\n.........\n")
    (tmp_path / "asked.csv").write_text('from,to\n"0,0","8,0"\n')
    command = [sys.executable, "-m", "genastar", "batch", "row.map", "asked.csv", "--workers", "100000"]
    command += ["--engine", "interpreted", "--executor", f"dask={two.address}"]
    run = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, timeout=90, check=True)
    assert "1 questions: 1 found" in run.stderr


def go_on(run: subprocess.Popen[str], folder: Path) -> None:
    """The same command, without a cluster."""
    written = (folder / "out.jsonl.part").read_bytes().count(b'{"question"')
    assert 29 <= written < COUNT
    command = [*run.args[:-1], "threads"]  # type: ignore[index]
    again = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=True)
    assert f"{COUNT - written} questions, {written} answered before: {COUNT - written} found" in again.stdout
    check(folder)
