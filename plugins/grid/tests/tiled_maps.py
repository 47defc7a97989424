"""Maps of Tiled as texts, for tests."""

import json

import genastar

TILES = (
    '<tile id="1"><properties><property name="cost" type="float" value="2.5"/></properties></tile>'
    '<tile id="2" class="wall"><properties><property name="blocked" type="bool" value="true"/></properties></tile>'
)


GIDS = (1, 2, 3, 2, 0, 1)


def tmx(data=None, tiles=TILES, orientation="orthogonal", more="", after="", size=(3, 2), layers=None):
    width, height = size
    data = f'<data encoding="csv">{",".join(map(str, GIDS))}</data>' if data is None else data
    layer = f'<layer name="ground" width="{width}" height="{height}">{data}</layer>'
    return (
        f'<?xml version="1.0"?>\n<map orientation="{orientation}" width="{width}" height="{height}" tilewidth="16" '
        f'tileheight="8" {more}><tileset firstgid="1" name="t" tilecount="9" columns="3">{tiles}</tileset>'
        f"{layer if layers is None else layers}{after}</map>"
    )


def tmj(data=GIDS, **layer):
    tiles = [
        {"id": 1, "properties": [{"name": "cost", "type": "float", "value": 2.5}]},
        {"id": 2, "type": "wall", "properties": [{"name": "blocked", "type": "bool", "value": True}]},
    ]
    data = list(data) if isinstance(data, tuple) else data
    return {
        "type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8,
        "infinite": False, "tilesets": [{"firstgid": 1, "name": "t", "tilecount": 9, "columns": 3, "tiles": tiles}],
        "layers": [{"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": data, **layer}],
    }  # fmt: skip


def load(folder, text, name="m.tmx", **options):
    path = folder / name
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return genastar.load(path, **options)


def ledge(name, sides):
    return f'<tile id="3"><properties><property name="{name}" value="{sides}"/></properties></tile>'
