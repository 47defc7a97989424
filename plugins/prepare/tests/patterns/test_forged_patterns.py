"""Forged files of pattern databases with right checksums: refused in one line, or each answer is a path at its cost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from graphs_of_patterns import Graph, Indexed, Unranked
from test_hostile import Pancakes, large

from forging import forge
from genastar import BadInput, Limits
from genastar_prepare.patterns import Guided, open_pattern_database, pattern_database, save_pattern_database

LIMITS = Limits(expansions=10_000)


def random_graph(random: Random, kind: type[Graph]) -> tuple[Graph, int, None]:
    size = random.randint(2, 7)
    costs = np.array([[random.choice((-1, 1, 2, 9)) for _ in range(size)] for _ in range(size)], np.int64)
    return kind(costs, 0, np.arange(size)), 0, None


def pancakes(random: Random) -> tuple[Any, Any, Any]:
    return Pancakes(random.choice((1, 300, 0.5))), (0, 1, 2, 3), large


PROBLEMS: dict[str, Callable[[Random], tuple[Any, Any, Any]]] = {
    "sparse": lambda random: random_graph(random, Graph),
    "indexed": lambda random: random_graph(random, Indexed),
    "unranked": lambda random: random_graph(random, Unranked),
    "tuples": pancakes,
}


def starts_of(problem: Any, random: Random) -> list[Any]:
    if isinstance(problem, Graph):
        return [random.randrange(len(problem.costs)) for _ in range(3)]
    return [tuple(random.sample(range(4), 4)) for _ in range(3)]


def try_forged(name: str, seed: int, folder: Path) -> None:
    random, file = Random(seed), folder / "forged"
    problem, goal, projection = PROBLEMS[name](random)
    compress = random.choice((1, 2)) if name in ("indexed", "unranked") else 1
    built = pattern_database(problem, goal, projection=projection, compress=compress, engine="interpreted")
    save_pattern_database(file, built)
    told, refused = forge(file, random), ""
    try:
        opened = open_pattern_database(file, problem, goal, projection=projection)
        for start in starts_of(problem, random):
            found = Guided(problem, opened).search(start, engine="interpreted", limits=LIMITS)
            least = problem.search(start, algorithm="dijkstra", engine="interpreted")
            assert found.found == least.found
            if found.found:
                assert (found.path[0], problem.is_destination(found.path[-1])) == (start, True)
                assert found.cost.travelled >= least.cost.travelled
                assert found.cost == least.cost or compress > 1  # whose costs are checked at the goals alone
    except BadInput as error:
        refused = str(error)
    except Exception as error:
        raise AssertionError(f"{name} {seed}: {told}") from error
    assert "\n" not in refused


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(1000, 1300), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_forged_pattern_database_gives_no_wrong_path(name: str, seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        try_forged(name, seed, tmp_path)
