"""What `genastar.prepare` returns: a prepared problem or world, and the questions to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, Unpack, cast

from attrs import frozen

from genastar import Cost, Domain, Result, SearchSettings
from genastar.files import AnyPath
from genastar.search.requests import make_request
from genastar.settings import refuse_settings
from genastar.values.arguments import to_positions_tuple
from genastar.worlds.preparing import Prepared
from genastar_prepare.graph.rows import NEVER
from genastar_prepare.ground import GroundProblem
from genastar_prepare.prepared import Distances, PreparedOnGround

P = TypeVar("P")
"""The type of a position of what was prepared."""

NO_ALGORITHM = {"algorithm": "it was prepared for one; leave it out"}


@frozen(eq=False)
class PreparedSource(Prepared[P], Generic[P]):
    """A prepared problem or world."""

    algorithm: PreparedOnGround[P]

    def search(self, start: P, goals: Iterable[P], **settings: Unpack[SearchSettings[Any, Cost[Any]]]) -> Result[P, Cost[Any]]:
        refuse_settings(settings, "search() of what was prepared", NO_ALGORITHM)
        ground, ends = self.algorithm.ground, to_positions_tuple(goals)
        more: Any = {**settings, "algorithm": self.algorithm}
        if isinstance(ground.source, Domain):
            return cast("Result[P, Cost[Any]]", ground.source.search(start, ends, **more))
        problem = cast("Any", GroundProblem(ground.finite.problem, ground.find_goals_at(ends)))
        chosen, request = make_request(problem, start, **more)
        return cast("Result[P, Cost[Any]]", chosen.search(request))

    def matrix(self, starts: Iterable[P], goals: Iterable[P], *, engine: str = "auto") -> Distances:
        return self.algorithm.matrix(starts, goals, engine)

    def distance(self, start: P, goal: P, *, engine: str = "auto") -> float | None:
        found = self.algorithm.distance(start, goal, engine)
        return None if found == NEVER else found

    def path(self, start: P, goal: P, *, engine: str = "auto") -> tuple[P, ...]:
        found = self.algorithm.path(start, goal, engine)
        return self.search(start, (goal,), engine=engine).path if found is None else found

    def save(self, path: AnyPath) -> None:
        self.algorithm.save(path)
