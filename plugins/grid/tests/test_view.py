"""The grid as a canvas."""

from __future__ import annotations

import struct
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

import genastar
from genastar import BadInput, Cost, Trace
from genastar.worlds.view import Cells
from genastar_grid.answers.draw import WALL
from genastar_grid.info import Options
from genastar_grid.model import Grid
from genastar_grid.steps.step_problems import Cell
from genastar_grid.steps.turning import AnyState
from genastar_lattice.view import CellView

ROOM = ["S.#.", "..#.", "...G"]


def canvas(source: object = ROOM, **options: object) -> CellView[Cell, AnyState, Grid]:
    return Grid.read(source, Options(**options)).view()  # type: ignore[arg-type]


def values(view: CellView[Cell, AnyState, Grid]) -> list[float]:
    return [value for (value,) in struct.iter_unpack("<d", view.values)]


def test_cells_look_like_their_costs() -> None:
    view = canvas([[".9.#"][0], "..5."])
    shape = view.shape
    assert isinstance(shape, Cells)
    assert (shape.width, shape.height, shape.layers, shape.wraps) == (4, 2, 1, False)
    colours = [tuple(shape.colours[at : at + 3]) for at in range(0, 24, 3)]
    assert colours[0] == (255, 255, 255)
    assert colours[1] == (130, 130, 130)
    assert colours[3] == WALL
    assert 130 < colours[6][0] < 255
    assert values(view) == [1, 9, 1, 0, 1, 1, 5, 1]
    assert canvas(wrap="xy").shape.wraps


def test_brushes_look_like_what_they_paint() -> None:
    view = canvas()
    for brush in view.brushes:
        colours = view.paint({5: brush.value}).view().shape.colours
        assert tuple(colours[15:18]) == brush.colour, brush
    assert [brush.value for brush in view.brushes[:2]] == [1, 0]


def test_places_are_cells_in_the_order_of_reading() -> None:
    view = canvas()
    assert view.place((3, 2)) == 11
    assert view.position(11) == (3, 2)
    assert view.place_of_state((3, 2)) == 11
    lifted = canvas(turn=1.0)
    assert lifted.place_of_state((3, 2, 7)) == 11


@pytest.mark.parametrize("place", [-1, 12, 2, 1 << 70, nan, 1.5, "1", None])
def test_no_place(place: int) -> None:
    with pytest.raises(BadInput):
        canvas().position(place)


@pytest.mark.parametrize(
    "changes",
    [{-1: 1}, {12: 1}, {1 << 70: 1}, {1.5: 1}, {0: -1}, {0: nan}, {0: inf}, {0: 1_000_001}, {0: "mud"}, {0: None}, {"0": 1}],
)
def test_what_cannot_be_painted(changes: dict[int, float]) -> None:
    view = canvas()
    with pytest.raises(BadInput):
        view.paint(changes)
    assert values(view) == values(canvas())


def test_painting_makes_another_grid() -> None:
    view = canvas()
    before = view.domain.search().cost
    closed = view.paint({9: 0, 10: 0})
    assert not closed.search().found
    assert view.domain.search().cost == before
    assert values(view) == values(canvas())
    back = closed.view().paint({9: 1, 10: 1})
    assert back.search().cost == before
    assert back.default_starts()[0] == (0, 0)


@pytest.mark.parametrize("options", [{}, {"wrap": "x"}, {"directions": "32"}, {"diagonals": "always"}])
def test_open_directions_are_those_of_a_grid_read_anew(options: dict[str, object]) -> None:
    rng = np.random.default_rng(5)
    costs = (rng.random((40, 70)) > 0.3).astype(np.int32)
    grid = Grid.read(costs, Options(**options))  # type: ignore[arg-type]
    for cells in ([0, 1, 2, 71], [0, 2799], rng.choice(2800, 600, replace=False).tolist()):
        changes = {int(cell): float(rng.integers(2)) for cell in cells}
        grid = grid.view().paint(changes)
        costs.reshape(-1)[list(changes)] = list(changes.values())
        assert np.array_equal(grid.world.costs, costs)
        anew = Grid.read(costs, grid.options)
        assert np.array_equal(grid.world.open_directions, anew.world.open_directions)
        start, goal = (tuple(reversed(cell)) for cell in np.argwhere(costs > 0)[[0, -1]].tolist())
        for algorithm in ("auto", "jps-plus") if "wrap" not in options and "directions" not in options else ("auto",):
            one, other = (each.search(start, (goal,), algorithm=algorithm, engine="interpreted") for each in (grid, anew))
            assert one.cost == other.cost


def test_fractions_make_floats_until_they_are_painted_over() -> None:
    half = canvas().paint({0: 0.5})
    assert half.world.costs.dtype == np.float64
    assert half.view().unit == 1
    assert values(half.view())[0] == 0.5
    whole = half.view().paint({0: 2})
    assert whole.world.costs.dtype == np.int32
    assert whole.view().unit == canvas().unit


def test_ends_that_were_painted_over_are_ends_no_more() -> None:
    closed = canvas().paint({0: 0})
    with pytest.raises(BadInput, match="names no start"):
        closed.default_starts()[0]
    assert closed.default_goals() == ((3, 2),)
    named = canvas(start="1,1", goal="0,2;1,2").paint({5: 1, 4: 0, 8: 0})  # 1,2 is left
    assert (named.options.start, named.options.goal) == ("1,1", None)
    again = named.with_options(evolve(named.options, turn=2.0))
    assert again is not None
    assert (again.default_starts()[0], again.default_goals()) == ((1, 1), ((1, 2),))


def test_water_and_swamp_stay(tmp_path: Path) -> None:
    (tmp_path / "wet.map").write_text("type octile\nheight 2\nwidth 3\nmap\n.WS\n.WS\n")
    view = canvas(tmp_path / "wet.map")
    painted = view.paint({1: 9, 2: 9})
    assert painted.world.water is not None
    assert painted.world.water.tolist() == [[False, True, False]] * 2
    colours, darker = view.shape.colours, painted.view().shape.colours
    assert all(one > other for one, other in zip(colours[3:9], darker[3:9], strict=True))


def test_the_unit_makes_lengths() -> None:
    for options in ({}, {"step": "mean"}, {"directions": "32"}, {"turn": 2.0}):
        view = canvas([".5.", "...", "..."], **options)
        trace: Trace[AnyState, Cost[float]] = Trace()
        grid = view.domain
        found = grid.search((0, 0), ((2, 2),), engine="interpreted", observer=trace)
        ends = {view.place_of_state(event.node.position): event.node.cost.travelled for event in trace.events}
        assert found.cost is not None
        assert ends[8] / view.unit == pytest.approx(found.cost.travelled, rel=1e-4)


def test_a_blank_grid() -> None:
    blank = canvas(wrap="xy", directions="4").make_blank(9, 4)
    assert blank.options.wrap == "xy"
    assert values(blank.view()) == [1.0] * 36
    assert blank.search((0, 0), ((8, 3),), engine="interpreted").cost.travelled == 2  # type: ignore[union-attr]
    for width, height in ((0, 4), (-1, 4), (1 << 20, 1 << 20), (nan, 3), (2.0, 3)):
        with pytest.raises(BadInput):
            canvas(wrap="xy").make_blank(width, height)  # type: ignore[arg-type]


def test_a_saved_canvas_is_read_back(tmp_path: Path) -> None:
    view = canvas(turn=1.5, step="mean").paint({1: 3.5}).view()
    out = tmp_path / f"room{view.saves[0]}"
    view.save(out, (0, 0), [(3, 2)])
    back = genastar.load(out, domain="grid")
    assert isinstance(back, Grid)
    assert back.options == view.domain.options
    assert values(back.view()) == values(view)
    assert back.search(engine="interpreted").cost == view.domain.search(engine="interpreted").cost
    with pytest.raises(BadInput):
        view.save(tmp_path / "room.png", (0, 0), [(3, 2)])


@pytest.mark.parametrize(
    "options",
    [Options(diagonals="never"), Options(wrap="xy", directions="4"), Options(heuristic="none", turn=1.0), Options(goal="2,0")],
)
def test_configured_as_if_read_so(options: Options) -> None:
    source = ["S..#", "..#.", "...G"]
    grid, wanted = Grid.read(source, Options()).with_options(options), Grid.read(source, options)
    assert grid is not None
    assert grid.options == options
    assert grid.search(engine="interpreted").path == wanted.search(engine="interpreted").path
    grid.change([(0, 1)], 0)
    assert wanted.world.costs[1, 0] == 1


def test_what_must_be_read_again() -> None:
    grid = Grid.read(ROOM, Options(start="1,1"))
    assert grid.with_options(Options()) is None  # the room's own start is not known any more
    assert grid.with_options(Options(start="1,1", threshold=1)) is None
    painted = grid.view().paint({0: 5}).with_options(Options(threshold=1))
    assert painted is not None
    assert painted.default_starts()[0] == (1, 1)


def test_options_that_do_not_fit_this_grid() -> None:
    grid = Grid.read(["..", ".."], Options())
    with pytest.raises(BadInput, match="outside"):
        grid.with_options(evolve(grid.options, start="9,9"))
