"""Other orders, other searches: each of these turns one solver into another, and the loop stays the same.

Every solver here wraps a solver whose cost is `Cost` and whose hooks call ``relax``, and passes its hooks through, at both
speeds. ``result.cost.travelled`` is always what the path costs in the inner solver.

===================  ==============================  =====================================================================
order                smallest first                  what it promises
===================  ==============================  =====================================================================
the solver itself    travelled + left (A*)           the optimum, if the estimate is admissible (see ``reopen``)
`Weighted`           travelled + weight * left       at most ``weight`` times the optimum, if the estimate is admissible and
                                                     ``reopen=True`` (Pohl 1970), or if it is consistent, reopening or
                                                     not (Likhachev, Gordon and Thrun, ARA*, 2003); admissible alone and
                                                     without reopening, no bound
`Dijkstra`           travelled                       the optimum, whatever the estimate
`Greedy`             left                            a way, often soon; no bound on its cost
`BreadthFirst`       steps from the start            the fewest steps
`DepthFirst`         most steps from the start       a way; on an infinite graph only under a limit; not with ``reopen``,
                                                     which would go round in circles for ever; under ``Limits(depth=…)`` a
                                                     way wherever there is one of so many steps
===================  ==============================  =====================================================================
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import cast

from attrs import evolve, field, frozen

from genastar.arguments import expect
from genastar.astar import AStar, walk
from genastar.cost import Cost, N
from genastar.engine import Question
from genastar.errors import BadInput, shown
from genastar.node import K, Node
from genastar.open_list import OpenList
from genastar.result import Outcome, Result
from genastar.workspace import Workspace


def _a_solver(_: object, __: object, solver: object) -> None:
    expect("solver", solver, AStar)


def _at_least_one(_: object, __: object, weight: float | Fraction | Decimal) -> None:
    try:
        enough = weight >= 1
    except (TypeError, ArithmeticError):
        enough = False
    if not enough:
        raise BadInput(f"the weight of a heuristic is {shown(weight)}; it must be a number of at least 1")


@frozen
class Dijkstra(AStar[K, Cost[N]]):
    """The same solver without its estimate."""

    solver: AStar[K, Cost[N]] = field(validator=_a_solver)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.solver.add_neighbours(node, open_list)

    def is_destination(self, position: K) -> bool:
        return self.solver.is_destination(position)


@frozen
class Weighted(AStar[K, Cost[N]]):
    """The same solver with its estimate times ``weight``: a number that the estimates multiply with.

    Raises:
        BadInput: the weight is smaller than 1.
    """

    solver: AStar[K, Cost[N]] = field(validator=_a_solver)
    weight: float | Fraction | Decimal = field(validator=_at_least_one)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.solver.add_neighbours(node, open_list)

    def is_destination(self, position: K) -> bool:
        return self.solver.is_destination(position)

    def estimate(self, position: K) -> N:
        return cast("N", self.solver.estimate(position) * self.weight)  # type: ignore[operator]  # numbers multiply


@frozen
class Greedy(AStar[K, Cost[N]]):
    """The same solver ordered by what is left alone."""

    solver: AStar[K, Cost[N]] = field(validator=_a_solver)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.solver.add_neighbours(node, _ByLeft(open_list, self.solver))

    def is_destination(self, position: K) -> bool:
        return self.solver.is_destination(position)

    def estimate(self, position: K) -> N:
        return self.solver.estimate(position)


@frozen
class BreadthFirst(AStar[K, Cost[N]]):
    """The same solver ordered by the steps from the start, fewest first. ``total`` counts them from ``estimate(start)`` on.

    Under ``Limits(depth=…)`` it looks at all that lies within so many steps, and ``total`` counts them from 0 on.
    """

    solver: AStar[K, Cost[N]] = field(validator=_a_solver)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.solver.add_neighbours(node, _AtRank(open_list, self.solver, node.cost.total + cast("N", 1)))

    def is_destination(self, position: K) -> bool:
        return self.solver.is_destination(position)

    def estimate(self, position: K) -> N:
        return self.solver.estimate(position)

    def _answer(self, question: Question[K, Cost[N]], engine: str, memory: Workspace) -> Result[K, Cost[N]]:
        if question.limits.depth is not None:
            question = _counting_steps(question, self, question.limits.depth)
        return super()._answer(question, engine, memory)


@frozen
class DepthFirst(AStar[K, Cost[N]]):
    """The same solver ordered by the steps from the start, most first. ``total`` counts them down from ``estimate(start)``.

    Under ``Limits(depth=…)`` it is depth-limited search: it walks every way of so many steps, newest neighbour first, until one
    ends at a destination. A way never crosses itself; it remembers that way and no closed list, for a position that was first
    met deep down may lead on from higher up. So it finds a way wherever there is one of so many steps, and where several
    ways lead to a position it walks on from each. ``total`` counts the steps from 0 on; ``reopen`` has no meaning.
    """

    solver: AStar[K, Cost[N]] = field(validator=_a_solver)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.solver.add_neighbours(node, _AtRank(open_list, self.solver, node.cost.total - cast("N", 1)))

    def is_destination(self, position: K) -> bool:
        return self.solver.is_destination(position)

    def estimate(self, position: K) -> N:
        return self.solver.estimate(position)

    def _answer(self, question: Question[K, Cost[N]], engine: str, memory: Workspace) -> Result[K, Cost[N]]:
        if question.limits.depth is None:
            return super()._answer(question, engine, memory)
        walked = walk(engine, _counting_steps(question, BreadthFirst(self.solver), question.limits.depth), memory)
        cut = walked.result.outcome is Outcome.UNREACHABLE and walked.beyond is not None
        return evolve(walked.result, outcome=Outcome.LIMIT) if cut else walked.result


def _counting_steps(question: Question[K, Cost[N]], solver: BreadthFirst[K, N], depth: int) -> Question[K, Cost[N]]:
    """The same question of a solver that counts steps, where the limit on the depth is one on the total."""
    limits = question.limits
    if limits.cost is not None:
        raise BadInput("Limits.cost and Limits.depth cannot both be given: where steps are counted, both are bounds on them")
    cost = evolve(question.cost, total=cast("N", 0))
    return evolve(question, solver=solver, cost=cost, limits=evolve(limits, cost=depth, depth=None))


@frozen
class _ByLeft(OpenList[K, Cost[N]]):
    """Passes on what the inner solver adds, ranked by what is left."""

    open_list: OpenList[K, Cost[N]]
    solver: AStar[K, Cost[N]]

    def insert(self, position: K, cost: Cost[N]) -> None:
        self.open_list.insert(position, Cost(cost.left, cost.travelled, cost.left))

    def relax(self, position: K, travelled: N) -> None:
        left = self.solver.estimate(position)
        self.open_list.insert(position, Cost(left, travelled, left))

    def known(self, position: K) -> Node[K, Cost[N]] | None:
        return self.open_list.known(position)


@frozen
class _AtRank(OpenList[K, Cost[N]]):
    """Passes on what the inner solver adds, all at one rank."""

    open_list: OpenList[K, Cost[N]]
    solver: AStar[K, Cost[N]]
    rank: N

    def insert(self, position: K, cost: Cost[N]) -> None:
        self.open_list.insert(position, Cost(self.rank, cost.travelled, cost.left))

    def relax(self, position: K, travelled: N) -> None:
        self.open_list.insert(position, Cost(self.rank, travelled, self.solver.estimate(position)))

    def known(self, position: K) -> Node[K, Cost[N]] | None:
        return self.open_list.known(position)
