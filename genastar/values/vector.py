"""Vectors: costs of several numbers, such as time, distance and climb, which are only partly ordered."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Real
from operator import add, le, sub
from typing import Final

from genastar.errors import BadInput, CostError, format_value

MOST: Final = 8
"""Maximum number of numbers in a vector."""


class Vector:
    """A cost of two to eight numbers. Vectors of one length add, number by number, and compare by the first difference.

    >>> Vector(3, 5) + Vector(1, 2)
    Vector(4, 7)
    >>> Vector(3, 5).dominates(Vector(4, 5)), Vector(3, 5).dominates(Vector(4, 4))
    (True, False)

    Raises:
        BadInput: the numbers are fewer than two, more than eight, NaN, or no real numbers.
    """

    __slots__ = ("_numbers",)

    def __init__(self, *numbers: float) -> None:
        if not 2 <= len(numbers) <= MOST:
            raise BadInput(f"Vector{format_value(numbers)} has {len(numbers)} numbers; expected 2 to {MOST}")
        for number in numbers:
            if not isinstance(number, Real) or isinstance(number, bool) or number != number:
                raise BadInput(f"Vector{format_value(numbers)} holds {format_value(number)}; expected numbers, not NaN")
        self._numbers = numbers

    def dominates(self, other: Vector) -> bool:
        """Return whether no number of this cost is greater than that of another. So equal costs dominate each other."""
        return all(map(le, self._numbers, self._match(other)))

    def scale(self, factor: float) -> Vector:
        """Return the vector with each number multiplied by a factor."""
        return _make(tuple([number * factor for number in self._numbers]))

    def __add__(self, other: Vector) -> Vector:
        return _make(tuple(map(add, self._numbers, self._match(other))))

    def __sub__(self, other: Vector) -> Vector:
        return _make(tuple(map(sub, self._numbers, self._match(other))))

    def __lt__(self, other: Vector) -> bool:
        return self._numbers < self._match(other)

    def __le__(self, other: Vector) -> bool:
        return self._numbers <= self._match(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: int) -> float:
        return self._numbers[place]

    def __iter__(self) -> Iterator[float]:
        return iter(self._numbers)

    def __repr__(self) -> str:
        return f"Vector({', '.join(map(repr, self._numbers))})"

    def __reduce__(self) -> tuple[type[Vector], tuple[float, ...]]:
        return Vector, self._numbers

    def _match(self, other: Vector) -> tuple[float, ...]:
        """Return the numbers of another vector of this length.

        Raises:
            CostError: it is no vector, or has another length.
        """
        if type(other) is not Vector:
            raise TypeError(f"a Vector does not add to or compare with {format_value(other)}; give a Vector")
        if len(other._numbers) != len(self._numbers):
            raise CostError(f"{self!r} and {other!r} differ in length; give all costs of a search the same number of numbers")
        return other._numbers


def _make(numbers: tuple[float, ...]) -> Vector:
    """Return a vector of numbers that were checked."""
    made = Vector.__new__(Vector)
    made._numbers = numbers
    return made
