"""Files that are written onto a full disk: one line names the file, no half of it stays, and an old one stays as it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from command_process import run_commands
from genastar.worlds.domain_registry import list_domains

ROOT = Path(__file__).parents[2]
KOTKA = str(ROOT / "plugins" / "roads" / "tests" / "data" / "kotka.osm.pbf")
"""Reading it takes room on the disk too, so a graph that was saved stands in for it."""
NODES = ("3735837963", "2288359946")
OLD = b"as it was"
ENOUGH_FOR_LITTLE = 20

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")]

Lines = Callable[[Path, str], Iterator[tuple[str, ...]]]

WORLDS = {
    "bitmap": ("bitmap/tests/data/combo400.png", "--option", "ends=openings"),
    "grid": ("grid/tests/data/arena.map.gz", "--from", "2,10", "--to", "5,10"),
    "hexmap": ("hexmap/tests/data/valley.hex.csv", "--from", "0,0", "--to", "1,1"),
    "navmesh": ("navmesh/tests/data/square.mesh", "--from", "0.5,2", "--to", "3.5,2"),
    "puzzle": ("puzzle/tests/data/near.puzzle.csv",),
    "terrain": ("terrain/tests/data/hill.asc", "--option=crs=EPSG:32633", "--from", "500055,5200035", "--to", "500075,5200025"),
    "voxel": ("voxel/tests/data/stairs.vox", "--from", "0,0,0", "--to", "0,0,0"),
}
WRITERS = {row.name: row.info for row in list_domains().values() if row.info is not None}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A road graph that was saved."""
    path = tmp_path_factory.mktemp("saved") / "kotka.roads"
    (told,) = run_commands([("roads", "save", KOTKA, str(path))], path.parent)
    assert told.code == 0, told
    return str(path)


def drawn(folder: Path, saved: str) -> Iterator[tuple[str, ...]]:
    """Every picture of every domain."""
    for name, info in WRITERS.items():
        for suffix in info.writes:
            source, *question = WORLDS.get(name, (saved, "--from", NODES[0], "--to", NODES[1]))
            out = folder / f"{name}{suffix}"
            yield "solve", str(ROOT / "plugins" / source), "--engine", "interpreted", *question, "--out", str(out)


def written(folder: Path, saved: str) -> Iterator[tuple[str, ...]]:
    """What commands and options write besides."""
    begin, end = NODES
    grid = ROOT / "plugins" / "grid" / "tests" / "data" / "arena.map.gz"
    valley = ROOT / "plugins" / "hexmap" / "tests" / "data" / "valley.hex.csv"
    for line in (
        f"solve {grid} --engine interpreted --from 2,10 --to 5,10 --algorithm jps-plus --algorithm-option table={folder}/table",
        f"roads matrix {saved} --engine interpreted --from {begin} --from {end} --out {folder}/matrix.csv",
        f"roads route {saved} --engine interpreted --from {begin} --to {end} --out {folder}/route.geojson",
        f"roads route {saved} --engine interpreted --from {begin} --to {end} --out {folder}/route.gpx",
        f"roads route {saved} --engine interpreted --from {begin} --to {end} --out {folder}/route.html",
        f"roads isochrone {saved} --engine interpreted --from {begin} --within 60 --out {folder}/isochrone.geojson",
        f"roads save {saved} {folder}/town.roads",
        f"reach {valley} --engine interpreted --from 0,0 --within 2 --out {folder}/reach.png",
    ):
        yield tuple(line.split())


@pytest.mark.parametrize("lines", [drawn, written])
def test_a_full_disk_names_the_file_and_leaves_nothing(lines: Lines, saved: str, tmp_path: Path) -> None:
    tried = [*lines(tmp_path, saved)]
    outs = {line[-1].removeprefix("table="): line for line in tried}
    assert len(outs) == len(tried)
    for path in outs:
        if "table" not in path:
            Path(path).write_bytes(OLD)
    before = sorted(each.name for each in tmp_path.iterdir())
    for path, told in zip(outs, run_commands(tried, tmp_path, most_bytes=ENOUGH_FOR_LITTLE), strict=True):
        told.check_refused()
        assert path in told.errors, told
        assert "too large" in told.errors.lower() or "written" in told.errors, told
    assert sorted(each.name for each in tmp_path.iterdir()) == before
    assert all(each.read_bytes() == OLD for each in tmp_path.iterdir())


def test_a_source_that_needs_room_to_be_read_says_where(tmp_path: Path) -> None:
    (told,) = run_commands([("solve", KOTKA, "--from", NODES[0], "--to", NODES[1])], tmp_path, most_bytes=ENOUGH_FOR_LITTLE)
    told.check_refused()
    assert "cannot write the temporary file in " in told.errors
    assert ": Write failed: File too large; free some space, or set TMPDIR to another folder" in told.errors
