"""The arguments that the functions of this plugin share, checked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from genastar import BadInput
from genastar.errors import format_value
from genastar.values.arguments import expect_switch, expect_whole, is_number, iterate_items
from genastar.values.plain import to_plain

SEEDS: Final = 2**31 - 1
"""Seeds are below this prime number."""
MOST: Final = 1e100
"""The largest length, speed or time; the smallest is its reciprocal."""
DEAREST_WAIT: Final = 1000
"""The largest cost of a step without a move."""

_SEVERAL: Final = (list, set, frozenset)

Place: TypeAlias = Callable[[Any], Hashable]
"""Returns what a state occupies."""


def _read_tick(tick: float | None) -> float | None:
    return None if tick is None else expect_positive("tick", tick, "the time of one step")


@frozen(kw_only=True)
class Rules:
    """The rules of a plan: what agents may do, and what time costs."""

    stay: bool = True
    """Whether agents stay at their goals. Otherwise they vanish one step after they arrive."""
    following: bool = True
    """Whether an agent may enter the place that another leaves at the same time."""
    wait_cost: int = 1
    """The cost of a step without a move; a step of a move costs 1."""
    tick: float | None = field(default=None, converter=_read_tick)
    """The time of one step, in the units of the world's costs."""
    lanes: bool = False
    """Whether a move of several steps is a lane for each direction."""
    place: Place | None = None
    """What a state occupies, for problems with several states in one place."""

    def __attrs_post_init__(self) -> None:
        for name in ("stay", "following", "lanes"):
            expect_switch(name, getattr(self, name))
        if expect_whole("wait_cost", self.wait_cost, 0) > DEAREST_WAIT:
            raise BadInput(f"wait_cost={format_value(self.wait_cost)} is too large; expected 0 to {DEAREST_WAIT}")
        if not (self.place is None or callable(self.place)):
            raise BadInput(f"place={format_value(self.place)}: expected a function that returns what a state occupies")

    def occupy(self, state: Any) -> Hashable:
        """Return what a state occupies."""
        spot = state if self.place is None else self.place(state)
        if not _is_hashable(spot):
            raise BadInput(f"place({format_value(state)}) is {format_value(spot)}, which is not hashable; return a tuple")
        return spot


def read_ends(
    starts: Iterable[Any], goals: Iterable[Any] | None, *, may_be_several: bool = True
) -> tuple[list[Any], list[Any]]:
    """Return the starts and the goals as lists; the starts twice without goals. A goal may be several positions.

    Raises:
        BadInput: there are none, or not as many goals; or an item is no position.
    """
    begins = read_positions("starts", starts)
    ends = begins if goals is None else read_positions("goals", goals, are_goals=may_be_several)
    if len(begins) != len(ends):
        raise BadInput(f"{len(begins)} starts and {len(ends)} goals were given; give each agent one of each")
    if not begins:
        raise BadInput("no agent was given; give at least one start and one goal")
    return begins, ends


def read_positions(
    name: str, positions: Iterable[Any], words: str = "a list of positions, one for each agent", *, are_goals: bool = False
) -> list[Any]:
    """Return positions as a list; goals may be lists of several.

    Raises:
        BadInput: the argument is no list, or an item is no position.
    """
    found: list[Any] = []
    for number, item in enumerate(iterate_items(name, positions, words)):
        parts = list(map(to_plain, list_goals(item) if are_goals else [item]))
        if not all(map(_is_hashable, parts)):
            raise BadInput(f"{name}[{number}]={format_value(item)}: a position must be hashable; give a tuple")
        found.append(parts if are_goals and isinstance(item, _SEVERAL) else parts[0])
    return found


def read_plans(plans: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """Return the plan of each agent as a list.

    Raises:
        BadInput: there are no such plans.
    """
    items = iterate_items("plans", plans, "a list of plans, one for each agent")
    return [
        read_positions(f"plans[{agent}]", each, "a list of positions, one for each step") for agent, each in enumerate(items)
    ]


def list_goals(goal: Any) -> Sequence[Any]:
    """Return the positions of a goal: of a list or a set any will do.

    Raises:
        BadInput: the list is empty.
    """
    several = list(goal) if isinstance(goal, _SEVERAL) else [goal]
    if not several:
        raise BadInput("an agent has an empty list of goals; give at least one position")
    return several


def read_seed(seed: int) -> int:
    """Return a seed, checked.

    Raises:
        BadInput: it is no whole number from 1 to `SEEDS` - 1.
    """
    if expect_whole("seed", seed, 1) >= SEEDS:
        raise BadInput(f"seed={format_value(seed)} is too large; expected 1 to {SEEDS - 1}")
    return int(seed)


def expect_positive(name: str, value: float, words: str) -> float:
    """Return a number above 0 as a float.

    Raises:
        BadInput: it is none, or far too small or large to compute with.
    """
    if not is_number(value, 1 / MOST) or not (number := float(value)) <= MOST:
        raise BadInput(f"{name}={format_value(value)} is no number from {1 / MOST:g} to {MOST:g}; give {words}")
    return number


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
