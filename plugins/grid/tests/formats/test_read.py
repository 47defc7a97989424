from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from PIL import Image

from genastar import BadInput, Trace, load
from genastar.cli.app import run as genastar
from genastar_grid.info import Options
from genastar_grid.model import Grid

ROWS = ["S.#.", "..#.", "...G"]


def test_sources_of_one_grid(tmp_path: Path) -> None:
    costs = Grid.read(ROWS, Options()).world.costs
    (tmp_path / "a.txt").write_text("\n".join(ROWS) + "\n")
    (tmp_path / "a.csv").write_text("\n".join(",".join(map(str, row)) for row in costs.tolist()))
    (tmp_path / "a.json").write_text(json.dumps(costs.tolist()))
    np.save(tmp_path / "a.npy", costs)
    Image.fromarray((costs * 255).astype(np.uint8)).save(tmp_path / "a.png")
    table = (tmp_path / "a.csv").read_text()
    (tmp_path / "semicolons.csv").write_text(table.replace(",", ";"))
    (tmp_path / "tabs.csv").write_text(table.replace(",", "\t"))
    (tmp_path / "tabs.tsv").write_text(table.replace(",", "\t"))
    Image.fromarray((costs * 255).astype(np.uint8)).convert("P").save(tmp_path / "palette.gif")
    for name in ("a.txt", "a.csv", "a.json", "a.png"):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    texts = [f"{name}{packing}" for name in ("a.txt", "a.csv", "a.json") for packing in ("", ".gz")]
    for name in (*texts, "semicolons.csv", "tabs.csv", "tabs.tsv"):
        assert load(tmp_path / name).info.name == "grid"
    for name in (*texts, "semicolons.csv", "tabs.csv", "tabs.tsv", "a.npy", "a.png", "a.png.gz", "palette.gif"):
        found = Grid.read(str(tmp_path / name), Options()).world.costs
        assert (found == costs).all(), name
        assert found.dtype == np.int32
    assert (Grid.read(costs > 0, Options()).world.costs == costs).all()
    assert Grid.read(np.array([[0.5, 2.0]]), Options()).world.costs.dtype == np.float64


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "1,2\n\n3\n", "line 3 has 1 cells, but line 1 has 2"),
        ("a.csv", "1,x\n", "line 1, column 2: 'x' is no cost"),
        ("a.csv", "1,-2\n", "line 1, column 2: cost -2 is outside 0..1,000,000"),
        ("a.csv", "1,nan\n", "line 1, column 2: cost nan is outside 0..1,000,000"),
        ("a.csv", "1,inf\n", "line 1, column 2: cost inf is outside 0..1,000,000"),
        ("a.csv", '1,2\n3,"4\n', "line 2: this is no valid CSV"),
        ("a.csv", "", "the grid has no cells"),
        ("a.csv", "1;1,5\n", "line 1, column 2: '1,5' is no cost; give a number"),
        ("a.csv", "a,b\n1,1\n", "line 1, column 1: 'a' is no cost"),
        ("a.tsv", "1\t\n", "line 1, column 2: '' is no cost"),
        ("a.txt", "0.\n", "'0' is no cell; expected . or space (free), # or @ (blocked), 1 to 9 (a cost), S (a start) or G"),
        ("a.txt", "..\n".encode("utf-16"), "this file is not text: byte 0 is not UTF-8; save it as UTF-8"),
        ("a.npy.gz", b"", "a compressed .npy file cannot be read; decompress it first"),
        ("a.csv.gz", b"1,2", "this file is cut off or damaged"),
        ("a.docx", "<map/>", "this file is no map, table, text art or image that can be read; give a .map, .tmx, .ldtk, .csv"),
        ("a.csv", b"\xff\xfe", "this file is not text"),
        ("a.txt", "..x\n", "line 1, column 3: 'x' is no cell"),
        ("a.json", "{}", "expected a list of rows"),
        ("a.json", "[" * 100_000, "this is no valid JSON"),
        ("a.json", "[[1, null]]", "row 1, column 2: 'None' is no cost"),
        ("a.npy", b"\x93NUMPY nonsense", "this is no valid .npy file"),
        ("a.xyz", b"nonsense", "this file is no map, table, text art or image"),
        ("a.genastar.json", "[]", "this is no grid scenario"),
        ("a.genastar.json", '{"genastar": "grid 1", "costs": [[1]], "goals": [[0, 0]], "start": 3}', "start: 3 is no cell"),
        (
            "a.genastar.json",
            '{"genastar": "grid 1", "costs": [[1, -1]], "goals": [[0, 0]], "start": [0, 0]}',
            "costs: row 1, column 2: cost -1 is outside 0..1,000,000",
        ),
        (
            "a.genastar.json",
            '{"genastar": "grid 1", "costs": [[1, 1]], "water": [[0, 2]], "goals": [[0, 0]], "start": [0, 0]}',
            "water is no table of 0 and 1 as large as costs",
        ),
        (
            "a.genastar.json",
            '{"genastar": "grid 1", "costs": [[1], [1, 2]], "goals": [[0, 0]], "start": [0, 0]}',
            "costs are not",
        ),
        ("a.genastar.json", '{"genastar": "grid 1", "costs": [[1]], "start": [0, 0]}', "goals are missing"),
        (
            "a.genastar.json",
            '{"genastar": "grid 1", "costs": [[1]], "goals": [[0, 0]], "start": [0, 0], "options": {"turn": -1}}',
            "options: turn is -1",
        ),
    ],
)
def test_bad_files(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadInput) as caught:
        Grid.read(str(path), Options())
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_ends_of_a_scenario_that_are_outside(tmp_path: Path) -> None:
    path = tmp_path / "a.genastar.json"
    path.write_text('{"genastar": "grid 1", "costs": [[1, 0]], "goals": [[1, 0]], "start": [5, 0]}')
    grid = load(str(path))
    with pytest.raises(BadInput, match=r"a\.genastar\.json: 5,0 is outside the grid"):
        grid.search(goals=[(0, 0)])
    with pytest.raises(BadInput, match=r"a\.genastar\.json: 1,0 is blocked"):
        grid.search((0, 0))


def test_bad_arrays_and_cells() -> None:
    for array in (np.zeros(3), np.zeros((0, 3)), np.array([["a"]]), np.array([[1, 2_000_000]])):
        with pytest.raises(BadInput, match="the array"):
            Grid.read(array, Options())
    with pytest.raises(BadInput, match="exceed the limit of 1 million"):
        Grid.read(np.zeros((1001, 1000)), Options(megacells=1))
    with pytest.raises(BadInput, match="cannot be read from a int"):
        Grid.read(3, Options())
    grid = Grid.read(ROWS, Options())
    for cell, message in (((2, 0), "2,0 is blocked"), ((4, 0), "outside"), ((-1, 0), "outside"), ((0.5, 0), "no cell")):
        with pytest.raises(BadInput, match=message):
            grid.search(cell, [(0, 0)])  # type: ignore[arg-type]
        with pytest.raises(BadInput, match=message):
            grid.search((0, 0), [cell])  # type: ignore[list-item]
    for cost in (-1, float("nan"), float("inf"), 0.5, 1e9):
        with pytest.raises(BadInput, match="cannot cost"):
            grid.change([(0, 0)], cost)
    with pytest.raises(BadInput, match="a cell cannot cost '1'"):
        grid.change([(0, 0)], "1")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="cells=None: expected cells in a list or a tuple"):
        grid.change(None, 0)  # type: ignore[arg-type]


def test_a_scenario_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "yard.genastar.json"
    grid = Grid.read(ROWS, Options(turn=0.5, diagonals="always"))
    grid.save(path, (0, 0), [(3, 0)])
    again = load(str(path))
    wanted, found = grid.search((0, 0), [(3, 0)], engine="interpreted"), again.search(engine="interpreted")
    assert (found.cost, found.expanded, found.path) == (wanted.cost, wanted.expanded, wanted.path)
    assert genastar(["solve", str(path), "--engine", "interpreted", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert wanted.cost is not None
    assert (answer["cost"], answer["expanded"]) == (wanted.cost.travelled, wanted.expanded)
    with pytest.raises(BadInput, match=r"must end in \.genastar\.json"):
        grid.save(tmp_path / "yard.json", (0, 0), [(3, 0)])
    before = path.read_bytes()
    with pytest.raises(BadInput, match="a scenario needs a start and a goal"):
        grid.save(path, (0, 0), [])
    with pytest.raises(BadInput, match="a scenario needs a start and a goal"):
        grid.save(path, [], [(3, 0)])
    assert path.read_bytes() == before


def test_pictures_and_letters(tmp_path: Path) -> None:
    grid = Grid.read(ROWS, Options(scale=1))
    trace: Trace[tuple[int, ...], object] = Trace()  # type: ignore[type-var]
    result = grid.search(algorithm="jps", engine="interpreted", observer=trace)  # type: ignore[arg-type]
    assert grid.format_art(result) == "S.#.\n.*#.\n.**G"
    grid.draw(result, trace, tmp_path / "a.png")  # type: ignore[arg-type]
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.getpixel((2, 2)) == (240, 120, 0)
        assert picture.getpixel((2, 0)) == (40, 40, 40)
    assert grid._repr_png_().startswith(b"\x89PNG")


EVERY_SETTING = [
    {"directions": "4"},
    {"directions": "16", "step": "mean"},
    {"directions": "32"},
    {"directions": "knight"},
    {"diagonals": "one-obstacle", "diagonal_factor": 1.5},
    {"diagonals": "always", "turn": 2.0},
    {"diagonals": "never"},
    *({"heuristic": each} for each in ("octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none")),
    {"tie_breaker": True},
    {"wrap": "x"},
    {"layers": "f,open", "palette": "red-blue", "scale": 3},
]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["even", "mud", "floats", "water", "changed"])
@pytest.mark.parametrize(
    "setting", EVERY_SETTING, ids=lambda setting: "-".join(f"{key}={value}" for key, value in setting.items())
)
def test_a_replay_is_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str], setting: dict[str, object], kind: str) -> None:
    """Cost and expansions, of each setting in each kind of grid; ``genastar solve`` says the same."""
    random = np.random.default_rng(7)
    free = random.random((12, 15)) > 0.25
    dear = {"mud": random.integers(1, 9, free.shape), "floats": 0.3 + random.random(free.shape)}
    costs = free * dear.get(kind, 1)
    costs[0, :] = costs[11, :] = 1
    if kind == "water":
        source = tmp_path / "lake.map"
        rows = ["".join("W" if cell and y > 5 else "." if cell else "@" for cell in row) for y, row in enumerate(costs)]
        source.write_text(_map_of(rows))
        grid = Grid.read(source, Options(**setting))  # type: ignore[arg-type]
        start, goals = (0, 11), [(14, 11), (7, 11)]
    else:
        grid = Grid.read(costs, Options(**setting))  # type: ignore[arg-type]
        start, goals = (0, 0), [(14, 11), (14, 0)]
    if kind == "changed":
        grid.change([(3, 0), (4, 0)], 9)
        grid.change([(3, 0), (4, 0)], 1)
        grid.change([(9, 0)], 0)
    path = tmp_path / "replay.genastar.json"
    goals = [goal for goal in goals if grid.world.costs[goal[1], goal[0]]]
    grid.save(path, start, goals)
    wanted = grid.search(start, goals, engine="interpreted")
    found = load(str(path)).search(engine="interpreted")
    assert (found.path, found.cost, found.expanded, found.generated) == (
        wanted.path,
        wanted.cost,
        wanted.expanded,
        wanted.generated,
    )
    assert genastar(["solve", str(path), "--engine", "interpreted", "--json"]) == (0 if wanted.found else 1)
    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["expanded"]) == (wanted.outcome.value, wanted.expanded)
    assert answer["cost"] == (None if wanted.cost is None else wanted.cost.travelled)


def _map_of(rows: list[str]) -> str:
    return "\n".join(["type octile", f"height {len(rows)}", f"width {len(rows[0])}", "map", *rows, ""])


def test_several_starts_are_replayed(tmp_path: Path) -> None:
    grid = Grid.read(ROWS, Options())
    path = tmp_path / "yard.genastar.json"
    grid.save(path, [(0, 0), (3, 0)], [(3, 2)])
    assert load(str(path)).search(engine="interpreted").path == ((3, 0), (3, 1), (3, 2))


def test_lists_of_costs() -> None:
    assert Grid.read([[1, 0], [2, 1.5]], Options()).world.costs.tolist() == [[1, 0], [2, 1.5]]
    assert Grid.read(((True, False),), Options()).world.costs.tolist() == [[1, 0]]
    for rows, message in (
        ([[1, 1], [1]], "row 1 has 1 costs and row 0 has 2; give rows of one length"),
        ([[1, "x"]], "row 0 has the cost 'x'; expected a number"),
    ):
        with pytest.raises(BadInput, match=message):
            Grid.read(rows, Options())


@pytest.mark.parametrize("kind", ["<f8", ">i4", "bool", "uint8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_of_two_dimensions_is_a_grid(tmp_path: Path, kind: str, order: Literal["C", "F"]) -> None:
    np.save(tmp_path / "a.npy", np.ones((12, 3), kind, order))
    assert isinstance(load(tmp_path / "a.npy"), Grid)


@pytest.mark.parametrize("kind", [bool, np.int32, float])
def test_an_array_whose_walls_are_1(kind):
    """A start on a cell that is 0 is answered by the hint to swap 0 and 1."""
    walls = np.zeros((5, 5), dtype=kind)
    walls[2, 1:4] = 1
    with pytest.raises(BadInput, match=r"0,0 is blocked; .* \(1 - numpy\.array\(maze\)\)") as refused:
        load(walls, domain="grid").search((0, 0), [(4, 4)])
    assert "\n" not in str(refused.value)
    assert load(1 - walls, domain="grid").search((0, 0), [(4, 4)]).found


def test_a_table_whose_walls_are_1(tmp_path):
    (tmp_path / "walls.csv").write_text("0,0,0\n0,1,0\n", encoding="utf-8")
    with pytest.raises(BadInput, match="if 1 stands for a wall here, swap 0 and 1"):
        load(tmp_path / "walls.csv").search((0, 0), [(2, 0)])


def test_other_blocked_cells_are_answered_without_the_hint():
    for grid in (["..#", "###"], [[2, 0, 0], [0, 0, 1]]):
        with pytest.raises(BadInput, match=r"1,1 is blocked; give a free cell$"):
            load(grid, domain="grid").search((0, 0), [(1, 1)])


def test_short_rows_and_numbers_apart_are_told(tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("S#..\n.\n..#G\n")
    assert load(tmp_path / "short.txt").remark == "line 2 has 1 of 4 cells; the missing ones are walls"
    assert load(["S#", ".G"], domain="grid").remark == ""
    (tmp_path / "numbers.txt").write_text("1 2 3\n4 5 6\n")
    with pytest.raises(BadInput, match=r"numbers with spaces between them, .* write them to a \.csv"):
        load(tmp_path / "numbers.txt")


@pytest.mark.parametrize(
    ("name", "content"), [("a.csv", b"1,"), ("a.txt", b"."), ("a.tmx", b" "), ("a.ldtk", b" "), ("a.json", b" ")]
)
def test_a_small_packed_file_takes_little_memory(tmp_path: Path, name: str, content: bytes) -> None:
    """A file of 15 million bytes could hold the numbers of a million cells, but not if it is packed to a few bytes."""
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(content * (15_500_000 // len(content))))
    with pytest.raises(BadInput, match=r"this file has more than [0-9,]+ bytes; if you trust it, raise the option megacells"):
        Grid.read(path, Options(megacells=1))
