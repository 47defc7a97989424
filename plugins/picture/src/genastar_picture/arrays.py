"""Arrays in numpy's files, and libraries whose warnings nobody asked for: what domains share to read their sources."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import line_of
from genastar.files import AnyPath, regular_file

_WARNINGS = Lock()
"""Warning filters belong to the whole process: one thread at a time may lay its own over them."""

_HEADERS: Final = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
"""By the version of the format. A third is for structures alone, which no domain reads."""


@contextmanager
def unwarned() -> Iterator[None]:
    """Keep warnings back: a library that reads a file of a user's warns of what the user cannot mend."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def read_npy(path: AnyPath, check_shape: Callable[[tuple[int, ...]], None]) -> NDArray[np.generic]:
    """Return the array of a ``.npy`` file, mapped into memory: its size is checked before any of it is read.

    Args:
        path: the file.
        check_shape: raises BadInput for a shape that the caller does not read.

    Raises:
        BadInput: the file cannot be read, is damaged, or holds objects.
    """
    path = Path(path)
    regular_file(path)
    try:
        with unwarned():
            with path.open("rb") as file:
                header = _HEADERS.get(npy_format.read_magic(file))
                if header is not None:
                    check_shape(header(file)[0])
            found: NDArray[np.generic] = np.load(path, mmap_mode="r", allow_pickle=False)
            return found
    except BadInput:
        raise
    except Exception as error:  # the parser of damaged headers raises nearly anything
        raise BadInput(f"{path}: this is no array of numpy: {line_of(error)}") from error
