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
