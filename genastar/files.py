"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from genastar.errors import BadInput


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside ``path``, with its suffix, that takes its place when the block ends well and vanishes when it does not.

    Missing folders on the way to ``path`` are made.

    Raises:
        BadInput: the file cannot be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
    except OSError as error:
        raise BadInput(f"{path}: cannot write here: {error.strerror or error}") from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        if path.is_dir():
            raise BadInput(f"{path}: cannot write here: it is a folder; give the name of a file")
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o666 & ~mask)  # mkstemp makes files that only their owner may read
        beside.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot write here: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)
