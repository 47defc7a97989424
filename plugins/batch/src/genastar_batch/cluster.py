"""A Dask cluster as an executor."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakSet

from genastar import BadInput
from genastar.many.worker import has, keep

P = ParamSpec("P")
T = TypeVar("T")

SECONDS: Final = 10.0
"""To wait for a scheduler."""


class Cluster(Executor):
    """The workers of a cluster. Its client stays open when it is shut down.

    Unlike ``Client.get_executor()`` it brings a world that is asked by `solve_many` to the workers by itself, once to each;
    and each of its futures ends, whenever the scheduler is lost.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._asked: WeakSet[Any] = WeakSet()
        self._is_shut = False
        self._max_workers: int = sum(client.nthreads().values())

    @property
    def workers(self) -> int:
        """How many threads the workers had at first."""
        return self._max_workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function on one of the workers."""
        if self._is_shut:
            raise RuntimeError("this executor was shut down")
        # Dask would walk through the arguments, which may be thousands of questions, to look for futures and for earlier calls.
        asked = self.client.submit(partial(fn, *args, **kwargs), pure=False)
        self._asked.add(asked)
        future: Future[T] = Future()
        future.add_done_callback(lambda ended: asked.cancel() if ended.cancelled() else None)
        asked.add_done_callback(partial(_tell, future))
        return future

    def bring(self, name: str, content: bytes) -> None:
        """Bring a world to the workers that do not have it, by way of the scheduler."""
        known = self.client.run(has, name, on_error="ignore")
        if lacking := [worker for worker, is_there in known.items() if not is_there]:
            self.client.run(keep, name, content, workers=lacking, on_error="ignore")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more. What is under way is waited for, or ended."""
        from distributed import wait as wait_for

        self._is_shut = True
        left = list(self._asked)
        if cancel_futures:
            self.client.cancel(left)
        elif wait:
            wait_for(left)  # type: ignore[no-untyped-call]  # it has no types


def _tell(future: Future[Any], asked: Any) -> None:
    """Bring the result of a future of Dask's to one of Python's."""
    if future.cancelled() or not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(asked.result())
    except (CancelledError, OSError):  # OSError: of the connection to the scheduler
        future.set_exception(CancelledError())
    except BaseException as error:  # noqa: BLE001  # whatever the function has raised
        future.set_exception(error)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at this address, ``tcp://127.0.0.1:8786`` say.

    Raises:
        BadInput: Dask is not installed, or no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput("Dask is not installed; try: pip install 'genastar-batch[dask]'") from error
    with _silence("distributed", "distributed.client"):  # of a lost scheduler they tell in tracebacks; an error does in a line
        try:
            client: Any = Client(address, timeout=SECONDS)  # type: ignore[no-untyped-call]  # it has no types
        except (OSError, ValueError, TimeoutError) as error:
            raise BadInput(f"no scheduler answers at {address}: {str(error).splitlines()[0]}") from error
        with client:
            yield Cluster(client)


@contextmanager
def _silence(*names: str) -> Iterator[None]:
    logs = [logging.getLogger(name) for name in names]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)
