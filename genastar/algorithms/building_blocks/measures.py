"""Costs of several numbers in worlds: the ordinary cost of a step, and further numbers that are measured of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import reduce
from math import floor
from typing import Any, Generic, TypeVar

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper
from genastar.contracts.hooks import Hooks, has_hook
from genastar.contracts.open_list import OpenList
from genastar.values.cost import Cost
from genastar.values.node import K, Node
from genastar.values.vector import Vector

S = TypeVar("S", contravariant=True)
"""The type of a problem's states."""


@frozen
class Objective:
    """One number of a cost."""

    name: str
    unit: str = ""
    """Its unit for users, such as ``"s"``; empty if it has none."""
    scale: float = 1.0
    """How much of it in the problem is one unit; for all numbers but the first, which `DomainHooks.price` converts."""

    def __str__(self) -> str:
        return f"{self.name} ({self.unit})" if self.unit else self.name


class StepMeasure(ABC, Generic[S]):
    """A further number of the cost of a step, at least 0. Subclass it as an attrs ``@frozen`` class whose method compiles."""

    @abstractmethod
    def measure(self, before: S, after: S) -> float:
        """Return the number of the step from one state to the next, a float."""

    def list_numbers(self, before: S, after: S) -> tuple[float, ...]:
        """Return the numbers of the step."""
        return (round_measure(self.measure(before, after)),)


def round_measure(number: float) -> float:
    """Return a number to a billionth, in parts of two to the power of -30.

    Sums of such numbers are exact. Otherwise paths of one length would have lengths that differ by rounding, and all of them
    were in a front.
    """
    return floor(number * 1073741824.0 + 0.5) / 1073741824.0


@frozen(eq=False)
class JoinedMeasures(StepMeasure[S]):
    """A measure and those after it: nested, because machine code has no loop over objects of several classes."""

    first: StepMeasure[S]
    others: StepMeasure[S]

    def measure(self, before: S, after: S) -> float:
        return self.first.measure(before, after)

    def list_numbers(self, before: S, after: S) -> tuple[float, ...]:
        return (round_measure(self.first.measure(before, after)),) + self.others.list_numbers(before, after)  # noqa: RUF005  # compiles


@frozen(eq=False)
class ReversedMeasure(StepMeasure[S]):
    """A measure of the steps of a reversed problem."""

    steps: StepMeasure[S]

    def measure(self, before: S, after: S) -> float:
        return self.steps.measure(after, before)

    def list_numbers(self, before: S, after: S) -> tuple[float, ...]:
        return self.steps.list_numbers(after, before)


@frozen(eq=False)
class ConstantMeasure(StepMeasure[Any]):
    """A measure that is the same for each step."""

    each: float = 1.0

    def measure(self, before: Any, after: Any) -> float:
        return self.each


@frozen(eq=False)
class MeasuredProblem(ProblemWrapper[K, Any]):
    """A problem whose cost is a `Vector`: the cost of the wrapped problem, and the measures of each step."""

    measure: StepMeasure[K]

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        first = node.cost.numbers[0]
        seen = Node(node.position, Cost(first, first, first - first), node.parent)
        self.problem.add_neighbours(seen, _MeasuringOpenList(open_list, self.measure, node.position, node.cost))


@frozen(eq=False)
class ReversibleMeasuredProblem(MeasuredProblem[K]):
    """A `MeasuredProblem` whose wrapped problem can be reversed."""

    def reverse(self, start: K) -> tuple[Hooks[K, Any], K]:
        """Return the problem of the steps in reverse, and the destination."""
        problem, goal = self.problem.reverse(start)
        return evolve(self, problem=problem, measure=ReversedMeasure(self.measure)), goal


@frozen(eq=False)
class _MeasuringOpenList(OpenListWrapper[K, Any]):
    measure: StepMeasure[K]
    before: K
    travelled: Vector

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        step = travelled - self.travelled.numbers[0]
        measured = self.measure.list_numbers(self.before, position)
        self.open_list.insert(position, self.travelled + Vector((step,) + measured), parent, action)  # noqa: RUF005  # compiles


def _join_before(others: StepMeasure[S], first: StepMeasure[S]) -> StepMeasure[S]:
    return JoinedMeasures(first, others)


def measure_problem(problem: Hooks[K, Any], measures: tuple[StepMeasure[K], ...], others: Iterable[tuple[K, object]]) -> Any:
    """Return a problem with the measures of its steps, the cost of its start, and the other starts with their costs."""
    zero = Vector((0.0,) * (1 + len(measures)))  # floats hold whole prices too, and machine code has one type for all numbers
    kind = ReversibleMeasuredProblem if has_hook(problem, "reverse") else MeasuredProblem
    return kind(problem, reduce(_join_before, reversed(measures))), zero, [(state, zero) for state, _ in others]


def convert_numbers(cost: Vector, objectives: Sequence[Objective], first: Any) -> Vector:
    """Return a cost in the units of the user, in which its first number is ``first``."""
    rest = zip(cost.numbers[1:], objectives[1:], strict=True)
    return Vector((first, *[number if each.scale == 1 else number / each.scale for number, each in rest]))
