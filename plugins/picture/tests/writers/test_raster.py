import numpy as np
import pytest
from PIL import Image

from genastar import BadInput
from genastar_picture import scene as scenes
from genastar_picture.palette import RED_BLUE
from genastar_picture.scene import Scene, choose_scale, to_cell_array
from genastar_picture.writers.draw import draw
from genastar_picture.writers.formats import FORMATS
from genastar_picture.writers.raster import enlarge, paint, save, write_through_memory

GREY = (90, 120, 150)


def world(width, height):
    return np.full((height, width, 3), GREY, dtype=np.uint8)


def size_of(path):
    with Image.open(path) as image:
        return image.size


def fail_halfway(out):
    with write_through_memory(out) as content:
        content.write(b"half")
        raise ValueError("no\nroom")


def test_every_pixel_of_a_still():
    order = [(0, 0), (1, 0), (2, 1), (3, 1)]
    picture = paint(Scene(world(4, 2), to_cell_array(order), to_cell_array([(0, 0), (3, 1)]), scale=1))
    ramp = RED_BLUE.make_ramp(256)
    green = RED_BLUE.path
    assert picture.tolist() == [
        [list(green), list(ramp[64]), list(GREY), list(GREY)],
        [list(GREY), list(GREY), list(ramp[128]), list(green)],
    ]


def test_red_is_first_and_the_order_is_seen():
    order = [(x, 0) for x in range(300)]
    picture = paint(Scene(world(300, 1), to_cell_array(order), to_cell_array([]), scale=1)).astype(int)
    assert picture[0, 0].tolist() == [255, 0, 0]
    assert picture[0, -1].tolist() == [0, 0, 255]
    assert (np.diff(picture[0, :, 2]) >= 0).all()


def test_a_cell_that_was_closed_again_has_its_last_colour():
    order = [(0, 0), (1, 0), (0, 0)]
    once = [(1, 0), (0, 0)]
    twice = paint(Scene(world(2, 1), to_cell_array(order), to_cell_array([]), scale=1))
    assert twice[0, 0].tolist() == list(RED_BLUE.make_ramp(256)[2 * 256 // 3])
    assert (twice[0, 0] != paint(Scene(world(2, 1), to_cell_array(once), to_cell_array([]), scale=1))[0, 1]).any()


def test_the_world_is_not_painted_over():
    before = world(2, 2)
    paint(Scene(before, to_cell_array([(0, 0)]), to_cell_array([(1, 1)])))
    assert (before == GREY).all()


def test_a_search_that_closed_nothing_is_the_world():
    assert (paint(Scene(world(3, 2), to_cell_array([]), to_cell_array([]), scale=1)) == GREY).all()


def test_cells_become_squares():
    assert enlarge(np.array([[1, 2], [3, 4]]), 2).tolist() == [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]
    picture = paint(Scene(world(2, 1), to_cell_array([(1, 0)]), to_cell_array([]), scale=3))
    assert picture.shape == (3, 6, 3)
    assert (picture[:, :3] == GREY).all()
    assert (picture[:, 3:] == (255, 0, 0)).all()


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [(1, 1, 16), (10, 10, 16), (41, 41, 15), (100, 3, 6), (201, 201, 3), (320, 8, 2), (321, 8, 1), (9000, 1, 1)],
)
def test_small_worlds_grow_and_large_ones_do_not_shrink(width, height, scale):
    assert choose_scale(width, height) == scale
    assert Scene(world(width, height), to_cell_array([]), to_cell_array([])).scale == scale


def test_a_picture_that_would_be_huge_is_refused(monkeypatch):
    monkeypatch.setattr(scenes, "MOST_PIXELS", 10_000)
    Scene(world(50, 50), to_cell_array([]), to_cell_array([]), scale=2)
    with pytest.raises(BadInput, match=r"150 x 150 pixels is too large; choose a scale below 3"):
        Scene(world(50, 50), to_cell_array([]), to_cell_array([]), scale=3)


@pytest.mark.parametrize("suffix", [each for each in FORMATS if each != ".gif"])
def test_every_format_is_written_and_read_back(tmp_path, suffix):
    scene = Scene(world(8, 4), to_cell_array([(x, 0) for x in range(8)]), to_cell_array([(x, 3) for x in range(8)]), scale=8)
    out = tmp_path / f"picture{suffix}"
    draw(scene, out)
    with Image.open(out) as image:
        assert image.format == FORMATS[suffix]
        found = np.array(image.convert("RGB")).astype(int)
    loss = 12 if FORMATS[suffix] == "JPEG" else 0
    assert np.abs(found - paint(scene)).max() <= loss


def test_a_suffix_may_be_in_capitals(tmp_path):
    save(world(2, 2), tmp_path / "A.PNG")
    assert size_of(tmp_path / "A.PNG") == (2, 2)


@pytest.mark.parametrize("name", ["picture", "picture.doc", "picture.png.txt", ".png"])
def test_another_ending_is_refused_and_nothing_is_made(tmp_path, name):
    with pytest.raises(BadInput, match=r"use one of \.png, \.gif"):
        draw(Scene(world(2, 2), to_cell_array([]), to_cell_array([])), tmp_path / "new" / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("suffix", "kind", "most"), [(".jpg", "JPEG", 65_500), (".webp", "WEBP", 16_383), (".tga", "TGA", 65_535)]
)
def test_a_picture_that_the_format_cannot_hold_is_refused_and_nothing_is_left(tmp_path, suffix, kind, most):
    save(world(1, most), tmp_path / f"tall{suffix}")
    with pytest.raises(
        BadInput, match=rf"{kind} holds pictures of up to {most} pixels a side, not {most + 1} x 1; write a .png"
    ):
        save(world(most + 1, 1), tmp_path / f"wide{suffix}")
    assert [each.name for each in tmp_path.iterdir()] == [f"tall{suffix}"]


def test_what_pillow_refuses_is_one_line_and_nothing_is_left(tmp_path):
    with pytest.raises(BadInput, match=r"cannot be written as PNG: no room$"):
        fail_halfway(tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write here"):
        save(world(2, 2), tmp_path / "file" / "picture.png")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(BadInput, match="it is a folder"):
        save(world(2, 2), tmp_path / "folder.png")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder.png"]


def test_a_file_that_is_there_is_replaced_when_the_new_one_is_whole(tmp_path):
    out = tmp_path / "picture.jpg"
    save(world(2, 2), out)
    before = out.read_bytes()
    with pytest.raises(BadInput):
        fail_halfway(out)
    assert out.read_bytes() == before
    save(world(3, 3), out)
    assert size_of(out) == (3, 3)
