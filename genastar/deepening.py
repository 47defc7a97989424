"""Iterative deepening: drivers that raise a bound on the cost until an answer lies below it.

Each round of `deepen` is a whole search under ``Limits(cost=bound)``, so the answer is as right as that of the solver itself.
What it buys is an early stop: when the time is over, the last round has looked at what lies below its bound and knows what came
closest. Each round repeats the work of the one before, so a step that is small beside the costs of the solver is dear.

Each round of `ida_star` walks depth first and remembers the way alone: it buys memory.
"""

from __future__ import annotations

from time import perf_counter
from typing import cast

from attrs import evolve

from genastar.arguments import expect
from genastar.astar import AStar, expect_arguments, question_of, walk
from genastar.cost import Cost, N, V, rank
from genastar.engine import Question, Round
from genastar.errors import BadInput, shown
from genastar.limits import NO_LIMITS, CancelToken, Limits
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.orders import DepthFirst
from genastar.result import Outcome, Result
from genastar.workspace import Workspace, lent


def deepen(
    solver: AStar[K, Cost[N]],
    start: K,
    step: N,
    *,
    seconds: float | None = None,
    engine: str = "interpreted",
    reopen: bool = False,
    cancel: CancelToken | None = None,
    workspace: Workspace | None = None,
) -> Result[K, Cost[N]]:
    """Search up to ``estimate(start)``, then up to ``step`` more, and so on, until found or until the seconds are over.

    Where nothing waits within the next step, the bound rises to the cheapest position that waits beyond it.
    `orders.DepthFirst` is deepened by its depth: up to ``step`` steps from the start, then ``step`` more. Each of these rounds
    walks all ways of so many steps, so it ends on an infinite graph that has a destination, and on a finite one that has none.
    With a step of 1 it finds the fewest steps.

    ``expanded``, ``generated``, ``reopened`` and ``seconds`` of the result are the sums over all rounds; ``closest`` is the
    best of all rounds.

    Raises:
        BadInput: the step is not greater than 0, or is no whole number where it counts steps; or the seconds are
            negative or NaN.
    """
    began = perf_counter()
    expect("solver", solver, AStar)
    seconds = Limits(seconds=seconds).seconds
    try:
        rises = step - step < step
    except (TypeError, ArithmeticError):
        rises = False
    if not rises:
        raise BadInput(f"the step of a deepening search is {shown(step)}; it must be a number greater than 0")
    by_depth = isinstance(solver, DepthFirst)
    bound = step if by_depth else solver.estimate(start)
    expanded = generated = reopened = peak_open = 0
    nearest: Result[K, Cost[N]] | None = None
    while True:
        beyond: _Beyond[K, N] = _Beyond(bound)
        left = None if seconds is None else max(0.0, began + seconds - perf_counter())
        limits = Limits(seconds=left, depth=cast(int, bound)) if by_depth else Limits(seconds=left, cost=bound)
        result = solver.search(
            start,
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=None if by_depth else beyond,
            workspace=workspace,
        )
        expanded += result.expanded
        generated += result.generated
        reopened += result.reopened
        peak_open = max(peak_open, result.peak_open)
        if result.closest is not None and (nearest is None or not _left(solver, nearest) < _left(solver, result)):
            nearest = result
        if result.outcome is not Outcome.LIMIT:
            came_closest = result if result.found or nearest is None else nearest
            return evolve(
                result,
                closest=came_closest.closest,
                path_to_closest=came_closest.path_to_closest,
                expanded=expanded,
                generated=generated,
                reopened=reopened,
                peak_open=peak_open,
                seconds=perf_counter() - began,
            )
        bound = bound + step
        if beyond.least is not None and bound < beyond.least:
            bound = beyond.least


def _left(solver: AStar[K, Cost[N]], result: Result[K, Cost[N]]) -> N:
    """The estimate of what came closest in a round."""
    return solver.estimate(cast(K, result.closest))


class _Beyond(Observer[K, Cost[N]]):
    """Hears of the cheapest position that a round opens beyond its bound, and so leaves for a later round."""

    def __init__(self, bound: N) -> None:
        self.bound = bound
        self.least: N | None = None

    def opened(self, node: Node[K, Cost[N]]) -> None:
        total = node.cost.total
        if self.bound < total and (self.least is None or total < self.least):
            self.least = total

    def reopened(self, node: Node[K, Cost[N]]) -> None:
        self.opened(node)


def ida_star(
    solver: AStar[K, V],
    start: K,
    cost: V | None = None,
    *,
    engine: str = "interpreted",
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    observer: Observer[K, V] | None = None,
    workspace: Workspace | None = None,
) -> Result[K, V]:
    """The cheapest way by iterative deepening A* (Korf, Artificial Intelligence 27, 1985), in the memory of one way.

    A round walks depth first every way whose cost is no more than a bound: the start's cost, then the least cost that the
    round before met above its bound. A way never crosses itself; but where several ways lead to a position, each of them is
    walked on. So it is for problems too large to remember, such as the 15-puzzle, and slow on maps, where ways are many.
    Where almost every way has a cost of its own, as with floats, there are almost as many rounds as nodes.

    The answer is the optimum if the estimate is admissible, consistent or not. Neighbours are walked newest first, at every
    engine. Where no destination can be reached, it ends when all ways that do not cross themselves were walked.

    The arguments are those of `AStar.search`. ``expanded``, ``generated`` and ``seconds`` of the result are the sums over all
    rounds; ``generated`` counts the nodes within the bound, and ``peak_open`` those that wait beside the way. ``limits``
    holds for all rounds together, and its cost for the bound. The observer hears ``opened(start)`` at the beginning of each
    round.

    Raises:
        CostError, BadInput, WorkspaceBusy, PluginError: as `AStar.search` does; an engine may have no walk.
    """
    try:
        return _ida_star(question_of(solver, start, cost, False, limits, cancel, observer), engine, workspace)
    except (AttributeError, TypeError):
        expect_arguments(solver, engine, limits, cancel, observer, workspace)
        raise


def _ida_star(question: Question[K, V], engine: str, workspace: Workspace | None) -> Result[K, V]:
    limits = question.limits
    most = None if limits.cost is None else rank(limits.cost)
    bound = rank(question.cost)
    if most is not None and most < bound:
        bound = most
    expanded = generated = 0
    peak_open = 1
    seconds = 0.0
    closest: Round[K, V] | None = None
    while True:
        left = Limits(
            expansions=None if limits.expansions is None else limits.expansions - expanded,
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - seconds),
            cost=bound,
            depth=limits.depth,  # which is refused
        )
        with lent(workspace) as memory:
            this = walk(engine, evolve(question, limits=left), memory)
        result, beyond = this.result, this.beyond
        expanded += result.expanded
        generated += result.generated
        seconds += result.seconds
        peak_open = max(peak_open, result.peak_open)
        outcome = result.outcome
        closest = this if outcome is Outcome.FOUND else _closer(closest, this)
        if outcome is Outcome.UNREACHABLE and beyond is not None:
            if most is None or not most < beyond:
                bound = beyond
                continue
            outcome = Outcome.LIMIT
        return evolve(
            result,
            outcome=outcome,
            closest=closest.result.closest,
            path_to_closest=closest.result.path_to_closest,
            expanded=expanded,
            generated=generated,
            peak_open=peak_open,
            seconds=seconds,
        )


def _closer(one: Round[K, V] | None, other: Round[K, V]) -> Round[K, V]:
    """Of two rounds the one that came closer, the later among equals: a last round may have been cut short."""
    if one is None or other.cost_of_closest is None:
        return one or other
    mine, theirs = cast("Round[K, Cost[int]]", one).cost_of_closest, cast("Round[K, Cost[int]]", other).cost_of_closest
    return one if mine is not None and theirs is not None and mine.left < theirs.left else other
