"""Readers that turn a file or an array into a world."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np

from genastar import BadInput
from genastar.files import open_unpacked
from genastar_picture.sources.arrays import check_unmasked, read_npy
from genastar_voxel.formats.map_files import check_size, read_map
from genastar_voxel.formats.vox_files import read_vox
from genastar_voxel.world import VoxelWorld, make_world_of_costs


def read_source(source: object, megavoxels: int) -> tuple[str, VoxelWorld]:
    """Return the name of the source for messages, and its world.

    Args:
        source: a path; or an array of costs, shape (columns, rows, layers), of bool (true is free), whole numbers or floats.
        megavoxels: largest world to read, in million voxels.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    match source:
        case np.ndarray():
            check_unmasked("the array", source)
            check_size("the array", source.shape, megavoxels)
            return "the array", make_world_of_costs("the array", source)
        case str() | PathLike():
            return str(Path(source)), _read_file(Path(source), megavoxels)
    raise BadInput(f"a voxel world cannot be read from a {type(source).__name__}; give a path or a numpy array")


def _read_file(path: Path, megavoxels: int) -> VoxelWorld:
    name = path.name.lower()
    if name.endswith((".3dmap", ".3dmap.gz")):
        return read_map(path, megavoxels)
    if name.endswith(".npy"):
        return make_world_of_costs(str(path), read_npy(path, lambda shape: check_size(str(path), shape, megavoxels)))
    if name.endswith(".vox"):
        return read_vox(path)
    with open_unpacked(path) as file:
        head = file.read(6)
    if head.startswith(b"VOX "):
        return read_vox(path)
    if head.startswith(b"voxel "):
        return read_map(path, megavoxels)
    raise BadInput(f"{path}: unknown file type, by its name and its first bytes; give a .3dmap, .npy or .vox file")
