"""A mistake in a hook raises the same at both speeds: what Python says of it tells more than why it cannot be compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile


@dataclass
class Changeable:
    place: int


class Goal(AStar[Any, Any]):
    """A line of numbers."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: Any) -> Any:
        return position == 5


@frozen
class NoCost(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1)


@frozen
class NoNumber(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, None)


@frozen
class OtherCost(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.insert(node.position + 1, 3)


@frozen
class PlainCost(Goal):
    """The mistake shows in the types of the search, which began with an int."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost + 1)


@frozen
class OneArgument(Goal):
    def add_neighbours(self, node: Any) -> None:  # type: ignore[override]
        """Add nothing."""


@frozen
class NoMethod(Goal):
    @property
    def is_destination(self) -> Any:  # type: ignore[override]
        return False


@frozen
class ListLater(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        if node.position < 3:
            open_list.relax(node.position + 1, node.cost.travelled + 1)
        else:
            open_list.relax([node.position], node.cost.travelled + 1)


@frozen
class TextEstimate(Goal):
    def estimate(self, position: Any) -> Any:
        return "5"


@frozen
class Missing(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + {0: 1, 1: "2"}[node.position], node.cost.travelled + 1)


MISTAKES: list[tuple[type[Goal], Any, str]] = [
    (NoCost, 0, "missing 1 required positional argument: 'travelled'"),
    (NoNumber, 0, "the cost of 1 is None travelled"),
    (OtherCost, 0, "a start cost of the type that the hooks insert"),
    (OneArgument, 0, "takes 2 positional arguments but 3 were given"),
    (NoMethod, 0, "'bool' object is not callable"),
    (ListLater, 0, r"added the position \[3\] at 3, which is not hashable"),
    (TextEstimate, 0, "which is not a number; return a number"),
    (Missing, 0, "unsupported operand"),
    (Goal, Changeable(0), "a tuple, not a list; a class with frozen=True"),
]


@pytest.mark.parametrize(("kind", "start", "words"), MISTAKES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_mistake_raises_the_same_at_both_speeds(kind: type[Goal], start: Any, words: str) -> None:
    raised = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises(Exception, match=words) as caught:
            kind().search(start, engine=engine)
        raised.append((caught.type, str(caught.value)))
        assert caught.value.__suppress_context__ or caught.value.__context__ is None or engine == "interpreted"
    assert raised[0] == raised[1]


def test_a_mistake_raises_the_same_in_a_batch() -> None:
    raised = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises(TypeError, match="'bool' object is not callable") as caught:
            NoMethod().search_many([0, 1], engine=engine)
        raised.append(str(caught.value))
    assert raised[0] == raised[1]


@frozen
class TextLater(Goal):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax("there", node.cost.travelled + 1)


def test_a_text_where_the_start_has_a_number_is_refused() -> None:
    with pytest.raises(CannotCompile, match="a position has 'there' where the start has int; give search"):
        TextLater().search(0, engine="compiled")
