"""A server with worlds to search, and the page."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from studio_page import Studio, studio_of

# Without the compiled engine nothing is compiled, so that each search takes as long as it looks.
PLUGINS = "grid,puzzle,voxel,serve,anytime,astar,dijkstra,weighted,ida-star,jps,landmarks,cbs,lacam,lns"


CORRIDOR = """\
####################
#S.................#
#.################.#
#.#..............#.#
#.#.#####.######.#.#
#...#..........#...#
#####..........#####
#######......#######
#................G.#
####################
"""


SEALED = """\
##########
#S...#...#
#....#.G.#
#....#...#
##########
"""


DETOUR = """\
S.........
.#######..
.......#..
.......#..
.......#.G
..........
..........
..........
..........
..........
..........
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sources")
    dice = random.Random(8)
    mud = "\n".join(",".join(str(dice.choice((1, 3, 5, 9))) for _ in range(44)) for _ in range(30))
    files = {
        "mud.csv": mud,
        "corridor.txt": CORRIDOR,
        "sealed.txt": SEALED,
        "detour.txt": DETOUR,
        "large.csv": "\n".join([",".join(["1"] * 260)] * 260),
        "huge.csv": "\n".join([",".join(["1"] * 700)] * 700),
        "hall.3dmap": "voxel 6 5 4\n2 2 0\n2 2 1\n",
        "near.puzzle.txt": "1 2 3\n4 0 6\n7 5 8\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return {name: folder / name for name in files}


@pytest.fixture(scope="module")
def server(sources: dict[str, Path], serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(*sources.values(), plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    yield from studio_of(browser, server)
