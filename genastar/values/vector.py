"""Vectors: costs of several numbers, such as time, distance and climb, which are only partly ordered."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Real
from typing import Any, Final

from attrs import frozen

from genastar.errors import BadInput, CostError, format_value

MOST: Final = 8
"""Maximum number of numbers in a vector."""
_PLAIN: Final = frozenset({int, float})


@frozen(init=False, order=False, repr=False)
class Vector:
    """A cost of two to eight numbers. Vectors of one length add, number by number, and compare by the first difference.

    >>> Vector(3, 5) + Vector(1, 2)
    Vector(4, 7)
    >>> Vector(3, 5).dominates(Vector(4, 5)), Vector(3, 5).dominates(Vector(4, 4))
    (True, False)

    Args:
        numbers: the numbers, or one tuple of them.

    Raises:
        BadInput: the numbers are fewer than two or more than eight, or no numbers.
    """

    numbers: tuple[Any, ...]

    def __init__(self, *numbers: Any) -> None:
        if len(numbers) == 1 and type(numbers[0]) is tuple:
            numbers = numbers[0]
        if not 2 <= len(numbers) <= MOST:
            raise BadInput(f"Vector{format_value(numbers)} has {len(numbers)} numbers; expected 2 to {MOST}")
        if not _PLAIN.issuperset(map(type, numbers)):
            for number in numbers:
                if not isinstance(number, Real) or isinstance(number, bool):
                    raise BadInput(f"Vector{format_value(numbers)} holds {format_value(number)}; expected numbers")
        self.__attrs_init__(numbers)

    def dominates(self, other: Vector) -> bool:
        """Return whether no number of this cost is greater than that of another. So equal costs dominate each other."""
        _expect_one_length(self, other)
        return all(mine <= theirs for mine, theirs in zip(self.numbers, other.numbers))  # noqa: B905  # of one length

    def dominates_but_first(self, other: Vector) -> bool:
        """Return whether no number after the first is greater than that of another."""
        return all(mine <= theirs for mine, theirs in zip(self.numbers[1:], other.numbers[1:]))  # noqa: B905  # of one length

    def scale(self, factor: float) -> Vector:
        """Return the vector with each number multiplied by a factor."""
        return Vector(tuple(number * factor for number in self.numbers))

    def __add__(self, other: Vector) -> Vector:
        _expect_one_length(self, other)
        return Vector(tuple(mine + theirs for mine, theirs in zip(self.numbers, other.numbers)))  # noqa: B905  # as above

    def __sub__(self, other: Vector) -> Vector:
        _expect_one_length(self, other)
        return Vector(tuple(mine - theirs for mine, theirs in zip(self.numbers, other.numbers)))  # noqa: B905  # as above

    def __lt__(self, other: Vector) -> bool:
        _expect_one_length(self, other)
        return self.numbers < other.numbers

    def __le__(self, other: Vector) -> bool:
        _expect_one_length(self, other)
        return self.numbers <= other.numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, place: int) -> Any:
        return self.numbers[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.numbers)

    def __repr__(self) -> str:
        return f"Vector({', '.join(map(repr, self.numbers))})"


def _expect_one_length(one: Vector, other: Vector) -> None:
    """Raise CostError unless a vector and another value are vectors of one length.

    Raises:
        CostError: they differ in length, or the other is no vector.
    """
    if not isinstance(other, Vector):
        raise CostError("a Vector meets a value that is none; give each cost of a search as a Vector")
    if len(one.numbers) != len(other.numbers):
        raise CostError("vectors differ in length; give all costs of a search the same number of numbers")
