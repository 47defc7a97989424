"""Files that are not what they say: each is one clear line, and nothing else."""

import gzip
import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

import genastar
from genastar import BadInput

DATA = Path(__file__).parent / "data"


def refused(source, **options):
    with pytest.raises(BadInput) as error:
        genastar.load(source, domain="bitmap", **options)
    message = str(error.value)
    assert "\n" not in message
    return message


def png_that_says(width, height):
    """A PNG of almost nothing whose header promises much."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


def test_a_missing_file(tmp_path):
    assert refused(tmp_path / "no.png") == f"{tmp_path / 'no.png'}: cannot read this file: No such file or directory"


def test_a_folder(tmp_path):
    assert "cannot read this file" in refused(tmp_path)


def test_a_path_that_cannot_be_one():
    refused("maze\0.png")
    refused("")
    refused("x" * 5000 + ".png")


def test_text_that_is_named_png(tmp_path):
    (tmp_path / "notes.png").write_text("Dear diary,\n")
    assert "cannot read this image; use PNG, JPEG, GIF, BMP or PPM" in refused(tmp_path / "notes.png")
    (tmp_path / "empty.png").write_bytes(b"")
    assert "cannot read this image" in refused(tmp_path / "empty.png")


@pytest.mark.parametrize("name", ["combo400.png", "Berlin_0_256.png"])
def test_a_truncated_image(tmp_path, name):
    whole = (DATA / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) // 2])
    assert "this image is damaged or of a rare kind: " in refused(tmp_path / name)


@pytest.mark.parametrize(("width", "height"), [(0, 0), (0, 5), (5, 0)])
def test_an_image_without_a_pixel(tmp_path, width, height):
    (tmp_path / "nothing.png").write_bytes(png_that_says(width, height))
    refused(tmp_path / "nothing.png")
    assert "is empty" in refused(Image.new("L", (width, height)))


@pytest.mark.parametrize("side", [10_001, 11_000, 13_000])
def test_more_pixels_than_the_limit_are_refused_before_they_are_decoded(tmp_path, side):
    (tmp_path / "bomb.png").write_bytes(png_that_says(side, side))
    message = refused(tmp_path / "bomb.png")
    assert message == (
        f"{tmp_path / 'bomb.png'}: {side} x {side} pixels exceed the limit of 100 million; "
        "if you trust it, raise the option megapixels"
    )


@pytest.mark.parametrize("side", [13_500, 60_000, 2**31 - 1])
def test_a_bomb(tmp_path, side):
    (tmp_path / "bomb.png").write_bytes(png_that_says(side, side))
    assert "pixels" in refused(tmp_path / "bomb.png", megapixels=10_000)


def test_the_limit_may_be_lowered():
    with pytest.raises(BadInput, match="exceed the limit of 1 million"):
        genastar.load(np.ones((1001, 1000), dtype=bool), "bitmap", megapixels=1)
    genastar.load(np.ones((1000, 1000), dtype=bool), "bitmap", megapixels=1)


def test_a_large_image_within_the_limit_warns_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)  # Pillow warns from here on, and refuses from twice as many
    Image.new("L", (40, 40), 255).save(tmp_path / "large.png")
    assert genastar.load(tmp_path / "large.png").free.all()


def test_a_packed_bomb(tmp_path):
    """Four bytes for each pixel that an image may have are unpacked, and no more."""
    (tmp_path / "bomb.png.gz").write_bytes(gzip.compress(bytes(4_000_001), 1))
    message = refused(tmp_path / "bomb.png.gz", megapixels=1)
    assert message.endswith("this file has more than 4,000,000 bytes; if you trust it, raise the option megapixels")
    (tmp_path / "large.png.gz").write_bytes(gzip.compress(png_that_says(10_001, 10_001)))
    assert "exceed the limit of 100 million" in refused(tmp_path / "large.png.gz")


def test_what_is_packed_wrongly(tmp_path):
    whole = gzip.compress((DATA / "tiny.png").read_bytes())
    for content in (whole[:-9], whole[:5], b"", (DATA / "tiny.png").read_bytes(), whole[:20] + b"????" + whole[24:]):
        (tmp_path / "maze.png.gz").write_bytes(content)
        assert "maze.png.gz: " in refused(tmp_path / "maze.png.gz")


def test_a_drawing_program_is_not_run(tmp_path):
    Image.new("L", (4, 4)).save(tmp_path / "drawing.eps")
    assert "EPS files are programs and are not run" in refused(tmp_path / "drawing.eps")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever is root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    (tmp_path / "secret.png").write_bytes((DATA / "tiny.png").read_bytes())
    (tmp_path / "secret.png").chmod(0)
    assert "cannot read this file: Permission denied" in refused(tmp_path / "secret.png")


def encoded(kind, **settings):
    image = Image.fromarray(np.arange(12 * 16 * 3, dtype=np.uint8).reshape(12, 16, 3))
    out = io.BytesIO()
    image.save(out, kind, **settings)
    return out.getvalue()


KINDS = ["PNG", "GIF", "BMP", "JPEG", "PPM", "TIFF", "WEBP", "TGA", "PCX", "SGI", "ICO", "DDS", "JPEG2000"]
IMAGES = [encoded(kind) for kind in KINDS] + [
    encoded("PNG", optimize=True),
    encoded("JPEG", progressive=True),
    encoded("TIFF", compression="tiff_lzw"),
    (DATA / "tiny.png").read_bytes(),
    b"qoif\0\0\0\2\0\0\0\1\3\0\xfe\1\2\3\xfe\4\5\6\0\0\0\0\0\0\0\1",
    b"P2 2 2 255\n0 9 0 9\n",
    b"P3 1 1 255\n0 9 0\n",
    b"P5 2 2 65535\n01234567",
    b"PF 1 1 -1.0\n0123456789ab",
    b"#define x_width 8\n#define x_height 1\nstatic char x_bits[] = {0x7f};",
    b'/* XPM */\nstatic char *x[] = {"2 1 2 1","a c #000000","b c #ffffff","ab"};',
]

MUTATED = st.sampled_from(IMAGES).flatmap(
    lambda image: st.tuples(
        st.just(image),
        st.lists(st.tuples(st.integers(0, len(image) - 1), st.integers(0, 255)), max_size=8),
        st.integers(0, len(image)) | st.just(len(image)),
        st.binary(max_size=16),
    )
)


def check(path):
    """Only two things may come of a file: a world, or one line."""
    try:
        world = genastar.load(path, domain="bitmap", megapixels=1)
    except BadInput as error:
        message = str(error)
    else:
        height, width = world.free.shape
        assert world.image.shape == (height, width, 3)
        assert width * height > 0
        return
    assert message.startswith(str(path))
    assert "\n" not in message


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(MUTATED)
def test_mutated_images(tmp_path, mutation):
    image, changes, length, tail = mutation
    data = bytearray(image)
    for place, value in changes:
        data[place] = value
    path = tmp_path / "fuzzed.png"
    path.write_bytes(data[:length] + tail)
    check(path)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.sampled_from([gzip.compress(image) for image in IMAGES]),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_mutated_packed_images(tmp_path, image, changes):
    data = bytearray(image)
    for place, value in changes:
        data[place % len(data)] = value
    path = tmp_path / "fuzzed.png.gz"
    path.write_bytes(data)
    check(path)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.sampled_from([b"", *(image[:12] for image in IMAGES)]), st.binary(max_size=200))
def test_random_bytes(tmp_path, head, tail):
    path = tmp_path / "fuzzed.png"
    path.write_bytes(head + tail)
    check(path)
