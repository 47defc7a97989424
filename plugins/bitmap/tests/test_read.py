import bz2
import gzip
import io
import lzma
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import genastar
from genastar import BadInput
from genastar_bitmap.info import INFO
from genastar_bitmap.read import read_image

DATA = Path(__file__).parent / "data"
RANDOM = np.random.default_rng(4)
COLOURS = RANDOM.integers(0, 256, (6, 9, 3), dtype=np.uint8)
GREY = RANDOM.integers(0, 256, (6, 9), dtype=np.uint8)


def read(source):
    return read_image(source, 100)[1]


def red(source):
    return read(source)[:, :, 0].tolist()


@pytest.mark.parametrize("suffix", ["png", "bmp", "dib", "tif", "tga", "ppm", "pcx", "sgi", "webp", "gif"])
def test_formats_that_lose_nothing(tmp_path, suffix):
    out = tmp_path / f"image.{suffix}"
    Image.fromarray(COLOURS).save(out, **({"lossless": True} if suffix == "webp" else {}))
    assert genastar.load(out).info.name == "bitmap"
    np.testing.assert_array_equal(read(out), COLOURS)


def test_an_icon(tmp_path):
    icon = RANDOM.integers(0, 256, (16, 16, 3), dtype=np.uint8)
    Image.fromarray(icon).save(tmp_path / "image.ico", sizes=[(16, 16)])
    np.testing.assert_array_equal(read(tmp_path / "image.ico"), icon)


def test_jpeg_comes_close(tmp_path):
    smooth = np.full((16, 16, 3), (200, 40, 90), dtype=np.uint8)
    Image.fromarray(smooth).save(tmp_path / "image.jpg")
    assert np.abs(read(tmp_path / "image.jpg").astype(int) - smooth).max() < 8


def test_qoi(tmp_path):
    header = b"qoif\0\0\0\2\0\0\0\1\3\0"  # 2 x 1, red-green-blue
    (tmp_path / "image.qoi").write_bytes(header + b"\xfe\1\2\3" + b"\xfe\4\5\6" + bytes(7) + b"\1")
    assert read(tmp_path / "image.qoi").tolist() == [[[1, 2, 3], [4, 5, 6]]]


def test_netpbm_as_text_and_by_its_content(tmp_path):
    (tmp_path / "grey.pgm").write_text("P2 3 1 255\n0 7 255\n")
    assert red(tmp_path / "grey.pgm") == [[0, 7, 255]]
    (tmp_path / "bits").write_text("P1\n3 1\n0 1 0\n")  # 1 is black
    assert genastar.load(tmp_path / "bits").free.tolist() == [[True, False, True]]


def test_the_red_of_grey_of_bits_and_of_a_palette():
    assert red(Image.fromarray(GREY)) == GREY.tolist()
    bits = Image.fromarray(GREY).convert("1")
    assert red(bits) == (np.array(bits) * 255).tolist()
    few = Image.fromarray(COLOURS).quantize(7)
    np.testing.assert_array_equal(read(few), np.array(few.convert("RGB")))


def test_what_is_transparent_shows_a_white_page():
    array = np.array([[[0, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 127], [200, 100, 50, 255]]], dtype=np.uint8)
    assert read(array).tolist() == [[[0] * 3, [255] * 3, [128] * 3, [200, 100, 50]]]
    grey = Image.new("LA", (2, 1), (0, 255))
    grey.putpixel((0, 0), (0, 0))
    assert red(grey) == [[255, 0]]


def test_a_transparent_colour_of_a_palette_shows_a_white_page():
    image = Image.new("P", (2, 1))
    image.putpalette([0, 0, 0, 10, 20, 30])
    image.putpixel((1, 0), 1)
    saved = io.BytesIO()
    image.save(saved, "PNG", transparency=0)
    with Image.open(saved) as again:
        assert read(again).tolist() == [[[255] * 3, [10, 20, 30]]]


def test_a_photograph_is_turned_as_the_camera_says(tmp_path):
    image = Image.fromarray(COLOURS)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise by a quarter
    image.save(tmp_path / "photo.png", exif=exif)
    np.testing.assert_array_equal(read(tmp_path / "photo.png"), np.rot90(COLOURS, -1))


def test_of_several_frames_the_first_counts(tmp_path):
    first, second = Image.fromarray(GREY), Image.fromarray(255 - GREY)
    first.save(tmp_path / "two.gif", save_all=True, append_images=[second])
    np.testing.assert_array_equal(read(tmp_path / "two.gif")[:, :, 0], GREY)


def test_arrays():
    free = np.array([[True, False, True]])
    assert red(free) == [[255, 0, 255]]
    assert red(GREY) == GREY.tolist()
    np.testing.assert_array_equal(read(COLOURS), COLOURS)
    np.testing.assert_array_equal(read(COLOURS[::-1, ::-2]), COLOURS[::-1, ::-2])


def test_the_array_is_not_kept():
    array = np.full((2, 2, 3), 9, dtype=np.uint8)
    image = read(array)
    array[:] = 0
    assert (image == 9).all()


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((2, 2)),
        np.zeros((2, 2), dtype=np.int64),
        np.zeros(4, dtype=np.uint8),
        np.zeros((2, 2, 2), dtype=np.uint8),
        np.zeros((2, 2), dtype=np.uint16),
        np.zeros((2, 2, 3), dtype=np.uint16),
        np.zeros((2, 2, 3), dtype=bool),
        np.array([["a"]]),
    ],
)
def test_other_arrays_are_refused_with_what_is_wanted(array):
    with pytest.raises(
        BadInput,
        match=r"the array has shape .* and type .*; give \(height, width\) of bool or uint8, .*load\(array, \"grid\"\)",
    ):
        read(array)


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (0, 5, 3)])
def test_an_array_without_a_pixel_is_refused(shape):
    with pytest.raises(BadInput, match="has no pixels"):
        read(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize("source", [None, 3, b"\x89PNG", [[0, 1]], io.BytesIO(b"")])
def test_other_sources_are_refused(source):
    with pytest.raises(BadInput, match="a bitmap cannot be read from a"):
        read(source)


def test_the_metadata_is_light():
    code = "import sys, genastar_bitmap.info; sys.exit(bool({'numpy', 'PIL', 'llvmlite'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)])
def test_a_packed_image(tmp_path, suffix, pack):
    for name in ("tiny.png", "deep.tif", "page"):
        plain, packed = tmp_path / name, tmp_path / f"{name}{suffix}"
        if name == "tiny.png":
            plain.write_bytes((DATA / name).read_bytes())
        else:
            Image.fromarray(GREY).save(plain, "TIFF" if name == "deep.tif" else "PNG")
        packed.write_bytes(pack(plain.read_bytes()))
        world = genastar.load(packed)
        assert (world.info.name, world.name) == ("bitmap", str(packed))
        np.testing.assert_array_equal(world.image, read(plain))


def test_a_packed_map_of_a_robot_and_a_packed_maze():
    assert genastar.load(DATA / "depot.pgm.gz").free.shape == (307, 604)
    assert genastar.load(DATA / "ompl_normal.ppm.gz", ends="openings").default_goals() == ((449, 396),)


def test_pillow_reads_what_the_metadata_names():
    Image.init()
    known = Image.registered_extensions()
    assert [suffix for suffix in INFO.suffixes if known.get(suffix) not in Image.OPEN] == []


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        ("a.npy", "grid"),
        ("free.npy", "grid"),
        ("deep.npy", "voxel"),
        ("a.asc", "grid"),
        ("a.asc.gz", "grid"),
        ("a.png", "grid"),
    ],
)
def test_files_of_numbers_are_refused_with_the_domain_that_reads_them(tmp_path: Path, name: str, domain: str) -> None:
    """By their content, whatever they are called."""
    path, text = tmp_path / name, b"NCOLS 2\nnrows 1\n1 2\n"
    arrays = {"a.npy": np.ones((3, 4)), "free.npy": np.ones((3, 4), np.bool_), "deep.npy": np.ones((3, 4, 5), np.uint8)}
    if name in arrays:
        np.save(path, arrays[name])
    else:
        path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    with pytest.raises(BadInput) as caught:
        genastar.load(path, domain="bitmap")
    assert str(caught.value) == f"{path}: this is a file of numbers, not a picture; try: --domain {domain}"


def test_an_array_of_no_domain_is_no_image(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.ones(3))
    with pytest.raises(BadInput, match="cannot read this image; use PNG"):
        genastar.load(tmp_path / "a.npy", domain="bitmap")
