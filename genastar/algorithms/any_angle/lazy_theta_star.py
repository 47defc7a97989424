"""Lazy Theta*: any-angle search that checks a line for sight only when it would be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, cast

from attrs import evolve, frozen

from genastar.algorithms.any_angle.theta_star import AnyAngle, use_line_estimate
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node

HOPED: Final = 0
"""The kind of a state whose line from its parent has not been looked along."""
SEEN: Final = 1
"""The kind of a state whose step or line from its parent is open."""


@frozen
class LazyThetaStar(AnyAngle, LiftedAlgorithm):
    """Lazy Theta*: as Theta*, but it looks along a line when its end leaves the open list (Nash, Koenig and Tovey, AAAI 2010).

    It looks along far fewer lines than Theta*, which pays where lines are long or sight is dear. The problem's hooks are those
    of Theta*. A position is searched as two states: one with the step from the expanded node, and one with the line from its
    parent, which is looked along when it is expanded. So the counts of expanded and generated nodes include both.
    """

    name: ClassVar[str] = "lazy-theta-star"
    summary: ClassVar[str] = "find straight lines as theta-star does, but test each for obstacles as late as possible"
    viewing_hint: ClassVar[str] = (
        "It looks for obstacles only when it expands a node; watch how the parents form straight lines at any angle."
    )

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Return the request with the estimate of straight lines, if the problem has one."""
        return cast("Request[K, V]", use_line_estimate(cast("Request[K, Cost[int]]", request)))

    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Return the search of positions, each with a line that was checked or not yet."""
        asked = cast("Request[K, Cost[int]]", self.change_request(request))
        lifted: Any = evolve(
            cast("Request[Any, Any]", asked),
            problem=LineOfSightStates(asked.problem),
            start=(asked.start, SEEN),
            more_starts=tuple(((start, SEEN), cost) for start, cost in asked.more_starts),
        )
        return LiftedRequest(lifted, _get_seen_position, _get_seen_positions, each=True)


def _get_seen_position(state: tuple[K, int]) -> K | None:
    return state[0] if state[1] == SEEN else None


def _get_seen_positions(states: Sequence[tuple[K, int]]) -> tuple[K, ...]:
    return tuple([position for position, kind in states if kind == SEEN])


@frozen(eq=False)
class LineOfSightStates(Hooks[tuple[K, int], Cost[N]]):
    """A problem whose states are positions, each with whether its line was seen."""

    problem: Hooks[K, Cost[N]]

    def add_neighbours(self, node: Node[tuple[K, int], Cost[N]], open_list: OpenList[tuple[K, int], Cost[N]]) -> None:
        position, kind = node.position
        before = node.parent
        if before is None:
            own = Node(position, node.cost, None)
            self.problem.add_neighbours(own, _OptimisticOpenList(open_list, self.problem, position, node.cost.travelled, False))
        elif kind == SEEN:
            parent = open_list.known(before)
            if parent is not None:
                own = Node(position, node.cost, before[0])
                self.problem.add_neighbours(
                    own, _OptimisticOpenList(open_list, self.problem, before[0], parent.cost.travelled, True)
                )
        elif self.problem.sight(before[0], position):
            open_list.relax((position, SEEN), node.cost.travelled, parent=before)

    def is_destination(self, position: tuple[K, int]) -> bool:
        return position[1] == SEEN and self.problem.is_destination(position[0])

    def estimate(self, position: tuple[K, int]) -> N:
        return self.problem.estimate(position[0])

    def key(self, position: tuple[K, int]) -> Any:
        """Return the key of a position, with the kind of its state."""
        return self.problem.key(position[0]), position[1]

    @property
    def is_keyed(self) -> bool:
        """Return whether the wrapped problem has a key."""
        return self.problem.is_keyed

    def index(self, position: tuple[K, int]) -> int:
        """Return the index of a state."""
        return 2 * self.problem.index(position[0]) + position[1]

    @property
    def size(self) -> int:
        """Return the number of states."""
        return 2 * cast(int, self.problem.size)

    @property
    def is_indexed(self) -> bool:
        """Return whether the wrapped problem has an index."""
        return self.problem.is_indexed


@frozen(eq=False)
class _OptimisticOpenList(OpenList[K, Cost[N]]):
    open_list: OpenList[tuple[K, int], Cost[N]]
    problem: Hooks[K, Cost[N]]
    before: K
    """The parent of the expanded node."""
    paid: N
    """The cost of the path to it."""
    has_lines: bool
    """Whether there is such a parent."""

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(
        self: _OptimisticOpenList[K, N], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        if self.has_lines:
            straight = self.paid + self.problem.line_cost(self.before, position)
            if straight < travelled:
                self.open_list.relax((position, HOPED), straight, parent=(self.before, SEEN))
            elif straight <= travelled and self.problem.sight(self.before, position):
                # As cheap as the step, so it could not replace the step later.
                self.open_list.relax((position, SEEN), straight, parent=(self.before, SEEN))
                return
        if parent is None:
            self.open_list.relax((position, SEEN), travelled, action=action)
        else:
            self.open_list.relax((position, SEEN), travelled, parent=(parent, SEEN))
