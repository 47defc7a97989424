"""What maps of Tiled state in a wrong or an old way, and tables that name tiles which a map does not have."""

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
