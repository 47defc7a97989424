"""The loop over many questions, and its work between two searches."""

from __future__ import annotations

from attrs import frozen

from genastar.values.cost import Cost
from genastar_compiled.kernel.control import (
    BEGIN,
    CANCELLED,
    CIRCLE,
    CLOSEST,
    DONE,
    EXHAUSTED,
    FOUND,
    LOST,
    NONE,
    PAUSED,
    RUNNING,
    SHORT,
    STEPS,
    TOO_DEAR,
)
from genastar_compiled.kernel.machine import Value


@frozen
class Answer:
    """The record of a search."""

    status: Value
    has_closest: Value
    expanded: Value
    generated: Value
    reopened: Value
    peak_open: Value
    first: Value
    """Start of the path to the closest node among all steps."""
    count: Value
    """Number of positions on the path."""
    closest: Value


def first_cost(left: Value) -> Value:
    """Return the cost of a start with this estimate, as `genastar.AStar.search` does."""
    return Cost(left, left - left, left)


def go_on(
    registers: Value,
    nodes: Value,
    path: Value,
    path_costs: Value,
    answers: Value,
    steps: Value,
    open_list: Value,
) -> Value:
    """Write the answer and turn to the next question; return False if Python must do something first."""
    if registers.ended == RUNNING:
        if registers.status == PAUSED and registers.expanded >= registers.allowed:
            registers.status = TOO_DEAR
        if registers.status not in (FOUND, EXHAUSTED, TOO_DEAR, CANCELLED):
            return False
        registers.ended = registers.status
    count = 0
    if registers.has_closest != NONE:
        open_list.path(nodes[CLOSEST], path, path_costs)
        count = registers.path_count
        if registers.status in (CIRCLE, LOST):
            return False
        if count < 0 or registers.steps_used + count > registers.steps:
            registers.status = SHORT
            registers.short = registers.short if count < 0 else STEPS
            return False
    for step in range(count):
        steps[registers.steps_used + step] = path[count - 1 - step]
    answers[registers.question] = Answer(
        registers.ended,
        registers.has_closest,
        registers.expanded,
        registers.generated,
        registers.reopened,
        registers.peak_open,
        registers.steps_used,
        count,
        nodes[CLOSEST],
    )
    registers.steps_used += count
    registers.question += 1
    registers.ended = RUNNING
    registers.mode = BEGIN
    registers.status = RUNNING
    registers.budget = min(registers.pause, registers.allowed)
    if registers.question >= registers.questions:
        registers.status = DONE
        return False
    registers.generation -= 1
    return True
