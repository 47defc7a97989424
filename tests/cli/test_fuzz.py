"""Hostile texts for every option of every command and of every domain: exit code 0 or 1, or 2 with one short line.

Commands are found by walking the application, options by their descriptions: a new one is tried by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from command_process import run_commands
from genastar.cli.app import build_app
from genastar.cli.extension import load_command
from genastar.options.description import list_option_fields
from genastar.plugin import COMMANDS, DOMAIN_INFO, find_plugin, find_plugins
from genastar.worlds.domain_registry import list_domains

TEXTS = (
    "", " ", "-", "--", "nan", "inf", "-1", "0", "1e400", "-1e400", "5e-324", "9" * 400, "9" * 5000, "1e999999999", "1/0",
    "1,nan", ",,,", "1_000", "true", "none", "x" * 5000, "\ud800", "\x1b[31m", "a=b", "/dev/null/x", "%s", "{0}", "<b>", "\n",
    "8.0",
)  # fmt: skip

LIMITS = ("expansions", "seconds", "cost", "", "nonesuch")

pytestmark = pytest.mark.long

WORLDS = {
    "bitmap": ("world.png", "0,0", "2,0"),
    "grid": ("world.txt", "0,0", "2,0"),
    "hexmap": ("world.hex.csv", "0,0", "1,1"),
    "navmesh": ("world.obj", "1,1", "2,1"),
    "puzzle": ("world.puzzle", None, None),
    "roads": ("world.gr", "1", "2"),
    "terrain": ("world.asc", "0.5,0.5", "1.5,0.5"),
    "voxel": ("world.npy", "0,0,0", "1,0,0"),
}

SERVING = {"serve", "studio"}
"""They do not end; their arguments are tested with them."""


def worlds(folder: Path) -> None:
    """A small world for each domain."""
    import numpy as np
    from PIL import Image

    (folder / "world.txt").write_text("...\n.#.\n...\n")
    (folder / "world.hex.csv").write_text("1,1,1\n1,2,1\n1,1,1\n")
    (folder / "world.obj").write_text("v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n")
    (folder / "world.puzzle").write_text("1 2 3\n4 0 6\n7 5 8\n")
    (folder / "world.gr").write_text("p sp 2 2\na 1 2 5\na 2 1 5\n")
    (folder / "world.asc").write_text("ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5 6\n")
    (folder / "pairs.csv").write_text("1,2\n")
    np.save(folder / "world.npy", np.ones((3, 3, 2)))
    Image.new("L", (3, 3), 255).save(folder / "world.png")


def question(domain: str) -> tuple[str, ...]:
    source, start, goal = WORLDS[domain]
    ends = () if start is None or goal is None else ("--from", start, "--to", goal)
    return ("solve", source, *ends, "--domain", domain, "--engine", "interpreted")


@pytest.mark.parametrize("name", sorted(find_plugins(DOMAIN_INFO)))
def test_options_and_positions_of_domains(name: str, tmp_path: Path) -> None:
    info = list_domains()[name].info
    assert info is not None
    worlds(tmp_path)
    line = question(name)
    lines: list[tuple[str, ...]] = [line]
    for option in list_option_fields(info):
        lines += [(*line, "--option", f"{option.alias}={text}") for text in TEXTS]
    lines += [(*line, "--option", text) for text in TEXTS]
    lines += [(*line[:2], *line[-4:], end, text) for end in ("--from", "--to") for text in TEXTS]
    lines += [(*line, "--limit", f"{limit}={text}") for limit in LIMITS for text in TEXTS]
    told = run_commands(lines, tmp_path)
    assert told[0].code == 0, told[0]
    for each in told:
        each.check()
    for each in told[-len(TEXTS) * len(LIMITS) :]:
        if each.tokens[-1] in {f"cost={bad}" for bad in ("nan", "inf", "1e400", "9" * 400, "9" * 5000)} | {"seconds=nan"}:
            each.check_refused()


BASES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("solve",): question("grid")[1:],
    ("check",): ("puzzle",),
    ("batch",): ("world.txt", "questions.csv", "--executor", "threads"),
    ("reach",): ("world.hex.csv", "--from", "0,0", "--within", "1"),
    ("roads", "route"): ("world.gr", "--from", "1", "--to", "2"),
    ("roads", "matrix"): ("world.gr", "--from", "1"),
    ("roads", "isochrone"): ("world.gr", "--from", "1", "--within", "10", "--out", "out.geojson"),
    ("roads", "save"): ("world.gr", "out.roads"),
    ("movingai",): ("x.scen",),
    ("voxels",): ("x.3dscen",),
    ("korf",): ("x.csv",),
}
"""Arguments that a command needs, beside the one that is tried."""

SLOW = {("check",), ("doctor",)}
"""Of these, texts are given as arguments alone: each runs a whole check."""


def leaves(app: App, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], App]]:
    """The commands below an app that do something."""
    below = [each for each in app if not each.startswith("-")]
    for each in below:
        yield from leaves(app[each], (*name, each))
    if not below:
        yield name, app


def commands() -> Iterator[tuple[tuple[str, ...], App]]:
    """Every command that is installed, and its application."""
    app, installed = build_app(), find_plugins(COMMANDS)
    for name in app:
        if name in installed:
            yield from leaves(load_command(find_plugin(COMMANDS, name)), (name,))
        elif not name.startswith("-"):
            yield (name,), app[name]


def flags(app: App) -> list[str]:
    """The options of a command, as they are typed."""
    names = [name for argument in app.assemble_argument_collection() for name in argument.names]
    return sorted({name for name in names if name.startswith("--")})


ALL = {command: app for command, app in commands() if command[0] not in SERVING}


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_arguments_of_commands(command: tuple[str, ...], part: int, tmp_path: Path) -> None:
    worlds(tmp_path)
    (tmp_path / "questions.csv").write_text('from,to\n"0,0","2,0"\n')
    base = (*command, *BASES.get(command, ()))
    known = flags(ALL[command])
    assert known or command == ("new",), f"{command} has no options?"
    lines = [(*command, text) for text in TEXTS]
    if command not in SLOW:
        lines += [(*base, flag, text) for flag in known for text in TEXTS]
        lines += [(*base, f"{flag}={text}") for flag in known for text in TEXTS[:2]]
    for each in run_commands(lines[part::3], tmp_path):
        each.check()
