"""What is read, and what is refused in one line."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput, load
from genastar_voxel.formats.map_files import read_map, read_scenarios
from genastar_voxel.formats.vox_files import read_vox
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels

DATA = Path(__file__).parent / "data"


def test_a_published_map() -> None:
    world = read_map(DATA / "Simple.3dmap.gz", 200)
    assert world.frame.shape == (105, 132, 105)
    assert (~world.frame.unpack(world.free)).sum() == 512  # lines of the file but the first


def test_portions_and_line_ends(tmp_path: Path) -> None:
    voxels = np.argwhere(np.random.default_rng(3).random((70, 60, 50)) > 0.3)
    assert len(voxels) > 140_000  # more than one portion
    path = tmp_path / "big.3dmap"
    path.write_text("voxel 70 60 50\r\n" + "".join(f"{x}\t{y} {z}\r\n" for x, y, z in voxels) + "\n\n", newline="")
    world = read_map(path, 1)
    assert (np.argwhere(~world.frame.unpack(world.free)) == voxels).all()
    path.write_text("voxel 2 2 2\n1 1 1")
    assert not read_map(path, 1).is_free((1, 1, 1))
    path.write_text("voxel 2 2 2\n")
    assert read_map(path, 1).frame.unpack(read_map(path, 1).free).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'voxel COLUMNS ROWS LAYERS', not ''"),
        ("pixel 1 1 1\n", "line 1: expected 'voxel COLUMNS ROWS LAYERS', not 'pixel 1 1 1"),
        ("voxel 1 1\n0 0 0\n", "line 1"),
        ("voxel 0 1 1\n", "line 1"),
        ("voxel 1 00 1\n", "line 1"),
        ("voxel 2 2 -2\n", "line 1"),
        (
            "voxel 999999999 999999999 999999999\n0 0 0\n",
            "exceed the limit of 1 million; if you trust it, raise the option megavoxels",
        ),
        ("voxel 1 30000 30000\n0 0 0\n", "rows that are too short to pack; transpose the world"),
        ("voxel 2 2 2\n0 0 0\n0 0\n", "line 3: expected 3 numbers, not '0 0'"),
        ("voxel 2 2 2\n0 0 0\n\n0 0 0 0\n", "line 4: expected 3 numbers, not '0 0 0 0'"),
        ("voxel 2 2 2\n0 0 x\n", "line 2: expected 3 numbers, not '0 0 x'"),
        ("voxel 2 2 2\n0 0 1\n2 0 0\n", "line 3: voxel 2 0 0 is outside a world of 2 x 2 x 2, counted from 0"),
        ("voxel 2 2 2\n0 0 -1\n", "line 2: voxel 0 0 -1 is outside a world"),
        ("voxel 2 2 2\n0 0.5 1\n", "line 2: voxel 0 0.5 1 is outside a world"),
        ("voxel 2 2 2\n0 0 nan\n", "line 2: voxel 0 0 nan is outside a world"),
        ("voxel 2 2 2\n0 0 inf\n", "line 2: voxel 0 0 inf is outside a world"),
        ("voxel 2 2 2\n0 0 99999999999999999999\n", "line 2: voxel 0 0 1e+20 is outside a world"),
        ("voxel 2 2 2\n0 0 1\n" + "7" * 20_000, "line 3"),
        ("voxel 2 2 2\n0 0 \xff\n", "line 2: expected 3 numbers"),
        ("voxel 2 2 2\n" + "0 0 0\n" * 1100, "more lines than 1,008"),
        ("voxel 2 2 2\n" + "\n" * 1100, "more lines than 1,008"),
        ("voxel 2 2 2\n0 0 0\n0 0 1\x000\n", "line 3: expected 3 numbers"),
    ],
)
def test_bad_maps(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.3dmap"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(BadInput) as caught:
        read_map(path, 1000 if "30000" in text else 1)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "cut.3dmap.gz"
    path.write_bytes((DATA / "Simple.3dmap.gz").read_bytes()[:600])
    with pytest.raises(BadInput, match="this file is cut off or damaged"):
        read_map(path, 200)
    path.write_bytes(b"voxel 1 1 1\n")
    with pytest.raises(BadInput, match="this file is cut off or damaged"):
        read_map(path, 200)
    path.write_bytes(gzip.compress(b"voxel 9 9 9\n" + b" " * 5_000_000))
    with pytest.raises(BadInput, match="line 2: expected 3 numbers"):
        read_map(path, 200)
    with pytest.raises(BadInput, match="No such file"):
        read_map(tmp_path / "none.3dmap", 200)
    with pytest.raises(BadInput, match="no name of a file"):
        read_map(Path("a\0.3dmap"), 200)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'version 1', not ''"),
        ("version 2\na.3dmap\n", "line 1: expected 'version 1'"),
        ("version 1\n", "line 2: expected the name of the map"),
        ("version 1\na.3dmap\n0 0 0 1 1 1 1.7\n", "line 3: expected 8 numbers"),
        ("version 1\na.3dmap\n\n0 0 0 1 1 x 1.7 1\n", "line 4: expected 8 numbers"),
        ("version 1\na.3dmap\n0 0 0 1 1 0.5 1.7 1\n", "line 3: expected start and goal as six whole numbers"),
        ("version 1\na.3dmap\n0 0 0 1 1 nan 1.7 1\n", "line 3: expected start and goal as six whole numbers"),
        ("version 1\na.3dmap\n0 0 0 1 1 1 nan 1\n", "line 3: length nan is not valid"),
        ("version 1\na.3dmap\n0 0 0 1 1 1 -1 1\n", "line 3: length -1.0 is not valid"),
    ],
)
def test_bad_scenarios(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.3dscen"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        read_scenarios(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_arrays(tmp_path: Path) -> None:
    path = tmp_path / "world.npy"
    mask = np.random.default_rng(1).random((3, 4, 5)) > 0.4
    costs = np.where(mask, 7, 0)
    for array in (mask, mask.astype(np.uint8), mask.astype(np.float32), np.asfortranarray(mask)):
        np.save(path, array)
        world = Voxels.read(path, Options()).world
        assert world.costs is None
        assert (world.frame.unpack(world.free) == mask).all()
    for array, kind in ((costs, "i"), (costs.astype(float), "i"), (costs / 2, "f")):
        np.save(path, array)
        world = Voxels.read(path, Options()).world
        assert world.costs is not None
        assert world.costs.dtype.kind == kind
        assert (world.costs[world.frame.to_numbers(np.argwhere(mask))] == array[mask]).all()
        assert (world.frame.unpack(world.free) == mask).all()


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 2)), r"shape \(2, 2\) of float64 is no world"),
        (np.zeros((2, 0, 2)), "is no world"),
        (np.zeros((2, 2, 2), np.complex128), "is no world"),
        (np.array([[["a"]]]), "is no world"),
        (np.array([[[1.0, -1.0]]]), "0,0,1: a voxel cannot cost -1.0"),
        (np.array([[[1.0], [float("nan")]]]), "0,1,0: a voxel cannot cost nan"),
        (np.array([[[1]], [[2_000_000]]]), "1,0,0: a voxel cannot cost 2000000"),
        (np.zeros((101, 100, 100), np.bool_), "101 x 100 x 100 voxels exceed the limit of 1 million"),
    ],
)
def test_bad_arrays(tmp_path: Path, array: np.ndarray, message: str) -> None:
    path = tmp_path / "bad.npy"
    np.save(path, array)
    for source in (array, path):
        with pytest.raises(BadInput, match=message):
            Voxels.read(source, Options(megavoxels=1))


def test_files_that_are_no_arrays(tmp_path: Path) -> None:
    path = tmp_path / "bad.npy"
    np.save(path, np.array([[[None]]]), allow_pickle=True)
    with pytest.raises(BadInput, match=r"no valid \.npy file"):
        Voxels.read(path, Options())
    np.save(path, np.ones((50, 50, 50)))
    whole = path.read_bytes()
    for content in (whole[:5000], whole[:40], b"", b"\x93NUMPY"):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.npy: this is no valid .npy file"):
            Voxels.read(path, Options())
    path.write_bytes(whole.replace(b"(50, 50, 50)", b"(5000000, 5000000, 5000000)", 1)[: len(whole)])
    with pytest.raises(BadInput, match="5000000 x 5000000 x 5000000 voxels exceed the limit of 200 million"):
        Voxels.read(path, Options())
    with path.open("wb") as file:
        np.savez(file, a=np.ones((2, 2, 2)))
    with pytest.raises(BadInput, match=r"no valid \.npy file"):
        Voxels.read(path, Options())


def chunk(name: bytes, content: bytes, inner: bytes = b"") -> bytes:
    return name + struct.pack("<II", len(content), len(inner)) + content + inner


def vox(*chunks: bytes) -> bytes:
    return b"VOX " + struct.pack("<I", 150) + chunk(b"MAIN", b"", b"".join(chunks))


def voxels(*each: tuple[int, int, int]) -> bytes:
    return chunk(b"XYZI", struct.pack("<I", len(each)) + b"".join(bytes((*voxel, 1)) for voxel in each))


SIZE = chunk(b"SIZE", struct.pack("<3I", 2, 3, 4))


def test_magicavoxel() -> None:
    world = read_vox(DATA / "stairs.vox")
    assert world.frame.shape == (4, 3, 5)
    heights = (~world.frame.unpack(world.free)).sum(axis=2)
    assert (heights == np.arange(4)[:, None]).all()
    stairs = load(DATA / "stairs.vox", gravity=True)
    assert stairs.search((0, 0, 0), [(3, 2, 3)], engine="interpreted").found


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "byte 0: expected 'VOX ', a version and 'MAIN'"),
        (b"VOX \x96\0\0\0", "byte 0"),
        (b"VOXX" + vox(SIZE)[4:], "byte 0"),
        (vox(), "the file has no model"),
        (vox(SIZE), "the file has no model"),
        (vox(voxels((0, 0, 0))), "byte 20: expected a chunk SIZE before the voxels"),
        (vox(SIZE, voxels(), SIZE), "the file has a second model"),
        (vox(chunk(b"SIZE", b"\1\0\0\0")), "byte 20: expected three sizes from 1 to 256"),
        (vox(chunk(b"SIZE", struct.pack("<3I", 2, 0, 2))), "expected three sizes from 1 to 256, not 2 x 0 x 2"),
        (vox(chunk(b"SIZE", struct.pack("<3I", 2**31, 2**31, 2**31))), "three sizes from 1 to 256"),
        (vox(SIZE, voxels((0, 0, 0), (2, 0, 0))), "byte 44: voxel 2,0,0 is outside a model of 2 x 3 x 4"),
        (vox(SIZE, chunk(b"XYZI", struct.pack("<I", 9) + bytes(8))), "expected 9 voxels, but there are 2"),
        (vox(SIZE, chunk(b"XYZI", b"")), "expected 0 voxels"),
        (vox(SIZE, voxels((0, 0, 0)))[:-2], "byte 44: the file ends within the chunk b'XYZI'"),
        (vox(SIZE, voxels((0, 0, 0)))[:50], "byte 44: the file ends within the head of a chunk"),
        (vox(SIZE[:4] + struct.pack("<II", 2**32 - 1, 2**32 - 1)), "the file ends within the chunk b'SIZE'"),
    ],
)
def test_bad_models(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.vox"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_vox(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_files_of_other_names(tmp_path: Path) -> None:
    for number, content in enumerate((b"voxel 2 2 2\n0 0 0\n", vox(SIZE, voxels((1, 1, 1))))):
        path = tmp_path / str(number)
        path.write_bytes(content)
        assert Voxels.read(path, Options()).world.frame.columns == 2
    path.write_bytes(b"hello")
    with pytest.raises(BadInput, match=r"unknown file type.* give a \.3dmap, \.npy or \.vox file"):
        Voxels.read(path, Options())
    with pytest.raises(BadInput, match="cannot be read from a int"):
        Voxels.read(3, Options())


def test_bad_voxels() -> None:
    world = Voxels.read(np.array([[[1, 0], [1, 1]], [[1, 1], [1, 1]]]), Options())
    bad = (((0, 0, 1), "0,0,1 is blocked"), ((2, 0, 0), "outside the world; x is from 0 to 1"), ((0, -1, 0), "outside"))
    for voxel, message in (*bad, ((0.5, 0, 0), "no voxel"), ((0, 0), "no voxel")):
        with pytest.raises(BadInput, match=message):
            world.search(voxel, [(0, 0, 0)])  # type: ignore[arg-type]
        with pytest.raises(BadInput, match=message):
            world.search((0, 0, 0), [voxel])  # type: ignore[list-item]
    for text in ("", "1,2", "1,2,3,4", "a,b,c", "1;2;3", "1,2,9999999999"):
        with pytest.raises(BadInput, match="no voxel"):
            world.parse(text)
    for cost in (-1, float("nan"), float("inf"), 0.5, 1e9):
        with pytest.raises(BadInput, match="cannot cost"):
            world.change([(0, 0, 0)], cost)
    with pytest.raises(BadInput, match="voxels=None: expected voxels in a list or a tuple"):
        world.change(None, 0)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="names no start"):
        world.search()
    ended = Voxels.read(np.ones((2, 2, 2)), Options(start="0,0,0", goal="1,1,1"))
    assert ended.search(engine="interpreted").path == ((0, 0, 0), (1, 1, 1))
    walker = Voxels.read(np.ones((1, 1, 9)), Options(gravity=True, headroom=2))
    with pytest.raises(BadInput, match="0,0,5 is in the air; give the ground below, 0,0,0"):
        walker.to_state((0, 0, 5))
    with pytest.raises(BadInput, match="fewer than 2 free voxels upwards"):
        walker.to_state((0, 0, 8))


@pytest.mark.parametrize(
    "wrong", [{"neighbours": 8}, {"neighbours": "27"}, {"climb": -1}, {"headroom": 0}, {"fall": 1.5}, {"diagonals": "cut"}]
)
def test_options_that_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="it must be"):
        load(np.ones((2, 2, 2)), "voxel", **wrong)


@pytest.mark.parametrize("kind", ["<f8", ">i4", "bool", "uint8"])
def test_an_array_of_three_dimensions_is_a_voxel_world(tmp_path: Path, kind: str) -> None:
    np.save(tmp_path / "a.npy", np.ones((12, 3, 4), kind))
    assert isinstance(load(tmp_path / "a.npy"), Voxels)
