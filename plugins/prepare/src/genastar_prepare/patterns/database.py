"""Pattern databases: tables of the cost to the goal in an abstract space (Culberson and Schaeffer, Computational Intelligence
14, 1998).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from math import inf, prod
from typing import Any, Final, Generic, TypeVar, cast

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.values.cost import N
from genastar.values.node import K

A = TypeVar("A")
"""An abstract state."""

DEAD_END: Final = 1 << 30
"""The estimate of a position that cannot reach the goal, in tables of whole numbers."""

MOST_NUMBERS: Final = 1 << 62
"""Numbers of states are below it."""

AnyCosts = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.int64] | NDArray[np.float64]


@frozen(eq=False)
class NumberedByIndex:
    """Numbers of abstract states by the pattern's ``index``. Each ``compress`` indices in succession share a number."""

    pattern: Any
    compress: int = 1

    def can_number(self, state: object) -> bool:
        """Return whether states of this kind have a number."""
        return True

    def number_state(self, state: Any) -> int:
        """Return the number of a state; -1 if its index is outside the pattern's ``size``."""
        index = int(self.pattern.index(state))
        return index // self.compress if 0 <= index < self.pattern.size else -1


@frozen(eq=False)
class NumberedByDigits:
    """Numbers of tuples of whole numbers in a mixed radix."""

    length: int
    """Number of items of a tuple."""
    places: NDArray[np.int64]
    """The items that are digits, by their places in the tuple."""
    lows: NDArray[np.int64]
    """Least value of each digit."""
    radices: NDArray[np.int64]
    """Number of values of each digit."""

    @property
    def fits(self) -> bool:
        """Whether the arrays fit together, so that each tuple of this length has a number of 62 bits or none."""
        each = self.places, self.lows, self.radices
        return (
            {len(array) for array in each} == {len(self.places)}
            and bool(((self.places >= 0) & (self.places < self.length)).all() and (self.radices > 0).all())
            and bool((np.abs(self.lows.astype(np.float64)) < MOST_NUMBERS).all())
            and prod(self.radices.tolist()) < MOST_NUMBERS
        )

    def can_number(self, state: object) -> bool:
        """Return whether states of this kind have a number."""
        return isinstance(state, tuple)

    def number_state(self, state: tuple[int, ...]) -> int:
        """Return the number of a tuple; -1 if a digit has a value that no state of the table has there."""
        number = 0
        if len(state) != self.length:
            return -1
        for each in range(len(self.places)):
            digit = int(state[int(self.places[each])]) - int(self.lows[each])
            if not 0 <= digit < int(self.radices[each]):
                return -1
            number = number * int(self.radices[each]) + digit
        return number


@frozen(eq=False)
class NumberedByValue:
    """Numbers of whole numbers: their distance from the least."""

    low: int

    def can_number(self, state: object) -> bool:
        """Return whether states of this kind have a number."""
        return isinstance(state, int)

    def number_state(self, state: int) -> int:
        """Return the number of a state; negative if it is less than every state of the table."""
        return state - self.low


def get_unknown_mark(kind: np.dtype[Any]) -> float:
    """Return the element that marks states that were not reached, in a table of this type."""
    if kind == np.float64:
        return inf
    return -1 if kind == np.int64 else int(np.iinfo(kind).max)


Numbering = NumberedByIndex | NumberedByDigits | NumberedByValue


@frozen(eq=False)
class PatternDatabase(Generic[K, N]):
    """A table of the least cost from each abstract state to the goal; its estimate looks up the state of a position.

    Hold it in a field of a problem, search with `Guided`, or combine several by `Max`, `Sum` and `Scaled`. `pattern_database`
    makes one.
    """

    pattern: Any = field(repr=False)
    """The value whose ``abstract(position)`` gives the abstract state."""
    numbering: Numbering = field(repr=False)
    """The value whose ``number_state(state)`` gives the number of an abstract state."""
    costs: AnyCosts = field(repr=False)
    """The costs, by number or in the order of ``numbers``."""
    numbers: NDArray[np.int64] = field(repr=False)
    """The numbers of the states in ascending order; empty if ``costs`` has an element for each number."""
    unknown: N = field(repr=False)
    """The element of ``costs`` for a state that was not reached."""
    dead_end: N
    """The estimate of a state that cannot reach the goal; less than 0 if all states of a solvable position reach it."""
    states: int
    """Number of abstract states that reach the goal."""
    largest: N
    """Largest cost in the table."""
    consistent: bool = True
    """Whether no step lowers the estimate by more than it costs; false for compressed tables."""
    fingerprint: int = field(default=0, repr=False)
    """A hash of the steps of a sample of the pattern's states, for files."""

    def estimate(self, position: K) -> N:
        """Return the cost from the abstract state of a position to the goal.

        Raises:
            BadInput: the state was not reached from the goal, although steps lead both ways.
        """
        number = self.numbering.number_state(self.pattern.abstract(position))
        if len(self.numbers) > 0:
            slot = bisect_left(self.numbers, number)
            number = slot if slot < len(self.numbers) and int(self.numbers[slot]) == number else -1
        if 0 <= number < len(self.costs):
            cost = self.costs[number].item()
            if cost != self.unknown:
                return cast(N, cost)
        if self.dead_end < 0:  # type: ignore[operator]  # a number
            raise BadInput(
                "the abstract state of a position is not in the pattern database: no path leads from the position to the goal, "
                "or abstract() gives states that the steps of the pattern do not reach"
            )
        return self.dead_end


@cache
def _make_pattern_class(projection: Callable[[Any], Any]) -> type[ProblemWrapper[Any, Any]]:
    """Return a class of patterns with this projection as its method: machine code has methods, and no functions in fields."""
    namespace = {"abstract": staticmethod(projection), "__doc__": "A pattern whose projection is a function."}
    return frozen(eq=False)(type("Projected", (ProblemWrapper,), namespace))


def make_projected_pattern(problem: object, projection: Callable[[K], A]) -> Any:
    """Return a pattern with the hooks of a problem, whose ``abstract`` is this function."""
    return _make_pattern_class(projection)(problem)  # type: ignore[arg-type]  # checked by the caller
