"""Arguments of another type than they should be: public calls refuse them in one line, and name them."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, cast

import numpy as np
import pytest
from attrs import frozen

import genastar
from genastar import (
    AStar,
    BadInput,
    CancelToken,
    Cost,
    Limits,
    Node,
    Observer,
    OpenList,
    Replanner,
    Trace,
    Workspace,
    count_optimal_paths,
)
from genastar.algorithms import BreadthFirst, Deepening, DepthFirst, Dijkstra, Greedy, IdaStar, Weighted
from genastar.many.stream import answer_stream
from genastar.worlds.domain_registry import Ready, find_domain, list_domains

pytestmark = pytest.mark.quick


@frozen
class Line(AStar[int, Cost[int]]):
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < 9:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


LINE = Line(5)
any_of = cast("Callable[[object], Any]", lambda value: value)
"""What the type checker would refuse."""


def refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        call()
    assert re.match(message, str(refusal.value)), refusal.value
    assert "\n" not in str(refusal.value)


WRONG: list[tuple[dict[str, object], str]] = [
    ({"limits": 5}, "limits=5: expected a Limits"),
    ({"limits": {}}, r"limits=\{\}: expected a Limits"),
    ({"cancel": 1}, "cancel=1: expected a CancelToken"),
    ({"observer": 1}, "observer=1: expected an Observer"),
    ({"observer": Trace}, "observer=<class .*: expected an Observer"),
    ({"workspace": 1}, "workspace=1: expected a Workspace"),
    ({"engine": 5}, "engine=5: expected the name of an engine"),
    ({"engine": []}, r"engine=\[\]: expected the name of an engine"),
    ({"engine": None}, "engine=None: expected the name of an engine"),
    ({"reopen": "no"}, "reopen='no': expected True or False"),
    ({"reopen": None}, "reopen=None: expected True or False"),
    ({"verify": "no"}, "verify='no': expected True or False"),
    ({"algorithm": 5}, "algorithm=5: expected an algorithm, such as Weighted"),
    ({"algorithm": Weighted}, "algorithm=<class .*: expected an algorithm, such as Weighted"),
    ({"algorithm": None}, "algorithm=None: expected an algorithm, such as Weighted"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_arguments_of_searches(given: dict[str, Any], message: str) -> None:
    (name,) = given
    refused(lambda: LINE.search(0, **given), message)
    if name != "verify":
        example = next(iter(find_domain("bitmap").examples()))
        refused(lambda: example.domain.search(example.start, example.goals, **given), message)
    if name not in ("observer", "verify"):
        refused(lambda: LINE.search_many([0, 1], **given), message)
    if name not in ("algorithm", "verify"):
        for algorithm in (IdaStar(), Deepening(), Dijkstra()):
            refused(lambda: LINE.search(0, algorithm=algorithm, **given), message)  # noqa: B023  # it is called at once
    if name != "verify":
        refused(lambda: LINE.begin(0, **given), message)
        refused(lambda: LINE.results(0, **given), message)
    if name in ("algorithm", "engine", "limits", "reopen"):
        refused(lambda: answer_stream(LINE, [(0, {})], "auto", **given), message)


def test_arguments_that_serve() -> None:
    class Duck:
        live = False
        heard = 0

        def opened(self, _: object) -> None:
            self.heard += 1

        closed = reopened = found = opened

    duck = Duck()
    arguments = {"observer": duck, "reopen": np.True_, "workspace": Workspace(), "cancel": CancelToken(), "limits": Limits()}
    assert LINE.search(0, **any_of(arguments)).found
    assert duck.heard > 5


def test_no_limits_may_be_none() -> None:
    example = next(iter(find_domain("bitmap").examples()))
    none = any_of({"limits": None})
    assert LINE.search(0, **none).found
    assert LINE.begin(0, **none).finish().found
    assert next(iter(LINE.results(0, **none))).found
    assert LINE.explore(0, within=3, **none)
    assert LINE.search_many([0, 1], **none)[1].found
    assert [answer.result.found for answer in answer_stream(LINE, [(0, {})], "threads", **none)] == [True]
    assert Replanner(LINE).search(0, **none).found
    assert count_optimal_paths(LINE, 0, **none) == 1
    assert example.domain.search(example.start, example.goals, engine="interpreted", **none).found
    assert Replanner(example.domain, example.goals).search(example.start, **none).found


def test_errors_of_hooks_pass_unchanged() -> None:
    @frozen
    class Failing(Line):
        error: Exception

        def is_destination(self, position: int) -> bool:
            raise self.error

    class Deaf(Observer[int, Cost[int]]):
        def opened(self, node: Node[int, Cost[int]]) -> None:
            raise AttributeError("no ears")

    for error in (AttributeError("mine"), TypeError("mine")):
        asks: list[Callable[[Line, int], object]] = [
            Line.search,
            lambda problem, start: problem.search(start, algorithm=IdaStar()),
            lambda problem, start: problem.search_many([start]),
        ]
        for ask in asks:
            with pytest.raises(type(error)) as raised:
                ask(Failing(5, error), 0)
            assert raised.value is error
    with pytest.raises(AttributeError, match="no ears"):
        LINE.search(0, observer=Deaf())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: genastar.load("a.map", any_of(5)), "domain=5: expected the name of a domain"),
        (lambda: genastar.load("a.map", any_of([5])), r"domain=\[5\]: expected the name of a domain"),
        (lambda: Weighted(any_of("2")), "weight='2': expected a finite number of at least 1"),
        (lambda: Weighted(any_of(None)), "weight=None: expected a finite number of at least 1"),
        (lambda: Weighted(Decimal("NaN")), r"weight=Decimal\('NaN'\): expected a finite number"),
        *(
            (
                lambda algorithm=algorithm: AStar.search(any_of("x"), 0, algorithm=algorithm),
                "problem='x': expected a problem, an object of a subclass of genastar.AStar",
            )
            for algorithm in (Dijkstra(), Weighted(2), Greedy(), BreadthFirst(), DepthFirst(), Deepening(), IdaStar())
        ),
        (lambda: Deepening(any_of("1")), "the step of a deepening search is '1'; it must be a number greater than 0"),
        (lambda: Deepening(any_of(None)), "the step of a deepening search is None; it must be a number greater than 0"),
        (lambda: Limits(seconds=float("nan")), "seconds=nan: expected a number of at least 0"),
        (lambda: Limits(seconds=-1), "seconds=-1: expected a number of at least 0"),
        (lambda: AStar.search_many(any_of("x"), [0]), "problem='x': expected a problem"),
        (lambda: LINE.search_many(any_of(None)), "starts=None: expected a value for each question"),
        (lambda: LINE.search_many(any_of({0, 1})), r"starts={0, 1}: expected a value for each question"),
        (lambda: LINE.search_many(any_of({0: 1})), r"starts={0: 1}: expected a value for each question"),
        (lambda: LINE.search_many(any_of("01")), "starts='01': expected a value for each question"),
        (lambda: LINE.search_many([0], any_of({"goal": None})), "goal=None: expected a value for each question"),
        (lambda: LINE.search_many([0], any_of({5: [1]})), "the name of a field=5: expected text"),
        (lambda: LINE.search_many([0], any_of([1])), r"fields=\[1\]: expected a mapping"),
        (lambda: answer_stream(LINE, any_of(5), "auto"), "questions=5: expected questions"),
        (lambda: answer_stream(LINE, [], any_of(5)), "executor=5: expected 'threads'"),
        (
            lambda: answer_stream(LINE, [], "auto", workers=any_of(float("nan"))),
            "workers=nan: expected a whole number of at least 1",
        ),
        (lambda: answer_stream(LINE, [], "auto", workers=any_of(1.5)), "workers=1.5: expected a whole number of at least 1"),
        (lambda: answer_stream(LINE, [], "auto", workers=any_of("2")), "workers='2': expected a whole number of at least 1"),
        (lambda: answer_stream(LINE, [], "auto", workers=True), "workers=True: expected a whole number of at least 1"),
        (lambda: list(answer_stream(LINE, any_of([5]), "threads")), "5 is not a question; expected"),
        (lambda: list(answer_stream(LINE, any_of([(0,)]), "threads")), r"\(0,\) is not a question; expected"),
        (
            lambda: list(answer_stream(LINE, any_of([(0, 5)]), "threads")),
            "the fields of a question=5: expected",
        ),
        (lambda: list(answer_stream(LINE, [(0, {"aim": 5})], "threads")), "Line has no field 'aim'"),
        (lambda: Limits(expansions=True), "expansions=True: expected a whole number"),
        (lambda: Limits(depth=True), "depth=True: expected a whole number"),
        (lambda: Limits(seconds=True), "seconds=True: expected a number"),
    ],
)
def test_other_calls(call: Callable[[], object], message: str) -> None:
    refused(call, message)


def test_an_unknown_engine_is_refused_before_questions_are_read() -> None:
    def questions() -> Any:
        raise AssertionError("a question was read")
        yield

    with pytest.raises(genastar.PluginError, match="no engine named 'foo'"):
        answer_stream(LINE, questions(), "auto", engine="foo", on_error="keep")


@pytest.mark.parametrize("name", sorted(name for name, row in list_domains().items() if isinstance(row.state, Ready)))
def test_worlds(name: str) -> None:
    example = next(iter(find_domain(name).examples()))
    world, start = example.domain, example.start
    for text in (5, None, b"0,0", ["0,0"]):
        refused(lambda: world.parse(any_of(text)), ".*")  # noqa: B023  # it is called at once
    refused(lambda: world.search(start, any_of(5)), r"goals=5: expected positions in a list or a tuple, such as \[goal\]")
    refused(lambda: list(answer_stream(world, any_of([((0, 0),)]), "threads")), r"\(\(0, 0\),\) is not a question; expected")
    refused(lambda: list(answer_stream(world, any_of([(start, 5)]), "threads")), "goals=5: expected")


def test_an_unknown_argument_is_named():
    solver = Line(goal=3)
    for call in (solver.search, solver.begin, solver.results):
        with pytest.raises(TypeError, match=r"^unknown argument 'weight'; a search takes algorithm, .*Weighted\(2\)"):
            call(0, weight=2)
        with pytest.raises(TypeError, match=r"^unknown argument 'algoritm'; did you mean algorithm\? a search takes"):
            call(0, algoritm="astar")
