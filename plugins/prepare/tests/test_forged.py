"""Forged files with right checksums: refused in one line, or each answer is a path of the graph at the cost of its steps."""

from __future__ import annotations

import warnings
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, cast

import pytest
from methods import EACH_METHOD
from test_graphs import Edges, Numbers

import genastar
import naive
from forging import Parts, forge
from genastar import BadInput, Limits
from genastar.algorithm import find_algorithm

SECONDS = 200
"""No forged file may take longer, even where a processor is shared by many and compiles for another type of numbers."""


def digraph(random: Random) -> Edges:
    size = random.randint(1, 9)
    step = random.choice(
        (lambda: random.randint(1, 4), lambda: random.randint(0, 2), lambda: round(random.uniform(0, 4), 1), lambda: 2.0**-3)
    )
    edges: Edges = {node: [] for node in range(size)}
    for _ in range(random.randint(0, 4 * size)):
        edges[random.randrange(size)].append((random.randrange(size), step()))
    return edges


def costs_of(edges: Edges, path: tuple[int, ...]) -> set[float]:
    """Return what a path costs, by each choice of parallel steps."""
    costs = {0.0}
    for here, there in pairwise(path):
        costs = {cost + step for cost in costs for head, step in edges[here] if head == there}
    return costs


def expect_true(edges: Edges, prepared: Any, algorithm: Any, start: int, goal: int) -> None:
    """Each answer is the cost of a path; it may be dearer than the cheapest, or missing."""
    kind = float if any(type(step) is float for steps in edges.values() for _, step in steps) else int
    least = naive.find_cheapest(edges, start, [goal], 0)
    for found in (
        prepared.search(start, [goal], engine="interpreted"),
        Numbers(edges, len(edges), frozenset([goal])).search(start, algorithm=algorithm, limits=Limits(seconds=SECONDS)),
    ):
        if found.found:
            travelled = found.cost.travelled
            assert (found.path[0], found.path[-1]) == (start, goal)
            assert any(travelled == pytest.approx(cost) for cost in costs_of(edges, found.path))
            assert isinstance(travelled, (int, kind))
    distance = prepared.distance(start, goal, engine="interpreted")
    if distance is not None:
        assert least is not None
        assert least * (1 - 1e-9) <= distance < 10**9
        assert type(distance) is kind or not any(edges.values())


def ask(method: str, edges: Edges, file: Path, random: Random) -> None:
    """Ask for some paths with a forged file."""
    size, algorithm = len(edges), cast(Any, find_algorithm(method))(table=str(file))
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        prepared = genastar.prepare(Numbers(edges, size, frozenset([0])), method, engine="interpreted", table=file)
        for _ in range(4):
            expect_true(edges, prepared, algorithm, random.randrange(size), random.randrange(size))


def try_forged(method: str, seed: int, folder: Path) -> None:
    """Forge files of a random graph, and ask for some paths."""
    random = Random(seed)
    edges = digraph(random)
    valid, file = folder / f"{seed}.valid", folder / f"{seed}.forged"
    genastar.prepare(Numbers(edges, len(edges), frozenset([0])), method, engine="interpreted").save(valid)
    for _ in range(10):
        file.write_bytes(valid.read_bytes())
        told, began, refused = forge(file, random), perf_counter(), ""
        try:
            ask(method, edges, file, random)
        except BadInput as error:
            refused = str(error)
        except Exception as error:
            raise AssertionError(f"{method} {seed}: {told}") from error
        assert "\n" not in refused
        assert perf_counter() - began < SECONDS, told


@pytest.mark.long
@EACH_METHOD
def test_a_forged_file_gives_no_wrong_path(method: str, tmp_path: Path) -> None:
    for seed in range(5):
        try_forged(method, seed, tmp_path)


@pytest.mark.long
@EACH_METHOD
def test_many_forged_files(method: str, tmp_path: Path) -> None:
    for seed in range(1000, 1250):
        try_forged(method, seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("steps", [(5, 2, 3), (2, 5, 3), (3, 5, 2), (2.5, 2.25, 2.5)])
def test_a_table_of_first_moves_never_takes_the_dearer_of_parallel_steps(steps: tuple[float, ...], tmp_path: Path) -> None:
    edges: Edges = {0: [(1, step) for step in steps], 1: [(0, 1)]}
    problem, path = Numbers(edges, 2, frozenset([1])), tmp_path / "moves"
    genastar.prepare(problem, "first-moves", engine="interpreted").save(path)
    parts = Parts(path.read_bytes())
    begin = parts.arrays["first"][0]
    for move, step in enumerate(steps):
        parts.arrays["move"][begin] = move
        path.write_bytes(parts.written())
        if step == min(steps):
            assert genastar.prepare(problem, "first-moves", engine="interpreted", table=path).distance(0, 1) == step
        else:
            with pytest.raises(BadInput, match="its arrays do not fit together"):
                genastar.prepare(problem, "first-moves", engine="interpreted", table=path)
