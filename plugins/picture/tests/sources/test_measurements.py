"""Rasters of numbers are refused at every door, and pictures are not."""

from __future__ import annotations

import gzip
import struct
import zlib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, TiffImagePlugin

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar_picture.sources.images import get_colours, open_image


def domains(*names: str) -> list[object]:
    """Return domains as parameters; a test is skipped where the plugin of its domain is not installed."""
    missing = {name: find_spec(f"genastar_{name}") is None for name in names}
    reasons = {name: pytest.mark.skipif(missing[name], reason=f"genastar-{name} is not installed") for name in names}
    return [pytest.param(name, marks=mark) for name, mark in reasons.items()]


GREY = np.array([[0, 255, 0], [255, 255, 255]], np.uint8)
DEEP = np.array([[0, 65535, 300], [1, 2, 3]], np.uint16)

GEO = {
    "ModelPixelScale": (33550, 12, (1.0, 1.0, 0.0)),
    "ModelTiepoint": (33922, 12, (0.0,) * 6),
    "ModelTransformation": (34264, 12, (1.0,) * 16),
    "GeoKeyDirectory": (34735, 3, (1, 1, 0, 0)),
    "GDAL_NODATA": (42113, 2, "-9999"),
}


def tiff(path: Path, array: np.ndarray, tag: str = "") -> Path:
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    if tag:
        number, kind, value = GEO[tag]
        tags.tagtype[number] = kind
        tags[number] = value
    Image.fromarray(array).save(path, tiffinfo=tags)
    return path


def raw_tiff(path: Path, bits: int, sample_format: int, samples: int = 1) -> Path:
    """Write a TIFF of 2 x 1 pixels with samples that Pillow cannot write, nor always read."""
    data = bytes(2 * samples * bits // 8)
    entries = [
        (256, 4, 1, 2), (257, 4, 1, 1), (258, 3, 1, bits), (259, 3, 1, 1), (262, 3, 1, 1),
        (273, 4, 1, 8), (277, 3, 1, samples), (278, 4, 1, 1), (279, 4, 1, len(data)), (339, 3, 1, sample_format),
    ]  # fmt: skip
    directory = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    head = b"II*\0" + struct.pack("<I", 8 + len(data))
    path.write_bytes(head + data + struct.pack("<H", len(entries)) + directory + bytes(4))
    return path


RASTERS = {
    "float.tif": lambda path: tiff(path, np.ones((2, 3), np.float32)),
    "whole.tif": lambda path: tiff(path, np.ones((2, 3), np.int32)),
    "deep.tif": lambda path: tiff(path, DEEP),
    "deep.png": lambda path: Image.fromarray(DEEP).save(path),
    "deep.pgm": lambda path: path.write_bytes(b"P5 3 2 65535\n" + DEEP.astype(">u2").tobytes()),
    "plain.pgm": lambda path: path.write_bytes(b"P2 2 1 1000\n0 1000\n"),
    "colour.ppm": lambda path: path.write_bytes(b"P6 1 2 65535\n" + DEEP.tobytes()),
    "float.pfm": lambda path: path.write_bytes(b"Pf\n3 1\n-1.0\n" + np.ones(3, "<f4").tobytes()),
    "deep.sgi": lambda path: Image.fromarray(np.zeros((2, 3, 3), np.uint8)).save(path, bpc=2),
    "colour.png": lambda path: path.write_bytes(colour_png()),
    "double.tif": lambda path: raw_tiff(path, 64, 3),
    "complex.tif": lambda path: raw_tiff(path, 64, 6),
    "signed.tif": lambda path: raw_tiff(path, 8, 2),
    "layers.tif": lambda path: raw_tiff(path, 8, 1, samples=7),
    **{f"{tag}.tif": lambda path, tag=tag: tiff(path, GREY, tag) for tag in GEO},
}
"""What writes each raster of numbers."""


def colour_png() -> bytes:
    """Return a PNG of one pixel, with 16 bits a channel, which Pillow scales to 8 without a word."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 16, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(7))) + chunk(b"IEND", b"")


@pytest.mark.parametrize("name", RASTERS)
@pytest.mark.parametrize("domain", domains("bitmap", "grid"))
def test_a_raster_of_numbers_is_refused(tmp_path: Path, name: str, domain: str, capsys: pytest.CaptureFixture[str]) -> None:
    RASTERS[name](tmp_path / name)
    with pytest.raises(BadInput, match=r"raster of numbers, not a picture .*--domain terrain"):
        genastar.load(tmp_path / name, domain)
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    with pytest.raises(BadInput, match="raster of numbers"):
        genastar.load(tmp_path / f"{name}.gz", domain)
    assert main(["solve", str(tmp_path / name), "--domain", domain]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("suffix", ["tfw", "TFW", "tifw", "wld"])
@pytest.mark.skipif(find_spec("genastar_bitmap") is None, reason="genastar-bitmap is not installed")
def test_a_world_file_beside_a_tiff(tmp_path: Path, suffix: str) -> None:
    path = tiff(tmp_path / "map.tif", GREY)
    assert genastar.load(path).info.name == "bitmap"
    (tmp_path / f"map.{suffix}").write_text("1\n0\n0\n-1\n0\n0\n")
    with pytest.raises(BadInput, match=f"it has a world file, map.{suffix}"):
        genastar.load(path)
    (tmp_path / "map.tif.gz").write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(BadInput, match="it has a world file"):
        genastar.load(tmp_path / "map.tif.gz")


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "PA", "RGB", "RGBA", "CMYK", "YCbCr"])
def test_pictures_of_at_most_8_bits_are_read(tmp_path: Path, mode: str) -> None:
    image = Image.new(mode, (3, 2))
    with open_image(image, 1) as found:
        assert get_colours(found).shape == (2, 3, 3)
    for suffix in ("png", "tif", "bmp", "gif", "pgm", "tga"):
        path = tmp_path / f"{mode}.{suffix}"
        try:
            image.save(path)
        except (OSError, ValueError):
            continue  # no such file has this mode
        with open_image(path, 1) as found:
            assert np.asarray(get_colours(found))[..., 0].shape == (2, 3)


@pytest.mark.parametrize("mode", ["I", "F", "I;16"])
def test_images_of_pillow_that_hold_numbers(mode: str) -> None:
    with pytest.raises(BadInput, match="the image: this is a raster of numbers"), open_image(Image.new(mode, (2, 2)), 1):
        pass


@pytest.mark.parametrize("domain", domains("bitmap", "grid", "hexmap", "navmesh", "voxel"))
def test_masked_places_are_not_taken_for_their_numbers(domain: str) -> None:
    shape = (2, 2, 2) if domain == "voxel" else (2, 2)
    array = np.ma.masked_array(np.ones(shape, np.uint8), np.zeros(shape, bool))
    assert genastar.load(array, domain).info.name == domain
    array[1, 0] = np.ma.masked
    with pytest.raises(BadInput, match=r"1 places are masked, the first is \[1, 0\]|2 places are masked"):
        genastar.load(array, domain)
    assert genastar.load(array.filled(0), domain).info.name == domain


@pytest.mark.parametrize("domain", domains("bitmap", "grid", "hexmap", "navmesh", "voxel"))
@pytest.mark.parametrize("nodata", [np.nan, -9999.0])
def test_places_without_data_are_refused(domain: str, nodata: float) -> None:
    array = np.ones((2, 2, 2) if domain == "voxel" else (2, 2))
    array[1, 1] = nodata
    with pytest.raises(BadInput):
        genastar.load(array, domain)
