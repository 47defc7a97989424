"""Heuristics as values: tables and problems combined by `Max`, `Sum` and `Scaled`, and `Guided` to search with them.

A heuristic is any value with a method ``estimate(position)``: a `PatternDatabase`, prepared landmarks, a problem of your own,
or a combination of these. A combination holds only its parts, so it compiles where they do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, Protocol, TypeVar, cast

from attrs import frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper, RelaxingWrapper
from genastar.contracts.hooks import has_hook
from genastar.errors import format_value
from genastar.values.cost import N
from genastar.values.node import K

P = TypeVar("P", contravariant=True)
"""A position."""
E = TypeVar("E", covariant=True)
"""An estimate."""


class EstimateValue(Protocol[P, E]):
    """A value with an estimate.

    Its attributes ``admissible`` and ``consistent`` mean the same as those of a problem; without them, both are true.
    """

    def estimate(self, position: P, /) -> E:
        """Return a lower bound on the cost from a position to the goal."""


def is_admissible(heuristic: object) -> bool:
    """Return whether a heuristic claims that it never overestimates."""
    return bool(getattr(heuristic, "admissible", True))


def is_consistent(heuristic: object) -> bool:
    """Return whether a heuristic claims that no step lowers it by more than the step costs."""
    return bool(getattr(heuristic, "consistent", True))


def _check(name: str, *heuristics: object) -> None:
    for each in heuristics:
        if not has_hook(each, "estimate"):
            raise BadInput(
                f"{name}: {format_value(each)} has no estimate(position); give pattern databases, problems or combinations"
            )


@frozen(eq=False, init=False)
class _Pair(Generic[K, N]):
    """Two heuristics; further ones are pairs inside. Machine code has no loops over values of several types."""

    first: EstimateValue[K, N]
    second: EstimateValue[K, N]

    def _set_pair(self, heuristics: tuple[EstimateValue[K, N], ...], make: Callable[..., EstimateValue[K, N]]) -> None:
        """Set both fields; all but the last of more than two heuristics become a pair made by ``make``."""
        name = type(self).__name__
        if len(heuristics) < 2:
            raise BadInput(f"{name} combines at least two heuristics, as in {name}(first, second); {len(heuristics)} given")
        _check(name, *heuristics)
        *others, last = heuristics
        object.__setattr__(self, "first", make(*others) if len(others) > 1 else others[0])
        object.__setattr__(self, "second", last)


@frozen(eq=False, init=False)
class Max(_Pair[K, N]):
    """The largest of two or more estimates: as admissible and as consistent as all of them are.

    Raises:
        BadInput: there are fewer than two heuristics, or one has no estimate.
    """

    def __init__(self, *heuristics: EstimateValue[K, N]) -> None:
        self._set_pair(heuristics, Max)

    @property
    def admissible(self) -> bool:
        """Return whether all parts are."""
        return is_admissible(self.first) and is_admissible(self.second)

    @property
    def consistent(self) -> bool:
        """Return whether all parts are."""
        return is_consistent(self.first) and is_consistent(self.second)

    def estimate(self, position: K) -> N:
        """Return the largest estimate of the parts."""
        return max(self.first.estimate(position), self.second.estimate(position))


@frozen(eq=False, init=False)
class Sum(_Pair[K, N]):  # type: ignore[override]  # has its own __init__
    """The sum of two or more estimates.

    It never overestimates if the patterns are disjoint: each step of the problem costs at least as much as all patterns
    together charge for it (Korf and Felner, Artificial Intelligence 134, 2002). `sum_disjoint` checks that and sets
    ``disjoint``. Without it the sum is not known to be admissible, and results have no bound.

    Raises:
        BadInput: there are fewer than two heuristics, or one has no estimate.
    """

    disjoint: bool
    """Whether the sum never overestimates because the patterns are disjoint."""

    def __init__(self, *heuristics: EstimateValue[K, N], disjoint: bool = False) -> None:
        self._set_pair(heuristics, partial(Sum, disjoint=disjoint))
        object.__setattr__(self, "disjoint", disjoint)

    @property
    def admissible(self) -> bool:
        """Return whether the parts are disjoint and admissible."""
        return self.disjoint and is_admissible(self.first) and is_admissible(self.second)

    @property
    def consistent(self) -> bool:
        """Return whether the parts are disjoint and consistent."""
        return self.disjoint and is_consistent(self.first) and is_consistent(self.second)

    def estimate(self, position: K) -> N:
        """Return the sum of the estimates of the parts."""
        return self.first.estimate(position) + self.second.estimate(position)


@frozen(eq=False)
class Scaled(Generic[K, N]):
    """An estimate times a factor, for steps that cost more or less than those of the pattern.

    A factor of at most 1 keeps an admissible estimate admissible. A larger factor does so only if each step costs at least that
    factor times the step of the pattern: say so by ``lower_bound=True``.

    Raises:
        BadInput: the heuristic has no estimate, or the factor is negative.
    """

    heuristic: EstimateValue[K, N]
    factor: N
    lower_bound: bool = False
    """Whether the scaled estimate is claimed to be a lower bound for a factor above 1."""

    def __attrs_post_init__(self) -> None:
        _check("Scaled", self.heuristic)
        if not cast(float, self.factor) >= 0:
            raise BadInput(f"Scaled: the factor {format_value(self.factor)} is not a number of at least 0; give such a factor")

    @property
    def admissible(self) -> bool:
        """Return whether the estimate is, and the factor keeps it."""
        return is_admissible(self.heuristic) and (self.lower_bound or cast(float, self.factor) <= 1)

    @property
    def consistent(self) -> bool:
        """Return whether the estimate is, and the factor keeps it."""
        return is_consistent(self.heuristic) and (self.lower_bound or cast(float, self.factor) <= 1)

    def estimate(self, position: K) -> N:
        """Return the estimate times the factor."""
        return self.factor * self.heuristic.estimate(position)  # type: ignore[operator,no-any-return]  # numbers


@frozen(eq=False)
class Guided(ProblemWrapper[K, Cost[N]], AStar[K, Cost[N]]):
    """A problem with another heuristic in place of its own estimate. Its costs are `Cost`.

    Hooks that call ``insert`` may compute an estimate themselves; it is replaced too.
    """

    heuristic: EstimateValue[K, N]

    def __attrs_post_init__(self) -> None:
        _check("Guided", self.heuristic)
        if not has_hook(self.problem, "add_neighbours"):
            raise BadInput(f"Guided: {format_value(self.problem)} is no problem; give an AStar first, then the heuristic")

    @property
    def admissible(self) -> bool:  # type: ignore[override]  # of the heuristic, not of the class
        """Return whether the heuristic is."""
        return is_admissible(self.heuristic)

    @property
    def consistent(self) -> bool:  # type: ignore[override]  # of the heuristic, not of the class
        """Return whether the heuristic is."""
        return is_consistent(self.heuristic)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, RelaxingWrapper(open_list))

    def estimate(self, position: K) -> N:
        return self.heuristic.estimate(position)
