"""The world as a canvas."""

from __future__ import annotations

from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput, Cost, Trace
from genastar.worlds.view import Cells
from genastar_lattice.view import CellView
from genastar_voxel.frame import Voxel
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels

CAVE = np.random.default_rng(6).random((7, 5, 3)) > 0.3
CAVE[0, 0, 0] = CAVE[6, 4, 2] = True


def canvas(source: object = CAVE, **options: object) -> CellView[Voxel, int, Voxels]:
    return Voxels.read(source, Options(**options)).view()  # type: ignore[arg-type]


def values(view: CellView[Voxel, int, Voxels]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Shape (columns, rows, layers)."""
    shape = view.shape
    return np.frombuffer(view.values, "<f8").reshape(shape.layers, shape.height, shape.width).T


def test_voxels_lie_layer_by_layer() -> None:
    costs = np.ones((4, 3, 2), np.int32)
    costs[1, 2, 0], costs[3, 0, 1], costs[2, 1, 1] = 0, 9, 5
    view = canvas(costs)
    shape = view.shape
    assert isinstance(shape, Cells)
    assert (shape.width, shape.height, shape.layers, shape.wraps) == (4, 3, 2, False)
    assert np.array_equal(values(view), costs)
    assert [view.place(each) for each in ((0, 0, 0), (1, 2, 0), (3, 0, 1))] == [0, 9, 15]
    colours = np.frombuffer(shape.colours, np.uint8).reshape(2, 3, 4, 3)
    assert colours[0, 0, 0].tolist() == [255, 255, 255]
    assert colours[0, 2, 1].tolist() == [40, 40, 40]
    assert colours[1, 0, 3].tolist() == [130, 130, 130]
    assert 130 < colours[1, 1, 2, 0] < 255


def test_brushes_look_like_what_they_paint() -> None:
    for view in (canvas(), canvas(np.full((3, 3, 3), 20)), canvas(np.full((3, 3, 3), 0.5))):
        place = view.place((0, 0, 0))
        for brush in view.brushes:
            painted = view.paint({place: brush.value}).view()
            wanted = next(each.colour for each in painted.brushes if each.value == brush.value)
            assert tuple(painted.shape.colours[:3]) == wanted


def test_states_are_voxels() -> None:
    view = canvas()
    for place in range(105):
        if values(view).T.reshape(-1)[place]:
            position = view.position(place)
            assert view.place(position) == place
            assert view.place_of_state(view.domain.to_state(position)) == place


@pytest.mark.parametrize("place", [-1, 105, 1 << 70, nan, "1"])
def test_no_place(place: int) -> None:
    with pytest.raises(BadInput):
        canvas().position(place)


def test_places_that_cannot_be_entered() -> None:
    view = canvas(np.array([[[0, 1, 1]]]), gravity=True)
    with pytest.raises(BadInput, match="blocked"):
        view.position(0)
    assert view.position(1) == (0, 0, 1)
    with pytest.raises(BadInput, match="in the air"):
        view.position(2)
    with pytest.raises(BadInput, match="outside"):
        view.place((0, 0, 3))


@pytest.mark.parametrize(
    "changes", [{-1: 1}, {105: 1}, {1.5: 1}, {0: -1}, {0: nan}, {0: inf}, {0: 1_000_001}, {0: "wall"}, {"0": 1}]
)
def test_what_cannot_be_painted(changes: dict[int, float]) -> None:
    with pytest.raises(BadInput):
        canvas().paint(changes)


@pytest.mark.parametrize("levels", [(0, 1), (0, 1, 2, 7), (0, 1, 0.5)])
def test_painting_gives_the_world_of_the_painted_array(levels: tuple[float, ...]) -> None:
    rng = np.random.default_rng(7)
    view = canvas()
    for size in (1, 5, 60):
        changes = {int(place): float(rng.choice(levels)) for place in rng.choice(105, size, replace=False)}
        before = values(view).copy()
        painted = view.paint(changes)
        assert np.array_equal(values(view), before)
        wanted = before.T.reshape(-1).copy()
        wanted[list(changes)] = list(changes.values())
        assert painted.view().values == wanted.tobytes()
        anew = Voxels.read(wanted.reshape(3, 5, 7).T, painted.options)
        assert np.array_equal(painted.world.free, anew.world.free)
        view = painted.view()
        start, goal = (tuple(each) for each in np.argwhere(values(view) > 0)[[0, -1]].tolist())
        one, other = (each.search(start, (goal,), engine="interpreted").cost for each in (painted, anew))
        assert (one is None) == (other is None)
        assert one is None or one.travelled == pytest.approx(other.travelled)  # type: ignore[union-attr]


def test_painting_back_gives_the_old_answer() -> None:
    view = canvas(np.ones((3, 3, 1), np.int32))
    wanted = view.domain.search((0, 0, 0), ((2, 0, 0),), engine="interpreted").cost
    closed = view.paint({1: 0, 3: 0, 4: 0})
    assert not closed.search((0, 0, 0), ((2, 0, 0),), engine="interpreted").found
    half = closed.view().paint({1: 0.5})
    assert half.search((0, 0, 0), ((2, 0, 0),), engine="interpreted").cost.travelled == 1.5  # type: ignore[union-attr]
    back = half.view().paint({1: 1, 3: 1, 4: 1})
    assert back.world.costs is not None
    assert back.world.costs.dtype == np.int32
    assert back.search((0, 0, 0), ((2, 0, 0),), engine="interpreted").cost == wanted


def test_the_unit_makes_lengths() -> None:
    for options in ({}, {"lengths": "manhattan"}, {"step": "mean"}, {"neighbours": 6}):
        view, trace = canvas(np.ones((4, 4, 4)) * 2, **options), Trace[int, Cost[float]]()
        found = view.domain.search((0, 0, 0), ((3, 3, 3),), engine="interpreted", observer=trace)
        assert found.cost is not None
        ends = {view.place_of_state(event.node.position): event.node.cost.travelled for event in trace.events}
        assert ends[63] / view.unit == pytest.approx(found.cost.travelled, rel=1e-6)


def test_a_blank_world() -> None:
    blank = canvas(neighbours=6).make_blank(9, 4)
    assert blank.options.neighbours == 6
    assert values(blank.view()).shape == (9, 4, 3)
    assert (values(blank.view()) == 1).all()
    for width, height in ((0, 4), (-1, 4), (1 << 20, 1 << 20), (nan, 3), (2.0, 3)):
        with pytest.raises(BadInput):
            canvas().make_blank(width, height)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [0, 3, 2.5])
def test_a_saved_world_is_read_back(level: float, tmp_path: Path) -> None:
    view = canvas().paint({2: level}).view()
    out = tmp_path / "cave.npy"
    view.save(out, (0, 0, 0), [(6, 4, 2)])
    assert canvas(out).values == view.values
    assert [path.name for path in tmp_path.iterdir()] == ["cave.npy"]
    with pytest.raises(BadInput):
        view.save(tmp_path / "cave.vox", (0, 0, 0), [(6, 4, 2)])


def test_configured_as_if_read_so() -> None:
    world = Voxels.read(CAVE, Options())
    for options in (Options(neighbours=6), Options(gravity=True, headroom=2), Options(start="0,0,0", goal="6,4,2")):
        found, wanted = world.with_options(options), Voxels.read(CAVE, options)
        assert found.options == options
        one, other = (each.search(*_ends(each), engine="interpreted") for each in (found, wanted))
        assert (one.path, one.cost) == (other.path, other.cost)
        found.change([(0, 0, 0)], 0)
    assert world.world.is_free((0, 0, 0))
    with pytest.raises(BadInput, match="exceed the limit of 1 million"):
        Voxels.read(np.ones((110, 100, 100), np.bool_), Options()).with_options(Options(megavoxels=1))


def test_many_voxels_change_at_once() -> None:
    dice = np.random.default_rng(5)
    one, other = (Voxels.read(np.ones((3, 4, 5), np.bool_), Options()) for _ in range(2))
    for _ in range(12):
        costs = {(int(x), int(y), int(z)): int(cost) for x, y, z, cost in dice.integers(0, (3, 4, 5, 3), (6, 4))}
        one.change(costs)
        for voxel, cost in costs.items():
            other.change([voxel], cost)
        assert (one.world.free == other.world.free).all()
        assert (one.world.costs is None) == (other.world.costs is None)
        assert one.world.costs is None or (one.world.costs == other.world.costs).all()
        assert one.world.least == other.world.least
    with pytest.raises(BadInput, match="no cost was given; give change"):
        one.change([(0, 0, 0)])
    with pytest.raises(BadInput, match="was given beside a mapping of voxels to costs"):
        one.change({(0, 0, 0): 1}, 1)


def _ends(world: Voxels) -> tuple[tuple[int, int, int], tuple[tuple[int, int, int], ...]]:
    """Two places where one can be."""
    found = []
    for place in range(105):
        try:
            found.append(world.view().position(place))
        except BadInput:
            continue
    return found[0], (found[-1],)
