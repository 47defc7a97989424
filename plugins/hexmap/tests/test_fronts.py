"""Fronts of hex maps, beside all paths by tables of neighbours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from naive_hex import TABLES
from PIL import Image

from genastar import BadInput, Trace
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_picture.palette import make_hues
from naive import find_front

ENGINES = ["interpreted", pytest.param("compiled", marks=pytest.mark.long)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("layout", ["odd-r", "even-q"])
def test_fronts_are_those_of_all_paths(tmp_path: Path, layout: str, engine: str) -> None:
    random = np.random.default_rng(4)
    costs, exposure = random.integers(0, 6, (6, 6)), random.integers(0, 9, (6, 6))
    costs[0, 0] = costs[5, 5] = 1
    file = tmp_path / "e.hex.csv"
    file.write_text("\n".join(",".join(map(str, row)) for row in exposure.tolist()), encoding="utf-8")
    options = Options(layout=layout, metric="cost,length,exposure", exposure=str(file))  # type: ignore[arg-type]
    found = [each.cost.numbers for each in HexMap.read(costs, options).results((0, 0), [(5, 5)], engine=engine) if each.found]  # type: ignore[union-attr]
    edges = {}
    for x in range(6):
        for y in range(6):
            moves = [(x + dx, y + dy) for dx, dy in TABLES[layout][(y if layout.endswith("-r") else x) % 2]]
            edges[x, y] = [
                ((a, b), (costs[b, a], 1, exposure[b, a])) for a, b in moves if 0 <= a < 6 and 0 <= b < 6 and costs[b, a] > 0
            ]
    wanted = find_front(edges, (0, 0), [(5, 5)], 3)
    assert len(wanted) > 1
    assert found == wanted


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_pictures_show_all_paths(tmp_path: Path, suffix: str) -> None:
    costs, exposure = np.ones((3, 5)), np.array([[0, 9, 9, 9, 0], [0, 9, 9, 9, 0], [0, 0, 0, 0, 0]])
    world = HexMap.read(costs, Options(metric="cost,exposure", exposure=exposure))
    found = [each for each in world.results((0, 0), [(4, 0)], engine="interpreted") if each.found]
    world.draw_all(found, Trace(), tmp_path / f"a{suffix}")
    hues = make_hues(len(found))
    assert len(found) > 1
    if suffix == ".svg":
        text = (tmp_path / "a.svg").read_text()
        assert all(f'stroke="#{bytes(hue).hex()}"' in text for hue in hues)
    else:
        pixels = np.asarray(Image.open(tmp_path / "a.png")).reshape(-1, 3)
        assert all((pixels == hue).all(axis=1).sum() > 20 for hue in hues)


def test_turns_are_one_number() -> None:
    with pytest.raises(BadInput, match="leave out moves, or metric"):
        HexMap.read(np.ones((3, 3)), Options(moves=3, metric="cost,length"))
