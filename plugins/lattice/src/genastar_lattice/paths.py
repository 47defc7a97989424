"""Answers to many questions as arrays."""

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
    """Costs as `Domain.search` gives them, NaN if there is no path; shape (n,)."""
    expanded: Ints
    """Numbers of expanded nodes; shape (n,)."""
    first: Ints
    """The positions of question i are ``positions[first[i] : first[i + 1]]``, none if there is no path; shape (n + 1,)."""
    positions: NDArray[np.int32] | Ints | NDArray[np.float64]
    """The positions of all paths, concatenated; shape (m, axes). Floats if paths turn between cells."""
    seconds: float
    algorithm: str
    """Name of the algorithm."""

    def get_path(self, question: int) -> NDArray[np.int32] | Ints | NDArray[np.float64]:
        """Return the positions of one path, shape (k, axes)."""
        return self.positions[self.first[question] : self.first[question + 1]]


@frozen(eq=False)
class FoundPaths:
    """The answers of a problem to n questions."""

    found: NDArray[np.bool_]
    travelled: NDArray[np.float64]
    expanded: Ints
    first: Ints
    """See `Paths.first`."""
    states: Ints
    """The states of all paths, concatenated, shape (m, numbers); none for a path that only came close. Points between cells are
    floats."""


def collect_answers(answers: Sequence[Result[S, V]], numbers: int) -> FoundPaths:
    """Return answers as arrays; a state is one number, or begins with ``numbers`` numbers."""
    arrays: Any = answers
    if hasattr(arrays, "positions"):  # the compiled engine returns arrays
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
        states = np.array(paths or np.zeros((0, numbers), np.int64)).reshape(len(paths), -1 if paths else numbers)[:, :numbers]
    counts = np.diff(first)
    kept = states if found.all() else states[np.repeat(found, counts)]
    return FoundPaths(found, travelled, np.ascontiguousarray(expanded), np.concatenate([[0], np.cumsum(counts * found)]), kept)


def check_pairs(cells: ArrayLike, noun: str) -> Ints:
    """Return positions of two numbers each as an array of shape (n, 2).

    Raises:
        BadInput: the array has another shape or type.
    """
    found = np.asarray(cells)
    if found.size == 0:
        return np.zeros((0, 2), np.int64)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise BadInput(
            f"{noun}s have shape {found.shape} and type {found.dtype}; give whole numbers x, y of each: shape (n, 2)"
        )
    return found.astype(np.int64)


def check_counts(starts: Sequence[object] | Ints, goals: Sequence[object] | Ints) -> None:
    """Check that there are as many goals as starts.

    Raises:
        BadInput: the numbers differ.
    """
    if len(starts) != len(goals):
        raise BadInput(f"there are {len(starts)} starts but {len(goals)} goals; give one goal for each start")
