"""Discs at any angle: random worlds of several domains, checked by a validator that shares no code."""

from __future__ import annotations

import json
import random
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from attrs import frozen
from PIL import Image

import genastar
from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Outcome
from genastar.cli import main
from genastar_fleets import Waypoint, find_disc_fault, plan_discs
from genastar_fleets.output.pictures import draw_plan
from genastar_picture.scene import choose_scale

HERE = Path(__file__).parent

Point = tuple[int, int]


def make_yard(dice: random.Random, domain: str) -> tuple[Any, list[Any]]:
    """Return a world and its free positions."""
    if domain == "voxel":
        blocks = np.array([[[dice.random() > 0.2 for _ in range(6)] for _ in range(5)] for _ in range(3)], np.int32)
        return genastar.load(blocks, "voxel"), [tuple(each) for each in np.argwhere(blocks).tolist()]
    cells = np.array([[int(dice.random() > 0.08) for _ in range(10)] for _ in range(8)], np.int32)
    return genastar.load(cells, "grid"), [(int(x), int(y)) for y, x in np.argwhere(cells)]


@pytest.mark.parametrize("domain", ["grid", "voxel"])
@pytest.mark.parametrize("seed", range(8))
def test_no_discs_overlap_in_random_worlds(domain: str, seed: int) -> None:
    dice = random.Random(seed)
    world, free = make_yard(dice, domain)
    starts, goals = dice.sample(free, 5), dice.sample(free, 5)
    radius = dice.choice([0.2, 0.35])
    plan = plan_discs(world, starts, goals, radius=radius, speed=2.0, limits=Limits(seconds=5))
    if plan.found:
        assert find_disc_fault(world, starts, goals, plan.plans, radius=radius, speed=2.0) is None
        assert plan.sum_of_costs == pytest.approx(sum(path[-1].time for path in plan.plans))
        for path, start, goal in zip(plan.plans, starts, goals, strict=True):
            away = hypot(*(a - b for a, b in zip(start, goal, strict=True)))
            assert path[-1].time >= away / 2 - 1e-9
    else:
        assert plan.outcome in (Outcome.TIMEOUT, Outcome.UNREACHABLE)


def test_one_disc_takes_the_straight_line_and_two_give_way() -> None:
    yard = genastar.load(np.ones((5, 7), np.int32), "grid")
    alone = plan_discs(yard, [(0, 0)], [(6, 4)])
    assert alone.plans == ((Waypoint(0.0, (0, 0)), Waypoint(pytest.approx(hypot(6, 4)), (6, 4))),)
    starts, goals = [(0, 2), (6, 2)], [(6, 2), (0, 2)]
    both = plan_discs(yard, starts, goals)
    assert both.sum_of_costs is not None
    assert 12 < both.sum_of_costs < 13.5
    assert find_disc_fault(yard, starts, goals, both.plans) is None
    direct = [(Waypoint(0, one), Waypoint(6, other)) for one, other in zip(starts, goals, strict=True)]
    assert "apart at time 3" in str(find_disc_fault(yard, starts, goals, direct))
    assert "in 5" in str(find_disc_fault(yard, starts[:1], goals[:1], [(Waypoint(0, (0, 2)), Waypoint(5, (6, 2)))]))


def test_a_line_through_a_wall_is_a_fault() -> None:
    yard = genastar.load([".#.", "..."], "grid")
    plan = [(Waypoint(0, (0, 0)), Waypoint(2, (2, 0)))]
    assert "is not open" in str(find_disc_fault(yard, [(0, 0)], [(2, 0)], plan))


@frozen
class Field(AStar[Point, Cost[float]]):
    """An open field without walls, of the user."""

    def add_neighbours(
        self, node: Node[tuple[int, int], Cost[float]], open_list: OpenList[tuple[int, int], Cost[float]]
    ) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= x + dx < 6 and 0 <= y + dy < 6:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position: Point) -> bool:
        return False

    def sight(self, one: Point, other: Point) -> bool:
        return True


def test_a_class_of_ones_own_and_what_is_refused(tmp_path: Path) -> None:
    plan = plan_discs(Field(), [(0, 0), (5, 5)], [(5, 5), (0, 0)], radius=0.4)
    assert plan.found
    assert find_disc_fault(Field(), [(0, 0), (5, 5)], [(5, 5), (0, 0)], plan.plans, radius=0.4) is None
    for message, arguments in (
        ("agents 0 and 1 start at", ([(0, 0), (1, 0)], [(3, 3), (5, 5)], 0.6)),
        ("2 starts and 1 goals", ([(0, 0), (1, 0)], [(3, 3)], 0.2)),
        ("radius=0 is no number from 1e-100 to 1e", ([(0, 0)], [(3, 3)], 0)),
        (r"goals\[0\]=\[\(3, 3\)\]: a position must be hashable", ([(0, 0)], [[(3, 3)]], 0.2)),
    ):
        starts, goals, radius = arguments
        with pytest.raises(BadInput, match=message):
            plan_discs(Field(), starts, goals, radius=radius)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = HERE / "data"
    files = [str(data / "empty-8-8.map.gz"), str(data / "empty-8-8-random-1.scen.gz")]
    out = tmp_path / "plan.json"
    assert main(["fleets", *files, "--count", "4", "--radius", "0.3", "--option", "directions=8", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("found, 4 discs: sum of costs")
    found = json.loads(out.read_text())
    assert found["outcome"] == "found"
    assert [path[0][0] for path in found["plans"]] == [0, 0, 0, 0]
    assert main(["fleets", *files, "--count", "4", "--radius", "0.3", "--algorithm", "cbs"]) == 2
    assert main(["fleets", *files, "--count", "4", "--radius", "0.3", "--out", str(tmp_path / "plan.txt")]) == 2


def test_discs_move_in_pictures(tmp_path: Path) -> None:
    yard = genastar.load(np.ones((5, 7), np.int32), "grid")
    plan = plan_discs(yard, [(0, 2), (6, 2)], [(6, 2), (0, 2)], radius=0.3)
    for name in ("plan.gif", "plan.svg"):
        draw_plan(plan, yard, tmp_path / name, radius=0.3)
    with Image.open(tmp_path / "plan.gif") as picture:
        assert picture.n_frames > 10
        first = np.array(picture.convert("RGB"))
        picture.seek(picture.n_frames // 2)
        assert (np.array(picture.convert("RGB")) != first).any()
    scale = choose_scale(7, 5)
    dots = [each for each in ElementTree.parse(tmp_path / "plan.svg").getroot().iter() if each.tag.endswith("circle")]
    assert [float(str(each.get("r"))) for each in dots] == [pytest.approx(0.3 * scale)] * 4
    values = next(each.get("values", "") for each in dots[2] if each.get("attributeName") == "cx").split(";")
    assert (float(values[0]), float(values[-1])) == (0.5 * scale, 6.5 * scale)
