"""Many answers as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput, Comparable, Result

S = TypeVar("S")
V = TypeVar("V", bound=Comparable)

Ints = NDArray[np.int64]


@frozen(eq=False)
class Paths:
    """The answers to n questions."""

    costs: NDArray[np.float64]
    """Shape (n,); as `Domain.solve` gives them, and NaN where no path leads."""
    expanded: Ints
    """Shape (n,)."""
    first: Ints
    """Shape (n + 1,): the positions of question i are ``positions[first[i] : first[i + 1]]``; none where no path leads."""
    positions: NDArray[np.int32] | Ints
    """Shape (m, axes): the positions of all paths, end to end."""
    seconds: float
    algorithm: str
    """The name of the algorithm that answered."""

    def path(self, question: int) -> NDArray[np.int32] | Ints:
        """Return the positions of one path, shape (k, axes)."""
        return self.positions[self.first[question] : self.first[question + 1]]


@frozen(eq=False)
class Found:
    """The answers to n questions, as a problem gives them."""

    found: NDArray[np.bool_]
    travelled: NDArray[np.float64]
    expanded: Ints
    first: Ints
    """As that of `Paths`."""
    states: Ints
    """The states of all paths, end to end, without what only came close; shape (m, numbers)."""


def found_of(answers: Sequence[Result[S, V]], numbers: int) -> Found:
    """Return answers as arrays, of states that begin with so many numbers, or are one."""
    arrays: Any = answers
    if hasattr(arrays, "positions"):  # an engine has them as arrays
        found, travelled, expanded, first = arrays.found, arrays.travelled, arrays.expanded, arrays.first
        fields = arrays.positions.dtype.names
        columns = [arrays.positions[name] for name in fields[:numbers]] if fields else [arrays.positions]
        states = np.stack(columns, axis=1).astype(np.int64, copy=False)
    else:
        found = np.array([answer.found for answer in answers], np.bool_)
        travelled = np.array([getattr(answer.cost, "travelled", 0) for answer in answers], np.float64)
        expanded = np.array([answer.expanded for answer in answers], np.int64)
        first = np.cumsum([0, *(len(answer.path) for answer in answers)])
        paths = [state for answer in answers for state in answer.path]
        states = np.array(paths, np.int64).reshape(len(paths), -1 if paths else numbers)[:, :numbers]
    counts = np.diff(first)
    kept = states if found.all() else states[np.repeat(found, counts)]
    return Found(found, travelled, np.ascontiguousarray(expanded), np.concatenate([[0], np.cumsum(counts * found)]), kept)


def pairs_of(cells: ArrayLike, noun: str) -> Ints:
    """Return positions of two numbers as an array of shape (n, 2).

    Raises:
        BadInput: they have another shape, or are no whole numbers.
    """
    found = np.asarray(cells)
    if found.size == 0:
        return np.zeros((0, 2), np.int64)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise BadInput(f"{noun}s of shape {found.shape} and type {found.dtype}; give whole numbers x, y of each: shape (n, 2)")
    return found.astype(np.int64)


def check_counts(starts: Sequence[object] | Ints, goals: Sequence[object] | Ints) -> None:
    """Refuse questions that have not as many goals as starts.

    Raises:
        BadInput: they have not.
    """
    if len(starts) != len(goals):
        raise BadInput(f"{len(starts)} starts and {len(goals)} goals; give a goal for each start")
