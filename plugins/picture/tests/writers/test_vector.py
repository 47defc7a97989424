from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genastar import BadInput
from genastar_picture.scene import Scene, to_cell_array
from genastar_picture.writers import vector
from genastar_picture.writers.draw import draw

SVG = "{http://www.w3.org/2000/svg}"


@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 2**32))
def test_rectangles_make_the_picture_again(width, height, seed):
    kinds = np.array([[0, 0, 0], [255, 0, 1], [1, 2, 255]], np.uint8)
    colours = kinds[np.random.default_rng(seed).integers(0, 3, (height, width))]
    again = np.full((height, width), -1)
    for colour, x, y, columns, rows in vector.merge_rectangles(colours).tolist():
        assert (again[y : y + rows, x : x + columns] == -1).all()
        again[y : y + rows, x : x + columns] = colour
    assert (again == colours.astype(int) @ [1 << 16, 1 << 8, 1]).all()


def test_large_areas_are_few_shapes():
    colours = np.zeros((1000, 1000, 3), np.uint8)
    colours[200:300, 100:900] = 255
    assert len(vector.merge_rectangles(colours)) == 5


def test_what_a_file_has(tmp_path):
    world = np.full((4, 6, 3), 255, np.uint8)
    world[1, 2:5] = 0
    scene = Scene(
        world,
        to_cell_array([(0, 0), (1, 0)]),
        to_cell_array([(0, 0), (1, 0), (5, 0)]),
        scale=10,
        wraps=True,
        marks=to_cell_array([(0, 0)]),
    )
    draw(scene, tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert (root.tag, root.get("width"), root.get("viewBox")) == (f"{SVG}svg", "60", "0 0 6 4")
    fills = {path.get("fill"): path.get("d") for path in root.iter(f"{SVG}path")}
    assert fills["#000000"] == "M2 1h3v1h-3z"
    assert root.find(f"{SVG}rect").get("fill") == "#ffffff"
    assert fills["none"] == "M0.5 0.5L1.5 0.5M5.5 0.5"  # the last step leads around the edge
    assert len(list(root.iter(f"{SVG}circle"))) == 1


def test_too_many_shapes_are_refused_before_anything_is_written(tmp_path):
    noise = np.random.default_rng(0).integers(0, 256, (500, 500, 3), dtype=np.uint8)
    with pytest.raises(BadInput, match=r"2[0-9]{2},[0-9]{3} shapes exceed the limit of 200,000 for an \.svg; write a \.png"):
        draw(Scene(noise, to_cell_array([]), to_cell_array([])), tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []
