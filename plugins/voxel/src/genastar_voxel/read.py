"""Sources: a file or an array becomes a world."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import opened
from genastar_voxel.map_files import check_size, read_map
from genastar_voxel.vox_files import read_vox
from genastar_voxel.world import World, world_of_costs

_HEADERS: Final = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
"""By the version of the format. A third is for structures alone."""


def read_source(source: object, megavoxels: int) -> tuple[str, World]:
    """What to call the source in messages, and its world.

    Args:
        source: a path; or an array of costs, shape (columns, rows, layers), of bool (true is free), whole numbers or floats.
        megavoxels: more million voxels than this are refused before they are read.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    match source:
        case np.ndarray():
            check_size("the array", source.shape, megavoxels)
            return "the array", world_of_costs("the array", source)
        case str() | PathLike():
            return str(source), _file(Path(source), megavoxels)
    raise BadInput(f"a voxel world is read from a path or an array of numpy, not from a {type(source).__name__}")


def _file(path: Path, megavoxels: int) -> World:
    name = path.name.lower()
    if name.endswith((".3dmap", ".3dmap.gz")):
        return read_map(path, megavoxels)
    if name.endswith(".npy"):
        return world_of_costs(str(path), _npy(path, megavoxels))
    if name.endswith(".vox"):
        return read_vox(path)
    with opened(path) as file:
        head = file.read(6)
    if head.startswith(b"VOX "):
        return read_vox(path)
    if head.startswith(b"voxel "):
        return read_map(path, megavoxels)
    raise BadInput(f"{path}: this is no .3dmap, .npy or .vox file; its name and its first bytes say neither")


def _npy(path: Path, megavoxels: int) -> NDArray[np.generic]:
    try:
        with path.open("rb") as file:
            header = _HEADERS.get(npy_format.read_magic(file))
            if header is None:
                raise BadInput(f"{path}: this array has named fields; save plain numbers")
            check_size(str(path), header(file)[0], megavoxels)
        found: NDArray[np.generic] = np.load(path, mmap_mode="r", allow_pickle=False)
    except BadInput:
        raise
    except (ValueError, OSError, EOFError, OverflowError) as error:
        raise BadInput(f"{path}: this is no array of numpy: {' '.join(str(error).split())}") from error
    return found
