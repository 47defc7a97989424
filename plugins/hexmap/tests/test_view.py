"""The map as a canvas."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from math import nan
from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput, Trace
from genastar.values.cost import Comparable
from genastar.worlds.view import Tiles
from genastar_hexmap.examples import iterate_questions
from genastar_hexmap.hexes.geometry import compute_centre, compute_corners
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.terrains.terrain import COLOURS
from genastar_hexmap.view import HexView

DATA = Path(__file__).parent / "data"
ROOM = {"rows": [[2, 1, 0, ""], [1, 1, 0, 1], ["flat", 1, 1, 1]], "start": [0, 0], "goals": [[3, 1]]}


def canvas(source: object = ROOM, **options: object) -> HexView:
    return HexMap.read(source, Options(**options)).view()  # type: ignore[arg-type]


def values(view: HexView) -> list[float]:
    return [value for (value,) in struct.iter_unpack("<d", view.values)]


def free(view: HexView) -> list[tuple[int, int]]:
    """The hexes that can be entered."""
    found = []
    for place in range(len(view.there)):
        with suppress(BadInput):
            found.append(view.position(place))
    return found


def find_brush(view: HexView, name: str) -> float:
    return next(brush.value for brush in view.brushes if brush.name == name)


@pytest.mark.parametrize("layout", ["odd-r", "even-r", "odd-q", "even-q"])
def test_hexes_lie_as_in_pictures(layout: str) -> None:
    view = canvas(ROOM | {"layout": layout})
    shape, known = view.shape, view.world.layout
    assert isinstance(shape, Tiles)
    middles = list(struct.iter_unpack("<2f", shape.centres))
    assert len(middles) == 11
    for position in ((0, 0), (3, 1), (1, 2)):
        wanted = compute_centre(*known.to_axial(*position), flat=known.is_flat)
        assert middles[view.place(position)] == pytest.approx(wanted, abs=1e-5)
    assert shape.outline == tuple(compute_corners((0.0, 0.0), flat=known.is_flat))
    # Neighbours share a side: no two tiles overlap, and none of the map lies alone.
    apart = [min(abs(complex(*one) - complex(*other)) for other in middles if other != one) for one in middles]
    assert apart == pytest.approx([3**0.5] * 11, abs=1e-5)


def test_hexes_have_the_colours_of_their_terrain() -> None:
    view = canvas()
    colours = [tuple(view.shape.colours[at : at + 3]) for at in range(0, 33, 3)]
    assert colours[view.place((0, 2))] == COLOURS["flat"]
    assert colours[view.place((2, 0))] == COLOURS["impassable"]
    brushes = {brush.value: brush for brush in view.brushes}
    assert [brushes[value].colour for value in values(view)] == colours
    assert [brush.name for brush in view.brushes[:2]] == ["1", "impassable"]
    assert {"forest", "shallow water", "2"} <= {brush.name for brush in view.brushes}


def test_rivers_and_walls_lie_between_their_hexes() -> None:
    edges = [[[0, 1], [0, 2], "wall"], [[1, 0], [0, 0], 1.5], [[0, 0], [3, 0], 2]]
    view = canvas({"rows": [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]], "wrap": "x", "edges": edges})
    shape = view.shape
    assert list(struct.iter_unpack("<2i", shape.sides)) == [(4, 8), (1, 0)]  # the third is the rim's
    assert list(struct.iter_unpack("3B", shape.side_colours)) == [(30, 30, 34), (30, 90, 200)]


def test_places_are_hexes_in_the_order_of_reading() -> None:
    view = canvas({"cells": [[5, 5, 1], [-2, 3, 1], [0, 3, 0], [6, 5, 1]]})
    assert [view.place(each) for each in ((-2, 3), (0, 3), (5, 5), (6, 5))] == [0, 1, 2, 3]
    assert [view.position(place) for place in (0, 2, 3)] == [(-2, 3), (5, 5), (6, 5)]
    assert view.place_of_state(view.world.to_cell((5, 5))) == 2
    with pytest.raises(BadInput):
        view.place((5, 4))


def test_states_of_every_example_have_places() -> None:
    for source, options, start, goals in iterate_questions():
        world = HexMap.read(source, options)
        view, trace = world.view(), Trace[int, Comparable]()
        world.search(start, goals, engine="interpreted", observer=trace)
        for event in trace.events:
            state = event.node.position
            assert view.position(view.place_of_state(state)) == world.world.places[state]


@pytest.mark.parametrize("place", [-1, 11, 2, 1 << 70, nan, "1"])
def test_no_place(place: int) -> None:
    with pytest.raises(BadInput):
        canvas().position(place)


@pytest.mark.parametrize("changes", [{-1: 0}, {11: 0}, {1.5: 0}, {0: -1}, {0: nan}, {0: 0.5}, {0: 1000}, {0: "flat"}])
def test_what_cannot_be_painted(changes: dict[int, float]) -> None:
    with pytest.raises(BadInput):
        canvas().paint(changes)


def test_painting_makes_another_map() -> None:
    view = canvas()
    before, cost = values(view), view.of(view.world.source, view.options).search(engine="interpreted").cost
    wall = view.brushes[1].value
    closed = view.paint({view.place((2, 2)): wall, view.place((0, 2)): find_brush(view, "forest")})
    assert not closed.search(engine="interpreted").found
    assert values(view) == before
    again = closed.view().paint({view.place((2, 2)): find_brush(view, "1"), view.place((0, 2)): find_brush(view, "flat")})
    assert again.search(engine="interpreted").cost == cost
    dearer = view.paint({view.place((2, 2)): find_brush(view, "forest")})  # 2 points in place of 1
    assert dearer.search(engine="interpreted").cost.travelled == cost.travelled + 1  # type: ignore[union-attr]


def test_ends_that_were_painted_over_are_ends_no_more() -> None:
    view = canvas()
    closed = view.paint({0: view.brushes[1].value})
    with pytest.raises(BadInput, match="names no start"):
        closed.default_starts()[0]
    assert closed.default_goals() == ((3, 1),)


def test_terrains_that_are_not_on_the_map_have_no_say_in_its_prices() -> None:
    table = {"rows": [[1, 1]], "terrains": {"bog": "1/997", "fen": "1/991"}}
    view = canvas(table)
    painted = view.paint({0: find_brush(view, "bog")})
    assert painted.world.unit == 997
    with pytest.raises(BadInput, match="common denominator"):
        painted.view().paint({1: find_brush(view, "fen")})


def test_a_blank_map() -> None:
    blank = canvas(layout="even-q", wrap="xy").make_blank(6, 4)
    assert blank.world.layout.name == "even-q"
    assert blank.wrap == "xy"
    assert len(set(values(blank.view()))) == 1
    assert blank.search((0, 0), ((5, 0),), engine="interpreted").cost.travelled == 1  # type: ignore[union-attr]
    assert canvas({"radius": 2}).make_blank(3, 5).world.layout.name == "odd-r"
    for width, height in ((0, 4), (-1, 4), (1 << 20, 1 << 20), (nan, 3), (2.0, 3)):
        with pytest.raises(BadInput):
            canvas().make_blank(width, height)  # type: ignore[arg-type]


def test_a_blank_map_of_wesnoth_is_grass_or_what_is_cheapest() -> None:
    view = canvas(DATA / "ford.map")
    free, barred = view.brushes[:2]
    assert (free.name, free.colour) == ("flat", COLOURS["flat"])
    assert barred.name == "impassable"


def test_each_kind_of_terrain_has_one_brush() -> None:
    view = canvas(DATA / "ford.map")
    brushes = {brush.value: brush for brush in view.brushes}
    kinds = [view.kinds[int(value)] for value in brushes]
    assert len({(kind.cost, brush.colour) for kind, brush in zip(kinds, view.brushes, strict=True)}) == len(brushes)
    assert len({brush.name for brush in view.brushes}) == len(brushes) < len(view.kinds)
    assert {"flat", "forest", "shallow water", "hills"} <= {brush.name for brush in view.brushes}
    # A hex has the value of the brush that paints its kind; what cannot be entered on the border is a wall.
    columns = view.world.source.terrain.shape[1]
    for place, value in enumerate(values(view)):
        kind = view.kinds[view.world.source.terrain.reshape(-1)[view.there[place]]]
        row, column = divmod(place, columns)
        is_border = row in (0, view.world.source.terrain.shape[0] - 1) or column in (0, columns - 1)
        assert kinds[list(brushes).index(value)].cost == kind.cost
        assert value == view.brushes[1].value if is_border else value in brushes


@pytest.mark.parametrize("number", range(11))
def test_a_saved_map_is_read_back(number: int, tmp_path: Path) -> None:
    source, options, start, goals = list(iterate_questions())[number]
    world = HexMap.read(source, options)
    out = tmp_path / "saved.hex.json"
    world.view().save(out, start, goals)
    saved = HexMap.read(out, Options(moves=options.moves))
    assert saved.view().shape == world.view().shape
    wanted, found = (each.search(*ends, engine="interpreted") for each, ends in ((world, (start, goals)), (saved, ())))
    assert (found.path, found.cost) == (wanted.path, wanted.cost)


@pytest.mark.parametrize("name", ["ford.map", "meadow.tmx", "isle.hex.json", "lake.hex.csv"])
@pytest.mark.parametrize("movement", ["smallfoot", "mounted"])
def test_files_are_saved_with_their_terrain(name: str, movement: str, tmp_path: Path) -> None:
    view = canvas(DATA / name, movement=movement)
    start, goal = free(view)[0], free(view)[-1]
    out = tmp_path / "saved.hex.json"
    view.save(out, start, [goal])
    saved = HexMap.read(out, Options())
    assert saved.view().shape == view.shape
    drawn = view.of(view.world.source, view.options)
    one, other = (world.search(start, (goal,), engine="interpreted").cost for world in (drawn, saved))
    assert one == other


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "map.hex.json").mkdir()
    for name in ("map.png", "map.json", "map.hex.json"):
        with pytest.raises(BadInput):
            canvas().save(tmp_path / name, (0, 0), [(1, 1)])
    assert [path.name for path in tmp_path.iterdir()] == ["map.hex.json"]


@pytest.mark.parametrize("end", [(2, 0), (3, 0), (-1, 0), (99, 99)])
def test_ends_that_cannot_be_saved(end: tuple[int, int], tmp_path: Path) -> None:
    for start, goal in ((end, (0, 0)), ((0, 0), end)):
        with pytest.raises(BadInput):
            canvas().save(tmp_path / "map.hex.json", start, [goal])
    assert not list(tmp_path.iterdir())


def test_terrains_of_one_name_are_saved_apart(tmp_path: Path) -> None:
    (tmp_path / "meadow.map").write_text("Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n")
    view = canvas(tmp_path / "meadow.map")
    out = tmp_path / "meadow.hex.json"
    view.save(out, (1, 1), [(1, 1)])
    saved = json.loads(out.read_text())
    assert saved["rows"][1] == ["Gg (impassable)", "Gg", "Gg (impassable)"]
    assert canvas(out).shape == view.shape
    assert free(canvas(out)) == [(1, 1)]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ford.map", Options(movement="mounted")),
        ("ford.map", Options(wrap="y", moves=6)),
        ("isle.hex.json", Options(movement="mounted", palette="colour-blind")),
    ],
)
def test_configured_as_if_read_so(name: str, options: Options) -> None:
    found, wanted = HexMap.read(DATA / name, Options()).with_options(options), HexMap.read(DATA / name, options)
    assert found is not None
    assert np.array_equal(found.world.prices, wanted.world.prices)
    assert found.options == options


def test_what_must_be_read_again(tmp_path: Path) -> None:
    world = HexMap.read(ROOM, Options())
    assert world.with_options(Options(layout="odd-q")) is None
    assert world.with_options(Options(table="none.json")) is None
    with pytest.raises(BadInput, match="is unknown; use one of"):
        world.with_options(Options(movement="flying carpet"))
    table = tmp_path / "table.json"
    table.write_text('{"movement": {"duck": {"pond": 1}}}')
    duck = HexMap.read({"rows": [["pond", 1]]}, Options(table=str(table), movement="duck"))
    assert duck.with_options(Options(table=str(table))) is None


@pytest.mark.parametrize("layout", ["odd-r", "odd-q"])
def test_a_unit_of_several_hexes_has_an_outline_and_fits_where_it_can_be_placed(layout: str) -> None:
    view = canvas({"rows": [[1] * 7 for _ in range(6)] + [[1, 0] + [1] * 5], "layout": layout}, unit=1)
    assert view.unit_form is not None
    assert len(view.unit_form.outline) == 18
    fitting = {place for place, bit in enumerate(view.fits) if bit}
    assert fitting == {view.place(position) for position in free(view)}
    assert 0 < len(fitting) < len(view.there)
    said = {view.describe_clearance(place) for place in range(len(view.there))}
    assert said == {"", "radius 0", "radius 1 or more"}
    plain = canvas()
    assert (plain.unit_form, plain.fits, plain.describe_clearance(0)) == (None, b"", "")
