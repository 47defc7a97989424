"""The pictures of docs/grid-settings.md. ``python plugins/grid/tests/settings_pictures.py docs/pictures`` writes them anew."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
from attrs import evolve
from PIL import Image

from genastar import Trace
from genastar.algorithms import Weighted
from genastar.authoring import Algorithm
from genastar_grid.answers.draw import AnyTrace
from genastar_grid.info import Options
from genastar_grid.model import Grid

YARD: Final = [
    "....................",
    "....................",
    "..........#.........",
    "..........#.........",
    "..S.......#.........",
    "..........##........",
    "...........#........",
    "...........#....G...",
    "...........#........",
    ".......#####........",
    "....................",
    "....................",
]
OPEN: Final = ["....................", "..S.................", *["...................."] * 5, ".................G.."]
CORNERS: Final = [
    ".....#....",
    "S...#.....",
    "...#.....G",
    "..#.......",
    "..........",
    "..........",
]
MARSH: Final = [
    "S.........",
    "..22222...",
    ".2255522..",
    ".2599952..",
    ".2599952..",
    ".2255522..",
    "..22222...",
    ".........G",
]
STAIRS: Final = [
    "S.........",
    ".##.......",
    ".##.#.....",
    "....#.....",
    "....####..",
    "..........",
    "..#....#..",
    "..#....#.G",
]
EDGES: Final = [
    "....#...............",
    "....#...............",
    "..G.#.........S.....",
    "....#...............",
    "....#...............",
    "####################",
]

PANELS: Final[dict[str, tuple[list[str], tuple[Options, ...]]]] = {
    "directions": (YARD, tuple(Options(directions=each) for each in ("4", "8", "16", "32", "knight"))),
    "diagonals": (
        CORNERS,
        tuple(Options(diagonals=each) for each in ("no-obstacle", "one-obstacle", "always", "never")),
    ),
    "diagonal_factor": (YARD, tuple(Options(diagonal_factor=each) for each in (1.0, 3.0))),
    "step": (MARSH, (Options(), Options(step="mean"))),
    "turn": (STAIRS, tuple(Options(turn=each) for each in (0.0, 1.0, 5.0))),
    "heuristic": (
        YARD,
        tuple(
            Options(heuristic=each) for each in ("none", "chebyshev", "euclidean", "octile", "manhattan", "euclidean-squared")
        ),
    ),
    "tie_breaker": (OPEN, (Options(), Options(tie_breaker=True))),
    "wrap": (EDGES, (Options(), Options(wrap="x"))),
    "layers": (
        YARD,
        tuple(
            Options(layers=each)
            for each in ("map", "closed,path", "g,open,path", "h,open,path", "f,open,path", "g,arrows,path")
        ),
    ),
}
"""For each setting a world, and the options of the panels from left to right, three in a row where there are more than four."""

ALGORITHMS: Final[dict[str, tuple[Algorithm | str, ...]]] = {
    "weighted": (Weighted(1.0), Weighted(1.5), Weighted(5.0)),
    "algorithm": ("astar", "canonical", "jps"),
}
"""For each picture the algorithms of its panels, in the yard."""

GAP: Final = 6
COLUMNS: Final = 3
MOST_IN_A_ROW: Final = 4


def panel(rows: list[str], options: Options, algorithm: Algorithm | str = "astar") -> Image.Image:
    """One search."""
    grid = Grid.read(rows, evolve(options, scale=12))
    ends = ((2, 2), (17, 7)) if not any("S" in row for row in rows) else (grid.default_starts()[0], *grid.default_goals())
    trace: AnyTrace = Trace()
    result = grid.search(ends[0], ends[1:], algorithm=algorithm, engine="interpreted", observer=trace)
    return grid.make_image(result, trace)


def field() -> Image.Image:
    """The way from each cell to the nearest of two."""
    grid = Grid.read(MARSH, Options(scale=12))
    return grid.make_field_image(
        grid.compute_distances((0, 7), (9, 7), backwards=True, engine="interpreted"), layers="g,arrows"
    )


def pictures() -> dict[str, Image.Image]:
    """All, by the names of their files."""
    made = {f"grid-{name}.png": sheet([panel(rows, each) for each in options]) for name, (rows, options) in PANELS.items()}
    for name, algorithms in ALGORITHMS.items():
        options = Options(layers="closed,arrows,path") if name == "algorithm" else Options()
        made[f"grid-{name}.png"] = sheet([panel(YARD, options, algorithm) for algorithm in algorithms])
    return made | {"grid-field.png": sheet([field()])}


def sheet(panels: list[Image.Image]) -> Image.Image:
    """Panels of one size."""
    width, height = panels[0].size
    columns = len(panels) if len(panels) <= MOST_IN_A_ROW else COLUMNS
    rows = -(-len(panels) // columns)
    whole = Image.new("RGB", (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP), (150, 150, 150))
    for number, each in enumerate(panels):
        row, column = divmod(number, columns)
        whole.paste(each, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ: versions of Pillow draw lines and circles a little otherwise."""
    if one.size != other.size:
        return 1.0
    a, b = (np.asarray(each.convert("RGB")) for each in (one, other))
    return float((a != b).any(axis=-1).mean())


if __name__ == "__main__":
    for name, picture in pictures().items():
        picture.quantize(256, dither=Image.Dither.NONE).save(Path(sys.argv[1]) / name, optimize=True)
