"""Questions to a domain, and the algorithm that it picks for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic

from attrs import frozen

from genastar.algorithm import Algorithm
from genastar.errors import BadInput, format_value
from genastar.values.arguments import iterate_items, to_positions_tuple
from genastar.values.node import K
from genastar.values.starts import Starts


@frozen
class Question(Generic[K]):
    """A question to a domain: the path from any of these starts to any of these goals."""

    starts: tuple[K, ...]
    goals: tuple[K, ...]


@frozen
class Choice:
    """The algorithm that a domain picks for a question."""

    algorithm: Algorithm
    why: str
    """The reason, in a few words."""


def pair_questions(starts: Iterable[K], goals: Iterable[Iterable[K]]) -> Iterator[tuple[K, tuple[K, ...]]]:
    """Yield questions, each a start and its goals.

    Raises:
        BadInput: there are more starts than goals, or fewer.
    """
    ends = iterate_items("goals", goals, "goals for each start, such as [(goal,), (one, other)]")
    count = 0
    for start in iterate_items("starts", starts, "starts in a list or an iterator"):
        wanted = next(ends, None)
        if wanted is None:
            raise BadInput(f"starts and goals differ in length: only {count} starts have goals; give goals for each start")
        count += 1
        yield start, to_positions_tuple(wanted)
    if next(ends, None) is not None:
        raise BadInput(f"starts and goals differ in length: there are {count} starts; give a start for all goals")


def read_starts(start: K | Starts[K, Any]) -> tuple[K, ...]:
    """Return the starts of a question.

    Raises:
        BadInput: one of them has a cost.
    """
    if not isinstance(start, Starts):
        return (start,)
    for position, cost in start.costs.items():
        if cost is not None:
            raise BadInput(
                f"the start {format_value(position)} has the cost {format_value(cost)}, but the starts of a world "
                "cost nothing; give "
                "Starts([one, other])"
            )
    return tuple(start.costs)
