"""Executors by name, as the command line has them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

from genastar import BadInput
from genastar.many.solve import MakesExecutor, processes
from genastar_batch.cluster import cluster


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
            with cluster(address) as executor:
                yield executor, workers or executor.workers
        case _:
            raise BadInput(f"--executor {text}: expected threads, processes or dask=ADDRESS")
