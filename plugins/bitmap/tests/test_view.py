"""The image as a canvas."""

from __future__ import annotations

import struct
from math import nan
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from PIL import Image

from genastar import BadInput
from genastar.worlds.view import Cells
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap
from genastar_bitmap.search import Pixel
from genastar_lattice.view import CellView

ROOM = np.array([[1, 1, 0, 1], [1, 1, 0, 1], [1, 1, 1, 1]], np.bool_)


def canvas(source: object = ROOM, **options: object) -> CellView[Pixel, Pixel, Bitmap]:
    view = Bitmap.read(source, Options(**options)).view()  # type: ignore[arg-type]
    assert view is not None
    return view


def values(view: CellView[Pixel, Pixel, Bitmap] | None) -> list[float]:
    assert view is not None
    return [value for (value,) in struct.iter_unpack("<d", view.values)]


def test_pixels_have_their_own_colours() -> None:
    image = np.zeros((2, 3, 3), np.uint8)
    image[1, 2] = 200, 30, 40
    view = canvas(image)
    shape = view.shape
    assert isinstance(shape, Cells)
    assert (shape.width, shape.height, shape.layers, shape.wraps) == (3, 2, 1, False)
    assert shape.colours == image.tobytes()
    assert values(view) == [0, 0, 0, 0, 0, 1]
    assert view.place((2, 1)) == 5
    assert view.position(5) == (2, 1)


@pytest.mark.parametrize("place", [-1, 12, 2, 1 << 70, nan, "1"])
def test_no_place(place: int) -> None:
    with pytest.raises(BadInput):
        canvas().position(place)


@pytest.mark.parametrize("changes", [{-1: 1}, {12: 1}, {1.5: 1}, {0: -1}, {0: nan}, {0: 2}, {0: 0.5}, {0: "wall"}])
def test_what_cannot_be_painted(changes: dict[int, float]) -> None:
    with pytest.raises(BadInput):
        canvas().paint(changes)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"invert": True},
        {"threshold": 255},
        {"wall_colour": "#ffffff"},
        {"wall_colour": "#102030", "invert": True},
        {"ends": "colours", "start_colour": "#ffffff", "goal_colour": "#000000"},
        {"ends": "openings", "diagonals": "one-obstacle"},
        {"directions": 4, "diagonals": "always"},
    ],
)
def test_painting_gives_the_world_of_the_painted_image(options: dict[str, object]) -> None:
    rng = np.random.default_rng(3)
    view = canvas(rng.random((20, 30)) > 0.4, **options)
    for size in (1, 4, 200):
        changes = {int(place): float(rng.integers(2)) for place in rng.choice(600, size, replace=False)}
        before = values(view)
        painted = view.paint(changes)
        assert values(view) == before
        wanted = [changes.get(place, value) for place, value in enumerate(before)]
        assert values(painted.view()) == wanted
        anew = Bitmap.read(painted.image, painted.options)
        assert np.array_equal(painted.free, anew.free)
        assert np.array_equal(painted.open_directions, anew.open_directions)
        assert painted.border == anew.border
        view = canvas(painted.image, **options)


def test_what_is_painted_looks_like_the_brush() -> None:
    view = canvas(np.full((2, 2, 3), 90, np.uint8))
    painted = view.paint({0: 1, 1: 0}).view()
    assert painted is not None
    assert [brush.value for brush in view.brushes] == [1, 0]
    assert tuple(painted.shape.colours[:3]) == (90, 90, 90)  # it was free before
    assert tuple(painted.shape.colours[3:6]) == view.brushes[1].colour


def test_options_that_leave_no_colour_to_paint_with() -> None:
    options = Options(ends="colours", wall_colour="#ff0000")
    assert Bitmap.read(np.zeros((2, 2, 3), np.uint8), options).view() is None


def test_a_blank_image() -> None:
    blank = canvas(ends="openings", invert=True).make_blank(7, 5)
    assert blank.options.invert
    assert values(blank.view()) == [1.0] * 35
    assert blank.search(engine="interpreted").path[-1] == (6, 4)
    for width, height in ((0, 1), (-3, 2), (1 << 20, 1 << 20), (2.5, 2)):
        with pytest.raises(BadInput):
            canvas().make_blank(width, height)  # type: ignore[arg-type]


def test_a_saved_image_is_read_back(tmp_path: Path) -> None:
    view = canvas().paint({4: 0}).view()
    assert view is not None
    view.save(tmp_path / "room.png", (0, 0), [(3, 2)])
    assert values(canvas(tmp_path / "room.png")) == values(view)
    with Image.open(tmp_path / "room.png") as image:
        assert image.size == (4, 3)
    with pytest.raises(BadInput):
        view.save(tmp_path / "room.map", (0, 0), [(3, 2)])


def test_configured_as_if_read_so() -> None:
    world = Bitmap.read(ROOM, Options())
    for options in (Options(), Options(directions=4, cost="octile"), Options(invert=True, ends="openings")):
        found, wanted = world.with_options(options), Bitmap.read(ROOM, options)
        assert found.options == wanted.options == evolve(options, threshold=found.options.threshold)
        assert np.array_equal(found.open_directions, wanted.open_directions)
        assert found.border == wanted.border
    with pytest.raises(BadInput, match="exceed the limit of 1 million"):
        Bitmap.read(np.ones((1100, 1000), np.bool_), Options()).with_options(Options(megapixels=1))
