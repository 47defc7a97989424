"""Pictures, by their pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genastar import BadInput, Trace
from genastar_voxel.frame import Voxel
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels


def drawn(costs: np.ndarray, start: Voxel, goal: Voxel, out: Path, **options: object) -> Image.Image:
    world = Voxels.read(costs, Options(scale=4, **options))  # type: ignore[arg-type]
    trace: Trace[int, object] = Trace()  # type: ignore[type-var]
    result = world.search(start, [goal], engine="interpreted", observer=trace)  # type: ignore[arg-type]
    world.draw(result, trace, out)  # type: ignore[arg-type]
    with Image.open(out) as picture:
        return picture.convert("RGB")


def test_slices(tmp_path: Path) -> None:
    costs = np.ones((3, 2, 2))
    costs[1, 0, 0] = costs[1, 1, 0] = 0
    costs[0, 1, 1] = 100
    picture = drawn(costs, (0, 0, 0), (2, 0, 0), tmp_path / "a.png", neighbours=6)
    assert picture.size == (7 * 4, 2 * 4)  # the two layers, and a gap

    def pixel(x: int, y: int) -> object:
        return picture.getpixel((4 * x + 2, 4 * y + 2))

    path = [(0, 0), (4, 0), (5, 0), (6, 0), (2, 0)]
    assert [pixel(x, y) for x, y in path] == [(0, 255, 0)] * 5
    assert pixel(1, 0) == pixel(1, 1) == (40, 40, 40)
    assert pixel(3, 0) == (150, 165, 185)
    assert pixel(4, 1) == (130, 130, 130)


def test_many_layers_and_an_animation(tmp_path: Path) -> None:
    picture = drawn(np.ones((1, 1, 300)), (0, 0, 0), (0, 0, 299), tmp_path / "a.gif", neighbours=6)
    assert picture.size[0] * picture.size[1] < 4 * 4 * 500
    with Image.open(tmp_path / "a.gif") as animation:
        assert animation.n_frames > 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("gravity", [False, True])
def test_isometric(tmp_path: Path, gravity: bool) -> None:
    costs = np.ones((6, 6, 4))
    costs[2, :5, :3] = 0
    picture = drawn(costs, (0, 0, 0), (5, 0, 0), tmp_path / "a.png", view="isometric", gravity=gravity)
    colours = {colour for _, colour in picture.getcolors(1 << 16)}  # type: ignore[union-attr, misc]
    assert (0, 255, 0) in colours
    assert (255, 255, 255) in colours
    assert ((176, 180, 188) in colours) == gravity
    with pytest.raises(BadInput, match=r"an isometric view cannot be an \.svg"):
        drawn(costs, (0, 0, 0), (5, 0, 0), tmp_path / "a.svg", view="isometric", gravity=gravity)


def test_a_picture_that_is_too_large(tmp_path: Path) -> None:
    world = Voxels.read(np.ones((4000, 4000, 1), np.bool_), Options(view="isometric", scale=4))
    trace: Trace[int, object] = Trace()  # type: ignore[type-var]
    result = world.search((0, 0, 0), [(1, 0, 0)], engine="interpreted", observer=trace)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="too large; choose a scale below 4"):
        world.draw(result, trace, tmp_path / "a.png")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
