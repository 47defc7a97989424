"""Tables kept in an array file between runs. They are used only if the file is undamaged and belongs to this map."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar.storage.array_file import open_arrays, save_arrays

Arrays = Sequence[NDArray[Any]]


def compute_digest(*arrays: NDArray[Any]) -> str:
    """Return a digest of arrays, their shapes and their types."""
    found = blake2b(digest_size=16)
    for array in arrays:
        found.update(f"{array.shape} {array.dtype}\n".encode())
        found.update(np.ascontiguousarray(array).data)
    return found.hexdigest()


def load_or_build(path: AnyPath, kind: str, world: str, make: Callable[[], Arrays], fits: Callable[[Arrays], bool]) -> Arrays:
    """Read the arrays of a file; if it does not exist, make them and write it.

    Args:
        path: the file.
        kind: the kind of content.
        world: the digest of the map.
        make: makes the arrays.
        fits: returns whether arrays of a file can be those of this map.

    Raises:
        BadInput: the file has other content, belongs to another map, is damaged, or cannot be read or written.
    """
    path = Path(path)
    if os.path.lexists(path):  # a broken link counts as a file, and is refused
        found = open_arrays(path, kind)
        arrays = tuple(found.arrays.values())
        if found.facts.get("map") != world:
            raise BadInput(f"{path}: this table belongs to another map, or to an earlier state of this map; name another file")
        if not fits(arrays):
            raise BadInput(f"{path}: this table is not that of its map; delete the file, and the next search writes it again")
        return arrays
    if not path.parent.is_dir():
        raise BadInput(f"{path}: the folder {path.parent} does not exist; create it, or choose another")
    arrays = tuple(make())
    save_arrays(path, kind, {"map": world}, {str(number): array for number, array in enumerate(arrays)})
    return arrays
