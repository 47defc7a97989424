"""Pictures of grids; and those of docs/grid-settings.md are what is drawn today."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import settings_pictures
from attrs import evolve
from PIL import Image

from genastar import BadInput
from genastar.cli.app import run as genastar
from genastar_grid.answers.draw import AnyTrace
from genastar_grid.info import Options
from genastar_grid.model import Grid

ROWS = ["S..#....", "...#.9..", ".#.#.#..", ".#...#.G"]
DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.skipif(not DOCS.is_dir(), reason="the pictures are in the repository")
def test_the_pictures_of_the_documentation_are_of_today() -> None:
    page = (DOCS / "grid-settings.md").read_text(encoding="utf-8")
    drawn = settings_pictures.pictures()
    assert set(re.findall(r"pictures/(grid-[a-z_]+\.png)", page)) == set(drawn)
    for name, picture in drawn.items():
        with Image.open(DOCS / "pictures" / name) as committed:
            assert settings_pictures.unlike(picture, committed) < 0.01, f"draw {name} anew by settings_pictures.py"


def test_every_setting_has_its_picture() -> None:
    assert {"directions", "diagonals", "step", "turn", "heuristic", "wrap", "tie_breaker"} <= set(settings_pictures.PANELS)


@pytest.mark.parametrize("options", [Options(), Options(turn=1.0), Options(wrap="xy")])
@pytest.mark.parametrize("suffix", [".png", ".gif", ".svg", ".txt"])
def test_every_layer_in_every_format(tmp_path: Path, options: Options, suffix: str) -> None:
    for layers in ("map", "closed,path", "g,open,arrows,path", "h,arrows", "f,open"):
        grid, trace = Grid.read(ROWS, options), AnyTrace()
        result = grid.search(engine="interpreted", observer=trace)
        out = tmp_path / f"{layers}{suffix}"
        grid.draw(result, trace, out, layers)
        assert out.stat().st_size
    grid.draw_field(grid.compute_distances((0, 0), engine="interpreted"), tmp_path / "field.png", "g,arrows")


def test_the_image_is_the_file(tmp_path: Path) -> None:
    grid, trace = Grid.read(ROWS, Options(layers="g,arrows,path")), AnyTrace()
    result = grid.search(engine="interpreted", observer=trace)
    grid.draw(result, trace, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        assert (np.asarray(picture) == np.asarray(grid.make_image(result, trace))).all()
    with pytest.raises(BadInput, match="'paths' is no layer"):
        grid.make_image(result, trace, "paths")
    assert grid.make_image().size == grid.make_image(result, trace, "map").size


def test_letters_of_a_search() -> None:
    grid, trace = Grid.read(ROWS, Options(directions="4")), AnyTrace()
    result = grid.search(algorithm="astar", engine="interpreted", observer=trace)
    letters = grid.format_art(result, trace, "closed,open,path").splitlines()
    closed = {(state[0], state[1]) for state in trace.list_closed()}
    for y, row in enumerate(letters):
        for x, letter in enumerate(row):
            assert (letter in "o*SG") == ((x, y) in closed)
            assert (letter == "#") == (grid.world.costs[y, x] == 0)
    assert grid.format_art() == "\n".join(ROWS).replace("S", ".").replace("G", ".")


def test_a_large_picture_of_shapes_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise.txt").write_text("\n".join(("1.2.3.4.5.6.7.8.9" * 60)[number:][:900] for number in range(320)))
    words = ["solve", str(tmp_path / "noise.txt"), "--from", "0,0", "--to", "5,5", "--out", str(tmp_path / "a.svg")]
    assert genastar([*words, "--engine", "interpreted"]) == 2
    assert "shapes exceed the limit of" in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()


def test_swamp_and_water_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.map"
    path.write_text("type octile\nheight 1\nwidth 4\nmap\n.SW@\n")
    image = Grid.read(path, evolve(Options(), scale=1)).make_image()
    assert len(np.unique(np.asarray(image)[0], axis=0)) == 4
