"""Roads for preparations of any kind: their graph, and the nodes at which the paths of a question begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from attrs import frozen

from genastar import BadInput, Domain
from genastar.algorithm import Algorithm
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.files import AnyPath
from genastar.worlds.preparing import Source
from genastar.worlds.question import Question
from genastar_prepare.graph.finite import Finite
from genastar_prepare.graph.rows import NEVER, Int32, RowGraph, Weights
from genastar_prepare.ground import ANOTHER, PreparedGround
from genastar_prepare.hierarchy.upward_search import Ends as AnyEnds
from genastar_prepare.landmarks import Wide
from genastar_prepare.methods import HierarchyMethod, HubLabelsMethod, LandmarksMethod, TableMethod
from genastar_roads.answers.places import list_places
from genastar_roads.answers.reach import compute_costs_from, compute_matrix, compute_pairs
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import Ends, Place, find_direct, list_entry_rows, list_exit_rows
from genastar_roads.search.landmarks import add_landmarks
from genastar_roads.search.problem import RoadProblem, add_end_states, make_problem
from genastar_roads.search.questions import RoadQuestions

KEPT: Final[tuple[type[TableMethod], ...]] = HierarchyMethod, HubLabelsMethod, LandmarksMethod
"""Methods whose preparations are opened if they lie beside a saved graph, the fastest for a route first."""


def get_preparation_path(graph_file: AnyPath, method: str) -> Path:
    """Return the path of a preparation beside a graph's file: its name, with the method appended."""
    graph_file = Path(graph_file)
    return graph_file.with_name(f"{graph_file.name}.{method}")


@frozen(eq=False)
class RoadGround(PreparedGround):
    """Roads as the ground of a preparation. Its nodes are those of the split graph; paths may begin and end inside edges."""

    junctions: Junctions
    file: AnyPath | None
    """The graph's file, if preparations may lie beside it."""

    @classmethod
    def from_roads(cls, roads: Domain[Any, Any, Any, Any], junctions: Junctions, file: AnyPath | None) -> RoadGround:
        """Return the ground of roads. Nothing is listed, because their graph is known."""
        return cls(roads, cast("Finite[Any]", None), [], roads.revision, junctions, file)

    @property
    def rows(self) -> RowGraph:
        return self.junctions.split

    @property
    def is_current(self) -> bool:
        return True

    def expect_constant_costs(self, what: str) -> None:
        """Raise `BadInput` if costs depend on the time, which these answers cannot take into account."""

    def check_algorithm(self, algorithm: Algorithm) -> None:
        """Raise `BadInput` if an algorithm would give wrong answers."""

    def make_problem(self, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> RoadProblem:
        """Return the problem between places."""
        return make_problem(self.junctions, starts, goals)

    def combine(self, questions: Sequence[tuple[Place, tuple[Place, ...]]]) -> RoadQuestions | None:
        """Return questions as one problem; ``None`` if each is a search of its own."""
        return RoadQuestions.of(self.junctions, questions)

    def list_places(self, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
        """Return the places along a path of states."""
        return list_places(self.junctions, states, question)

    def make_route(self, places: Sequence[Place]) -> Route:
        """Return the route through consecutive places, as a search gives them."""
        return Route.of(self.junctions.graph, places)

    def compute_costs_from(self, starts: tuple[Place, ...], *, within: int | None, engine: str) -> Int64:
        """Return each node's cost from the nearest start in units of the graph, shape (n,)."""
        return compute_costs_from(self.junctions, starts, within=within, engine=engine)

    def compute_matrix(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str) -> Int64:
        """Return the cost from each start to each goal in units of the graph, shape (k, l)."""
        return compute_matrix(self.junctions, starts, goals, engine=engine)

    def compute_pairs(self, starts: Sequence[Place], goals: Sequence[Place], *, engine: str) -> Int64:
        """Return the cost from each start to the goal in the same row in units of the graph, shape (q,)."""
        return compute_pairs(self.junctions, starts, goals, engine=engine)

    def find_pair(self, start: Place, goal: Place) -> None:
        return None  # paths may begin and end inside edges

    def find_saved_file(self, method: str) -> Path | None:
        if self.file is None or not (found := get_preparation_path(self.file, method)).is_file():
            return None
        return found

    def match_source(self, asked_of: Source) -> RoadGround:
        known = getattr(asked_of, "junctions", None)
        if known is None or known.split.fingerprint != self.rows.fingerprint:
            raise BadInput(ANOTHER)
        return self

    def find_ends(self, request: Request[Any, Any]) -> tuple[Ends, Ends]:
        problem = cast(RoadProblem, request.problem)
        return problem.exits, problem.entries

    def list_exits_at(self, position: Place) -> list[tuple[int, ...]]:
        return [*list_exit_rows(self.junctions, self._check_place(position))]

    def list_entries_at(self, positions: tuple[Place, ...]) -> list[tuple[int, ...]]:
        return [*list_entry_rows(self.junctions, tuple(map(self._check_place, positions)))]

    def get_direct_cost(self, request: Request[Any, Any]) -> int:
        return cast(RoadProblem, request.problem).direct

    def compute_direct_cost(self, start: Place, goals: tuple[Place, ...]) -> int:
        found = find_direct(self.junctions.graph, (start,), goals)
        return NEVER if found is None else found[0]

    def _check_place(self, position: object) -> Place:
        """Return a place of these roads, after checking that it is one."""
        return cast(Place, cast("Any", self.source).check_place(position))

    def get_position(self, node: int) -> int:
        return node

    def get_goal(self, entries: AnyEnds) -> int:
        return self.rows.size

    def translate_path(self, nodes: Sequence[int], question: object) -> tuple[int, ...]:
        """Return the states of the plain problem along a path of nodes, with its ends inside edges."""
        return add_end_states(nodes, self.rows.size, cast("Question[Place]", question))

    def add_landmarks(self, problem: Hooks[Any, Any], table: Weights, columns: Int32, goal_row: Wide) -> Hooks[Any, Any]:
        return add_landmarks(cast(RoadProblem, problem), table, columns, goal_row)
