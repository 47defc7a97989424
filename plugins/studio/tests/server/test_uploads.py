"""A file of every suffix that any installed domain reads can be sent."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
from array import array
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from litestar.testing import TestClient

from genastar.cli import main
from genastar.plugin import Ready
from genastar.worlds.domain_registry import list_domains, load
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

WORLDS = "/api/v1/worlds"
PLUGINS = Path(__file__).parents[3]

MINE = {"endless", "stuck"}
"""Domains of these tests."""

Make = Callable[[Path], bytes]
"""Content of a file, given an empty folder."""


@pytest.fixture
def service() -> Service:
    return Service(Settings(port=0, seconds=60.0, worlds=1000), Sources())


def data(*path: str) -> Make:
    """A file of a plugin's tests."""
    there = PLUGINS.joinpath(path[0], "tests", "data", *path[1:])

    def read(_: Path) -> bytes:
        if not there.parent.is_dir():
            pytest.skip("the files of the domains' own tests are in the repository only")
        return there.read_bytes()

    return read


def packed(pack: Callable[[bytes], bytes], make: Make) -> Make:
    return lambda folder: pack(make(folder))


def text(content: str) -> Make:
    return lambda _: content.encode()


def pixels(kind: str, mode: str = "RGB") -> Make:
    def make(_: Path) -> bytes:
        image = pytest.importorskip("PIL.Image").new(mode, (16, 16), 1 if mode in "1F" else (255, 255, 255))
        out = io.BytesIO()
        try:
            image.save(out, kind)
        except (OSError, KeyError) as error:
            pytest.skip(f"Pillow writes no {kind} here: {error}")
        return out.getvalue()

    return make


def deep_png(_: Path) -> bytes:
    out = io.BytesIO()
    pytest.importorskip("PIL.Image").new("I;16", (16, 16)).save(out, "PNG")
    return out.getvalue()


def xpm(_: Path) -> bytes:
    rows = ",\n".join('"' + "a" * 16 + '"' for _ in range(16))
    return f'/* XPM */\nstatic char *x[] = {{\n"16 16 1 1",\n"a c #ffffff",\n{rows}\n}};\n'.encode()


def qoi(_: Path) -> bytes:
    """White from the first pixel on: one pixel in full, and runs of it."""
    return b"qoif" + struct.pack(">IIBB", 16, 16, 3, 0) + b"\xfe\xff\xff\xff" + b"\xfd" * 4 + b"\xc6" + bytes(7) + b"\1"


def psd(_: Path) -> bytes:
    head = b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, 16, 16, 8, 3)
    return head + bytes(12) + b"\0\0" + b"\xff" * (3 * 256)


def npy(shape: tuple[int, ...]) -> Make:
    def make(_: Path) -> bytes:
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape!r}, }}"
        head = head.ljust(118 - 1) + "\n"
        size = 1
        for each in shape:
            size *= each
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + array("d", [1.0] * size).tobytes()

    return make


def raster(driver: str) -> Make:
    def make(folder: Path) -> bytes:
        import numpy as np
        import rasterio
        from rasterio.shutil import copy

        from genastar_terrain.sources.datasets import silence_rasterio

        shape = {"width": 2, "height": 1, "count": 1, "dtype": "float32"}
        with silence_rasterio():
            with rasterio.open(folder / "raster.tif", "w", driver="GTiff", **shape) as file:
                file.write(np.array([[[1.0, 2.0]]], np.float32))
            copy(folder / "raster.tif", folder / "raster", driver=driver)  # rasterio writes netCDF by a copy alone
        return (folder / "raster").read_bytes()

    return make


def saved_roads(folder: Path) -> bytes:
    (folder / "x.gr").write_bytes(GR(folder))
    load(folder / "x.gr").graph.save(folder / "x.roads")
    return (folder / "x.roads").read_bytes()


TMX = text(
    '<map orientation="hexagonal" width="2" height="1" tilewidth="8" tileheight="8" hexsidelength="4" staggeraxis="x" '
    'staggerindex="odd"><tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="1" columns="1">'
    '<tile id="0" class="flat"/></tileset><layer name="a" width="2" height="1"><data encoding="csv">1,1</data></layer></map>'
)
ORTHOGONAL = (
    '<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"/>'
    '<layer name="a" width="2" height="1"><data encoding="csv">1,1</data></layer></map>'
)
TMJ = {
    "orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8,
    "tilesets": [{"firstgid": 1, "name": "t"}],
    "layers": [{"type": "tilelayer", "name": "a", "width": 2, "height": 1, "data": [1, 1]}],
}  # fmt: skip
LDTK = {
    "defs": {"layers": []},
    "levels": [{"identifier": "A", "layerInstances": [
        {"__identifier": "G", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 8, "layerDefUid": 1,
         "intGridCsv": [0, 0], "entityInstances": []}]}],
}  # fmt: skip
GR = text("p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n")
GRAPHML = text(
    '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    '<key id="d0" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">'
    '<node id="1"/><node id="2"/><node id="3"/>'
    '<edge source="1" target="2"><data key="d0">5.0</data></edge>'
    '<edge source="2" target="3"><data key="d0">7.0</data></edge></graph></graphml>'
)
OSM = packed(gzip.decompress, data("roads", "bautzen.osm.gz"))
BOARD = "1 2 3\n4 5 6\n0 7 8\n"
ROBOT_MAP = text("image: a.png\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.6\nfree_thresh: 0.2\n")
GRID = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"

FILES: dict[tuple[str, str], Make] = {
    ("grid", ".map"): text(GRID),
    ("grid", ".map.gz"): packed(gzip.compress, text(GRID)),
    ("grid", ".tmx"): text(ORTHOGONAL),
    ("grid", ".tmj"): text(json.dumps(TMJ)),
    ("grid", ".ldtk"): text(json.dumps(LDTK)),
    ("grid", ".csv"): text("1,2\n3,4\n"),
    ("grid", ".tsv"): text("1\t2\n3\t4\n"),
    ("grid", ".json"): text("[[1, 2], [3, 4]]"),
    ("grid", ".sav"): text(
        '[scenario]\nis_scenario=TRUE\n[settings]\nset={"name","value","gamestart"\n"topology","WRAPX","WRAPX"\n"xsize",4,64\n'
        '"ysize",2,64\n}\n[map]\nt0000="pppp"\nt0001="phhp"\n'
    ),
    ("grid", ".yaml"): ROBOT_MAP,
    ("grid", ".yml"): ROBOT_MAP,
    ("grid", ".txt"): text("S..\n.#G\n"),
    ("grid", ".npy"): npy((4, 4)),
    ("grid", ".genastar.json"): text(json.dumps({"genastar": "grid 1", "start": [0, 0], "goals": [[1, 0]], "costs": [[1, 1]]})),
    ("hexmap", ".map"): data("hexmap", "ford.map"),
    ("hexmap", ".tmx"): TMX,
    ("hexmap", ".tmj"): text(json.dumps(TMJ | {"orientation": "hexagonal", "staggeraxis": "y"})),
    ("hexmap", ".hex.csv"): data("hexmap", "lake.hex.csv"),
    ("hexmap", ".hex.json"): data("hexmap", "isle.hex.json"),
    ("navmesh", ".bin"): data("navmesh", "square.bin"),
    ("navmesh", ".geojson"): data("navmesh", "island.geojson"),
    ("navmesh", ".mesh"): data("navmesh", "square.mesh"),
    ("navmesh", ".obj"): data("navmesh", "rooms.obj"),
    ("terrain", ".asc"): text("ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n"),
    ("terrain", ".img"): raster("HFA"),
    ("terrain", ".nc"): raster("netCDF"),
    ("puzzle", ".puzzle"): text(BOARD),
    ("puzzle", ".puzzle.txt"): text(BOARD),
    ("puzzle", ".puzzle.csv"): data("puzzle", "near.puzzle.csv"),
    ("puzzle", ".puzzle.json"): data("puzzle", "oblong.puzzle.json"),
    ("roads", ".osm.pbf"): data("roads", "kotka.osm.pbf"),
    ("roads", ".pbf"): data("roads", "kotka.osm.pbf"),
    ("roads", ".osm"): OSM,
    ("roads", ".osm.gz"): data("roads", "bautzen.osm.gz"),
    ("roads", ".osm.bz2"): packed(bz2.compress, OSM),
    ("roads", ".gr"): GR,
    ("roads", ".gr.gz"): packed(gzip.compress, GR),
    ("roads", ".gr.xz"): packed(lzma.compress, GR),
    ("roads", ".gr.bz2"): packed(bz2.compress, GR),
    ("roads", ".graphml"): GRAPHML,
    ("roads", ".graphml.gz"): packed(gzip.compress, GRAPHML),
    ("roads", ".roads"): saved_roads,
    ("voxel", ".3dmap"): text("voxel 4 4 4\n1 1 1\n"),
    ("voxel", ".3dmap.gz"): data("voxel", "Simple.3dmap.gz"),
    ("voxel", ".npy"): npy((3, 3, 3)),
    ("voxel", ".vox"): data("voxel", "stairs.vox"),
    ("bitmap", ".xpm"): xpm,
    ("bitmap", ".qoi"): qoi,
    ("bitmap", ".psd"): psd,
} | {
    ("bitmap", f".{suffix}"): pixels(kind, mode)
    for kind, mode, suffixes in (
        ("PNG", "RGB", "png"), ("GIF", "RGB", "gif"), ("BMP", "RGB", "bmp"), ("DIB", "RGB", "dib"),
        ("JPEG", "RGB", "jpg jpeg jpe jfif"), ("JPEG2000", "RGB", "jp2"), ("TIFF", "RGB", "tif tiff"),
        ("WEBP", "RGB", "webp"), ("AVIF", "RGB", "avif"), ("PPM", "RGB", "pbm pgm ppm pnm"), ("TGA", "RGB", "tga"),
        ("PCX", "RGB", "pcx"), ("ICO", "RGB", "ico"), ("XBM", "1", "xbm"), ("SGI", "RGB", "sgi"),
        ("DDS", "RGB", "dds"),
    )
    for suffix in suffixes.split()
}  # fmt: skip

NAME_ANOTHER = {".yaml", ".yml"}
"""Suffixes of files that are nothing without the file that they name, so that they cannot be sent."""

SUFFIXES = sorted(
    (name, suffix)
    for name, row in list_domains().items()
    if isinstance(row.state, Ready) and row.info is not None and name not in MINE
    for suffix in row.info.suffixes
)


@pytest.mark.long
@pytest.mark.parametrize(("domain", "suffix"), SUFFIXES)
def test_a_file_of_every_suffix(client: TestClient, tmp_path: Path, domain: str, suffix: str) -> None:
    """Of the first in a new process, too: what a reader imports at its first use is not taken for the client's doing."""
    assert (domain, suffix) in FILES, "a suffix without a file here; add one"
    content = FILES[domain, suffix](tmp_path)
    response = client.post(WORLDS, files={"file": (f"x{suffix}", content)}, data={"domain": domain})
    if suffix in NAME_ANOTHER:
        assert response.status_code == 422, response.text
        return
    assert response.status_code == 201, response.text
    assert response.json()["domain"] == domain


@pytest.mark.parametrize(("shape", "domain"), [((4, 4), "grid"), ((4, 4, 2), "voxel")])
def test_the_shape_of_an_array_decides(client: TestClient, tmp_path: Path, shape: tuple[int, ...], domain: str) -> None:
    response = client.post(WORLDS, files={"file": ("land.npy", npy(shape)(tmp_path))})
    assert response.status_code == 201, response.text
    assert response.json()["domain"] == domain


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "land.tif",
            pixels("TIFF", "F"),
            "this is a raster of numbers, not a picture in black and white: its samples are floats",
        ),
        (
            "land.png",
            deep_png,
            "this is a raster of numbers, not a picture in black and white: its samples have more",
        ),
        (
            "land.asc",
            text("ncols 2\nnrows 1\n1 2\n"),
            "the numbers of an ESRI ASCII grid may be heights or costs"
            if find_spec("genastar_terrain") is None
            else "it is no raster of a known format, or it is damaged",
        ),
        ("land.npy", npy((4,)), "several domains read this: grid, voxel"),
    ],
)
def test_numbers_are_not_taken_for_a_picture(
    client: TestClient, tmp_path: Path, name: str, content: Make, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor are they guessed to be costs: at each door one line says how to load them."""
    if message.startswith("this is a raster") and find_spec("genastar_bitmap") is None:
        pytest.skip("no domain here reads pictures")
    (tmp_path / name).write_bytes(content(tmp_path))
    (tmp_path / "asked.csv").write_text('start,goals\n"0,0","1,0"\n')
    response = client.post(WORLDS, files={"file": (name, content(tmp_path))})
    assert response.status_code == 422
    assert response.json()["detail"].startswith(f"{name}: {message}")
    for words in (
        ["solve"],
        ["batch", str(tmp_path / "asked.csv"), "--out", str(tmp_path / "out.csv")],
        ["serve", "--port", "0"],
    ):
        if words[0] == "serve" and message.startswith(("this is", "it is no raster", "the numbers")):
            continue  # a server reads its sources when a client opens them
        if words[0] == "batch" and find_spec("genastar_batch") is None:
            continue
        assert main([words[0], str(tmp_path / name), *words[1:]]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert message in lines[0]
    assert not (tmp_path / "out.csv").exists()
