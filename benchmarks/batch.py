"""Many questions at once: threads, calls of machine code, processes and a cluster.

All is asked of grids with scattered walls; the answers of all contestants are compared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import genastar
from benchmarks.measure import median_seconds, print_table
from genastar import Workspace, solve_many
from genastar_grid.model import Grid

SEED = 7
ROUNDS = 5

Asked = list[tuple[tuple[int, int], tuple[tuple[int, int], ...]]]


def run() -> None:
    grid, far = _map(400), 300
    overhead()
    asked = _asked(grid, far)
    threads(grid, asked)
    cluster(grid, asked)


def overhead() -> None:
    """Questions whose start is their goal: what is left is what a question costs beside its search."""
    grid = _map(40)
    cells = [start for start, _ in _asked(grid, 20_000)]
    asked: Asked = [(cell, (cell,)) for cell in cells]
    rows = np.array(cells)
    memory = Workspace()
    with ThreadPoolExecutor(1) as pool:
        contestants = {
            "a batch of arrays (`Grid.solve_all`)": lambda: grid.solve_all(rows, rows, engine="compiled", workspace=memory),
            "`solve_many`": lambda: _costs(solve_many(grid, asked, engine="compiled", executor=pool, workers=1)),
            "`Domain.solve`, one by one": lambda: [grid.solve(*each, engine="compiled", workspace=memory) for each in asked],
        }
        assert not any(_costs(solve_many(grid, asked, engine="compiled", executor=pool)))
        taken = median_seconds(contestants, ROUNDS)
    print_table(["20,000 questions of no search", "µs a question"], [(n, f"{s / 2e4 * 1e6:.1f}") for n, s in taken.items()])


def threads(grid: Grid, asked: Asked) -> None:
    """One thread and two, at the compiled engine."""
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        contestants = {
            "1 thread": lambda: _costs(solve_many(grid, asked, engine="compiled", executor=one)),
            "2 threads": lambda: _costs(solve_many(grid, asked, engine="compiled", executor=two)),
        }
        singles = [grid.solve(*each, engine="compiled").cost for each in asked]
        assert all(contestant() == [cost and cost.travelled for cost in singles] for contestant in contestants.values())
        _ratios(f"{len(asked)} questions, compiled", median_seconds(contestants, ROUNDS))


def cluster(grid: Grid, asked: Asked) -> None:
    """One worker process of Dask and two, at the compiled engine."""
    if find_spec("distributed") is None:
        print("Dask is not installed: no cluster.\n")
        return
    from distributed import Client

    asked = asked * 4
    with _dask(1) as first, _dask(2) as second, Client(first) as one, Client(second) as two:
        contestants = {
            f"Dask, {count} worker{'s' if count > 1 else ''}": (
                lambda pool=pool, count=count: _costs(solve_many(grid, asked, engine="compiled", executor=pool, workers=count))
            )
            for count, pool in ((1, one.get_executor(pure=False)), (2, two.get_executor(pure=False)))
        }
        answers = [contestant() for contestant in contestants.values()]
        assert answers[0] == answers[1]
        _ratios(f"{len(asked)} questions, compiled", median_seconds(contestants, ROUNDS))


@contextmanager
def _dask(workers: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        dask, common = [sys.executable, "-m", "dask"], ["--scheduler-file", str(told), "--no-dashboard"]
        commands = [[*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *common]]
        commands += [[*dask, "worker", "--nthreads", "1", "--no-nanny", "--local-directory", folder, *common]] * workers
        null = subprocess.DEVNULL
        started = [subprocess.Popen(command, stdout=null, stderr=null, env=os.environ) for command in commands]
        try:
            while not told.exists() or not told.read_text():
                time.sleep(0.05)
            from distributed import Client

            with Client(scheduler_file=str(told)) as client:
                client.wait_for_workers(workers, timeout=30)
                address = client.scheduler.address
            yield address
        finally:
            for process in started:
                process.kill()
                process.wait()


def _map(side: int) -> Grid:
    free = np.random.default_rng(SEED).random((side, side)) > 0.3
    grid = genastar.load(free.astype(np.int32), domain="grid", search="astar")
    assert isinstance(grid, Grid)
    return grid


def _asked(grid: Grid, count: int) -> Asked:
    cells = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    chosen = np.random.default_rng(SEED).integers(len(cells), size=(count, 2))
    return [(cells[start], (cells[goal],)) for start, goal in chosen]


def _costs(answers: Iterator[genastar.Answer]) -> list[float | None]:
    return [answer.result.cost and answer.result.cost.travelled for answer in answers]


def _ratios(head: str, taken: dict[str, float]) -> None:
    first = next(iter(taken.values()))
    print_table([head, "ms", "times as fast"], [(n, f"{s * 1000:.0f}", f"{first / s:.2f}") for n, s in taken.items()])
