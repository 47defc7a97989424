"""What the base class of domains does for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen

from genastar import (
    AStar,
    BadInput,
    CancelToken,
    Cost,
    Domain,
    DomainInfo,
    Example,
    Limits,
    Node,
    OpenList,
    Outcome,
    Question,
    Trace,
    Workspace,
)

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("site")]  # no engine but the core's own


@frozen
class Options:
    pass


@frozen
class Steps(AStar[int, Cost[int]]):
    """Along a street of so many houses."""

    houses: int
    goals: tuple[int, ...]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for house in (node.position - 1, node.position + 1):
            if 0 <= house < self.houses:
                open_list.relax(house, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position in self.goals

    def estimate(self, position: int) -> int:
        return min(abs(position - goal) for goal in self.goals)


@frozen
class Street(Domain[int, Cost[int], Options]):
    info: ClassVar[DomainInfo] = DomainInfo("street", "Houses in a row.", Options, api_version="1")
    houses: int

    @classmethod
    def read(cls, source: object, options: Options) -> Street:
        return cls(len(str(source)))

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        return [Example(cls(5), 0, (4,))]

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, position: int) -> str:
        return str(position)

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[int, Cost[int]]:
        return Steps(self.houses, goals)


class Avenue(Street):
    def default_start(self) -> int:
        return 0

    def default_goals(self) -> tuple[int, ...]:
        return (self.houses - 1,)


def test_a_question_in_full():
    result = Street(9).solve(2, [8, 0])
    assert (result.outcome, result.path, result.cost) == (Outcome.FOUND, (2, 1, 0), Cost(2, 2, 0))


def test_goals_may_be_any_iterable():
    assert Street(9).solve(2, iter([4])).path == (2, 3, 4)


def test_the_world_may_say_where_to_begin_and_to_end():
    assert Avenue(3).solve().path == (0, 1, 2)
    assert Avenue(9).solve(4, [5]).path == (4, 5)


@pytest.mark.parametrize(
    ("start", "goals", "message"),
    [
        (None, [1], "a street world has no default start; give one with --from"),
        (0, None, "a street world has no default goal; give one with --to"),
        (0, [], "no goal was given; give at least one"),
    ],
)
def test_a_question_with_gaps(start, goals, message):
    with pytest.raises(BadInput) as raised:
        Street(3).solve(start, goals)
    assert str(raised.value) == message


def test_the_arguments_of_the_search_are_passed_on():
    street, token, trace, workspace = Street(9), CancelToken(), Trace[int, Cost[int]](), Workspace()
    assert street.solve(0, [8], limits=Limits(expansions=3)).outcome is Outcome.LIMIT
    assert street.solve(0, [2], observer=trace, workspace=workspace).found
    assert trace.closing_order() == [0, 1, 2]
    token.cancel()
    assert street.solve(0, [8], cancel=token).outcome is Outcome.CANCELLED
    assert street.solve(0, [8], engine="interpreted", reopen=True).engine == "interpreted"


def test_where_it_stops_short_the_closest_is_told():
    result = Street(9).solve(0, [8], limits=Limits(expansions=3))
    assert (result.closest, result.path_to_closest, result.path, result.cost) == (2, (0, 1, 2), (), None)


def test_a_world_that_cannot_be_drawn(tmp_path):
    result = Street(3).solve(0, [2])
    with pytest.raises(BadInput, match=r"x\.png: a street world cannot be drawn; leave out --out"):
        Street(3).draw(result, Trace(), tmp_path / "x.png")
    assert not list(tmp_path.iterdir())


Heading = tuple[int, str]


@frozen
class Turns(AStar[Heading, Cost[int]]):
    """Positions with a heading; a turn costs 10."""

    houses: int
    goals: tuple[int, ...]

    def add_neighbours(self, node: Node[Heading, Cost[int]], open_list: OpenList[Heading, Cost[int]]) -> None:
        house, heading = node.position
        for there, towards in ((house - 1, "down"), (house + 1, "up")):
            if 0 <= there < self.houses:
                open_list.relax((there, towards), node.cost.travelled + (1 if towards == heading else 11))

    def is_destination(self, position: Heading) -> bool:
        return position[0] in self.goals


@frozen
class OneWay(Domain[int, Cost[int], Options, Heading]):
    """A lifted domain: a person speaks of houses, the problem searches houses with headings."""

    info: ClassVar[DomainInfo] = DomainInfo("one-way", "Houses, and turns that cost.", Options, api_version="1")
    houses: int

    @classmethod
    def read(cls, source: object, options: Options) -> OneWay:
        return cls(len(str(source)))

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        return [Example(cls(5), 0, (4,))]

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, position: int) -> str:
        return str(position)

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> AStar[Heading, Cost[int]]:
        return Turns(self.houses, goals)

    def to_state(self, position: int) -> Heading:
        return position, "up"

    def start_cost(self, position: int) -> Cost[int]:
        return Cost(100, 100)

    def to_positions(self, states: Sequence[Heading], question: Question[int]) -> tuple[int, ...]:
        return tuple(house for house, _ in states)


def test_a_lifted_domain_answers_in_positions():
    street = OneWay(9)
    up, down = street.solve(3, [5]), street.solve(3, [1])
    assert (up.path, up.cost) == ((3, 4, 5), Cost(102, 102, 0))
    assert (down.path, down.cost) == ((3, 2, 1), Cost(112, 112, 0))
    stopped = street.solve(0, [8], limits=Limits(expansions=2))
    assert (stopped.closest, stopped.path_to_closest, stopped.path) == (0, (0,), ())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"suffixes": ("png",)}, "suffixes holds 'png'; a suffix begins with a dot and is in lower case"),
        ({"writes": (".PNG",)}, "writes holds '.PNG'; a suffix begins with a dot and is in lower case"),
        ({"capabilities": frozenset({"consistant"})}, "'capabilities' must be in"),
    ],
)
def test_metadata_with_a_slip(values, message):
    with pytest.raises(ValueError, match=message):
        DomainInfo("street", "", Options, api_version="1", **values)


def test_metadata_says_which_contract_it_was_written_for():
    with pytest.raises(TypeError, match="api_version"):
        DomainInfo("street", "", Options)  # type: ignore[call-arg]


def test_a_source_may_be_a_path():
    assert Street.read(Path("abc"), Options()) == Street(3)
