import numpy as np
import pytest
from PIL import Image, ImageSequence

from genastar import BadInput
from genastar_picture.palette import COLOUR_BLIND, RED_BLUE
from genastar_picture.scene import Scene, to_cell_array
from genastar_picture.writers import gif
from genastar_picture.writers.draw import draw

LEVELS = 128


def frames_of(path):
    """The frames of a GIF as arrays, and their durations in milliseconds."""
    with Image.open(path) as image:
        pictures, durations = [], []
        for frame in ImageSequence.Iterator(image):
            pictures.append(np.array(frame.convert("RGB")))
            durations.append(frame.info["duration"])
        return pictures, durations, image.info


def random_scene(seed, colours=40, closed=300, scale=1, palette=RED_BLUE):
    random = np.random.default_rng(seed)
    table = random.integers(0, 256, (colours, 3), dtype=np.uint8)
    world = table[random.integers(0, colours, (30, 40))]
    order = random.permutation(30 * 40)[:closed]
    path = random.permutation(30 * 40)[:50]
    as_cells = [(int(each) % 40, int(each) // 40) for each in order]
    return Scene(
        world, to_cell_array(as_cells), to_cell_array([(int(each) % 40, int(each) // 40) for each in path]), palette, scale
    )


def expected(scene, until, path):
    """A frame, painted cell by cell."""
    picture = scene.world.copy()
    ramp = scene.palette.make_ramp(LEVELS)
    for rank, (x, y) in enumerate(scene.closed.tolist()[:until]):
        picture[y, x] = ramp[rank * LEVELS // len(scene.closed)]
    for x, y in scene.path.tolist() if path else []:
        picture[y, x] = scene.palette.path
    return picture.repeat(scene.scale, axis=0).repeat(scene.scale, axis=1)


@pytest.mark.parametrize("palette", [RED_BLUE, COLOUR_BLIND])
@pytest.mark.parametrize("scale", [1, 3])
@pytest.mark.parametrize("colours", [1, 2, 126])
def test_every_pixel_of_every_frame(tmp_path, palette, scale, colours):
    scene = random_scene(colours, colours=colours, scale=scale, palette=palette)
    gif.save(scene, tmp_path / "a.gif", frames=11, seconds=2)
    pictures, durations, info = frames_of(tmp_path / "a.gif")
    assert len(pictures) == 11
    for number, picture in enumerate(pictures[:-1]):
        np.testing.assert_array_equal(picture, expected(scene, number * 30, path=False))
    np.testing.assert_array_equal(pictures[-1], expected(scene, 300, path=True))
    assert durations == [200] * 10 + [gif.HOLD_MS]
    assert info["loop"] == 0  # for ever


def test_a_world_of_many_colours_comes_close(tmp_path):
    y, x = np.mgrid[0:64, 0:64].astype(np.uint8)
    world = np.stack([x * 4, y * 4, (x + y) * 2], axis=-1)
    scene = Scene(world, to_cell_array([(0, 0)]), to_cell_array([]), scale=1)
    gif.save(scene, tmp_path / "a.gif", frames=2)
    pictures, _, _ = frames_of(tmp_path / "a.gif")
    assert np.abs(pictures[0].astype(int) - world).mean() < 12


def test_one_frame_is_a_still(tmp_path):
    scene = random_scene(1)
    gif.save(scene, tmp_path / "a.gif", frames=1)
    pictures, _, _ = frames_of(tmp_path / "a.gif")
    assert len(pictures) == 1
    np.testing.assert_array_equal(pictures[0], expected(scene, 300, path=True))


def test_there_are_no_more_frames_than_cells_were_closed(tmp_path):
    scene = random_scene(2, closed=4)
    gif.save(scene, tmp_path / "a.gif", frames=100)
    pictures, _, _ = frames_of(tmp_path / "a.gif")
    assert len(pictures) == 5


def test_a_search_that_closed_nothing(tmp_path):
    scene = random_scene(3, closed=0)
    gif.save(scene, tmp_path / "a.gif")
    pictures, _, _ = frames_of(tmp_path / "a.gif")
    assert len(pictures) == 1
    np.testing.assert_array_equal(pictures[0], expected(scene, 0, path=True))


def test_frames_are_never_shorter_than_viewers_show(tmp_path):
    gif.save(random_scene(4), tmp_path / "a.gif", frames=200, seconds=0.5)
    _, durations, _ = frames_of(tmp_path / "a.gif")
    assert durations == [20] * 25 + [gif.HOLD_MS]


def test_large_worlds_get_fewer_frames(tmp_path, monkeypatch):
    monkeypatch.setattr(gif, "MOST_ANIMATED", 40 * 30 * 7 + 1)
    gif.save(random_scene(5), tmp_path / "a.gif", frames=100)
    assert len(frames_of(tmp_path / "a.gif")[0]) == 7


def test_what_no_gif_can_hold_is_refused(tmp_path, monkeypatch):
    wide = Scene(np.zeros((1, 70_000, 3), dtype=np.uint8), to_cell_array([]), to_cell_array([]), scale=1)
    with pytest.raises(BadInput, match=r"GIF holds pictures of up to 65535 pixels a side"):
        draw(wide, tmp_path / "a.gif")
    monkeypatch.setattr(gif, "MOST_ANIMATED", 100)
    with pytest.raises(BadInput, match=r"40 x 30 pixels are too many for an animation"):
        draw(random_scene(6), tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_draw_passes_frames_and_seconds_on(tmp_path):
    draw(random_scene(7), tmp_path / "a.gif", frames=5, seconds=4)
    _, durations, _ = frames_of(tmp_path / "a.gif")
    assert durations == [1000] * 4 + [gif.HOLD_MS]
