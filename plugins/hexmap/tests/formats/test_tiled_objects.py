"""What hexagonal maps of Tiled state beside the costs of tiles: objects, layers, tilesets; and what hexes cannot have."""

import json

import numpy as np
import pytest

import genastar
from genastar import BadInput

COST = '<properties><property name="{}" value="{}"/></properties>'
BLOCKED = COST.format("blocked", "true")


def load(folder, tiles="", objects=(), layers="", origin=None, **options):
    """A map of 8 x 6 hexes, pointy tops, odd rows offset: rows are 10 pixels apart."""
    data = ",".join("1" if number else "2" for number in range(48))
    if origin is not None:
        data = f'<chunk x="{origin[0]}" y="{origin[1]}" width="8" height="6">{data}</chunk>'
    listed = "".join(f'<object id="{number}" {each}</object>' for number, each in enumerate(objects))
    path = folder / "m.tmx"
    path.write_text(
        f'<map orientation="hexagonal" width="8" height="6" tilewidth="14" tileheight="12" hexsidelength="8" infinite='
        f'"{int(origin is not None)}"><tileset firstgid="1" name="t">{tiles}</tileset><layer name="g" width="8" height="6">'
        f'<data encoding="csv">{data}</data></layer>{layers}<objectgroup>{listed}</objectgroup></map>'
    )
    return genastar.load(path, **options)


def at(x, y):
    """The attributes of an object two pixels wide in the middle of a hex."""
    return f'x="{x * 14 + 6 + 7 * (y % 2)}" y="{y * 10 + 5}" width="2" height="2">'


def costs(world):
    source = world.world.source
    return [[float(source.kinds[number].cost or 0) for number in row] for row in source.terrain.tolist()]


def test_objects_are_ends_and_cover_hexes(tmp_path):
    objects = [
        f'name="Start" {at(1, 3)}',
        f'class="goal" {at(6, 4)}',
        f"{at(3, 2)}{BLOCKED}",
        f'x="0" y="42" width="110" height="4">{COST.format("cost", "5")}',
        f'x="0" y="30">{BLOCKED}<polyline points="0,6 18,6"/>',
    ]
    world = load(tmp_path, objects=objects)
    wanted = np.ones((6, 8))
    wanted[2, 3], wanted[4, :], wanted[3, 0] = 0, 5, 0
    assert costs(world) == wanted.tolist()
    assert (world.world.source.starts, world.world.source.goals) == (((1, 3),), ((6, 4),))


def test_ends_of_an_infinite_map_keep_their_coordinates(tmp_path):
    world = load(
        tmp_path, objects=[f'name="start" {at(-3, 1)}', f'name="start" {at(-2, 1)}', f'name="goal" {at(2, 4)}'], origin=(-4, -1)
    )
    assert world.default_starts() == ((-3, 1), (-2, 1))
    assert world.search().path[-1] == (2, 4)
    with pytest.raises(BadInput, match=r"object 0: the goal is outside the map; move it to a tile"):
        load(tmp_path, objects=[f'name="goal" {at(9, 1)}'])


def test_a_layer_prices_its_tiles(tmp_path):
    row = ",".join(["0"] * 16 + ["1"] * 8 + ["0"] * 24)
    layer = '<layer name="c" width="8" height="6">{}<data encoding="csv">{}</data></layer>'
    assert costs(load(tmp_path, layers=layer.format(COST.format("cost", "9"), row)))[2] == [9] * 8
    assert costs(load(tmp_path, layers=layer.format(BLOCKED, row)))[1:3] == [[1] * 8, [0] * 8]
    assert costs(load(tmp_path, layers=layer.format(COST.format("speed", "9"), row), cost_property="speed"))[2] == [9] * 8


def test_a_tile_by_its_tileset_in_a_table(tmp_path):
    (tmp_path / "t.json").write_text(json.dumps({"terrains": {"t:1": 3}}))
    assert costs(load(tmp_path, table=str(tmp_path / "t.json")))[0] == [3] + [1] * 7


@pytest.mark.parametrize("name", ["m.tmj", "m.json"])
def test_a_map_that_tiled_exported_as_json(tmp_path, name):
    layer = {"type": "tilelayer", "name": "g", "width": 2, "height": 1, "data": [1, 2]}
    tiles = [{"id": 1, "properties": [{"name": "cost", "type": "int", "value": 4}]}]
    found = {"orientation": "hexagonal", "width": 2, "height": 1, "tilewidth": 14, "tileheight": 12, "layers": [layer]}
    (tmp_path / name).write_text(json.dumps(found | {"tilesets": [{"firstgid": 1, "name": "t", "tiles": tiles}]}))
    assert costs(genastar.load(tmp_path / name, domain="hexmap")) == [[1, 4]]


@pytest.mark.parametrize("name", ["enter", "leave"])
def test_one_way_tiles_are_refused(tmp_path, name):
    with pytest.raises(BadInput, match="tile 1: one-way tiles are for orthogonal and isometric maps only; remove enter and"):
        load(tmp_path, tiles=f'<tile id="1">{COST.format(name, "n")}</tile>')


def test_what_is_not_read_is_remarked(tmp_path):
    shape = '<objectgroup><object id="1" x="0" y="0" width="16" height="8"/></objectgroup>'
    remark = load(tmp_path, tiles=f'<tile id="0">{shape}</tile>', objects=['template="door.tx" x="1" y="1">']).remark
    assert remark.startswith("no tile has a property cost or blocked, so each costs 1; give the costs of tiles in a table")
    assert "collision shapes of tiles are not read" in remark
    assert "objects from templates are read without what their template says" in remark
