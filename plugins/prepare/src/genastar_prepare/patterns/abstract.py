"""Abstract problems: what a pattern database is built from, and compared with when it is opened again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from hashlib import sha256
from itertools import islice
from math import inf
from random import Random
from typing import Any, Final, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.dijkstra import ProblemWithoutEstimate
from genastar.contracts.hooks import Hooks, has_hook
from genastar.errors import format_value, name_problem
from genastar_prepare.patterns.database import (
    DEAD_END,
    AnyCosts,
    Numbering,
    PatternDatabase,
    get_unknown_mark,
    make_projected_pattern,
)

_BLOCK: Final = 1 << 20
"""Entries of a table that are counted at once, so that a large one is not copied."""
_SAMPLED: Final = 500
"""Number of abstract states near the goals, and of states of a random walk, whose steps are checked, and hashed."""


@frozen(eq=False)
class Abstract:
    """An abstract problem, a projection and goals."""

    name: str
    pattern: Any
    """The value with ``abstract(position)``."""
    starts: list[Any]
    """The abstract states of the goals, where the search begins."""
    backward: AStar[Any, Any]
    """The problem with steps away from the goals."""
    directed: bool
    """Whether the problem has a reverse; otherwise its steps lead both ways."""

    @classmethod
    def of(cls, problem: object, projection: Callable[[Any], Any] | None, goals: tuple[object, ...]) -> Abstract:
        """Return the abstract problem of these arguments of `pattern_database`, checked.

        Raises:
            BadInput: there is no projection or goal, or a goal has no abstract state.
        """
        if not isinstance(problem, AStar):
            raise BadInput(
                f"the abstract problem is {format_value(problem)}; expected an AStar problem, whose hooks search abstract "
                "states"
            )
        pattern, name = _make_pattern(problem, projection), name_problem(problem)
        if not goals:
            raise BadInput(f"the pattern database of {name} has no goal; give the goals of the problem, as its positions")
        starts = [_abstract_goal(pattern, goal) for goal in goals]
        directed = has_hook(problem, "reverse")
        backward = cast(Any, problem).reverse(starts[0])[0] if directed else problem
        return cls(name, pattern, starts, backward, directed)

    @cached_property
    def steps(self) -> StepCosts[Any, Any]:
        """The steps away from the goals."""
        return make_step_costs(self.backward)

    def sample(self) -> Iterator[Any]:
        """Yield abstract states near the goals, by breadth-first search, then those of a random walk from a goal."""
        yield from islice(self._sample_by_breadth(), _SAMPLED)
        yield from islice(self._sample_at_random(), _SAMPLED)

    def _sample_by_breadth(self) -> Iterator[Any]:
        known, waiting = set(self.starts), deque(dict.fromkeys(self.starts))
        while waiting:
            state = waiting.popleft()
            yield state
            for other in self.steps.costs_from(state):
                if other not in known:
                    known.add(other)
                    waiting.append(other)

    def _sample_at_random(self) -> Iterator[Any]:
        random, state = Random(0), self.starts[0]
        while True:
            yield state
            onward = list(self.steps.costs_from(state))
            state = random.choice(onward) if onward else self.starts[0]

    def compute_fingerprint(self, numbering: Numbering) -> int:
        """Return a hash of the steps of a sample, by the numbers of its states and their costs: 62 bits."""
        found = sha256()
        for state in self.sample():
            onward = [(numbering.number_state(other), cost) for other, cost in self.steps.costs_from(state).items()]
            found.update(repr((numbering.number_state(state), onward)).encode())
        return int.from_bytes(found.digest()[:8], "little") >> 2

    def make_database(
        self, numbering: Numbering, costs: AnyCosts, numbers: NDArray[np.int64], consistent: bool
    ) -> PatternDatabase[Any, Any]:
        """Return the pattern database of these costs."""
        unknown = get_unknown_mark(costs.dtype)
        dead_end = inf if costs.dtype == np.float64 else DEAD_END
        blocks = (costs[first : first + _BLOCK] for first in range(0, len(costs), _BLOCK))
        known = [(len(block), block.max().item()) for block in (block[block != unknown] for block in blocks) if len(block)]
        return PatternDatabase(
            self.pattern,
            numbering,
            costs,
            numbers,
            unknown,
            dead_end if self.directed else -1,
            sum(states for states, _ in known),
            max(largest for _, largest in known),
            consistent,
            self.compute_fingerprint(numbering),
        )


def make_step_costs(problem: Hooks[Any, Any]) -> StepCosts[Any, Any]:
    """Return the steps of a problem. Its estimate is not called: it need not know abstract states."""
    return StepCosts(ProblemWithoutEstimate(problem), 0, "pattern_database")


def _make_pattern(problem: AStar[Any, Any], projection: Callable[[Any], Any] | None) -> Any:
    if projection is not None:
        if not callable(projection):
            raise BadInput(
                f"projection is {format_value(projection)}; expected a function that returns a position's abstract state"
            )
        return make_projected_pattern(problem, projection)
    if not has_hook(problem, "abstract"):
        raise BadInput(
            f"{name_problem(problem)} has no abstract(position); write this method, or give a function as projection, "
            "which returns "
            "the abstract state of a position"
        )
    return problem


def _abstract_goal(pattern: Any, goal: object) -> Any:
    state = pattern.abstract(goal)
    if state is None:
        raise BadInput(f"the goal {format_value(goal)} has no abstract state: abstract(position) returned None; return a state")
    if pattern.is_indexed and not 0 <= pattern.index(state) < pattern.size:
        raise BadInput(
            f"the abstract state {format_value(state)} of the goal {format_value(goal)} has the index "
            f"{pattern.index(state)}; expected 0 to "
            f"{pattern.size - 1}"
        )
    return state
