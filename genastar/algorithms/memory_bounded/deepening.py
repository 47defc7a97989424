"""Iterative deepening: searches within a bound that rises until an answer lies within it.

Each round is a whole search, so the answer is as good as that of one search. The advantage is an early stop: when the time is
over, the last complete round has searched everything within its bound and knows the closest position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, cast

from attrs import Attribute, field, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.rounds import Rounds
from genastar.algorithms.uninformed import order_by_steps
from genastar.contracts.frontier import BEST_FIRST, DEPTH_FIRST
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.options import one_of
from genastar.values.arguments import is_number
from genastar.values.cost import Cost, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Result


def _check_step(_: object, option: Attribute[int | float], step: int | float) -> None:
    if not is_number(step, 0) or not step < step + step:
        raise BadInput(f"the {option.name} of a deepening search is {format_value(step)}; it must be a number greater than 0")


def _check_whole_step(deepening: Deepening, _: object, by: str) -> None:
    if by == "steps" and not isinstance(deepening.step, int):
        raise BadInput(f"the step of a deepening search by steps is {format_value(deepening.step)}; it must be a whole number")


@frozen
class Deepening(Algorithm):
    """Iterative deepening: search up to the start's estimate, then ``step`` further, and so on (Korf, 1985).

    See Korf, Artificial Intelligence 27, 1985. If no open node lies within the next step, the bound rises to the cheapest open
    node. By steps, a round is a depth-limited search up to ``step`` steps from the start, then ``step`` more; with a step of 1
    it finds the fewest steps. Counts and seconds of the result are sums over all rounds, and ``closest`` is the closest of all
    rounds.

    Raises:
        BadInput: the step is not greater than 0, or counts steps and is not a whole number.
    """

    name: ClassVar[str] = "deepening"
    summary: ClassVar[str] = "search under a bound that rises by a step"
    viewing_hint: ClassVar[str] = (
        "Each round searches under a higher bound; watch how every round begins at the start and reaches a little farther."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"iddfs"})

    step: int | float = field(
        default=cast("int | float", 1),
        validator=_check_step,
        metadata={"help": "rise of the bound per round, in units of cost or in steps"},
    )
    by: Literal["cost", "steps"] = field(
        default="cost",
        validator=[one_of("cost", "steps"), _check_whole_step],
        metadata={"help": "quantity that is bounded: the cost, or the number of steps"},
    )

    @property
    def promise(self) -> Promise:
        """Return the promise of a round. By several steps at a time, a round may find a path that is too long."""
        if self.by == "cost":
            return Promise(1.0, "consistent")
        return Promise(1.0, steps=True) if self.step == 1 else Promise(None)

    @property
    def counts_steps(self) -> bool:
        return self.by == "steps"

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        asked = cast("Request[K, Cost[float]]", request)
        answer = self._deepen_by_cost(asked) if self.by == "cost" else self._deepen_by_steps(asked)
        yield cast("Result[K, V]", answer)

    def _deepen_by_cost(self, request: Request[K, Cost[float]]) -> Result[K, Cost[float]]:
        rounds = Rounds(request, BEST_FIRST)
        most = None if request.limits.cost is None else cast(float, rank(request.limits.cost))
        bound = request.cost.total
        while True:
            bound = bound if most is None or bound < most else most
            result = rounds.search(bound)
            if not rounds.is_cut_by_bound(result) or bound == most:
                return result
            waiting = cast("Node[K, Cost[float]]", rounds.next_open).cost.total
            bound = bound + self.step
            bound = waiting if bound < waiting else bound

    def _deepen_by_steps(self, request: Request[K, Cost[float]]) -> Result[K, Cost[float]]:
        rounds = Rounds(order_by_steps(request, 1), DEPTH_FIRST)
        # Of several starts, one may be a destination, and another lie one step before one.
        most, bound = request.limits.depth, 0 if request.more_starts else self.step
        while True:
            bound = bound if most is None or bound < most else most
            result = rounds.search(bound)
            if not rounds.is_cut_by_bound(result) or bound == most:
                return result
            bound = bound + self.step
