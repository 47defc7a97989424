"""Iterative deepening: a driver over the loop that raises a bound on the cost until an answer lies below it.

Each round is a whole search under ``Limits(cost=bound)``, so the answer is as right as that of the solver itself. What it
buys is an early stop: when the time is over, the last round has looked at what lies below its bound and knows what came
closest. Each round repeats the work of the one before, so a step that is small beside the costs of the solver is dear.
"""

from __future__ import annotations

from time import perf_counter

from attrs import evolve

from genastar.astar import AStar
from genastar.cost import Cost, N
from genastar.errors import BadInput
from genastar.limits import CancelToken, Limits
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.result import Outcome, Result
from genastar.workspace import Workspace


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
    ``expanded``, ``generated``, ``reopened`` and ``seconds`` of the result are the sums over all rounds.

    Raises:
        BadInput: the step is not greater than 0.
    """
    began = perf_counter()
    if not step - step < step:
        raise BadInput(f"the step of a deepening search is {step!r}; it must be greater than 0")
    bound = solver.estimate(start)
    workspace = workspace or Workspace()
    expanded = generated = reopened = peak_open = 0
    while True:
        beyond: _Beyond[K, N] = _Beyond(bound)
        left = None if seconds is None else max(0.0, began + seconds - perf_counter())
        result = solver.search(
            start,
            engine=engine,
            reopen=reopen,
            limits=Limits(seconds=left, cost=bound),
            cancel=cancel,
            observer=beyond,
            workspace=workspace,
        )
        expanded += result.expanded
        generated += result.generated
        reopened += result.reopened
        peak_open = max(peak_open, result.peak_open)
        if result.outcome is not Outcome.LIMIT:
            return evolve(
                result,
                expanded=expanded,
                generated=generated,
                reopened=reopened,
                peak_open=peak_open,
                seconds=perf_counter() - began,
            )
        bound = bound + step
        if beyond.least is not None and bound < beyond.least:
            bound = beyond.least


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
