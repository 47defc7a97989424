"""Paths that a user gives and that are no files to read: named pipes, devices, loops of links, folders, and none at all.

Every suffix that an installed domain reads, every option that names a file, and every file that a command reads is tried, so
that a new format is tried by itself. What opens such a path without `genastar.files.check_regular_file` hangs here.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_process import SECONDS, run_commands
from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.options import OptionsOf
from genastar.options.description import list_option_fields
from genastar.worlds.domain_registry import list_domains

ROOT = Path(__file__).parents[2]
GRID = ROOT / "plugins" / "grid" / "tests" / "data"
VOXEL = ROOT / "plugins" / "voxel" / "tests" / "data"
KOTKA = ROOT / "plugins" / "roads" / "tests" / "data" / "kotka.osm.pbf"
HILL = ROOT / "plugins" / "terrain" / "tests" / "data" / "hill.asc"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no named pipes and no devices")

KINDS = ("pipe", "zero", "null", "loop", "folder", "nowhere", "none")


def strange(folder: Path, name: str) -> Iterator[str]:
    """Paths of this name, each of which is no file, in folders of their own."""
    for kind in KINDS:
        path = folder / kind / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink() or path.exists():
            yield str(path)
            continue
        match kind:
            case "pipe":
                os.mkfifo(path)
            case "zero" | "null":
                path.symlink_to(f"/dev/{kind}")
            case "loop":
                path.symlink_to(path)
            case "folder":
                path.mkdir()
            case "nowhere":
                path.symlink_to(folder / "there is nothing here")
        yield str(path)


READERS = {row.name: row.info for row in list_domains().values() if row.info is not None}


@pytest.mark.long
def test_no_domain_waits_for_a_source(tmp_path: Path) -> None:
    """In one process for all domains: each process takes a second to begin."""
    lines: list[tuple[str, ...]] = []
    for name, info in READERS.items():
        paths = [path for suffix in info.suffixes for path in strange(tmp_path / name, f"world{suffix}")]
        assert len(paths) >= len(KINDS)
        lines += [("solve", path, "--domain", name) for path in paths]
        lines += [("solve", path) for path in paths if "/pipe/" in path or "/loop/" in path]  # the domain is guessed
    for told in run_commands(lines, tmp_path, seconds=4 * SECONDS):
        told.check_refused()


OPTIONS = dict(READERS) | {name: OptionsOf.of(find_algorithm(name)) for name in list_algorithm_names()}
"""What has options: domains, and algorithms."""

FILES = [
    (name, option.alias)
    for name, info in OPTIONS.items()
    for option in list_option_fields(info)
    if option.metadata.get("file") or "Path" in str(option.type)
]


TABLES = ("hierarchy", "customizable", "first-moves", "hub-labels", "jps-plus", "landmarks", "subgoal")
"""The algorithms that keep one."""


@pytest.mark.parametrize(
    ("name", "option"),
    [pytest.param(*each, marks=pytest.mark.long if each[0] in TABLES else ()) for each in FILES],
)
def test_no_option_waits_for_its_file(name: str, option: str, tmp_path: Path) -> None:
    world = {
        "grid": (str(GRID / "arena.map.gz"), "--from", "2,10", "--to", "5,10"),
        **{name: (str(GRID / "arena.map.gz"), "--from", "2,10", "--to", "5,10", "--algorithm", name) for name in TABLES},
        "hexmap": (str(ROOT / "plugins" / "hexmap" / "tests" / "data" / "valley.hex.csv"), "--from", "0,0", "--to", "1,1"),
        "roads": (str(KOTKA), "--from", "60.46,26.94", "--to", "60.47,26.95"),
        "voxel": (str(VOXEL / "stairs.vox"), "--from", "0,0,0", "--to", "1,0,0"),
        "terrain": (str(HILL), "--option", "slope=length", "--from", "500055,5200035", "--to", "500075,5200025"),
    }
    paths = [path for suffix in (".json", ".toml", ".table") for path in strange(tmp_path, f"file{suffix}")]
    flag = "--option" if name in READERS else "--algorithm-option"
    for told in run_commands([("solve", *world[name], flag, f"{option}={path}") for path in paths], tmp_path):
        if name in TABLES and told.code in (0, 1) and "/none/" in told.tokens[-1]:
            continue  # a table that is not there is made
        told.check_refused()


def test_options_that_name_files_are_known_as_such() -> None:
    """An option that a domain declares as a path is tried above; these are all that there are today, or more."""
    named = {("hexmap", "table"), ("roads", "profile"), ("terrain", "friction"), ("terrain", "barriers")}
    assert {*((name, "table") for name in TABLES), *named} <= set(FILES)


def commands(folder: Path) -> Iterator[tuple[str, ...]]:
    """The files that commands read."""
    arena = folder / "arena.map"
    arena.write_bytes(gzip.decompress((GRID / "arena.map.gz").read_bytes()))
    for path in strange(folder, "plugin.py"):
        yield "solve", str(arena), "--plugin-file", path
        yield "check", "grid", "--plugin-file", path
        yield "plugins", "--plugin-file", path
    for path in strange(folder, "world.map"):
        yield "reach", path, "--within", "1"
    for path in strange(folder, "arena.map.scen"):
        yield "movingai", path
    for path in strange(folder, "Simple.3dmap.3dscen.gz"):
        yield "voxels", path
    for path in strange(folder, "easy.csv"):
        yield "korf", path
    for path in strange(folder, "town.roads"):
        for command, more in (
            ("route", ("--from=1", "--to=2")),
            ("matrix", ("--from=1",)),
            ("save", (str(folder / "x.roads"),)),
        ):
            yield "roads", command, path, *more
    for path in strange(folder, "pairs.csv"):
        yield "roads", "matrix", str(KOTKA), "--pairs", path


@pytest.mark.long
def test_no_command_waits_for_a_file(tmp_path: Path) -> None:
    for told in run_commands([*commands(tmp_path)], tmp_path):
        told.check_refused()


def test_the_map_of_a_scenario_file_is_a_file(tmp_path: Path) -> None:
    lines = []
    for scenarios, name in ((GRID / "arena.map.scen.gz", "arena.map"), (VOXEL / "Simple.3dmap.3dscen.gz", "Simple.3dmap")):
        for path in strange(tmp_path, name):
            beside = Path(path).with_name(scenarios.name)
            shutil.copy(scenarios, beside)
            lines.append(("movingai" if name == "arena.map" else "voxels", str(beside)))
    for told in run_commands(lines, tmp_path):
        told.check_refused()


def test_what_lies_beside_a_file_is_a_file(tmp_path: Path) -> None:
    """Coordinates of a DIMACS graph, tilesets of a map: those that are no files count as missing, and nothing waits."""
    lines = []
    for number, path in enumerate(strange(tmp_path, "graph.co")):
        beside = Path(path).with_name("graph.gr")
        beside.write_text("p sp 2 1\na 1 2 5\n")
        lines.append(("solve", str(beside), "--from", "1", "--to", "2"))
        meadow = ROOT / "plugins" / "hexmap" / "tests" / "data" / "meadow.tmx"
        folder = tmp_path / f"tiled{number}"
        [*strange(folder, "meadow.tsx")]
        copy = folder / KINDS[number] / "meadow.tmx"
        shutil.copy(meadow, copy)
        lines.append(("solve", str(copy), "--from", "0,0", "--to", "1,1"))
    for told in run_commands(lines, tmp_path):
        told.check()


@pytest.mark.long
def test_a_prepared_graph_beside_which_lies_no_file(tmp_path: Path) -> None:
    """What a search prepared lies beside its graph, as ``.landmarks`` and ``.hierarchy``."""
    (told,) = run_commands([("roads", "save", str(KOTKA), str(tmp_path / "kotka.roads"))], tmp_path)
    assert told.code == 0
    lines = []
    for end in ("landmarks", "hierarchy"):
        for path in strange(tmp_path / end, f"kotka.roads.{end}"):
            graph = Path(path).with_name("kotka.roads")
            shutil.copy(tmp_path / "kotka.roads", graph)
            lines.append(("solve", str(graph), "--from", "60.46,26.94", "--to", "60.47,26.95", "--algorithm", end))
    for told in run_commands(lines, tmp_path):
        told.check()


def outs(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where commands write: a path that is no place for a file, and the line."""
    world = folder / "world.txt"
    world.write_text("S..\n...\n..G\n")
    for path in strange(folder, "out.png"):
        yield path, ("solve", str(world), "--out", path)
    for path in strange(folder, "table"):
        yield path, ("solve", str(world), "--algorithm", "jps-plus", "--algorithm-option", f"table={path}")
    for path in strange(folder, "out.csv"):
        yield path, ("roads", "matrix", str(KOTKA), "--from", "60.46,26.94", "--out", path)


def test_pipes_and_devices_are_not_replaced(tmp_path: Path) -> None:
    """A file is written beside its place and then takes it: that must never be the place of a device."""
    kinds = {path: Path(path).stat().st_mode for path in ("/dev/null", "/dev/zero")}
    paths, lines = zip(*outs(tmp_path), strict=True)
    for path, told in zip(paths, run_commands(lines, tmp_path), strict=True):
        kind = Path(path).parent.name
        if kind in ("none", "nowhere"):
            told.check()
            continue
        told.check_refused()
        assert not Path(path).is_file()
    assert kinds == {path: Path(path).stat().st_mode for path in kinds}
