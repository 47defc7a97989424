"""A Dask cluster as an executor."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakSet

from genastar import BadInput
from genastar.errors import ExecutorLost, format_error_line
from genastar.many.worker import has_world, keep_world

P = ParamSpec("P")
T = TypeVar("T")

SECONDS: Final = 10.0
"""Maximum time to connect to a scheduler, in seconds."""

NO_WORKER: Final = 60.0
"""Seconds without any worker after which the cluster is given up."""

_LOOK: Final = 0.5
"""Seconds between two checks of the workers."""


class Cluster(Executor):
    """An executor on the workers of a cluster. Shutting it down leaves its client open.

    Unlike ``Client.get_executor()``, it sends a world of `search_many` once to each worker, and each of its futures ends even
    if the scheduler is lost.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._asked: WeakSet[Any] = WeakSet()
        self._given: WeakSet[Future[Any]] = WeakSet()
        self._is_shut = False
        self._max_workers: int = sum(client.nthreads().values())

    @property
    def workers(self) -> int:
        """Number of threads that the workers had at first."""
        return self._max_workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function on one of the workers."""
        if self._is_shut:
            raise RuntimeError("this executor was shut down")
        # Dask would search the arguments, which may be thousands of questions, for futures and for earlier calls.
        asked = self.client.submit(partial(fn, *args, **kwargs), pure=False)
        self._asked.add(asked)
        future: Future[T] = Future()
        self._given.add(future)
        future.add_done_callback(lambda ended: asked.cancel() if ended.cancelled() else None)
        asked.add_done_callback(partial(_notify_future, future))
        return future

    def give_up(self, reason: str) -> None:
        """End all pending futures with an `ExecutorLost`."""
        for future in list(self._given):
            with suppress(InvalidStateError):  # the future has just ended
                future.set_exception(ExecutorLost(reason))

    def send_world(self, name: str, content: bytes) -> None:
        """Send a world to the workers that do not have it, through the scheduler."""
        known = self.client.run(has_world, name, on_error="ignore")
        if lacking := [worker for worker, is_there in known.items() if not is_there]:
            self.client.run(keep_world, name, content, workers=lacking, on_error="ignore")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work; wait for pending work, or cancel it."""
        from distributed import wait as wait_for

        self._is_shut = True
        left = list(self._asked)
        if cancel_futures:
            self.client.cancel(left)
        elif wait:
            wait_for(left)  # type: ignore[no-untyped-call]  # it has no types


def _notify_future(future: Future[Any], asked: Any) -> None:
    """Copy the outcome of a Dask future to a Python future."""
    if future.done() or not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(asked.result())
    except (CancelledError, OSError):  # OSError: the connection to the scheduler failed
        future.set_exception(CancelledError())
    except BaseException as error:  # noqa: BLE001  # any error of the function
        future.set_exception(error)


@contextmanager
def connect_cluster(address: str) -> Iterator[Cluster]:
    """Yield the cluster whose scheduler has this address, such as ``tcp://127.0.0.1:8786``.

    Raises:
        BadInput: Dask is not installed, or no scheduler answers at the address.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput("Dask is not installed; try: pip install 'genastar-batch[dask]'") from error
    with _silence_logs(
        "distributed", "distributed.client"
    ):  # they log a lost scheduler as tracebacks; one error line is enough
        try:
            client: Any = Client(address, timeout=SECONDS)  # type: ignore[no-untyped-call]  # it has no types
        except (OSError, ValueError, TimeoutError) as error:
            raise BadInput(f"no scheduler answers at {address}: {format_error_line(error)}") from error
        with ThreadPoolExecutor(1) as thread, client:  # closing the client ends a check in progress
            executor, is_over = Cluster(client), Event()
            thread.submit(_watch, executor, is_over)
            try:
                yield executor
            finally:
                is_over.set()


def _watch(executor: Cluster, is_over: Event) -> None:
    """Give the cluster up after some time without workers, because its futures would wait for ever."""
    seen = monotonic()
    while not is_over.wait(_LOOK):
        try:
            alone = not executor.client.nthreads()
        except Exception:  # noqa: BLE001  # the scheduler is lost, which the futures report
            return
        if not alone:
            seen = monotonic()
        elif monotonic() - seen > NO_WORKER:
            executor.give_up(f"the cluster has had no worker for {NO_WORKER:g} s")
            return


@contextmanager
def _silence_logs(*names: str) -> Iterator[None]:
    logs = [logging.getLogger(name) for name in names]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)
