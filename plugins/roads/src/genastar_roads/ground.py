"""Roads for preparations of any kind: their graph, and the nodes at which the paths of a question begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from attrs import frozen

from genastar import BadInput, Domain
from genastar.domain import Question
from genastar.request import Request
from genastar_prepare.finite import Finite
from genastar_prepare.ground import ANOTHER, Ground
from genastar_prepare.rows import NEVER, Graph
from genastar_roads.graph.place import Ends, Place, direct, entries, exits
from genastar_roads.graph.turns import Junctions
from genastar_roads.search.problem import RoadProblem, with_ends


@frozen(eq=False)
class RoadGround(Ground):
    """Roads as the ground of a preparation. Its nodes are those of the split graph; paths may begin and end inside edges."""

    junctions: Junctions

    @classmethod
    def of_roads(cls, roads: Domain[Any, Any, Any, Any], junctions: Junctions) -> RoadGround:
        """Return the ground of roads. Nothing is listed, because their graph is known."""
        return cls(roads, cast("Finite[Any]", None), [], roads.revision, junctions)

    @property
    def rows(self) -> Graph:
        return self.junctions.split

    @property
    def is_current(self) -> bool:
        return True

    @property
    def places(self) -> None:
        return None  # paths may begin and end inside edges

    def fitting(self, request: Request[Any, Any]) -> RoadGround:
        roads = request.question[0] if isinstance(request.question, tuple) else None
        known = getattr(roads, "junctions", None)
        if known is None or known.split.fingerprint != self.rows.fingerprint:
            raise BadInput(ANOTHER)
        return self

    def ends(self, request: Request[Any, Any]) -> tuple[Ends, Ends]:
        problem = cast(RoadProblem, request.problem)
        return problem.exits, problem.entries

    def exits_at(self, position: Place) -> Ends:
        return exits(self.junctions, (self._placed(position),))

    def entries_at(self, position: Place) -> Ends:
        return entries(self.junctions, (self._placed(position),))

    def direct(self, request: Request[Any, Any]) -> int:
        return cast(RoadProblem, request.problem).direct

    def direct_between(self, start: Place, goal: Place) -> int:
        found = direct(self.junctions.graph, (start,), (goal,))
        return NEVER if found is None else found[0]

    def _placed(self, position: object) -> Place:
        """Return a place of these roads, after checking that it is one."""
        return cast(Place, cast("Any", self.source).placed(position))

    def position(self, node: int) -> int:
        return node

    def along(self, nodes: Sequence[int], request: Request[Any, Any]) -> tuple[int, ...]:
        """Return the states of the plain problem along a path of nodes, with its ends inside edges."""
        return with_ends(nodes, self.rows.size, cast("tuple[Any, Question[Place]]", request.question)[1])
