"""What the engine remembers of earlier questions is right for this one, or is not used."""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import plans_of
from numpy.typing import NDArray

from genastar import AStar, CancelToken, CannotCompile, Cost, Node, OpenList, Outcome, Workspace
from genastar.contracts.request import Request
from genastar.search.requests import make_request
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.plans.plan import COMPILING, Plan
from genastar_compiled.plans.plans import Plans
from genastar_compiled.searches.memory import Memory

pytestmark = pytest.mark.long

STEP = 3


def toll(position: int) -> int:
    return position % 2


def high_toll(position: int) -> int:
    return 7


@frozen(eq=False)
class Line(AStar[int, Cost[int]]):
    """A helper and a constant of this module, an array, a class constant."""

    costs: np.ndarray
    goal: int
    FEE = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here = node.position
        open_list.relax(here + 1, node.cost.travelled + STEP + toll(here) + self.FEE + int(self.costs[here]))
        open_list.relax(here + 2, node.cost.travelled + 3 * STEP)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def cheap(self: Line, position: int) -> bool:
    return position == self.goal - 1


COSTS = np.arange(20, dtype=np.int64)


def both(solver: AStar[int, Cost[int]], workspace: Workspace | None = None, start: int = 0) -> Cost[int] | None:
    expected = solver.search(start)
    found = solver.search(start, engine="compiled", workspace=workspace)
    assert evolve(found, seconds=0.0, engine="") == evolve(expected, seconds=0.0, engine="")
    return found.cost


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [(None, "STEP", 5), (None, "toll", high_toll), (Line, "FEE", 7), (Line, "is_destination", cheap)],
)
def test_what_a_hook_names_may_change_between_searches(
    owner: type | None, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Line(COSTS, 11)
    before = both(solver)
    with monkeypatch.context() as changes:
        if owner is None:
            changes.setitem(globals(), name, value)
        else:
            changes.setattr(owner, name, value)
        assert both(solver) != before
    assert both(solver) == before


def test_a_closed_over_value_may_change_between_searches() -> None:
    step = 1

    @frozen
    class Inner(AStar[int, int]):
        goal: int

        def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
            open_list.insert(node.position + 1, node.cost + step)

        def is_destination(self, position: int) -> bool:
            return position == self.goal

    assert Inner(4).search(0, 0, engine="compiled").cost == 4
    step = 2
    assert Inner(4).search(0, 0, engine="compiled").cost == 8


@pytest.mark.parametrize(
    "costs",
    [
        COSTS.astype(np.int32),
        COSTS.astype(np.float64),
        COSTS[::2],
        COSTS.astype(">i4").astype(np.uint8),
        np.frombuffer(COSTS.tobytes(), np.int64),
    ],
    ids=["int32", "float64", "strided", "uint8", "read-only"],
)
def test_arrays_of_another_kind_have_a_plan_of_their_own(costs: np.ndarray) -> None:
    both(Line(COSTS, 5))
    both(Line(costs, 5))
    both(Line(COSTS, 5))


def test_questions_of_one_shape_have_one_plan() -> None:
    for goal in (3, 4, 5):
        both(Line(COSTS, goal))
    plans, request = plans_of(Line), make_request(Line(COSTS, 9), 0)[1]
    assert len({id(plan) for plan in plans if plan.leaves(request) is not None}) == 1


def test_an_array_of_one_row_has_no_plan_of_its_own() -> None:
    @frozen(eq=False)
    class Rows(AStar[int, Cost[int]]):
        table: np.ndarray

        def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
            open_list.relax(node.position + 1, node.cost.travelled + int(self.table[0, 1]))

        def is_destination(self, position: int) -> bool:
            return position == 3

    def request(rows: int, order: str) -> Request[int, Cost[int]]:
        return make_request(Rows(np.ones((rows, 3), np.int64, order)), 0)[1]

    plans = Plans()
    first = plans.find(request(1, "C"))[0]
    assert plans.find(request(2, "C"))[0] is first
    assert plans.find(request(2, "F"))[0] is not first
    assert plans.find(request(1, "F"))[0] is first


@frozen(eq=False)
class Leaps(AStar[int, Cost[int]]):
    """A dense space whose steps are as long as it is told."""

    leap: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here = node.position
        for to in (here + 1, (here * 7) % 500, (here * 11 + 5) % 500):
            if to < 500:
                open_list.relax(to, node.cost.travelled + 1 + to % 7 * self.leap)

    def is_destination(self, position: int) -> bool:
        return position == 499

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 500


def test_a_wider_layout_for_wider_steps() -> None:
    """A ring, then a heap of keys, then rows: each the first time that a search needs it, and not before."""
    workspace = Workspace()
    both(Leaps(1), workspace)
    (plan,) = plans_of(Leaps)
    assert (plan._fits_packed, plan._fits_ring) == (True, True)
    both(Leaps(1 << 18), workspace)
    assert (plan._fits_packed, plan._fits_ring) == (True, False)
    both(Leaps(1 << 40), workspace)
    _, wide = plans_of(Leaps)  # machine code knows which fields are ints of 32 bits
    assert (wide._fits_packed, wide._fits_ring) == (False, False)
    both(Leaps(1), workspace)


@frozen(eq=False)
class Ring(AStar[int, Cost[int]]):
    """Cells in a ring: the one before the first is read by an index of -1, and read beyond the last if it is told."""

    free: NDArray[np.bool_]
    goal: int
    beyond: bool = False

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here, count = node.position, len(self.free)
        if self.free[here - 1]:
            open_list.relax((here - 1) % count, node.cost.travelled + 1)
        if (self.beyond or here + 1 < count) and self.free[here + 1]:
            open_list.relax(here + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.free)


def test_an_index_that_counts_from_the_end() -> None:
    """A program for ordinary indices, until a search needs another."""
    cells = np.ones(40, np.bool_)
    cells[20] = False
    walls = np.array([False, *cells[1:]])
    both(Ring(walls, 19), start=5)
    (plan,) = plans_of(Ring)
    assert not plan._has_odd_indices
    both(Ring(cells, 30), start=5)
    assert plan._has_odd_indices
    plan._has_odd_indices, plan._programs = False, {}
    results = Ring(cells, 30).search_many([10, 5, 30], {"goal": [11, 30, 31]}, engine="compiled")
    assert [len(each.path) for each in results] == [2, 16, 2]
    (again,) = plans_of(Ring)
    assert again.varying == ("goal",)
    assert again._has_odd_indices
    with pytest.raises(IndexError):
        Ring(cells[:20], 30, beyond=True).search(5, engine="compiled")


@frozen(eq=False)
class Numbers(AStar[int, int]):
    """As many positions as it is told, in a hash table."""

    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        open_list.insert(node.position + 1, node.cost + 1)
        open_list.insert(-node.position - 1, node.cost + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def test_a_table_fits_the_searches_of_late() -> None:
    """It is as large as the last search needed: a short search does not stumble through the table of a long one."""
    workspace = Workspace()

    def slots(goal: int) -> int:
        found = Numbers(goal).search(0, 0, engine="compiled", workspace=workspace)
        assert (found.cost, len(found.path)) == (goal, goal + 1)
        with workspace.hold(Memory) as memory:
            return memory.block[WORDS["table"]] + 1

    long = slots(20_000)
    assert long >= 80_000
    assert slots(20_000) == long
    slots(10)
    assert slots(10) < 5_000
    assert slots(20_000) == long


@frozen
class Fresh(AStar[int, Cost[int]]):
    """A class that no other test compiles."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def test_a_search_that_waits_to_compile_can_be_cancelled():
    """Another thread's compilation may take a minute; whoever waits for it does not have to."""
    token = CancelToken()
    token.cancel()
    with COMPILING:
        result = Fresh(7).search(0, engine="compiled", cancel=token)
    assert (result.outcome, result.expanded) == (Outcome.CANCELLED, 0)
    assert Fresh(7).search(0, engine="compiled").cost.travelled == 7


def test_the_oldest_plans_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar_compiled.plans.plans.MOST_PLANS", 2)
    plans = Plans()

    def of(solver: AStar) -> Plan:
        return plans.find(make_request(solver, 0)[1])[0]

    @frozen
    class Other(Line):
        pass

    first, second = of(Line(COSTS, 3)), of(Other(COSTS, 3))
    assert of(Line(COSTS, 4)) is first
    third = of(Line(COSTS.astype(np.int32), 3))
    assert of(Other(COSTS, 3)) is second
    assert of(Line(COSTS.astype(np.int32), 5)) is third
    assert of(Line(COSTS, 3)) is not first


@pytest.mark.parametrize("engine", ["compiled", "auto"])
def test_a_plan_keeps_no_world(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar.search.auto.engine.LOOK_AFTER", 0.0)
    monkeypatch.setattr("genastar_compiled.engine.PREPARE_AFTER", 0.0)

    def searched() -> weakref.ref[np.ndarray]:
        costs = COSTS.copy()
        for _ in range(10_000):
            if Line(costs, 15).search(0, engine=engine).engine == "compiled":
                return weakref.ref(costs)
            sleep(0.01)
        raise AssertionError("the class was never compiled")

    kept = searched()
    gc.collect()
    gc.collect()  # what the first one finalised
    assert kept() is None


@frozen(eq=False)
class Counting(Line):
    """It compiles in the second way only: that its hook makes a list is seen late, and then references are counted."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for there in sorted((node.position + 2, node.position + 1)):
            if there < len(self.costs):
                open_list.relax(there, node.cost.travelled + int(self.costs[there]))


@frozen(eq=False)
class Refused(Line):
    """It does not compile at all."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + len(globals()))


@pytest.mark.parametrize(("kind", "collects"), [(Counting, False), (Refused, True)])
def test_a_way_that_does_not_compile_keeps_no_world(
    kind: type[Line], collects: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the garbage collector where machine code then runs, which may not run for minutes: a world may be gigabytes."""
    monkeypatch.setenv("GENASTAR_CACHE_DIR", str(tmp_path))  # no note says which way works

    def searched() -> weakref.ref[np.ndarray]:
        costs = COSTS.copy()
        with suppress(CannotCompile):
            kind(costs, 15).search(0, engine="compiled")
        return weakref.ref(costs)

    gc.collect()
    gc.disable()
    try:
        world = searched()
        if collects:
            gc.collect()
        assert world() is None
    finally:
        gc.enable()
