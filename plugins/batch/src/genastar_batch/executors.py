"""Executors by their names on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from genastar import BadInput
from genastar.many.stream import AnyExecutor
from genastar_batch.cluster import connect_cluster


@contextmanager
def make_executor(text: str | None) -> Iterator[AnyExecutor | None]:
    """Yield the executor that ``threads``, ``processes`` or ``dask=ADDRESS`` names.

    Raises:
        BadInput: there is no such executor, or no scheduler answers at that address.
    """
    name, _, address = (text or "").partition("=")
    match name, address:
        case "", "":
            yield None
        case ("threads" | "processes") as kind, "":
            yield kind
        case "dask", str() if address:
            with connect_cluster(address) as executor:
                yield executor
        case _:
            raise BadInput(f"--executor {text}: expected threads, processes or dask=ADDRESS")
