"""What goes wrong in algorithms, runs and questions ends in one line: no hang, no answer that is none."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, CancelToken, Cost, Limits, Node, Observer, OpenList, PluginError, Result, Starts, register
from genastar.algorithms import Astar, BothWays, Deepening, DepthFirst, Focal, Greedy, IdaStar, Weighted
from genastar.authoring import Algorithm, Promise, Request
from genastar.errors import WorkspaceBusy
from graphs import Line


@frozen
class Given(Algorithm):
    """Yields what it was made with."""

    name: ClassVar[str] = "given"
    summary: ClassVar[str] = "yield what it was made with"
    answers: tuple[object, ...] = ()

    @property
    def promise(self) -> Promise:
        return Promise(None)

    def results(self, request: Request[Any, Any]) -> Iterator[Any]:
        yield from self.answers


@frozen
class Endless(Given):
    name: ClassVar[str] = "endless"

    def results(self, request: Request[Any, Any]) -> Iterator[Result[Any, Any]]:
        while True:
            yield Astar().search(request)


@pytest.mark.parametrize("answers", [(), (None,), (3,), ("abc",)])
def test_an_algorithm_that_gives_no_result_is_told_of(answers: tuple[object, ...]) -> None:
    with pytest.raises(PluginError, match=r"^the algorithm 'given' gave .* in place of a result; fix results\(\)$"):
        Line(3).search(0, algorithm=Given(answers))


def test_limits_end_an_algorithm_whose_answers_do_not() -> None:
    assert Line(3).search(0, algorithm=Endless(), limits=Limits(seconds=0.01)).path in ((0, 1, 2, 3), ())
    token = CancelToken()
    token.cancel()
    assert Line(3).search(0, algorithm=Endless(), cancel=token).outcome is genastar.Outcome.CANCELLED


@pytest.mark.parametrize("name", ["", "auto", "a\nb", "A", "x" * 41, "no such name", "-a"])
def test_a_name_that_cannot_be_typed_is_refused(name: str) -> None:
    kind = frozen(type("Named", (Given,), {"name": name}))
    with pytest.raises(PluginError, match="breaks the contract: its name is"):
        register(kind)


def test_the_name_of_an_algorithm_of_genastar_stays_its_own() -> None:
    with pytest.raises(PluginError, match="algorithm 'astar' belongs to genastar itself; choose another name"):
        register(frozen(type("Named", (Given,), {"name": "astar"})))


@pytest.mark.parametrize("kind", [Weighted, Focal])
@pytest.mark.parametrize("weight", [float("inf"), float("nan"), 0.5, True, 10**400, "2", None])
def test_a_weight_that_is_no_finite_number_of_at_least_1(kind: Any, weight: object) -> None:
    with pytest.raises(BadInput, match=r"^weight=.*: expected a finite number of at least 1, such as 1.5$"):
        kind(weight)


@pytest.mark.parametrize("algorithm", [Weighted(2), Greedy()])
def test_a_limit_on_the_cost_is_refused_where_another_order_counts(algorithm: Algorithm) -> None:
    with pytest.raises(BadInput, match=r"Limits\.cost bounds what a path costs, and the algorithm .* expands in another order"):
        Line(3).search(0, algorithm=algorithm, limits=Limits(cost=3))


@frozen
class Two(AStar[int, Cost[int]]):
    """The first start costs more than the way from the second."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for to, price in {1: ((9, 2), (2, 7)), 2: ((9, 7),)}.get(node.position, ()):
            open_list.relax(to, node.cost.travelled + price)

    def is_destination(self, position: int) -> bool:
        return position == 9


@pytest.mark.parametrize("algorithm", [Astar(), IdaStar(), Deepening()])
def test_the_cheapest_of_several_starts_begins_a_walk(algorithm: Algorithm) -> None:
    result = Two().search(Starts({0: Cost(50, 50), 1: None}), algorithm=algorithm)
    assert (result.path, result.bound) == ((1, 9), 1)


@frozen
class Tenths(AStar[int, Cost[float]]):
    """Sums of floats differ with their order."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for there in (node.position - 1, node.position + 1):
            if 0 <= there <= 12:
                open_list.relax(there, node.cost.travelled + (0.1 if (there + node.position) % 3 else 0.7))

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def reverse(self, start: int) -> tuple[AStar[int, Cost[float]], int]:
        return Tenths(start), self.goal


def test_the_last_cost_is_that_of_the_result_to_the_last_digit() -> None:
    result = Tenths(12).search(0, algorithm=BothWays())
    assert result.costs[-1] == result.cost
    assert len(result.costs) == 13


@frozen
class Lookup(AStar[int, Cost[int]]):
    """Asks what is known of the next position."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if open_list.known(node.position + 1) is None:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@pytest.mark.parametrize(("algorithm", "limits"), [(IdaStar(), Limits()), (DepthFirst(), Limits(depth=9))])
def test_a_walk_does_not_tell_what_is_known(algorithm: Algorithm, limits: Limits) -> None:
    assert Lookup(5).search(0).found
    with pytest.raises(
        BadInput, match=r"^Lookup.add_neighbours calls open_list.known\(\): a depth-first walk remembers only its own path"
    ):
        Lookup(5).search(0, algorithm=algorithm, limits=limits)


class Meddling(Observer[int, Cost[int]]):
    """Uses the run that it hears."""

    def __init__(self, call: str) -> None:
        self.call = call
        self.run: Any = None

    def closed(self, node: Node[int, Cost[int]]) -> None:
        getattr(self.run, self.call)()


@pytest.mark.parametrize("call", ["advance", "finish", "close"])
def test_a_run_is_not_used_from_within(call: str) -> None:
    observer = Meddling(call)
    with Line(9).begin(0, observer=observer) as run:
        observer.run = run
        with pytest.raises(WorkspaceBusy, match="this run is searching now, in another thread or in a caller of this method"):
            run.finish()


def test_a_run_is_in_one_thread_at_a_time() -> None:
    told: list[object] = []
    inside, go_on = threading.Event(), threading.Event()

    class Waiting(Observer[int, Cost[int]]):
        def closed(self, node: Node[int, Cost[int]]) -> None:
            inside.set()
            go_on.wait(10)

    with Line(3).begin(0, observer=Waiting()) as run:
        thread = threading.Thread(target=lambda: told.append(run.finish().path))
        thread.start()
        assert inside.wait(10)
        with pytest.raises(WorkspaceBusy):
            run.advance(1)
        go_on.set()
        thread.join(10)
    assert told == [(0, 1, 2, 3)]


def test_questions_that_mean_nothing() -> None:
    with pytest.raises(BadInput, match="the start None is reserved for the parent of the start"):
        Line(3).search(None)  # type: ignore[arg-type]  # it is what is tested
    with pytest.raises(BadInput, match=r"explore\(\) does not take algorithm"):
        Line(3).explore(0, algorithm="greedy")
    with pytest.raises(BadInput, match="engine='compiled': shortest_path only runs interpreted"):
        genastar.shortest_path(0, lambda place: [(place + 1, 1)], (3).__eq__, engine="compiled")
    with pytest.raises(BadInput, match="successors=5: expected a function of a position"):
        genastar.shortest_path(0, 5, (3).__eq__)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="is_goal=3: expected a function of a position"):
        genastar.shortest_path(0, lambda place: [(place + 1, 1)], 3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="heuristic=0: expected a function of a position"):
        genastar.shortest_path(0, lambda place: [(place + 1, 1)], (3).__eq__, 0)  # type: ignore[arg-type]


def test_a_hook_that_changes_its_node() -> None:
    class Moving(Line):
        def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def]
            node.position += 1
            super().add_neighbours(node, open_list)

    with pytest.raises(BadInput, match="passes through 3, which was never added: a hook changed a node or a position"):
        Moving(4).search(0)


def test_trees_may_be_sent() -> None:
    tree = Line(3).explore(0, within=3)
    assert dict(pickle.loads(pickle.dumps(tree))) == dict(tree)
