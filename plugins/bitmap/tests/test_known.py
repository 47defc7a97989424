"""Real images and the costs that others found for them."""

import gzip
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import genastar
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap

DATA = Path(__file__).parent / "data"

# Image, start and goal as (x, y), and the steps of a shortest way from side to side.
STEPS = [
    ("tiny.png", (3, 0), (7, 9), 15),
    ("small.png", (1, 0), (13, 14), 44),
    ("normal.png", (3, 0), (31, 40), 308),
    ("braid200.png", (97, 0), (185, 200), 596),
    ("logo.png", (99, 0), (151, 288), 1788),
    ("combo400.png", (303, 0), (395, 400), 1008),
]
WITH_ENDS = [
    ("Berlin_0_256.png", (324, 321), (481, 396), 254),
    ("Berlin_0_256.png", (296, 10), (403, 398), 601),
    ("Berlin_0_256.png", (105, 213), (45, 237), 100),
    ("depot.pgm.gz", (315, 167), (85, 121), 276),
    ("depot.pgm.gz", (363, 40), (92, 16), 295),
    ("depot.pgm.gz", (133, 3), (90, 17), 57),
    ("depot.pgm.gz", (398, 45), (166, 301), 488),
    ("depot.pgm.gz", (537, 57), (328, 192), 344),
    ("depot.pgm.gz", (598, 223), (438, 70), 313),
    ("tb3_sandbox.pgm.gz", (208, 166), (192, 178), 28),
    ("tb3_sandbox.pgm.gz", (240, 164), (205, 229), 100),
    ("tb3_sandbox.pgm.gz", (160, 156), (203, 219), 106),
    ("tb3_sandbox.pgm.gz", (216, 209), (169, 214), 52),
    ("tb3_sandbox.pgm.gz", (230, 149), (172, 175), 84),
    ("tb3_sandbox.pgm.gz", (186, 194), (166, 183), 31),
]


def unpacked(name, folder):
    """The image, out of its .gz if it is in one."""
    if not name.endswith(".gz"):
        return DATA / name
    out = folder / name.removesuffix(".gz")
    with gzip.open(DATA / name) as packed, out.open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    return out


def steps(result):
    return len(result.path) - 1


@pytest.mark.parametrize(("name", "start", "goal", "known"), STEPS)
def test_mazes_are_solved_from_opening_to_opening(name, start, goal, known):
    maze = genastar.load(DATA / name, ends="openings", directions=4, cost="octile")
    result = maze.search(engine="interpreted")
    assert (result.path[0], result.path[-1]) == (start, goal)
    assert (result.cost.travelled, steps(result)) == (known, known)


@pytest.mark.parametrize(("name", "start", "goal", "known"), STEPS[:4])
def test_a_step_to_the_side_costs_five(name, start, goal, known):
    result = genastar.load(DATA / name, directions=4).search(start, [goal], engine="interpreted")
    assert result.cost.travelled == 5 * known
    assert type(result.cost.travelled) is int


@pytest.mark.parametrize(("name", "start", "goal", "known"), WITH_ENDS)
def test_maps_are_crossed(tmp_path, name, start, goal, known):
    world = genastar.load(unpacked(name, tmp_path), threshold=250, directions=4, cost="octile")
    result = world.search(start, [goal], engine="interpreted")
    assert (result.cost.travelled, steps(result)) == (known, known)


def test_a_red_and_a_green_pixel_mark_the_ends(tmp_path):
    maze = genastar.load(unpacked("ompl_normal.ppm.gz", tmp_path), ends="colours", directions=4, cost="octile")
    result = maze.search(engine="interpreted")
    assert (result.path[0], result.path[-1]) == ((166, 281), (51, 54))
    assert result.cost.travelled == 1616


def test_the_published_lengths_of_a_city():
    with Image.open(DATA / "Berlin_0_256.png") as image:
        cells = np.array(image)[::2, ::2]
    world = Bitmap.read(cells, Options(threshold=250, cost="octile", diagonals="no-obstacle"))
    with gzip.open(DATA / "Berlin_0_256.map.scen.gz", "rt") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    workspace = genastar.Workspace()
    for row in rows[5::61]:
        x, y, to_x, to_y = map(int, row[4:8])
        result = world.search((x, y), [(to_x, to_y)], engine="interpreted", workspace=workspace)
        assert result.cost.travelled == pytest.approx(float(row[8]), abs=1e-6)
    assert len(rows[5::61]) > 12
