"""What cannot be prepared is refused in one line."""

from __future__ import annotations

import math
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from attrs import field, frozen
from methods import EACH_METHOD
from numpy.typing import NDArray
from rings import Priced, Ring

import genastar
from genastar import AStar, BadInput, Cancelled, CancelToken, Cost, Limits, Node, OpenList, Outcome
from genastar.algorithm import find_algorithm


@frozen
class RushHour(Ring):
    def step(self, node: Node[int, Cost[Any]]) -> Any:
        return 1 if node.cost.travelled < 100 else 2


@frozen
class Turning(Ring):
    def step(self, node: Node[int, Cost[Any]]) -> Any:
        return 1 if node.parent is None else 2


@frozen
class Shrinking(Ring):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        if node.cost.travelled < 100:
            super().add_neighbours(node, open_list)


@frozen
class Leaving(Ring):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)


@frozen
class Elsewhere(Ring):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        open_list.relax((node.position + 1) % self.size, node.cost.travelled + 1, 0)


@frozen
class Keyed(Ring):
    def key(self, position: int) -> int:
        return position


@frozen
class Endless(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (RushHour(), "RushHour: the steps from 0 depend on the cost or the parent of the node"),
        (Turning(), "depend on the cost or the parent"),
        (Shrinking(), "depend on the cost or the parent"),
        (Priced(price=-1), "the steps from 4 have a negative cost"),
        (
            Priced(price=math.nan),
            "the steps from 4 have a cost that is neither a whole number up to 2\\*\\*62 nor a float up to 1e300",
        ),
        (Priced(price=math.inf), "the steps from 4 have a cost that is neither"),
        (Priced(price=2**70), "the steps from 4 have a cost that is neither"),
        (Priced(price=2**61), "a path of 6 positions could cost more than 2\\*\\*62; scale the costs down"),
        (Priced(price=2**62), "a path of 6 positions could cost more than 2\\*\\*62; scale the costs down"),
        (Priced(price=2**63 - 1), "a whole number up to 2\\*\\*62 nor"),
        (Priced(price=5e299), "a path of 6 positions could cost more than 1e300; scale the costs down"),
        (Priced(price=1e301), "nor a float up to 1e300"),
        (Priced(price=Fraction(1, 3)), "the steps from 4 have a cost that is neither"),
        (Leaving(), "lead to an index outside size"),
        (Elsewhere(), "name another parent"),
        (Keyed(), "has the hook key"),
        (Ring(size=10**12), "has 1,000,000,000,000 positions, and a preparation lists at most"),
        (Endless(), "needs starts: positions from which all others are reached"),
    ],
)
def test_problems_that_cannot_be_prepared(problem: AStar[Any, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        genastar.prepare(problem, engine="interpreted")
    assert "\n" not in str(caught.value)


def test_a_problem_that_is_too_large_is_refused_before_its_positions_are_listed() -> None:
    genastar.prepare(Ring(size=4), engine="interpreted")  # imports count as memory too
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="a preparation lists at most"):
            genastar.prepare(Ring(size=10**12), engine="interpreted")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_whole_floats_among_whole_numbers_are_exact() -> None:
    assert genastar.prepare(Priced(price=0.25), engine="interpreted").distance(3, 0) == 2.25
    assert genastar.prepare(Priced(price=3.0), engine="interpreted").distance(3, 0) == 5


@frozen
class Parallel(Ring):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        super().add_neighbours(node, open_list)
        open_list.relax((node.position + 1) % self.size, node.cost.travelled + 2.5)


def test_a_float_on_the_dearer_of_parallel_steps() -> None:
    assert genastar.prepare(Parallel(), engine="interpreted").distance(3, 0) == 3


def test_a_position_that_was_not_reached() -> None:
    prepared = genastar.prepare(Ring(), starts=[0])
    with pytest.raises(BadInput, match="7 was not reached when Ring was prepared; add it to starts"):
        prepared.search(7, [3])
    with pytest.raises(BadInput, match="'3' was not reached"):
        prepared.distance(0, "3")


def test_methods_and_options_that_do_not_exist() -> None:
    with pytest.raises(
        BadInput,
        match="the algorithm 'astar' prepares nothing; use customizable or first-moves or hierarchy or hub-labels or landmarks",
    ):
        genastar.prepare(Ring(), "astar")
    with pytest.raises(BadInput, match="landmarks has no option 'number'; it has: table, count, choice"):
        genastar.prepare(Ring(), "landmarks", number=3)
    with pytest.raises(BadInput, match="count"):
        genastar.prepare(Ring(), "landmarks", count=0)
    with pytest.raises(BadInput, match="source=7: expected a problem or a world"):
        genastar.prepare(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "which"),
    [
        ("hierarchy", "this contraction hierarchy belongs"),
        pytest.param("hub-labels", "these hub labels belong", marks=pytest.mark.long),
        ("landmarks", "these landmarks belong"),
    ],
)
def test_a_preparation_of_another_problem(tmp_path: Path, method: str, which: str) -> None:
    """Another goal is another object with the same steps; another price is not."""
    prepared = genastar.prepare(Priced(), method)
    assert Priced(goal=5).search(1, algorithm=prepared.algorithm).cost == Priced(goal=5).search(1).cost
    with pytest.raises(BadInput, match="belongs to another problem or world; prepare it again"):
        Priced(price=2).search(1, algorithm=prepared.algorithm)
    prepared.save(tmp_path / "ring")
    opened = genastar.prepare(Priced(), method, table=tmp_path / "ring")
    assert opened.distance(1, 0) == 5
    with pytest.raises(BadInput, match=f"ring: {which} to another graph; delete the file, or prepare the graph again$"):
        genastar.prepare(Priced(price=2), method, table=tmp_path / "ring")
    damaged = bytearray((tmp_path / "ring").read_bytes())
    damaged[-1] ^= 1
    (tmp_path / "ring").write_bytes(damaged)
    with pytest.raises(BadInput, match="damaged"):
        genastar.prepare(Priced(), method, table=tmp_path / "ring")
    with pytest.raises(BadInput):
        genastar.prepare(Priced(), method, table=tmp_path / "missing")


def test_a_file_of_another_method_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ring"
    genastar.prepare(Priced(), "landmarks").save(file)
    with pytest.raises(BadInput, match="another method: landmarks of a road graph; expected: contraction"):
        genastar.prepare(Priced(), "hierarchy", table=file)


def test_a_file_that_is_written_at_the_first_search(tmp_path: Path) -> None:
    from genastar_prepare.methods import HierarchyMethod

    table = HierarchyMethod(table=tmp_path / "ring")
    assert Ring().search(0, algorithm=table).cost == Cost(3, 3)
    before = (tmp_path / "ring").stat()
    assert Ring(goal=2).search(0, algorithm=table).cost == Cost(2, 2)
    after = (tmp_path / "ring").stat()  # to read it may change the time of access
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size)
    with pytest.raises(BadInput, match="another graph"):
        Priced(price=5).search(0, algorithm=table)


@frozen(eq=False)
class Tolls(Ring):
    prices: NDArray[np.int16] = field(factory=lambda: np.array([1, 2, 3, 4, 5, 6], np.int16))

    def step(self, node: Node[int, Cost[Any]]) -> Any:
        return int(self.prices[node.position])


def test_prices_in_an_array() -> None:
    assert genastar.prepare(Tolls()).distance(2, 5) == 3 + 4 + 5


@frozen
class Expander(AStar[int, Cost[int]]):
    """A random graph: its cheapest paths share no important positions."""

    links: NDArray[np.int64]

    @property
    def size(self) -> int:
        return len(self.links)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for other in self.links[node.position]:
            open_list.relax(int(other), node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 5

    def index(self, position: int) -> int:
        return position


def test_a_contraction_that_would_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genastar_prepare.hierarchy.hierarchy.LONG", 1000)
    halves = np.random.default_rng(1).permuted(np.tile(np.arange(1000), (2, 1)), axis=1)
    problem = Expander(np.concatenate((halves, np.argsort(halves, axis=1))).T)
    with pytest.raises(BadInput, match=r"a hierarchy does not fit: .* positions remain, .* have grown from .*; use landmarks$"):
        genastar.prepare(problem, "hierarchy", range(1000))
    assert genastar.prepare(problem, "landmarks", range(1000)).distance(1, 5) is not None


def test_a_world_that_counts_in_turns_is_refused_in_one_line() -> None:
    pytest.importorskip("genastar_hexmap")
    world = genastar.load({(0, 0): 1, (1, 0): 2}, domain="hexmap", moves=3)
    with pytest.raises(BadInput, match=r"counts in .*; a preparation needs costs that are Cost"):
        genastar.prepare(world)


def test_steps_of_decimals_are_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match=r"neither a whole number up to 2\*\*62 nor a float up to 1e300"):
        genastar.prepare(Unnumbered(), starts=[0])


@frozen
class Unnumbered(AStar[int, Cost[Any]]):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        if node.position < 3:
            open_list.relax(node.position + 1, node.cost.travelled + Decimal(1))

    def is_destination(self, position: int) -> bool:
        return position == 3


def test_names_of_earlier_versions_lead_to_those_of_now() -> None:
    for name, now in (("ch", "hierarchy"), ("alt", "landmarks"), ("cch", "customizable")):
        with pytest.raises(genastar.PluginError, match=f"^no algorithm named '{name}' is installed; did you mean {now}?"):
            Ring().search(0, algorithm=name)


@frozen
class Labelled(AStar[str, Cost[int]]):
    """A one-way line of letters, without an index."""

    letters: str
    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        place = self.letters.index(node.position)
        if place + 1 < len(self.letters):
            open_list.relax(self.letters[place + 1], node.cost.travelled + 1)

    def is_destination(self, position: str) -> bool:
        return position == self.goal


@frozen
class OneWay(Ring):
    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        if node.position < self.size - 1:
            super().add_neighbours(node, open_list)


@EACH_METHOD
@pytest.mark.parametrize("starts", [(), (0,), (2,)])
def test_a_question_of_another_object_whose_start_does_not_reach_all(method: str, starts: tuple[int, ...]) -> None:
    prepared = genastar.prepare(OneWay(), method, starts, engine="interpreted")
    for goal in (3, 5):
        asked = OneWay(goal=goal)
        assert asked.search(3, algorithm=prepared.algorithm, engine="interpreted").path == tuple(range(3, goal + 1))
    with pytest.raises(BadInput, match="belongs to another problem or world"):
        OneWay(size=7).search(3, algorithm=prepared.algorithm, engine="interpreted")


@EACH_METHOD
def test_a_question_of_another_object_with_the_same_graph_of_other_positions(method: str) -> None:
    """Its answer is in its own positions, or it is refused: never in those of the prepared problem."""
    prepared = genastar.prepare(Labelled("abcdef", "f"), method, ["a"])
    assert Labelled("abcdef", "d").search("b", algorithm=prepared.algorithm).path == ("b", "c", "d")
    assert Labelled("abdcfe", "f").search("b", algorithm=prepared.algorithm).path == ("b", "d", "c", "f")
    with pytest.raises(BadInput, match="belongs to another problem or world"):
        Labelled("bcdefg", "g").search("b", algorithm=prepared.algorithm)


@EACH_METHOD
def test_a_preparation_ends_with_the_limit_on_seconds(method: str, tmp_path: Path) -> None:
    problem = Ring(size=5000)
    algorithm = cast(Any, find_algorithm(method))(table=str(tmp_path / "ring"))
    found = problem.search(0, algorithm=algorithm, limits=Limits(seconds=0))
    assert (found.outcome, found.path) == (Outcome.TIMEOUT, ())
    with problem.begin(0, algorithm=algorithm, limits=Limits(seconds=0)) as run:
        assert run.finish().outcome is Outcome.TIMEOUT
    assert not list(tmp_path.iterdir())


@EACH_METHOD
def test_a_preparation_ends_with_its_token(method: str, tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    algorithm = cast(Any, find_algorithm(method))(table=str(tmp_path / "ring"))
    for limits in (Limits(), Limits(seconds=100)):
        with pytest.raises(Cancelled):
            Ring(size=5000).search(0, algorithm=algorithm, limits=limits, cancel=token)
    assert not list(tmp_path.iterdir())


@frozen
class Tangle(Ring):
    """A ring with a chord from each position to any other."""

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        super().add_neighbours(node, open_list)
        open_list.relax(node.position * 7919 % self.size, node.cost.travelled + 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("method", "problem"),
    [("first-moves", Tangle(size=2000)), ("hub-labels", Ring(size=50_000)), ("customizable", Tangle(size=2000))],
)
def test_a_preparation_that_needs_more_memory_is_refused(method: str, problem: Ring, tmp_path: Path) -> None:
    table = str(tmp_path / "ring")
    with pytest.raises(BadInput, match=r"MB.*, and memory=1; allow more, or use [hl]"):
        problem.search(0, algorithm=cast(Any, find_algorithm(method))(table=table, memory=1))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "other"), [("count", 4), ("choice", "farthest")])
def test_options_of_saved_landmarks(name: str, other: Any, tmp_path: Path) -> None:
    """A file keeps the options that it was prepared with; others are refused, not ignored."""
    usual, own = tmp_path / "usual", tmp_path / "own"
    genastar.prepare(Ring(), "landmarks").save(usual)
    genastar.prepare(Ring(), "landmarks", **{name: other}).save(own)
    for file, options in ((usual, {}), (own, {}), (own, {name: other})):
        assert genastar.prepare(Ring(), "landmarks", table=file, **options).distance(0, 5) == 5
    with pytest.raises(
        BadInput, match=f"usual: these landmarks were prepared with {name}=.*; leave out {name}, or prepare them"
    ):
        genastar.prepare(Ring(), "landmarks", table=usual, **{name: other})


def test_an_empty_table_is_refused_by_its_name() -> None:
    with pytest.raises(BadInput, match="table is ''; it must be text that is not empty"):
        find_algorithm("landmarks")(table="")
