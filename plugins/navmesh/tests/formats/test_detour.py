"""Sets of Detour's tiles: read as they were written, joined at borders, and refused in one line if damaged."""

from __future__ import annotations

import struct
from math import hypot
from pathlib import Path

import pytest
from detour_files import BORDER, neighbours, tile, tile_set
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar import BadInput
from genastar_navmesh.formats.detour import read_detour
from genastar_navmesh.info import Options
from genastar_navmesh.model import NavMesh

DATA = Path(__file__).parents[1] / "data"
SQUARE = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 0.0, 4.0), (0.0, 0.0, 4.0))


def world_of(path: Path, *tiles: bytes) -> NavMesh:
    path.write_bytes(tile_set(tiles))
    return NavMesh.read(path, Options())


def parts_of(text: str) -> tuple[list[tuple[float, float, float]], list[list[int]]]:
    """Return the vertices and polygons of a ``.mesh`` of version 2."""
    words = text.split()
    at, vertices, polygons = 4, [], []
    for _ in range(int(words[2])):
        vertices.append((float(words[at]), 0.0, float(words[at + 1])))
        at += 3 + int(words[at + 2])
    for _ in range(int(words[3])):
        size = int(words[at])
        polygons.append([*map(int, words[at + 1 : at + 1 + size])])
        at += 1 + 2 * size
    return vertices, polygons


def test_a_tile_is_the_mesh_it_was_made_of(tmp_path):
    vertices, polygons = parts_of((DATA / "arena.mesh").read_text())
    world = world_of(tmp_path / "arena.bin", tile(vertices, polygons, neighbours(polygons)))
    other = NavMesh.read(DATA / "arena.mesh", Options())
    assert world.mesh.size == other.mesh.size == len(polygons)
    for row in (DATA / "arena.scen").read_text().splitlines()[1::20]:
        x, y, to_x, to_y = map(float, row.split()[4:8])
        found, expected = (each.search((x, y), [(to_x, to_y)], engine="interpreted") for each in (world, other))
        assert (found.path, found.cost) == (expected.path, expected.cost)


def beside(low: float, high: float, lift: float = 0.0) -> bytes:
    """A tile to the right of the square, whose left side goes from ``low`` to ``high``."""
    corners = [(4.0, lift, low), (8.0, lift, low), (8.0, lift, high), (4.0, lift, high)]
    return tile(corners, [[0, 1, 2, 3]], [[0, 0, 0, BORDER | 4]], place=(1, 0))


@pytest.mark.parametrize(("low", "high"), [(0.0, 4.0), (1.0, 3.0), (-2.0, 1.0), (3.0, 9.0)])
def test_tiles_are_joined_where_their_sides_overlap(tmp_path, low, high):
    world = world_of(tmp_path / "two.bin", tile(SQUARE, [[0, 1, 2, 3]], [[0, BORDER | 0, 0, 0]]), beside(low, high))
    y = (low + high) / 2
    result = world.search((1.0, 2.0), [(7.0, y)], engine="interpreted")
    gate = min(max(2 + (y - 2) / 2, max(low, 0)), min(high, 4))  # where the path crosses the border
    assert result.found
    assert result.cost.travelled == pytest.approx(hypot(3, gate - 2) + hypot(3, y - gate))


@pytest.mark.parametrize(("lift", "is_joined"), [(0.9, True), (1.1, False)])
def test_tiles_are_joined_up_to_twice_the_height_of_a_step(tmp_path, lift, is_joined):
    world = world_of(tmp_path / "two.bin", tile(SQUARE, [[0, 1, 2, 3]], [[0, BORDER | 0, 0, 0]]), beside(0.0, 4.0, lift))
    assert world.search((1.0, 2.0), [(7.0, 2.0)], engine="interpreted").found == is_joined


def test_a_side_without_a_neighbour_is_a_wall(tmp_path):
    halves = [[0, 1, 2], [0, 2, 3]]
    assert world_of(tmp_path / "open.bin", tile(SQUARE, halves, neighbours(halves))).search((3.0, 1.0), [(1.0, 3.0)]).found
    walled = world_of(tmp_path / "walled.bin", tile(SQUARE, halves, [[0, 0, 0]] * 2))
    assert not walled.search((3.0, 1.0), [(1.0, 3.0)]).found


def test_polygons_without_flags_are_blocked(tmp_path):
    halves = [[0, 1, 2], [0, 2, 3]]
    assert world_of(tmp_path / "half.bin", tile(SQUARE, halves, neighbours(halves), flags=[1, 0])).mesh.size == 1


def test_off_mesh_connections_are_refused_or_ignored(tmp_path):
    """A way by a jump would be missing, so a path could be too long."""
    halves, jump = [[0, 1, 2], [0, 2, 3]], [1, 3]
    beyond = [*neighbours(halves), [0, 0]]
    jumps = tile_set([tile(SQUARE, [*halves, jump], beyond, kinds=[0, 0, 1])])
    with pytest.raises(BadInput, match=r"tile 1: it has 1 off-mesh connections, .*; give off_mesh=ignore to read it without"):
        read_detour("f", jumps)
    (tmp_path / "jump.bin").write_bytes(jumps)
    assert NavMesh.read(tmp_path / "jump.bin", Options(off_mesh="ignore")).mesh.size == 2
    blocked = tile(SQUARE, [*halves, jump], beyond, kinds=[0, 0, 1], flags=[1, 1, 0])
    assert world_of(tmp_path / "blocked.bin", blocked).mesh.size == 2


def test_storeys_are_refused():
    above = tile([(x, 5.0, z) for x, _, z in SQUARE], [[0, 1, 2, 3]], [[0, 0, 0, 0]])
    below = tile([(x + 0.5, 0.0, z) for x, _, z in SQUARE], [[0, 1, 2, 3]], [[0, 0, 0, 0]])
    with pytest.raises(BadInput, match=r"polygons overlap along a side, .*; only meshes of one storey are supported"):
        read_detour("f", tile_set([above, below]))


WHOLE = tile_set([tile(SQUARE, [[0, 1, 2, 3]], [[0, 0, 0, 0]])])


def changed(at: int, form: str, *values: object) -> bytes:
    return WHOLE[:at] + struct.pack(form, *values) + WHOLE[at + struct.calcsize(form) :]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "does not begin as a set of Detour's tiles"),
        (b"MSET" + WHOLE[4:], "does not begin as a set of Detour's tiles"),
        (WHOLE[:20], "the file ends within the header"),
        (WHOLE[:44], "the file ends within tile 1"),
        (WHOLE[:-1], "tile 1 has .* bytes, but .* follow; the file is damaged or cut"),
        (changed(4, "<i", 2), "version 2 of a set of tiles is not supported; expected 1"),
        (changed(8, "<i", 2), "the file ends within tile 2"),
        (changed(8, "<i", 0), "there is no free polygon"),
        (changed(44, "<i", -5), "tile 1 has -5 bytes"),
        (changed(52, "<i", 6), "tile 1: b'VAND', version 6 is no tile; expected b'VAND' and version 7"),
        (changed(72, "<i", 1 << 30), "vertices and 1,073,741,824 polygons do not fit"),
        (changed(76, "<i", -1), "-1 vertices and 1 polygons do not fit"),
        (changed(148, "<f", float("nan")), "a coordinate is not a finite number"),
        (changed(164, "4s", b"\0\0\x81\x7f"), "a coordinate is not a finite number"),  # a NaN of which numpy warns
        (changed(200, "<H", 9), "a polygon names vertex 9; the vertices are 0 to 3"),
        (changed(226, "<B", 7), "a polygon has 7 vertices; expected 3 to 6"),
        (changed(226, "<B", 0), "a polygon has 0 vertices; expected 3 to 6"),
    ],
)
def test_damaged_files(content, message):
    with pytest.raises(BadInput, match=message):
        read_detour("f", content)


@given(at=st.integers(0, len(WHOLE) - 1), values=st.binary(min_size=1, max_size=4), end=st.integers(0, len(WHOLE)))
@settings(max_examples=150, deadline=None)
def test_mutated_files_are_read_or_refused_in_one_line(at, values, end):
    for content in (WHOLE[:at] + values + WHOLE[at + len(values) :], WHOLE[:end]):
        told = ""
        try:
            read_detour("f", content)
        except BadInput as error:
            told = str(error)
        assert "\n" not in told
