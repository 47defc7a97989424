"""The collector of cyclic garbage, paused while very many objects are made and kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_collector(wanted: bool = True) -> Iterator[None]:
    """Pause the collector for a short block whose objects stay: it would visit all of them repeatedly, and free none.

    Args:
        wanted: whether to pause it.
    """
    is_paused = wanted and gc.isenabled()
    if is_paused:
        gc.disable()
    try:
        yield
    finally:
        if is_paused:
            gc.enable()
