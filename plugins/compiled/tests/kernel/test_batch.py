"""A batch in machine code gives what single searches give, question by question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag
from typing import Any, NamedTuple

import numpy as np
import pytest
from attrs import evolve, frozen

from genastar import AStar, BadInput, CancelToken, CannotCompile, Cost, Limits, Node, OpenList, Outcome, Workspace
from genastar_compiled.searches import batch
from genastar_compiled.searches.batch import Batch
from genastar_compiled.searches.memory import Memory

pytestmark = pytest.mark.long

Cell = tuple[int, int]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
SIZE = 30


@frozen(eq=False)
class Grid(AStar[Cell, Cost[int]]):
    """Dense; ``price`` may be so great that words and rings do not do."""

    free: np.ndarray
    goal: Cell
    price: int = 1

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in STEPS:
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + self.price)

    def estimate(self, position: Cell) -> int:
        return self.price * (abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1]))

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def index(self, position: Cell) -> int:
        return position[1] * SIZE + position[0]

    @property
    def size(self) -> int:
        return self.free.size


@frozen
class Place:
    x: int
    y: int


@frozen(eq=False)
class Plain(AStar[Place, Cost[float]]):
    """No index, costs of float, positions of a class."""

    goal: Place
    width: int = 12

    def add_neighbours(self, node: Node[Place, Cost[float]], open_list: OpenList[Place, Cost[float]]) -> None:
        here = node.position
        for dx, dy in STEPS:
            to = Place(here.x + dx, here.y + dy)
            if 0 <= to.x < self.width and 0 <= to.y < self.width:
                open_list.relax(to, node.cost.travelled + 0.1 + 0.3 * (to.x % 3))

    def is_destination(self, position: Place) -> bool:
        return position == self.goal


FREE = np.random.default_rng(5).random((SIZE, SIZE)) > 0.3
FREE[0] = FREE[-1] = FREE[:, 0] = FREE[:, -1] = False
CELLS = [(int(x), int(y)) for y, x in np.argwhere(FREE)]


def some(count: int, seed: int = 0) -> tuple[list[Cell], list[Cell]]:
    chosen = np.random.default_rng(seed).integers(len(CELLS), size=(2, count))
    return [CELLS[at] for at in chosen[0]], [CELLS[at] for at in chosen[1]]


def check(solver: AStar, starts: list, fields: dict[str, list], **how: object) -> Batch:  # type: ignore[type-arg]
    found = solver.search_many(starts, fields, engine="compiled", **how)  # type: ignore[arg-type]
    assert isinstance(found, Batch)
    how.pop("workspace", None)
    for row, start in enumerate(starts):
        one = evolve(solver, **{name: values[row] for name, values in fields.items()})
        expected = one.search(start, engine="compiled", **how)
        assert evolve(found[row], seconds=0) == evolve(expected, seconds=0)
    return found


def test_dense() -> None:
    starts, goals = some(300)
    found = check(Grid(FREE, (1, 1)), starts, {"goal": goals})
    outcomes = [each.outcome for each in found]
    assert {*outcomes} == {Outcome.FOUND, Outcome.UNREACHABLE}
    assert (found.found == [outcome is Outcome.FOUND for outcome in outcomes]).all()
    assert found.travelled[found.found].tolist() == [each.cost.travelled for each in found if each.cost]
    assert [len(each.path_to_closest) for each in found] == np.diff(found.first).tolist()
    assert found.expanded.sum() == sum(each.expanded for each in found)


def test_arrays_and_lists_are_one() -> None:
    starts, goals = some(40)
    solver = Grid(FREE, (1, 1))
    listed = solver.search_many(starts, {"goal": goals}, engine="compiled")
    arrays = solver.search_many(np.array(starts), {"goal": np.array(goals)}, engine="compiled")  # type: ignore[arg-type, dict-item]
    interpreted = solver.search_many(np.array(starts), {"goal": np.array(goals)})  # type: ignore[arg-type, dict-item]
    for one, two, three in zip(listed, arrays, interpreted, strict=True):
        assert evolve(one, seconds=0) == evolve(two, seconds=0) == evolve(three, seconds=0, engine="compiled")


def test_a_hash_table_floats_and_places() -> None:
    starts = [Place(row % 12, row // 12) for row in range(100)]
    goals = [Place(row * 7 % 13, row * 5 % 12) for row in range(100)]
    assert not check(Plain(Place(0, 0)), starts, {"goal": goals}).found.all()


@frozen(eq=False)
class House(AStar[Cell, Cost[int]]):
    """The goal is a field inside a field, beside an array."""

    floor: Grid

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        self.floor.add_neighbours(node, open_list)

    def is_destination(self, position: Cell) -> bool:
        return self.floor.is_destination(position)


def test_a_field_inside_a_field() -> None:
    starts, goals = some(20, seed=4)
    found = House(Grid(FREE, (1, 1))).search_many(starts, {"floor.goal": goals}, engine="compiled")
    singles = [House(Grid(FREE, goal)).search(start) for start, goal in zip(starts, goals, strict=True)]
    assert [each.path for each in found] == [each.path for each in singles]


def test_the_layout_widens_in_the_middle() -> None:
    starts, goals = some(60, seed=1)
    prices = [1] * 20 + [100_000] * 20 + [1 << 40] * 20
    check(Grid(FREE, (1, 1)), starts, {"goal": goals, "price": prices})


@pytest.mark.parametrize("limits", [Limits(expansions=20), Limits(cost=12), Limits(seconds=60)])
def test_limits(limits: Limits) -> None:
    starts, goals = some(50, seed=2)
    solver = Grid(FREE, (1, 1))
    found = solver.search_many(starts, {"goal": goals}, engine="compiled", limits=limits)
    for one, start, goal in zip(found, starts, goals, strict=True):
        expected = evolve(solver, goal=goal).search(start, engine="compiled", limits=limits)
        assert evolve(one, seconds=0) == evolve(expected, seconds=0)


def test_long_searches_pause_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "FIRST_BUDGET", 3)
    starts, goals = some(20, seed=3)
    check(Grid(FREE, (1, 1)), starts, {"goal": goals})


def test_long_ways_and_generations_that_wrap_around() -> None:
    workspace = Workspace()
    snake = np.ones((SIZE, SIZE), bool)
    snake[0] = snake[-1] = snake[:, 0] = snake[:, -1] = False
    for row in range(2, SIZE - 2, 2):
        snake[row, 1 if row % 4 else SIZE - 2] = True
        snake[row, 2 : SIZE - 1] = False if row % 4 else snake[row, 2 : SIZE - 1]
        snake[row, 1 : SIZE - 2] = False if row % 4 == 0 else snake[row, 1 : SIZE - 2]
    solver = Grid(snake, (1, 1))
    ends = [(1, SIZE - 3)] * 400
    check(solver, ends[:1], {"goal": [(1, 1)]}, workspace=workspace)
    with workspace.hold(Memory) as memory:
        memory._generation = 100
    found = solver.search_many(ends, {"goal": [(1, 1)] * 400}, engine="compiled", workspace=workspace)
    alone = solver.search(ends[0], engine="compiled")
    assert all(evolve(each, seconds=0) == evolve(alone, seconds=0) for each in found)


def test_a_pulled_token_ends_them_all() -> None:
    token = CancelToken()
    token.cancel()
    starts, goals = some(10)
    assert {each.outcome for each in check(Grid(FREE, (1, 1)), starts, {"goal": goals}, cancel=token)} == {Outcome.CANCELLED}


def test_errors_of_one_question_reach_the_caller() -> None:
    with pytest.raises(BadInput, match="outside its size"):
        Grid(FREE, (1, 1)).search_many([CELLS[0], (500, 500)], engine="compiled")


def test_values_of_another_type() -> None:
    with pytest.raises(CannotCompile, match="for these questions: price is not of one type"):
        Grid(FREE, (1, 1)).search_many(CELLS[:2], {"price": [1, 2.5]}, engine="compiled")


@frozen
class Tolls(AStar[int, Cost[int]]):
    goal: int
    tolls: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.tolls[node.position])

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def test_values_that_are_no_numbers() -> None:
    rows = [[1, 2, 3], [4, 5]]
    for tolls in (rows, list(map(dict, map(enumerate, rows))), [(1, 2), (4, 5)]):
        assert list(Tolls(2, tolls[0]).search_many([0, 0], {"tolls": tolls}, engine="compiled").travelled) == [3, 9]


class Course(IntEnum):
    EAST = 0
    SOUTH = 1


class Heading(Enum):
    EAST = (1, 0)
    SOUTH = (0, 1)


@frozen
class Boat:
    x: int
    course: Course
    heading: Heading


@frozen
class Sailing(AStar[Boat, Cost[int]]):
    goal: int
    course: Course = Course.SOUTH

    def add_neighbours(self, node: Node[Boat, Cost[int]], open_list: OpenList[Boat, Cost[int]]) -> None:
        boat = node.position
        if boat.x < self.goal:
            open_list.relax(evolve(boat, x=boat.x + 1, course=self.course), node.cost.travelled + 1 + boat.course)
            open_list.relax(evolve(boat, heading=Heading.EAST), node.cost.travelled + boat.heading.value[1])

    def is_destination(self, position: Boat) -> bool:
        return position.x == self.goal and position.heading is Heading.EAST


def test_members_of_enums() -> None:
    starts = [Boat(x, course, heading) for x in range(2) for course in Course for heading in Heading]
    assert check(Sailing(3), starts, {"course": [*Course] * 4}).found.all()
    with pytest.raises(CannotCompile, match=r"course is not of one type, .*a value is no Course"):
        Sailing(3).search_many(starts[:2], {"course": [Course.EAST, 1]}, engine="compiled")


class Sign(IntFlag):
    STOP = 1


class Size(NamedTuple):
    width: int
    height: int


class Turned(NamedTuple):
    height: int
    width: int


@dataclass(frozen=True)
class Crate:
    weight: int
    inside: Any = 1


@frozen(eq=False)
class Lifting(AStar[Any, Cost[int]]):
    load: Any

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(self.goal(node.position), node.cost.travelled + 5)

    def goal(self, position: Any) -> Any:
        return position

    def is_destination(self, position: Any) -> bool:
        return True


LOADS = {
    "an int and a member": [1, Course.SOUTH, 1],
    "members of two enums": [Sign.STOP, Course.SOUTH],
    "an int and a bool": [1, True],
    "a float and an int": [1.0, 2],
    "tuples of two types": [Size(1, 2), (1, 2)],
    "tuples whose fields are in another order": [Size(1, 2), Turned(1, 2)],
    "tuples with an int and a bool": [(1, 2), (1, True)],
    "tuples with numbers of two libraries": [(1, 2), (1, np.int64(2))],
    "numpy's numbers and a bool": [np.int64(1), np.bool_(True)],
    "an array of objects": np.array([1, True], dtype=object),
    "records with an int and a bool": [Crate(1), Crate(True)],
    "records in records": [Crate(1, Size(1, 2)), Crate(1, Turned(1, 2))],
}


@pytest.mark.parametrize("loads", LOADS.values(), ids=LOADS.keys())
def test_values_and_starts_of_several_types(loads: Any) -> None:
    with pytest.raises(CannotCompile, match=r"load is not of one type, .*\(a value is no \w+, but of the type \w+\)"):
        Lifting(1).search_many([1] * len(loads), {"load": loads}, engine="compiled")
    with pytest.raises(CannotCompile, match="starts is not of one type"):
        Lifting(1).search_many(loads, engine="compiled")


def test_numbers_of_numpy_and_of_python_in_a_list() -> None:
    """Interpreted, both become numbers of Python."""
    loads: Any = [1, np.int64(2), np.int8(3)]
    assert [each.path for each in Lifting(1).search_many(loads, {"load": loads}, engine="compiled")] == [(1,), (2,), (3,)]
    rows: Any = [(1, 2), np.array([3, 4])]
    assert [each.path for each in Lifting(1).search_many(rows, {"load": rows}, engine="compiled")] == [((1, 2),), ((3, 4),)]


def test_tuples_that_differ_in_length() -> None:
    with pytest.raises(CannotCompile, match=r"load is not of one type, .*\(its tuples differ in length\); give all"):
        Lifting(1).search_many([1, 1], {"load": [(1,), (1, 2)]}, engine="compiled")


@frozen(slots=False)
class Parcel:
    x: int

    def step(self) -> int:
        return 1


@frozen
class Sending(AStar[int, Cost[int]]):
    parcel: Parcel

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.parcel.step())

    def is_destination(self, position: int) -> bool:
        return position == 1


def test_a_value_with_attributes_of_its_own() -> None:
    other = Parcel(1)
    vars(other)["step"] = lambda: 7
    with pytest.raises(CannotCompile, match="Parcel has an attribute step that is not a field"):
        Sending(Parcel(1)).search_many([0, 0], {"parcel": [Parcel(1), other]}, engine="compiled")


@frozen
class Words(AStar[str, Cost[int]]):
    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        for at in range(len(node.position)):
            open_list.relax(node.position[:at] + node.position[at + 1 :], node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.goal


def test_texts_are_searched_one_by_one() -> None:
    starts = ["cart", "tar", "a", "bbb"]
    slow, fast = (Words("a").search_many(starts, engine=each) for each in ("interpreted", "compiled"))
    for one, other in zip(slow, fast, strict=True):
        assert evolve(one, seconds=0, engine="compiled") == evolve(other, seconds=0)
    assert (list(fast.found), list(fast.travelled)) == ([True, True, True, False], [3, 2, 0, 0])


def test_values_beyond_64_bits() -> None:
    solver = Tolls(2, (1, 1, 1))
    for starts, goals, name in (
        ([0, 2**63], [2, 2], "starts"),
        ([0, 0], [2, -(2**70)], "goal"),
        ([0, 0], np.array([2, 2**63], np.uint64), "goal"),
    ):
        with pytest.raises(CannotCompile, match=f"{name} has an int beyond the 64 bits"):
            solver.search_many(starts, {"goal": goals}, engine="compiled")


def test_the_columns_are_those_of_either_engine() -> None:
    starts, goals = some(20)
    slow, fast = (Grid(FREE, (0, 0)).search_many(starts, {"goal": goals}, engine=each) for each in ("interpreted", "compiled"))
    assert list(slow.found) == list(fast.found)
    assert list(slow.expanded) == list(fast.expanded)
    found = np.asarray(slow.found)
    assert found.any()
    assert not found.all()
    assert list(slow.travelled) == list(fast.travelled)
