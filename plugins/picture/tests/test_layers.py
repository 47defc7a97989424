from itertools import pairwise

import numpy as np
import pytest
from attrs import frozen
from PIL import Image, ImageSequence

from genastar import AStar, BadInput, Cost, Trace
from genastar_picture.layers import make_search_scene
from genastar_picture.options import LayerOptions
from genastar_picture.palette import RED_BLUE
from genastar_picture.scene import Scene, to_cell_array
from genastar_picture.writers.draw import draw
from genastar_picture.writers.raster import paint

WIDTH, HEIGHT = 7, 5
GREY = (90, 120, 150)


@frozen
class Yard(AStar[tuple[int, int], Cost[int]]):
    goal: tuple[int, int]

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for to in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if 0 <= to[0] < WIDTH and 0 <= to[1] < HEIGHT:
                open_list.relax(to, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == self.goal

    def estimate(self, position):
        return abs(position[0] - self.goal[0])


def scene(layers, scale=None, goal=(5, 2)):
    trace = Trace()
    result = Yard(goal).search((1, 2), observer=trace)
    world = np.full((HEIGHT, WIDTH, 3), GREY, dtype=np.uint8)
    return (
        make_search_scene(world, LayerOptions(layers=layers, scale=scale), trace, result.path, lambda cell: cell),
        trace,
        result,
    )


def test_each_layer_has_its_cells():
    drawn, trace, result = scene("closed,open,path,arrows")
    assert [tuple(cell) for cell in drawn.closed.tolist()] == trace.list_closed()
    assert [tuple(cell) for cell in drawn.path.tolist()] == list(result.path)
    assert set(map(tuple, drawn.opened.tolist())) > set(trace.list_closed())
    assert (np.diff(drawn.opened_after) >= 0).all()
    parents = {tuple(row[:2]): (row[0] + row[2], row[1] + row[3]) for row in drawn.arrows.tolist()}
    assert all(parents[here] == before for before, here in pairwise(result.path))
    assert [tuple(cell) for cell in drawn.marks.tolist()] == [(1, 2), (5, 2)]
    bare, _, _ = scene("map")
    assert [len(part) for part in (bare.closed, bare.path, bare.opened, bare.arrows)] == [0, 0, 0, 0]


@pytest.mark.parametrize(("layer", "part"), [("g", "travelled"), ("h", "left"), ("f", "total")])
def test_heat_tells_a_part_of_the_cost(layer, part):
    drawn, trace, _ = scene(f"{layer},path")
    closed = [event.node for event in trace.events if event.kind.name == "CLOSED"]
    assert drawn.values.tolist() == [getattr(node.cost, part) for node in closed]
    heat = drawn.compute_heat(256)
    assert heat[drawn.values.argmin()] == 0
    assert heat[drawn.values.argmax()] == (255 if np.ptp(drawn.values) else 0)
    assert (np.diff(heat[np.argsort(drawn.values)].astype(int)) >= 0).all()


def test_what_waits_is_seen_and_what_was_closed_hides_it():
    picture = paint(scene("closed,open", scale=1)[0])
    drawn, trace, _ = scene("closed,open")
    closed = set(trace.list_closed())
    for x, y in set(map(tuple, drawn.opened.tolist())):
        assert (tuple(picture[y, x]) == RED_BLUE.waiting) == ((x, y) not in closed)


def test_arrows_and_marks_are_drawn_and_need_room():
    plain, inked = paint(scene("g", scale=5)[0]), paint(scene("g,arrows", scale=16)[0])
    assert len(np.unique(plain.reshape(-1, 3), axis=0)) < len(np.unique(inked.reshape(-1, 3), axis=0))
    with pytest.raises(BadInput, match="scale=7 is too small for arrows; set scale to 8 or more"):
        paint(scene("arrows", scale=7)[0])


def test_an_animation_opens_and_closes_in_order(tmp_path):
    drawn, trace, _ = scene("closed,open,arrows,path", scale=8)
    draw(drawn, tmp_path / "a.gif", frames=1 + len(drawn.closed), seconds=2)
    opened = closed = 0
    colours = {}
    with Image.open(tmp_path / "a.gif") as image:
        frames = [np.array(frame.convert("RGB"))[0::8, 0::8] for frame in ImageSequence.Iterator(image)]
    assert len(frames) == 1 + len(drawn.closed)
    states = []
    for event in trace.events:
        if event.kind.name == "CLOSED":
            states.append(dict(colours))
            colours[event.node.position] = "closed"
            closed += 1
        elif event.kind.name == "OPENED":
            colours[event.node.position] = "open"
            opened += 1
    for frame, state in zip(frames, states, strict=False):
        for y in range(HEIGHT):
            for x in range(WIDTH):
                wanted = state.get((x, y))
                assert (tuple(frame[y, x]) == GREY) == (wanted is None)
                assert (tuple(frame[y, x]) == RED_BLUE.waiting) == (wanted == "open")
    assert opened > closed


@frozen
class Counting(AStar[int, int]):
    def add_neighbours(self, node, open_list):
        open_list.insert(node.position + 1, node.cost + 1)

    def is_destination(self, position):
        return position == 3


def test_costs_without_parts_have_no_parts_to_draw():
    trace = Trace()
    Counting().search(0, 0, observer=trace)
    world = np.zeros((1, 9, 3), np.uint8)
    with pytest.raises(BadInput, match="costs of type int have no f"):
        make_search_scene(world, LayerOptions(layers="f"), trace, (), lambda position: (position, 0))


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ("g,f", "g and f would colour the same cells"),
        ("paths", "'paths' is no layer; use closed, g, h, f, open, arrows, path, or map"),
        ("", "'' is no layer"),
        ("map,path", "'map' is no layer"),
    ],
)
def test_layers_that_are_refused(layers, message):
    with pytest.raises(ValueError, match=f"layers: {message}"):
        LayerOptions(layers=layers)


@pytest.mark.parametrize("scale", [8, 24])
def test_a_path_of_cells_needs_no_line_at_any_scale(scale: int) -> None:
    cell = to_cell_array([(1, 1)])
    pixels = np.asarray(paint(Scene(np.full((3, 3, 3), 255, np.uint8), to_cell_array([]), cell, scale=scale, marks=cell)))
    assert pixels.shape[:2] == (3 * scale, 3 * scale)
    assert (pixels[scale, scale] != 255).any()
