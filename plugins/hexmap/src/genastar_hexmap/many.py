"""Many questions at once, from each start to its goal, with the answers as arrays.

At the compiled engine a few calls of its machine code answer them (`genastar.search_many`), and no Python is left for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from time import perf_counter
from typing import Protocol, cast, runtime_checkable

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike, NDArray

from genastar import AStar, BadInput, Result, Workspace, search_many
from genastar.cost import Comparable
from genastar_hexmap.search import Cell
from genastar_hexmap.world import World


@frozen(eq=False)
class Ways:
    """The answers to n questions."""

    costs: NDArray[np.float64]
    """Shape (n,), in points; NaN where no way leads."""
    expanded: NDArray[np.int64]
    """Shape (n,)."""
    first: NDArray[np.int64]
    """Shape (n + 1,): the hexes of question i are ``hexes[first[i] : first[i + 1]]``; none where no way leads."""
    hexes: NDArray[np.int64]
    """Shape (m, 2): the hexes of all ways, end to end, in the map's own coordinates."""
    seconds: float

    def way(self, question: int) -> NDArray[np.int64]:
        """The hexes of one way, shape (k, 2)."""
        return self.hexes[self.first[question] : self.first[question + 1]]


@runtime_checkable
class _Arrays(Protocol):
    """Answers that an engine has as arrays."""

    @property
    def found(self) -> NDArray[np.bool_]: ...
    @property
    def travelled(self) -> NDArray[np.int64]: ...
    @property
    def expanded(self) -> NDArray[np.int64]: ...
    @property
    def first(self) -> NDArray[np.int64]: ...
    @property
    def positions(self) -> NDArray[np.int64]: ...


def ways_of(
    world: World, solver: AStar[Cell, Comparable], starts: ArrayLike, goals: ArrayLike, engine: str, memory: Workspace | None
) -> Ways:
    """Answer the questions.

    Args:
        world: the map.
        solver: of this map, with any goal or none.
        starts: hexes, shape (n, 2).
        goals: a hex for each, shape (n, 2).
        engine: as in `HexMap.solve`.
        memory: as in `HexMap.solve`.

    Raises:
        BadInput: there are not as many goals as starts, or a hex is not on the map or impassable.
    """
    began = perf_counter()
    origins, targets = world.cells_of(starts), world.cells_of(goals)
    if len(origins) != len(targets):
        raise BadInput(f"{len(origins)} starts and {len(targets)} goals; give a goal for each start")
    asked = cast("Sequence[Cell]", origins), {"goal": cast("Sequence[object]", targets)}
    answers = search_many(solver, *asked, engine=engine, workspace=memory)
    found, travelled, expanded, first, cells = _listed(answers)
    counts = np.diff(first)
    x, y = world.hexes(cells if found.all() else cells[np.repeat(found, counts)])
    ends = np.concatenate([[0], np.cumsum(counts * found)])
    costs = np.where(found, travelled / world.unit, np.nan)
    return Ways(costs, np.ascontiguousarray(expanded), ends, np.stack([x, y], axis=1), perf_counter() - began)


Listed = tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _listed(answers: Sequence[Result[Cell, Comparable]]) -> Listed:
    """Answers as arrays."""
    if isinstance(answers, _Arrays):
        return answers.found, answers.travelled, answers.expanded, answers.first, answers.positions
    found = np.array([answer.found for answer in answers], np.bool_)
    travelled = np.array([getattr(answer.cost, "travelled", 0) for answer in answers], np.int64)
    expanded = np.array([answer.expanded for answer in answers], np.int64)
    first = np.cumsum([0, *(len(answer.path) for answer in answers)])
    return found, travelled, expanded, first, np.fromiter(chain.from_iterable(answer.path for answer in answers), np.int64)
