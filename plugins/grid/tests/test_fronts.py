"""Fronts of grids, beside all paths by rules that are written out a second time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive_grid import list_steps
from PIL import Image

from genastar import BadInput, Trace
from genastar_grid.info import Options
from genastar_grid.model import Grid
from genastar_picture.palette import PALETTES, make_hues
from naive import expect_front, find_front

RULES = [{}, {"directions": "16", "step": "mean"}, {"wrap": "x", "diagonals": "always"}, {"directions": "knight"}]


@pytest.mark.parametrize(
    ("rules", "engine"),
    [*((rules, "interpreted") for rules in RULES), pytest.param(RULES[1], "compiled", marks=pytest.mark.long)],
)
def test_fronts_are_those_of_all_paths(rules: dict[str, str], engine: str) -> None:
    random = np.random.default_rng(5)
    costs, exposure = random.integers(1, 6, (6, 7)) * (random.random((6, 7)) > 0.2), random.integers(0, 9, (6, 7)) / 2
    costs[0, 0] = costs[5, 6] = 1
    options = Options(metric="cost,length,exposure", exposure=exposure, **rules)  # type: ignore[arg-type]
    found = [each.cost.numbers for each in Grid.read(costs, options).results((0, 0), [(6, 5)], engine=engine) if each.found]  # type: ignore[union-attr]
    cells = [(x, y) for y, x in np.argwhere(costs > 0).tolist()]
    edges = {}
    for here in cells:
        edges[here] = [
            (there, (paid, length, length * exposure[there[1], there[0]]))
            for there, move, paid in list_steps(costs, here, options)
            for length in [float(np.hypot(*move))]
        ]
    wanted = find_front(edges, (0, 0), [(6, 5)], 3)
    assert len(wanted) > 1
    expect_front(found, wanted)


def test_turns_belong_to_the_cost() -> None:
    costs = np.random.default_rng(2).integers(1, 5, (5, 5))
    alone = Grid.read(costs, Options(turn=2.0)).search((0, 0), [(4, 4)], engine="interpreted")
    first = Grid.read(costs, Options(turn=2.0, metric="cost,length")).search((0, 0), [(4, 4)], engine="interpreted")
    assert first.cost[0] == pytest.approx(alone.cost.travelled)  # type: ignore[index, union-attr]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (np.ones((2, 3)), r"shape is \(2, 3\); expected"),
        (-np.ones((3, 3)), "an exposure has a number of 0 to"),
        (np.full((3, 3), np.nan), "an exposure has a number of 0 to"),
        (None, "belong together"),
    ],
)
def test_an_exposure_that_does_not_fit_is_refused(tmp_path: Path, values: np.ndarray | None, why: str) -> None:
    sources: list[Any] = [values]
    if values is not None:
        np.save(tmp_path / "e.npy", values)
        sources += [str(tmp_path / "e.npy"), values.tolist()]
    for source in sources:
        with pytest.raises(BadInput, match=why):
            Grid.read(np.ones((3, 3)), Options(metric="cost,exposure", exposure=source))
    with pytest.raises(BadInput, match="must be a file or an array"):
        Options(metric="cost,exposure", exposure=5)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".gif", ".txt"])
def test_pictures_show_all_paths(tmp_path: Path, suffix: str) -> None:
    detour = np.array([[1, 9, 9, 9, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]])
    world = Grid.read(detour, Options(metric="cost,length", layers="path", scale=4))
    found = list(world.results((0, 0), [(4, 0)], engine="interpreted"))
    assert len(found) == 2
    world.draw_all(found, Trace(), tmp_path / f"a{suffix}")
    match suffix:
        case ".svg":
            assert all(f'stroke="#{bytes(hue).hex()}"' in (tmp_path / "a.svg").read_text() for hue in make_hues(2))
        case ".txt":
            assert (tmp_path / "a.txt").read_text() == "S***G\n*###*\n*****\n"
        case _:
            with Image.open(tmp_path / f"a{suffix}") as image:
                cells = np.asarray(image.convert("RGB"))[2::4, 2::4]
            hues = make_hues(2) if suffix == ".png" else [PALETTES[world.options.palette].path] * 2
            assert tuple(cells[2, 2]) == hues[0]
            assert tuple(cells[0, 2]) == hues[1]
