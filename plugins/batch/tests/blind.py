"""Preloaded by workers of a cluster that see no file of this machine, the first of which die while a world is sent to them."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from genastar.many import worker
from genastar.storage import world_file

_keep = worker.keep_world


def keep(name: str, content: bytes) -> None:
    """As in `worker`, or the end of this process."""
    with Path("sent").open("a+") as file:
        file.write(f"{os.getpid()}\n")
    if len(Path("sent").read_text().splitlines()) <= int(os.environ["DEATHS"]):
        os.kill(os.getpid(), signal.SIGKILL)
    _keep(name, content)


world_file.read = lambda path, is_mapped: None
worker.keep_world = keep
