"""Many questions as one problem: two tables hold all ends, and each question uses its own rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

import numpy as np
from attrs import frozen

from genastar_prepare.hierarchy.upward_search import Own
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import EndRow, Place, find_direct, list_entry_rows, list_exit_rows, make_ends
from genastar_roads.search.problem import GreatCircle, RoadProblem, list_unit_vectors, make_problem_between


@frozen(eq=False)
class RoadQuestions:
    """Questions from a place to the nearest of several goals."""

    problem: RoadProblem
    """A problem with the rows of all questions."""
    direct: Sequence[int]
    """See `RoadProblem.direct`."""
    own: Sequence[Own]
    near: Sequence[tuple[int, int]]
    """Range of the points that are the goals; see `GreatCircle.near`."""

    @classmethod
    def of(cls, junctions: Junctions, questions: Sequence[tuple[Place, tuple[Place, ...]]]) -> RoadQuestions:
        """Combine these questions."""
        out: list[EndRow] = []
        into: list[EndRow] = []
        own: list[Own] = []
        short: list[int] = []
        for start, goals in questions:
            first, second = len(out), len(into)
            out += list_exit_rows(junctions, start)
            into += list_entry_rows(junctions, goals)
            own.append((first, len(out), second, len(into)))
            way = find_direct(junctions.graph, (start,), goals)
            short.append(-1 if way is None else way[0])
        places = [goal for _, goals in questions for goal in goals]
        counts = np.cumsum([0, *(len(goals) for _, goals in questions)]).tolist()
        problem = make_problem_between(
            junctions.split, make_ends(out), make_ends(into), -1, list_unit_vectors(junctions.graph, places)
        )
        return cls(problem, short, own, list(pairwise(counts)))

    @property
    def fields(self) -> Mapping[str, Sequence[object]]:
        """Fields in which problems between places differ."""
        return cast("Mapping[str, Sequence[object]]", {"direct": self.direct, "own": self.own})

    @property
    def plain_fields(self) -> Mapping[str, Sequence[object]]:
        """Fields in which their plain problems differ: with coordinates, also the points of their goals."""
        return {**self.fields, "near": self.near} if isinstance(self.problem, GreatCircle) else self.fields
