"""Executors by name, as the command line has them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from genastar import BadInput
from genastar.many.solve import MakesExecutor, processes

SECONDS: Final = 10.0
"""To wait for a scheduler."""


@contextmanager
def executor_of(text: str | None, workers: int | None) -> Iterator[tuple[Executor | MakesExecutor | None, int | None]]:
    """The executor that ``threads``, ``processes`` or ``dask=ADDRESS`` names, and how many workers it has.

    Raises:
        BadInput: there is no such executor, or no scheduler at that address.
    """
    name, _, address = (text or "").partition("=")
    match name, address:
        case "", "":
            yield None, workers
        case "threads", "":
            yield lambda: ThreadPoolExecutor(workers), workers
        case "processes", "":
            yield processes(workers), workers
        case "dask", str() if address:
            with _dask(address) as (executor, found):
                yield executor, workers or found
        case _:
            raise BadInput(f"--executor {text}: expected threads, processes or dask=ADDRESS")


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput("--executor dask: Dask is not installed; try: pip install 'genastar-batch[dask]'") from error
    try:
        client: Any = Client(address, timeout=SECONDS)  # type: ignore[no-untyped-call]  # it has no types
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"--executor dask={address}: no scheduler answers there: {str(error).splitlines()[0]}") from error
    with client:
        yield client.get_executor(), sum(client.nthreads().values())
