"""A small sound file of every suffix that an installed domain reads, and of every other file that a person may give.

A suffix that is missing here is looked for among the data of the plugins' tests. One that is nowhere fails the tests that
mutate samples: add a sample with a new format.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen
from PIL import Image

import genastar
from genastar.worlds.domain_registry import list_domains

PLUGINS: Final = Path(__file__).parents[1] / "plugins"
PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}
UNPACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {".gz": gzip.decompress, ".xz": lzma.decompress, ".bz2": bz2.decompress}


def read_data(name: str) -> bytes:
    """A file of the plugins' tests."""
    (found,) = PLUGINS.glob(f"*/tests/data/{name}")
    return found.read_bytes()


def image(suffix: str) -> bytes:
    """A maze of 12 times 9 pixels."""
    free = np.ones((9, 12), np.bool_)
    free[1:8, 3] = free[2:9, 7] = False
    picture = Image.fromarray(free.astype(np.uint8) * np.uint8(255))
    match suffix:
        case ".xbm":
            picture = picture.convert("1")
        case ".pfm":
            picture = picture.convert("F")
        case ".qoi" | ".dds" | ".pcx" | ".gif":
            picture = picture.convert("RGB")
        case ".psd":
            return psd(picture)
        case ".xpm":
            rows = ",\n".join('"' + "".join(".#"[not cell] for cell in row) + '"' for row in free.tolist())
            return f'/* XPM */\nstatic char *maze[] = {{\n"12 9 2 1",\n". c #FFFFFF",\n"# c #000000",\n{rows}\n}};\n'.encode()
    out = io.BytesIO()
    Image.init()
    picture.save(out, Image.EXTENSION[suffix])
    return out.getvalue()


def psd(picture: Image.Image) -> bytes:
    """A grey picture of one layer, uncompressed."""
    head = struct.pack(">4sH6xHIIHH", b"8BPS", 1, 1, picture.height, picture.width, 8, 1)
    return head + struct.pack(">III", 0, 0, 0) + struct.pack(">H", 0) + picture.tobytes()


def npy(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def osm() -> bytes:
    """Two streets that cross."""
    nodes = {1: (60.0, 24.0), 2: (60.001, 24.0), 3: (60.002, 24.0), 4: (60.001, 24.002)}
    lines = [f'<node id="{node}" lat="{lat}" lon="{lon}" version="1"/>' for node, (lat, lon) in nodes.items()]
    for way, refs in ((1, (1, 2, 3)), (2, (2, 4))):
        lines.append(f'<way id="{way}" version="1">' + "".join(f'<nd ref="{ref}"/>' for ref in refs))
        lines.append('<tag k="highway" v="residential"/><tag k="name" v="Street"/><tag k="maxspeed" v="30"/></way>')
    lines.append(
        '<relation id="1" version="1"><member type="way" ref="1" role="from"/><member type="node" ref="2" role="via"/>'
    )
    lines.append('<member type="way" ref="2" role="to"/><tag k="type" v="restriction"/>')
    lines.append('<tag k="restriction" v="no_left_turn"/></relation>')
    return ('<?xml version="1.0"?>\n<osm version="0.6">\n' + "\n".join(lines) + "\n</osm>\n").encode()


GRAPH = b"c a square\np sp 4 5\na 1 2 5\na 2 3 5\na 3 4 5\na 4 1 5\na 1 3 12\n"

GRAPHML = b"""<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="w" for="edge" attr.name="travel_time" attr.type="double"/><key id="x" for="node" attr.name="x" attr.type="double"/>
<key id="y" for="node" attr.name="y" attr.type="double"/>
<graph edgedefault="directed"><node id="1"><data key="x">24.0</data><data key="y">60.0</data></node>
<node id="2"><data key="x">24.001</data><data key="y">60.0</data></node>
<edge source="1" target="2"><data key="w">57.5</data></edge><edge source="2" target="1"><data key="w">57.5</data></edge>
</graph></graphml>
"""

PROFILE = b"""name = "cart"
share = 0.9
ferry = 12
restrictions = ["vehicle"]
[speeds]
residential = 30
primary = 60
[surfaces]
gravel = 0.5
"""


def roads(folder: Path) -> bytes:
    """A graph that was saved."""
    (folder / "town.osm").write_bytes(osm())
    genastar.load(folder / "town.osm").graph.save(folder / "town.roads")  # type: ignore[attr-defined]
    return (folder / "town.roads").read_bytes()


def raster(folder: Path, driver: str) -> bytes:
    """A small raster in a format of GDAL."""
    import rasterio
    from rasterio.shutil import copy

    from genastar_terrain.sources.datasets import silence_rasterio

    path = folder / "sample.tif"
    with silence_rasterio():
        with rasterio.open(path, "w", driver="GTiff", width=3, height=2, count=1, dtype="float32") as file:
            file.write(np.arange(1, 7, dtype=np.float32).reshape(1, 2, 3))
        copy(path, folder / "sample.raster", driver=driver)  # rasterio writes netCDF by a copy alone
    return (folder / "sample.raster").read_bytes()


def pbf(folder: Path) -> bytes:
    """The same streets as a PBF file."""
    import osmium

    (folder / "town.osm").write_bytes(osm())
    with osmium.SimpleWriter(str(folder / "town.osm.pbf"), overwrite=True) as writer:
        for thing in osmium.FileProcessor(str(folder / "town.osm")):
            writer.add(thing)
    return (folder / "town.osm.pbf").read_bytes()


def vox() -> bytes:
    """A model of 3 times 3 times 2 with one voxel."""
    size = b"SIZE" + struct.pack("<IIIII", 12, 0, 3, 3, 2)
    voxels = b"XYZI" + struct.pack("<II", 8, 0) + struct.pack("<I4B", 1, 0, 0, 0, 1)
    return b"VOX " + struct.pack("<I", 150) + b"MAIN" + struct.pack("<II", 0, len(size + voxels)) + size + voxels


MAP = b"type octile\nheight 3\nwidth 5\nmap\n.....\n.@TW.\n..S.G\n"

TILED = b"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="4" height="3" tilewidth="14" tileheight="12" infinite="0" hexsidelength="6"
 staggeraxis="y" staggerindex="odd">
 <tileset firstgid="1" name="ground" tilewidth="14" tileheight="12" tilecount="2" columns="2">
  <tile id="0" class="grass"><properties><property name="cost" type="float" value="1.5"/></properties></tile>
  <tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
 </tileset>
 <layer id="1" name="Ground" width="4" height="3"><data encoding="csv">1,1,1,1,
1,1,2,1,
1,1,1,1</data></layer>
 <layer id="2" name="More" width="4" height="3"><data encoding="base64" compression="zlib">eJxjYCANAAAAMAAB</data></layer>
</map>
"""

TOWN = b"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="town" tilewidth="16" tileheight="16" tilecount="3" columns="3">
  <tile id="0"><properties><property name="cost" type="float" value="1.5"/></properties></tile>
  <tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
  <tile id="2" class="ledge"><properties><property name="enter" value="n"/></properties></tile>
 </tileset>
 <layer id="1" name="Ground" width="4" height="3"><data encoding="csv">1,1,1,1,
1,1,2,1,
1,3,1,1</data></layer>
 <objectgroup id="2" name="Ends"><object id="1" name="start" x="8" y="8"><point/></object>
  <object id="2" x="40" y="4" width="6" height="6"><properties><property name="blocked" type="bool" value="true"/></properties>
  </object></objectgroup>
</map>
"""

TOWN_JSON = {
    "type": "map", "orientation": "isometric", "width": 2, "height": 2, "tilewidth": 32, "tileheight": 16, "infinite": False,
    "tilesets": [{"firstgid": 1, "name": "t", "tilecount": 1, "columns": 1, "tiles": [
        {"id": 0, "properties": [{"name": "cost", "type": "int", "value": 2}]}]}],
    "layers": [{"type": "tilelayer", "name": "g", "width": 2, "height": 2, "data": [1, 1, 1, 1]},
               {"type": "objectgroup", "name": "o", "objects": [{"id": 1, "name": "goal", "x": 20, "y": 20, "point": True}]}],
}  # fmt: skip

LDTK = {
    "defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "mud"}]}]},
    "levels": [{"identifier": "Cave", "layerInstances": [
        {"__identifier": "Units", "__type": "Entities", "entityInstances": [{"__identifier": "Start", "px": [8, 8]}]},
        {"__identifier": "Ground", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "layerDefUid": 1,
         "intGridCsv": [0, 0, 0, 0, 0, 0], "entityInstances": []}]}],
}  # fmt: skip

SAVED_GAME = b"""[scenario]
is_scenario=TRUE
[settings]
set={"name","value","gamestart"
"topology","WRAPX","WRAPX"
"xsize",4,64
"ysize",3,64
}
[map]
t0000="pppp"
t0001="phhp"
t0002="pppp"
"""


def robot_map(folder: Path) -> bytes:
    """A map of ROS, whose image is put beside it."""
    (folder / "maze.png").write_bytes(image(".png"))
    return b"image: maze.png\nresolution: 0.05\norigin: [-1.0, 2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n"


NAVMESH: Final = b"mesh\n2\n4 2\n0 0 2 0 1\n4 0 1 0\n4 4 2 0 1\n0 4 1 1\n3 0 1 2 -1 -1 1\n3 0 2 3 0 -1 -1\n"

SCENARIO = {"genastar": "grid 1", "start": [0, 0], "goals": [[2, 2]], "options": {"directions": "4"}, "costs": [[1, 1, 1]] * 3}

SAMPLES: Final[dict[tuple[str, str], Callable[[Path], bytes]]] = {
    ("grid", ".map"): lambda _: MAP,
    ("grid", ".map.gz"): lambda _: gzip.compress(MAP),
    ("grid", ".tmx"): lambda _: TOWN,
    ("grid", ".tmj"): lambda _: json.dumps(TOWN_JSON).encode(),
    ("grid", ".ldtk"): lambda _: json.dumps(LDTK).encode(),
    ("grid", ".csv"): lambda _: b"1,1,2.5\n0,0,1\n1,3,1\n",
    ("grid", ".tsv"): lambda _: b"1\t1\t2.5\n0\t0\t1\n1\t3\t1\n",
    ("grid", ".json"): lambda _: b"[[1, 1, 2.5], [0, 0, 1], [1, 3, 1]]",
    ("grid", ".sav"): lambda _: SAVED_GAME,
    ("grid", ".yaml"): robot_map,
    ("grid", ".yml"): robot_map,
    ("grid", ".txt"): lambda _: b"S..\n.#.\n.5G\n",
    ("grid", ".npy"): lambda _: npy(np.ones((5, 7))),
    ("grid", ".genastar.json"): lambda _: json.dumps(SCENARIO).encode(),
    ("hexmap", ".map"): lambda _: read_data("ford.map"),
    ("hexmap", ".tmx"): lambda _: TILED,
    ("hexmap", ".tmj"): lambda _: json.dumps(TOWN_JSON | {"orientation": "hexagonal", "staggeraxis": "y"}).encode(),
    ("hexmap", ".hex.csv"): lambda _: read_data("lake.hex.csv"),
    ("hexmap", ".hex.json"): lambda _: read_data("isle.hex.json"),
    ("navmesh", ".mesh"): lambda _: NAVMESH,
    ("navmesh", ".obj"): lambda _: b"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3\nf 1 3 4\n",
    ("navmesh", ".geojson"): lambda _: b'{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]}',
    ("roads", ".osm"): lambda _: osm(),
    ("roads", ".osm.gz"): lambda _: gzip.compress(osm()),
    ("roads", ".osm.bz2"): lambda _: bz2.compress(osm()),
    ("roads", ".osm.pbf"): pbf,
    ("roads", ".pbf"): pbf,
    ("roads", ".roads"): roads,
    ("roads", ".graphml"): lambda _: GRAPHML,
    ("roads", ".graphml.gz"): lambda _: gzip.compress(GRAPHML),
    ("roads", ".gr"): lambda _: GRAPH,
    **{("roads", f".gr{end}"): lambda _, pack=pack: pack(GRAPH) for end, pack in PACKERS.items()},
    ("voxel", ".3dmap"): lambda _: b"voxel 4 3 2\n0 0 0\n1 1 1\n3 2 1\n",
    ("voxel", ".3dmap.gz"): lambda _: gzip.compress(b"voxel 4 3 2\n0 0 0\n1 1 1\n3 2 1\n"),
    ("voxel", ".npy"): lambda _: npy(np.ones((4, 3, 2), np.int32)),
    ("voxel", ".vox"): lambda _: vox(),
    ("terrain", ".asc"): lambda _: b"ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5 6\n",
    ("terrain", ".nc"): lambda folder: raster(folder, "netCDF"),
    ("terrain", ".img"): lambda folder: raster(folder, "HFA"),
    ("puzzle", ".puzzle.txt"): lambda _: b"# a note\n1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n",
}


@frozen
class Sample:
    """A sound file, and how it is given to the command line."""

    name: str
    """Of the file: its suffix says what it is."""
    line: tuple[str, ...]
    """Arguments, in which ``FILE`` stands for its path and ``DATA`` for the folder of things that do not change."""
    content: Callable[[Path], bytes]


ENDS: Final = {
    "bitmap": "0,0",
    "grid": "0,0",
    "hexmap": "1,1",
    "navmesh": "1,1",
    "roads": "1",
    "terrain": "0.5,0.5",
    "voxel": "1,0,0",
}
"""A place in each sample: what is read is of interest here, and not what is searched."""


def list_domain_samples() -> list[Sample]:
    """A sample of every suffix of every domain.

    Raises:
        AssertionError: there is none of some suffix.
    """
    found = []
    for domain, row in list_domains().items():
        for suffix in () if row.info is None or row.plugin is None else row.info.suffixes:
            ends = () if domain not in ENDS else ("--from", ENDS[domain], "--to", ENDS[domain])
            line = ("solve", "FILE", "--domain", domain, "--engine", "interpreted", "--limit", "expansions=200", *ends)
            found.append(Sample(f"{domain}{suffix}", line, make_content(domain, suffix)))
    return found


def make_content(domain: str, suffix: str) -> Callable[[Path], bytes]:
    """What makes the sample of a suffix.

    Raises:
        AssertionError: there is none.
    """
    if (domain, suffix) in SAMPLES:
        return SAMPLES[domain, suffix]
    if domain == "bitmap":
        return lambda _: image(suffix)
    files = sorted(PLUGINS.glob(f"{domain}/tests/data/*{suffix}"), key=lambda path: path.stat().st_size)
    assert files, f"{domain}: no sample of {suffix}; add a small one to the plugin's tests/data, or to tests/sample_files.py"
    return lambda _: files[0].read_bytes()


OTHERS: Final = [
    Sample("arena.map.scen", ("movingai", "FILE", "--engine", "interpreted", "--rows", "3"), lambda _: scenarios("arena")),
    Sample(
        "Simple.3dmap.3dscen.gz",
        ("voxels", "FILE", "--engine", "interpreted", "--rows", "2"),
        lambda _: gzip.compress(b"\n".join(gzip.decompress(read_data("Simple.3dmap.3dscen.gz")).split(b"\n")[:6])),
    ),
    Sample(
        "near.csv",
        ("korf", "FILE", "--engine", "interpreted", "--rows", "2"),
        lambda _: b"id,tiles,optimal_moves\n1,1 2 3 4 5 6 7 0 8,1\n2,1 2 3 4 0 6 7 5 8,2\n",
    ),
    Sample("questions.scen", ("batch", "DATA/arena.map", "FILE", *("--executor", "threads")), lambda _: scenarios("arena")),
    Sample(
        "questions.csv", ("batch", "DATA/arena.map", "FILE", *("--executor", "threads")), lambda _: b'from,to\n"2,10","5,10"\n'
    ),
    Sample(
        "questions.jsonl.gz",
        ("batch", "DATA/arena.map", "FILE", *("--executor", "threads")),
        lambda _: gzip.compress(b'{"from": "2,10", "to": ["5,10", "6,10"]}\n'),
    ),
    Sample(
        "pairs.csv", ("roads", "matrix", "DATA/town.osm", "--pairs", "FILE"), lambda _: b"1,3\n2,4\n60.0,24.0,60.001,24.0\n"
    ),
    Sample(
        "profile.toml", ("solve", "DATA/town.osm", "--from", "1", "--to", "4", "--option", "profile=FILE"), lambda _: PROFILE
    ),
    Sample(
        "movement.json",
        ("solve", "DATA/isle.hex.json", "--option", "table=FILE", "--from", "1,1", "--to", "1,1"),
        lambda _: json.dumps({"terrains": {"1": 2, "Gg": "3"}, "movement": {"ship": {"deep": 1}}}).encode(),
    ),
    Sample(
        "tiles.csv",
        ("solve", "DATA/numbers.csv", "--option", "tiles=FILE", "--from", "0,0", "--to", "2,0"),
        lambda _: b"tile,cost\n0,1\n7,2.5\nwater,0\n",
    ),
    Sample(
        "corners.table",
        (
            "solve",
            "DATA/arena.map",
            "--from",
            "2,10",
            "--to",
            "5,10",
            "--algorithm",
            "jps-plus",
            "--algorithm-option",
            "table=FILE",
        ),
        lambda folder: table(folder),
    ),
]
"""Files that commands and options read."""


def scenarios(name: str) -> bytes:
    """The first rows of a scenario file."""
    return b"\n".join(gzip.decompress(read_data(f"{name}.map.scen.gz")).split(b"\n")[:8])


def table(folder: Path) -> bytes:
    """The table of jump points of a map."""
    from genastar.cli import main

    path = folder / "made.table"
    main(
        [
            "solve",
            str(folder / "arena.map"),
            "--from",
            "2,10",
            "--to",
            "5,10",
            "--algorithm",
            "jps-plus",
            "--algorithm-option",
            f"table={path}",
        ]
    )
    return path.read_bytes()


def freeze_times(folder: Path) -> None:
    """Write what samples refer to."""
    (folder / "arena.map").write_bytes(gzip.decompress(read_data("arena.map.gz")))
    (folder / "Simple.3dmap.gz").write_bytes(read_data("Simple.3dmap.gz"))
    (folder / "town.osm").write_bytes(osm())
    (folder / "numbers.csv").write_bytes(b"0,7,0\n0,-1,0\n")
    (folder / "isle.hex.json").write_bytes(read_data("isle.hex.json"))
