"""Sums of pattern databases that never overestimate."""

from __future__ import annotations

from random import Random
from typing import Any

from genastar import AStar, BadInput, Cost
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.errors import format_value, name_problem
from genastar.values.cost import N
from genastar.values.node import K
from genastar_prepare.patterns.abstract import make_step_costs
from genastar_prepare.patterns.database import PatternDatabase
from genastar_prepare.patterns.heuristics import Sum


def sum_disjoint(problem: AStar[K, Cost[N]], start: K, *databases: PatternDatabase[K, N], states: int = 1000) -> Sum[K, N]:
    """Return the sum of pattern databases, after checking on a random walk that it never overestimates.

    The patterns are disjoint if together they charge at most the cost of each step of the problem (Yang, Culberson, Holte,
    Zahavi and Felner, Journal of Artificial Intelligence Research 32, 2008, section 3). A pattern charges nothing for a step
    that leaves its abstract state as it is, and otherwise the cheapest abstract step. A walk of so many states can miss a step
    that breaks the rule: choose it long enough to meet every kind of step.

    Args:
        problem: the original problem.
        start: a position, at which the walk begins. It begins there again when no step leads on.
        databases: the pattern databases.
        states: number of states of the walk.

    Raises:
        BadInput: a step costs less than the patterns charge, or is no step of a pattern; the message names it.
    """
    total = Sum(*databases, disjoint=True)
    onwards, charged = make_step_costs(problem), [make_step_costs(each.pattern) for each in databases]
    random = Random(0)
    position = start
    for _ in range(states):
        onward = onwards.costs_from(position)
        for there, cost in onward.items():
            charges = [_compute_charge(*each, position, there) for each in zip(databases, charged, strict=True)]
            if sum(charges) > cost:
                raise BadInput(
                    f"the patterns are not disjoint: the step of {name_problem(problem)} from {format_value(position)} to "
                    f"{format_value(there)} "
                    f"costs {format_value(cost)}, but the patterns charge {' + '.join(map(format_value, charges))}; use "
                    "Max, or patterns in "
                    "which each step costs only once"
                )
        position = random.choice(list(onward)) if onward else start
    return total


def _compute_charge(database: PatternDatabase[Any, Any], steps: StepCosts[Any, Any], here: Any, there: Any) -> Any:
    """Return the cost of a step in a pattern."""
    before, after = database.pattern.abstract(here), database.pattern.abstract(there)
    charge = 0 if before == after else steps.costs_from(before).get(after)
    if charge is None:
        raise BadInput(
            f"a pattern has no step from {format_value(before)} to {format_value(after)}, the abstract states of "
            f"{format_value(here)} and "
            f"{format_value(there)}; each step of the problem must be a step of the pattern, or stay in one abstract state"
        )
    return charge
