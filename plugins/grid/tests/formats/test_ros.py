"""Maps of robots: the rules of map_server pixel by pixel, positions in metres, and what is no such map."""

from __future__ import annotations

import gzip
import json
import os
from math import cos, pi, sin
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from genastar import BadInput, load
from genastar.cli.app import run as main
from genastar_grid.formats.frame import RosFrame
from genastar_grid.info import Options
from genastar_grid.model import Grid

DATA = Path(__file__).parents[1] / "data"
PIXELS = np.array([[0, 60, 89, 90, 100], [165, 191, 192, 204, 205], [206, 230, 254, 255, 128]], np.uint8)
HEAD = "image: map.png\nresolution: 0.5\norigin: [-1.0, 2.0, 0.0]\n"


def write(folder: Path, text: str = HEAD, pixels: np.ndarray = PIXELS, image: str = "map.png") -> Path:
    Image.fromarray(pixels).save(folder / image)
    (folder / "map.yaml").write_text(text)
    return folder / "map.yaml"


def map_server(value: float, mode: str, negate: bool, occupied: float, free: float) -> int | None:
    """The occupancy of a pixel as the documentation of map_server has it, ``None`` for unknown."""
    if mode == "raw":
        return round(value) if value <= 100 else None
    p = value / 255.0 if negate else (255 - value) / 255.0
    if p > occupied:
        return 100
    if p < free:
        return 0
    return None if mode == "trinary" else round(99 * (p - free) / (occupied - free))


@pytest.mark.parametrize("mode", ["trinary", "scale", "raw"])
@pytest.mark.parametrize("negate", [0, 1])
@pytest.mark.parametrize(("occupied", "free"), [(0.65, 0.196), (0.65, 0.25), (0.9, 0.1)])
def test_every_shade_of_grey_as_map_server_has_it(tmp_path: Path, mode: str, negate: int, occupied: float, free: float) -> None:
    shades = np.arange(256, dtype=np.uint8).reshape(16, 16)
    said = f"negate: {negate}\noccupied_thresh: {occupied}\nfree_thresh: {free}\nmode: {mode}\n"
    for pixels in (shades, np.stack((shades,) * 3, axis=-1)):
        path = write(tmp_path, HEAD + said, pixels)
        for unknown in (0, 7, 2.5):
            costs = load(path, unknown=unknown).world.costs
            for value in range(256):
                percent = map_server(value, mode, bool(negate), occupied, free)
                wanted = unknown if percent is None else 0 if percent == 100 else 1 + percent
                assert costs[value // 16, value % 16] == wanted, (value, percent)


def test_the_mean_of_colours_counts_and_what_is_transparent_is_unknown(tmp_path: Path) -> None:
    pixels = np.array([[[255, 0, 0, 255], [0, 255, 255, 255], [255, 255, 255, 254], [0, 0, 0, 0]]], np.uint8)
    path = write(tmp_path, HEAD + "mode: scale\noccupied_thresh: 0.9\nfree_thresh: 0.1\n", pixels)
    wanted = [[1 + round(99 * (p - 0.1) / 0.8) for p in (2 / 3, 1 / 3)] + [5, 5]]
    assert load(path, unknown=5).world.costs.tolist() == wanted


def test_an_image_that_is_none_is_named_by_its_key(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(HEAD.replace("map.png", path.name))
    with pytest.raises(BadInput, match=r"map\.yaml: image: 'map\.yaml' is this file;"):
        load(path)
    (tmp_path / "other.png").write_text("no image")
    path.write_text(HEAD.replace("map.png", "other.png"))
    with pytest.raises(BadInput, match=r"map\.yaml: image: .*other\.png: cannot read this image"):
        load(path)


def test_thresholds_negate_and_mode_may_be_left_out(tmp_path: Path) -> None:
    grid = load(write(tmp_path))
    assert grid.info.name == "grid"
    assert grid.world.costs.tolist() == [[0, 0, 0, 0, 0], [0, 0, 1, 1, 1], [1, 1, 1, 1, 0]]
    assert grid.remark == ("a cell is 0.5 m wide, and lengths are in cells; 5 unknown cells are blocked (option unknown)")
    assert "; 5 unknown cells cost 3 (option unknown)" in load(tmp_path / "map.yaml", unknown=3).remark


def test_positions_in_metres(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The origin is the lower left corner of the lower left pixel: of cell 0,2 here."""
    path = write(tmp_path, pixels=np.full((3, 4), 254, np.uint8))
    grid = load(path)
    for text, cell in (
        ("-1m,2m", (0, 2)),
        ("-0.501 m , 2.499m", (0, 2)),
        ("-0.5m,2.5m", (1, 1)),
        ("0.9m,3.4m", (3, 0)),
        ("3,1", (3, 1)),
    ):
        assert grid.parse(text) == cell
    assert grid.format((0, 2)) == "-0.75m,2.25m"
    assert load(path, positions="cells").format((0, 2)) == "0,2"
    assert load(path, start="-1m,2m", goal="0.9m,3.4m").search(engine="interpreted").path[-1] == (3, 0)
    for text in ("1.0m,2m", "-1.001m,2m", "-1m,3.5m", "-1m,1.999m"):
        with pytest.raises(BadInput, match=rf"outside the grid.* \(the cell of {text}\)$"):
            grid.parse(text)
    with pytest.raises(
        BadInput, match=r"'1m' is no cell; give x,y in whole numbers, the upper left is 0,0, or metres as in 1.5m,2.0m"
    ):
        grid.parse("1m")
    with pytest.raises(BadInput, match="positions=metres needs a map with resolution and origin"):
        Grid.read(["..."], Options(positions="metres"))
    with pytest.raises(BadInput, match=r"'1m,2m' is no cell; give x,y in whole numbers, the upper left is 0,0$"):
        Grid.read(["..."], Options()).parse("1m,2m")
    assert main(["solve", str(path), "--from", "-1m,2m", "--to", "0.9m,2.1m", "--engine", "interpreted"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("found, cost 3.0, 4 positions: -0.75m,2.25m -> -0.25m,2.25m -> 0.25m,2.25m -> 0.75m,2.25m\n")
    assert out.endswith("  note: a cell is 0.5 m wide, and lengths are in cells\n")
    question = ["solve", str(path), "--from=-1m,2m", "--to=3,0", "--json", "--engine=interpreted"]
    assert main([*question, "--option=positions=cells"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["path"][0], found["remark"]) == ("0,2", "a cell is 0.5 m wide, and lengths are in cells")


@given(
    st.floats(1e-3, 1e3),
    st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)),
    st.floats(0, 2 * pi),
    st.integers(1, 500),
    st.tuples(st.integers(0, 499), st.integers(0, 499)),
)
def test_what_a_cell_is_called_leads_back_to_it(
    resolution: float, origin: tuple[float, float], yaw: float, height: int, cell: tuple[int, int]
) -> None:
    frame = RosFrame(resolution, *origin, yaw=yaw, height=height)
    assert frame.parse(frame.format(cell)) == cell
    x, y = frame.to_metres(cell)  # from the pose of the lower left corner, by hand
    column, row = cell[0] + 0.5, height - 1 - cell[1] + 0.5
    assert x == pytest.approx(origin[0] + resolution * (column * cos(yaw) - row * sin(yaw)), abs=1e-6)
    assert y == pytest.approx(origin[1] + resolution * (column * sin(yaw) + row * cos(yaw)), abs=1e-6)


def test_a_turned_map(tmp_path: Path) -> None:
    """A quarter to the left: x of the image goes up in the world."""
    grid = load(write(tmp_path, HEAD.replace("0.0]", f"{pi / 2}]"), np.full((3, 4), 254, np.uint8)))
    assert grid.parse("-1.1m,2.1m") == (0, 2)
    assert grid.parse("-1.1m,3.9m") == (3, 2)
    assert grid.parse("-2.4m,2.1m") == (0, 0)


TB3 = [((208, 166), (192, 178), 28), ((240, 164), (205, 229), 100), ((160, 156), (203, 219), 106), ((216, 209), (169, 214), 52)]
"""Cells of the map of a TurtleBot, and the steps between them (numpy, four neighbours, free from 250 on)."""


def test_a_map_of_a_robot_whose_image_is_packed() -> None:
    grid = load(DATA / "tb3_sandbox.yaml", directions="4")
    for start, goal, steps in TB3:
        assert grid.search(start, [goal], engine="interpreted").cost.travelled == steps
    with pytest.raises(BadInput, match=r"200,183 is blocked; give a free cell \(the cell of 0m,0m\)"):
        grid.parse("0m,0m")  # of 384 rows; its origin is -10, -10, a cell 0.05 m
    assert grid.parse(grid.format((208, 166))) == (208, 166)


def test_maps_of_robots_and_the_expected_steps(tmp_path: Path) -> None:
    named = os.environ.get("GENASTAR_DATA")
    found = sorted(Path(named).rglob("EXPECTED-images.csv")) if named else []
    if not found:
        pytest.skip("GENASTAR_DATA does not name a folder with EXPECTED-images.csv")
    count = 0
    for line in found[0].read_text().splitlines():
        file, _, _, _, start, goal, steps = line.split(",")
        if not file.startswith("robot/"):
            continue
        name = Path(file).name.removesuffix(".pgm.gz")
        text = (found[0].parent / "robot" / f"{name}.yaml").read_text().replace("free_thresh: 0.25", "free_thresh: 0.1")
        path = tmp_path / f"{name}.yaml"
        path.write_text(text.replace("image: ", f"image: {found[0].parent}/robot/"))
        (row, column), (to_row, to_column) = (map(int, end.split()) for end in (start, goal))
        result = load(path, directions="4").search((column, row), [(to_column, to_row)], engine="interpreted")
        assert result.cost.travelled == int(steps), line
        count += 1
    assert count == 12


def test_options_that_read_the_map_anew(tmp_path: Path) -> None:
    grid = load(write(tmp_path))
    assert grid.with_options(Options(unknown=2)) is None
    assert grid.with_options(Options(positions="cells", turn=1)).frame == grid.frame
    grid.save(tmp_path / "again.genastar.json", (2, 1), [(3, 2)])
    again = load(tmp_path / "again.genastar.json")
    assert again.search(engine="interpreted").cost == grid.search((2, 1), [(3, 2)], engine="interpreted").cost
    assert again.format((2, 1)) == "2,1"
    assert grid.view().make_blank(3, 3).format((0, 0)) == "0,0"


def test_where_the_image_may_lie(tmp_path: Path) -> None:
    """Beside the file, above it, at the end of an absolute path; packed where it is not there otherwise."""
    folder = tmp_path / "below"
    folder.mkdir()
    Image.fromarray(PIXELS).save(tmp_path / "map.png")
    for image in ("../map.png", str(tmp_path / "map.png")):
        (folder / "map.yml").write_text(HEAD.replace("map.png", image))
        assert load(folder / "map.yml").world.costs.shape == (3, 5)
    (tmp_path / "map.pgm.gz").write_bytes(gzip.compress(b"P2 2 1 255\n0 254\n"))
    (folder / "map.yml.gz").write_bytes(gzip.compress(HEAD.replace("map.png", "../map.pgm").encode()))
    assert load(folder / "map.yml.gz").world.costs.tolist() == [[0, 1]]


LAUGHS = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n" + HEAD


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no map of ROS"),
        ("- 1\n", "this is no map of ROS"),
        ("just text", "this is no map of ROS"),
        ("resolution: 1\norigin: [0, 0, 0]\n", "image is missing; expected image, resolution and origin"),
        ("image: map.png\norigin: [0, 0, 0]\n", "resolution is missing"),
        ("image: map.png\nresolution: 1\n", "origin is missing"),
        (HEAD.replace("map.png", "no.png"), "image: 'no.png' is missing; put it there, or correct the name"),
        (HEAD.replace("map.png", "[a]"), "image is \"['a']\"; expected the name of an image"),
        (HEAD.replace("map.png", "''"), "image is ''"),
        (HEAD.replace("map.png", "."), "Is a directory"),
        (HEAD.replace("map.png", "map.yaml"), "is this file; expected the name of an image"),
        (HEAD.replace("map.png", '"a\\0b"'), "image is"),
        (HEAD.replace("0.5", "0"), "resolution: '0' is no number in 1e-06..1e+06"),
        (HEAD.replace("0.5", "-1"), "resolution: '-1' is no number"),
        (HEAD.replace("0.5", ".nan"), "resolution: 'nan' is no number"),
        (HEAD.replace("0.5", ".inf"), "resolution: 'inf' is no number"),
        (HEAD.replace("0.5", "true"), "resolution: 'True' is no number"),
        (HEAD.replace("0.5", "wide"), "resolution: 'wide' is no number"),
        (HEAD.replace("0.5", "9" * 5000), "this is no valid YAML"),
        (HEAD.replace("-1.0, 2.0, 0.0", "0"), "origin is '[0]'; expected [x, y, yaw] in metres and radians"),
        (HEAD.replace("-1.0", "1e99"), "origin: '1e99' is no number in -1e+08..1e+08"),
        (HEAD.replace("[-1.0, 2.0, 0.0]", "[[[[[[1]]]]]]"), "aliases and deeply nested lists are not supported"),
        (HEAD + "negate: 2\n", "negate is '2'; expected 0 or 1"),
        (HEAD + "mode: 3d\n", "mode is '3d'; expected trinary, scale or raw"),
        (HEAD + "mode: [raw]\n", "mode is \"['raw']\""),
        (HEAD + "free_thresh: 0.7\n", "free_thresh is 0.7, above occupied_thresh=0.65"),
        (HEAD + "occupied_thresh: 65\n", "occupied_thresh: '65' is no number in 0..1"),
        (HEAD + "image: other.png\n", "'image' appears twice"),
        (HEAD + "resolution", "line 4: this is no valid YAML"),
        (HEAD + "a: [1\n", "this is no valid YAML"),
        (HEAD + "a: !!python/object/apply:os.system [id]\n", "this is no valid YAML"),
        (HEAD + "a: !!bool what\n", "this is no valid YAML"),
        (HEAD + "a: 2001-99-99\n", "this is no valid YAML"),
        (HEAD + "---\n" + HEAD, "this is no valid YAML"),
        (HEAD + "a: \x07\n", "this is no valid YAML"),
        (LAUGHS, "line 2: aliases and deeply nested lists are not supported"),
        ("[" * 19_000, "line 1: aliases and deeply nested lists are not supported"),
        ("? " * 9_000, "aliases and deeply nested lists are not supported"),
        (HEAD + "# " + "x" * 20_000, "more than 20,000 bytes"),
    ],
)
def test_what_is_no_map_of_a_robot(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("seed", range(100))
def test_mutated_maps_of_robots(tmp_path: Path, seed: int) -> None:
    """A grid, or one line that begins with the file's name."""
    random = Random(seed)
    data = bytearray((HEAD + "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nmode: scale\n").encode())
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(data))
        match random.randrange(3):
            case 0:
                data[place] = random.randrange(256)
            case 1:
                data[place:place] = random.choice([b"&a ", b"*a ", b"- ", b"!!int ", b"9" * 400, b"{", b"\n", b"<<: "])
            case 2:
                del data[place : place + random.choice([1, 9])]
    path = write(tmp_path)
    path.write_bytes(data)
    try:
        load(path)
    except BadInput as error:
        assert str(error).startswith(str(path))  # noqa: PT017
        assert len(str(error).splitlines()) == 1  # noqa: PT017
