"""A Dask cluster on loopback: a scheduler and workers, each a process of its own that a test may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from attrs import define, field

DASK = [sys.executable, "-m", "dask"]


@define
class Machines:
    """The processes of a cluster."""

    folder: Path
    nanny: bool
    """Whether workers that die are followed by others."""
    deaths: int | None = None
    """How many of them die while a world is sent to them (see `blind`); ``None`` if they open its file themselves."""
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(factory=list, init=False)
    address: str = field(default="", init=False)

    def start(self, workers: int) -> None:
        from distributed import Client

        self.scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", "0")
        for _ in range(workers):
            self.add_worker()
        for _ in range(400):
            if self._scheduler_file.exists() and self._scheduler_file.read_text():
                break
            time.sleep(0.05)
        with Client(scheduler_file=str(self._scheduler_file)) as client:
            client.wait_for_workers(workers, timeout=20)
            self.address = client.scheduler.address

    def add_worker(self) -> None:
        """One more."""
        nanny = "--nanny" if self.nanny else "--no-nanny"
        preload = [] if self.deaths is None else ["--preload", "blind"]
        self.workers.append(self._run("worker", "--nthreads", "1", nanny, "--local-directory", str(self.folder), *preload))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # a nanny, and its worker
            process.wait()

    @property
    def _scheduler_file(self) -> Path:
        return self.folder / "scheduler.json"

    def _run(self, *words: str) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        return subprocess.Popen(
            [*DASK, *words, "--scheduler-file", str(self._scheduler_file), "--no-dashboard"],
            env={**os.environ, "PYTHONPATH": paths, "DEATHS": str(self.deaths)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,
        )


@contextmanager
def start_machines(folder: Path, workers: int = 2, *, nanny: bool = False, deaths: int | None = None) -> Iterator[Machines]:
    """A cluster for the length of a block."""
    started = Machines(folder, nanny, deaths)
    try:
        started.start(workers)
        yield started
    finally:
        started.end()
