from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import genastar
from genastar import BadInput
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap
from genastar_picture.palette import COLOUR_BLIND, RED_BLUE
from genastar_picture.writers.formats import FORMATS

DATA = Path(__file__).parent / "data"


def drawn(world, out, *ends):
    """The picture of a search as an array, the result and the order of closing."""
    trace = genastar.Trace()
    result = world.search(*ends, engine="interpreted", observer=trace)
    world.draw(result, trace, out)
    with Image.open(out) as image:
        return np.array(image.convert("RGB")), result, trace.list_closed()


@pytest.mark.parametrize(("name", "palette"), [("red-blue", RED_BLUE), ("colour-blind", COLOUR_BLIND)])
def test_every_pixel_of_a_solved_maze(tmp_path, name, palette):
    world = genastar.load(DATA / "normal.png", ends="openings", palette=name, scale=1)
    picture, result, order = drawn(world, tmp_path / "out.png")
    with Image.open(DATA / "normal.png") as image:
        expected = np.array(image.convert("RGB"))
    ramp = palette.make_ramp(256)
    for rank, (x, y) in enumerate(order):
        expected[y, x] = ramp[rank * 256 // len(order)]
    for x, y in result.path:
        expected[y, x] = palette.path
    np.testing.assert_array_equal(picture, expected)
    assert tuple(picture[0, 3]) == palette.path
    assert len(order) > len(result.path) == 309


def test_pixels_become_squares_of_the_scale(tmp_path):
    one, _, _ = drawn(genastar.load(DATA / "tiny.png", ends="openings", scale=1), tmp_path / "1.png")
    five, _, _ = drawn(genastar.load(DATA / "tiny.png", ends="openings", scale=5), tmp_path / "5.png")
    fitting, _, _ = drawn(genastar.load(DATA / "tiny.png", ends="openings"), tmp_path / "16.png")
    assert (one.shape, five.shape, fitting.shape) == ((10, 10, 3), (50, 50, 3), (160, 160, 3))
    np.testing.assert_array_equal(five[2::5, 2::5], one)
    np.testing.assert_array_equal(fitting[15::16, ::16], one)


def test_no_way_is_drawn_where_none_was_found(tmp_path):
    walls = np.array([[True, True, False, True]])
    picture, result, order = drawn(Bitmap.read(walls, Options(scale=1)), tmp_path / "out.png")
    assert not result.found
    assert order == [(0, 0), (1, 0)]
    assert picture[0].tolist() == [[255, 0, 0], [127, 0, 128], [0, 0, 0], [255, 255, 255]]


def test_an_animation_ends_with_the_path(tmp_path):
    world = genastar.load(DATA / "tiny.png", ends="openings", frames=6, seconds=1.0, scale=1)
    trace = genastar.Trace()
    result = world.search(engine="interpreted", observer=trace)
    world.draw(result, trace, tmp_path / "out.gif")
    greens, durations = [], []
    with Image.open(tmp_path / "out.gif") as image:
        for frame in range(image.n_frames):
            image.seek(frame)
            greens.append(int((np.array(image.convert("RGB")) == RED_BLUE.path).all(axis=2).sum()))
            durations.append(image.info["duration"])
        assert image.info["loop"] == 0
    assert greens == [0] * 5 + [len(result.path)]
    assert durations == [200] * 5 + [3000]


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_advertised_format_is_written_and_can_be_read_as_a_world(tmp_path, suffix):
    drawn(genastar.load(DATA / "tiny.png", ends="openings"), tmp_path / f"out{suffix}")
    again = genastar.load(tmp_path / f"out{suffix}", scale=1)
    assert again.free.shape == (160, 160)


def test_a_picture_may_take_the_place_of_its_source(tmp_path):
    source = tmp_path / "maze.png"
    source.write_bytes((DATA / "tiny.png").read_bytes())
    drawn(genastar.load(source, ends="openings", scale=1), source)
    with Image.open(source) as image:
        assert image.convert("RGB").getpixel((3, 0)) == (0, 255, 0)


def test_another_ending_is_refused(tmp_path):
    world = genastar.load(DATA / "tiny.png", ends="openings")
    trace = genastar.Trace()
    result = world.search(engine="interpreted", observer=trace)
    with pytest.raises(BadInput, match=r"out\.xyz: unknown picture suffix; use one of \.png"):
        world.draw(result, trace, tmp_path / "out.xyz")
    assert list(tmp_path.iterdir()) == []
