"""What maps of Tiled state in a wrong or an old way, and tables that name tiles which a map does not have."""

import numpy as np
import pytest
from tiled_maps import load, tmj, tmx

from genastar import BadInput

PROPERTY = '<properties><property name="{}" value="{}"/></properties>'


def refuse(folder, content, name="m.tmx", **options):
    with pytest.raises(BadInput) as refused:
        load(folder, content, name, **options)
    assert len(str(refused.value).splitlines()) == 1
    assert "m.tm" in str(refused.value)
    return str(refused.value)


def tileset(**more):
    return tmj() | {"tilesets": [tmj()["tilesets"][0] | more]}


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (tileset(tiles={"1": {"terrain": [0, 0, 0, 0]}}), "tiles"),
        (tileset(tiles=[], tileproperties={"1": {"cost": 4}}), "tileproperties"),
        (tileset(tiles=[{"id": 1, "properties": {"cost": 4}}]), "properties"),
        (tileset(properties={"a": 4}), "properties"),
        (tmj(properties={"blocked": True}), "properties"),
        (tmj() | {"layers": [{"type": "objectgroup", "objects": [{"id": 1, "properties": {"cost": 1}}]}]}, "properties"),
    ],
)
def test_json_of_tiled_1_1_is_refused_everywhere(tmp_path, content, key):
    said = refuse(tmp_path, content, "m.tmj")
    assert f"{key} is {{" in said
    assert said.endswith("expected a list; save the file again in Tiled 1.2 or later")


@pytest.mark.parametrize(
    "content",
    [
        tmx(tiles=f'<tile id="1">{PROPERTY.format("blocked", "yes")}</tile>'),
        tmx(after=f'<objectgroup><object id="1" x="1" y="1">{PROPERTY.format("blocked", "yes")}</object></objectgroup>'),
        tmx().replace('<layer name="ground" width="3" height="2">', "\\g<0>" + PROPERTY.format("blocked", "yes")),
    ],
)
def test_blocked_is_true_or_false(tmp_path, content):
    content = content.replace("\\g<0>", '<layer name="ground" width="3" height="2">')
    assert "property 'blocked' is 'yes'; expected true or false" in refuse(tmp_path, content)


TYPED = tmx(tiles='<tile id="1" class="swamp"/>')


@pytest.mark.parametrize("name", ["99", "0", "10", "Swamp", "xx:0", "t:9", "t:x"])
def test_a_table_names_tiles_of_the_map(tmp_path, name):
    table = tmp_path / "table.csv"
    table.write_text(f"tile,cost\nswamp,4\n9,2\nt:8,3\n{name},5\n")
    said = refuse(tmp_path, TYPED, tiles=str(table))
    assert f"table.csv: the tile {name!r} is in no tileset of " in said
    table.write_text("tile,cost\nswamp,4\n9,2\nt:8,3\n")
    assert load(tmp_path, TYPED, tiles=str(table)).values.tolist() == [[1, 4, 1], [4, 0, 1]]
    missing = TYPED.replace("<layer", '<tileset firstgid="50" source="gone.tsx"/><layer')
    table.write_text("tile,cost\nswamp,4\nSwamp,3\ngone:7,2\n")  # a class of the tileset that is not there
    assert load(tmp_path, missing, tiles=str(table)).values.tolist() == [[1, 4, 1], [4, 0, 1]]


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (
            tmx(tiles=f'<tile id="1">{PROPERTY.format("Cost", "3")}</tile>'),
            "tile 1: the property 'Cost' is not read; name it 'cost'",
        ),
        (
            tmx(after=f'<objectgroup><object id="7" x="1" y="1">{PROPERTY.format("Blocked", "true")}</object></objectgroup>'),
            "object 7: the property 'Blocked' is not read; name it 'blocked'",
        ),
        (
            tmx().replace("<data", f"{PROPERTY.format('enter', 'n')}<data"),
            "layer 'ground': the property 'enter' is not read; give it to tiles",
        ),
    ],
)
def test_a_property_of_another_name_is_remarked(tmp_path, content, remark):
    assert remark in load(tmp_path, content).remark


WALL = PROPERTY.format("blocked", "true")


def shifted(offset, orientation="orthogonal", kind="layer"):
    """A wall in the corner of 5 x 4 free cells of 16 x 8 pixels, in a layer or as an object, moved with its group."""
    gids = ",".join(["3"] + ["0"] * 19)
    wall = {
        "layer": f'<layer name="w" width="5" height="4" {offset}><data encoding="csv">{gids}</data></layer>',
        "object": f'<objectgroup {offset}><object id="1" x="2" y="2" width="4" height="4">{WALL}</object></objectgroup>',
    }[kind]
    data = f'<data encoding="csv">{",".join(["1"] * 20)}</data>'
    return tmx(data, orientation=orientation, size=(5, 4), after=f'<group offsetx="16">{wall}</group>')


@pytest.mark.parametrize(
    ("orientation", "kind", "offset", "there"),
    [
        ("orthogonal", "layer", "", [0, 1]),
        ("orthogonal", "layer", 'offsetx="16" offsety="16"', [2, 2]),
        ("isometric", "layer", 'offsetx="-8" offsety="12"', [1, 2]),
        ("staggered", "layer", 'offsety="8"', [2, 1]),
        ("orthogonal", "object", 'offsetx="16" offsety="17.5"', [2, 2]),
        ("isometric", "object", 'offsetx="-8" offsety="12"', [1, 2]),
    ],
)
def test_offsets_move_layers(tmp_path, orientation, kind, offset, there):
    world = load(tmp_path, shifted(offset, orientation, kind))
    assert world.values.shape == (4, 5)
    assert np.argwhere(world.values == 0).tolist() == [there]


@pytest.mark.parametrize(
    ("offset", "message"),
    [
        ('offsetx="8"', "layer 'w': its offset of 24,0 pixels is not whole tiles; set it to 0, or move the layer by tiles"),
        ('offsety="0.5"', "its offset of 16,0.5 pixels is not whole tiles"),
        ('offsety="32"', "layer 'w': its offset moves tiles out of the map; set it to 0, or make the map larger"),
        ('offsetx="far"', "offsetx is 'far'; expected a number"),
    ],
)
def test_offsets_that_cells_cannot_have(tmp_path, offset, message):
    assert message in refuse(tmp_path, shifted(offset))
    assert "its offset of 16,4 pixels is not whole tiles" in refuse(tmp_path, shifted('offsety="4"', "staggered"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("m.tmx", "", "the file is empty; save it again in Tiled"),
        ("m.tmj", " \n", "the file is empty; save it again in Tiled"),
        ("m.tmj", "[1]", "map: [1] is no object; save the file again in Tiled"),
        ("m.tmj", "nothing", "this is no valid JSON"),
        ("m.tmx", '{"a":1}', "it has no orientation, so it is no map of Tiled; save it again in Tiled"),
    ],
)
def test_what_is_no_map_is_named(tmp_path, name, content, message):
    assert message in refuse(tmp_path, content, name, domain="grid")


def test_walls_of_objects_are_stated_costs(tmp_path):
    wall = f'<objectgroup><object id="1" x="2" y="2" width="4" height="4">{WALL}</object></objectgroup>'
    assert not load(tmp_path, tmx(tiles="", after=wall)).remark


@pytest.mark.parametrize("size", ["", 'tilewidth="0"', 'tilewidth="-3"'])
def test_tiles_have_a_size(tmp_path, size):
    assert "tile" in refuse(tmp_path, tmx().replace('tilewidth="16"', size))
