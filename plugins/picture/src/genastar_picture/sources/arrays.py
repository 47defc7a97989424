"""Arrays in numpy's files, and a guard against warnings of libraries: shared by domains that read sources."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_error_line
from genastar.files import AnyPath, check_regular_file

_WARNINGS = Lock()
"""Warning filters belong to the whole process, so only one thread at a time may change them."""

_HEADERS: Final = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
"""Header readers by version of the format. Version 3 is for structures only, which no domain reads."""


@contextmanager
def silence_warnings() -> Iterator[None]:
    """Silence warnings in the block: libraries warn about files that the user cannot change."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def check_unmasked(name: str, array: NDArray[np.generic]) -> None:
    """Check that no place of an array is masked, as rasterio masks places without data.

    Raises:
        BadInput: there is such a place.
    """
    if np.ma.is_masked(array):
        places = np.argwhere(np.ma.getmaskarray(array))
        place = ", ".join(map(str, places[0]))
        raise BadInput(
            f"{name}: {len(places):,} places are masked, the first is [{place}]; say what they are: array.filled(0) blocks them"
        )


def read_npy(path: AnyPath, check_shape: Callable[[tuple[int, ...]], None]) -> NDArray[np.generic]:
    """Return the array of a ``.npy`` file; its size is checked before its content is read.

    Args:
        path: the file.
        check_shape: raises BadInput for a shape that the caller cannot use.

    Raises:
        BadInput: the file cannot be read, is damaged, or holds objects.
    """
    path = Path(path)
    check_regular_file(path)
    try:
        with silence_warnings():
            with path.open("rb") as file:
                version = npy_format.read_magic(file)
                if version not in _HEADERS:
                    raise ValueError(f"its format has version {version[0]}.{version[1]}")
                shape, _, dtype = _HEADERS[version](file)
                check_shape(shape)
                if not dtype.hasobject and file.tell() + prod(shape) * dtype.itemsize > path.stat().st_size:
                    raise ValueError("it is cut off")
            found: NDArray[np.generic] = np.load(path, allow_pickle=False)
            return found
    except BadInput:
        raise
    except Exception as error:  # the parser raises many kinds of errors for damaged headers
        raise BadInput(f"{path}: this is no valid .npy file: {format_error_line(error)}") from error
