"""Building of pattern databases."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Starts, Tree
from genastar.authoring import check_cancelled
from genastar.contracts.hooks import has_hook
from genastar.errors import format_value
from genastar.values.cost import N
from genastar.values.node import K
from genastar_prepare.patterns.abstract import Abstract
from genastar_prepare.patterns.database import (
    MOST_NUMBERS,
    A,
    AnyCosts,
    NumberedByDigits,
    NumberedByIndex,
    NumberedByValue,
    Numbering,
    PatternDatabase,
    get_unknown_mark,
)
from genastar_prepare.patterns.layers import estimate_layer_bytes, search_by_layers

_SPARSE: Final = 8
"""Numbers for each state, up to which a table by number is preferred to a sorted list of numbers."""
_BYTES: Final = 40
"""Memory of `AStar.explore` for each index, in machine code."""


def pattern_database(
    problem: AStar[A, Cost[N]],
    *goals: K,
    projection: Callable[[K], A] | None = None,
    compress: int = 1,
    engine: str = "auto",
    memory: float = 4e9,
) -> PatternDatabase[K, N]:
    """Return the table of the least cost from each abstract state to the goal, found by a search from the goal.

    The abstract space is a problem: often the user's own, whose hooks also understand abstract states; or another class. It has
    a method ``abstract(position)``, which gives the abstract state of a position of the original problem; or `projection` is
    that function. Each step of the original problem must be a step of the abstract problem that costs at most as much, or lead
    to the same abstract state. Then the table is an admissible and consistent heuristic.

    Costs are `Cost` of whole numbers or floats. If the abstract problem has ``reverse(start)``, the search runs backwards, and
    states that it does not reach are dead ends. Otherwise steps must lead both ways at the same cost, which is checked for the
    500 states nearest the goals and 500 states of a random walk.

    Abstract states are numbered by ``index(state)`` and ``size`` if the abstract problem has them. Otherwise they are whole
    numbers, or tuples of whole numbers of one length. If the abstract problem also has ``state(index)``, the inverse of
    ``index``, the search needs three bits for each index and a byte for each entry; each step then costs a whole number, and no
    state more than 254. A step of more than 1 needs as many more bits.

    Args:
        problem: the abstract problem.
        goals: all goals of the original problem, as its positions.
        projection: a plain function that returns the abstract state of a position, in place of the method ``abstract``.
        compress: number of successive indices that share an entry, their least cost (Felner, Korf, Meshulam and Holte, Journal
            of Artificial Intelligence Research 30, 2007). The estimate stays admissible, but is not consistent.
        engine: as in `AStar.search`.
        memory: maximum number of bytes for the search, if the abstract problem has ``index``.

    Raises:
        BadInput: there is no projection or goal; steps do not lead back; the table needs too much memory; or the states cannot
            be numbered.
        Cancelled: the governing `CancelToken` was cancelled.
        GenastarError: as in `AStar.explore`.
    """
    abstract = Abstract.of(problem, projection, goals)
    name, starts, backward = abstract.name, abstract.starts, abstract.backward
    if type(compress) is not int or compress < 1:
        raise BadInput(f"compress={format_value(compress)} is not a whole number of at least 1; 1 keeps every index")
    indexed = problem.is_indexed
    if indexed:
        _check_memory(name, problem, compress, memory)
    elif compress > 1:
        raise BadInput(f"compress={compress} needs {name}.index(state) and size, which it lacks; write them, or leave it out")
    numbering: Numbering = NumberedByIndex(problem, compress)
    numbers = np.empty(0, np.int64)
    if indexed and has_hook(problem, "state"):
        costs: AnyCosts = search_by_layers(backward, starts, compress, engine)
    else:
        tree = backward.explore(Starts(dict.fromkeys(starts, Cost(0, 0))), engine=engine)
        check_cancelled()
        if indexed:
            g, _, settled = tree.to_arrays()
            costs = _compress_costs(_narrow_costs(g, settled), compress)
        else:
            numbering, numbers, costs = _number_states(name, tree)
    if not abstract.directed:
        _check_ways_back(name, abstract)
    return abstract.make_database(numbering, costs, numbers, compress == 1)


def _check_memory(name: str, problem: Any, compress: int, memory: float) -> None:
    size, ranked = problem.size, has_hook(problem, "state")
    needed = estimate_layer_bytes(size, compress) if ranked else size * _BYTES
    if needed > memory:
        way = f"; or write {name}.state(index), the inverse of index, for {estimate_layer_bytes(size, compress) / 1e9:.1f} GB"
        raise BadInput(
            f"the pattern database of {name} has {size:,} indices and needs about {needed / 1e9:.1f} GB to build, "
            f"more than memory={memory:g}; allow more, or use a smaller pattern{'' if ranked else way}"
        )


def _check_ways_back(name: str, abstract: Abstract) -> None:
    """Raise BadInput unless the steps of a sample lead back at the same cost."""
    for state in abstract.sample():
        for other, cost in abstract.steps.costs_from(state).items():
            back = abstract.steps.costs_from(other).get(state)
            if back != cost and other != state:
                found = "no step leads back" if back is None else f"the step back costs {format_value(back)}"
                raise BadInput(
                    f"{name}: the step from {format_value(state)} to {format_value(other)} costs {format_value(cost)}, "
                    f"and {found}; "
                    "write reverse(start), so that the table can be built by a search backwards"
                )


def _number_states(name: str, tree: Tree[Any, Cost[N]]) -> tuple[Numbering, NDArray[np.int64], AnyCosts]:
    """Return the numbers of the states of a tree, and the costs by number or in the order of the sorted numbers."""
    states = list(tree)
    try:
        items = np.array(states, np.int64).reshape(len(states), -1)
        plain = all(type(each) is int for each in states) or len({len(each) for each in states}) == 1
        if not plain or not np.array_equal(items, np.array(states, object).reshape(items.shape)):
            raise ValueError(states[0])
    except (ValueError, TypeError, OverflowError) as error:
        raise BadInput(
            f"the abstract state {format_value(states[0])} of {name} is not a whole number or a tuple of whole numbers of "
            "one length; "
            "write index(state) and size, or return such states from abstract(position)"
        ) from error
    length = items.shape[1]
    places = np.arange(length) if _compute_span(items) < MOST_NUMBERS else _select_telling_columns(items)
    items = items[:, places]
    lows = items.min(axis=0)
    radices = items.max(axis=0) - lows + 1
    span = _compute_span(items)
    if span >= MOST_NUMBERS:
        raise BadInput(
            f"the abstract states of {name} have too many values in too many places for numbers of 62 bits; write index(state) "
            "and size"
        )
    numbers = np.zeros(len(states), np.int64)
    for low, radix, column in zip(lows, radices, items.T, strict=True):
        numbers = numbers * radix + (column - low)
    order = np.argsort(numbers)
    costs = _narrow_costs(np.array([node.cost.travelled for node in tree.values()])[order], np.ones(len(states), np.bool_))
    numbering = NumberedByValue(int(lows[0])) if type(states[0]) is int else NumberedByDigits(length, places, lows, radices)
    if span > _SPARSE * len(states):
        return numbering, numbers[order], costs
    table = np.full(span, get_unknown_mark(costs.dtype), costs.dtype)
    table[numbers[order]] = costs
    return numbering, np.empty(0, np.int64), cast(AnyCosts, table)


def _compute_span(items: NDArray[np.int64]) -> int:
    """Return how many numbers tuples with these items have in a mixed radix."""
    return prod(int(most) - int(least) + 1 for most, least in zip(items.max(axis=0), items.min(axis=0), strict=True))


def _select_telling_columns(items: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the columns that tell all rows apart, without those that add nothing to the columns before them."""
    groups, count, found = np.zeros(len(items), np.int64), 1, []
    for place, column in enumerate(items.T):
        pairs, inverse = np.unique(np.stack((groups, column)), axis=1, return_inverse=True)
        if pairs.shape[1] > count:
            groups, count = inverse.reshape(-1), pairs.shape[1]
            found.append(place)
    return np.array(found, np.int64)


def _narrow_costs(g: NDArray[Any], reached: NDArray[np.bool_]) -> AnyCosts:
    """Return costs in the narrowest type that holds them, with `get_unknown_mark` that type for states that were not
    reached.
    """
    kinds = ("float64",) if g.dtype.kind == "f" else ("uint8", "uint16", "int64")
    for kind in kinds:
        dtype = np.dtype(kind)
        unknown = get_unknown_mark(dtype)
        if unknown < 0 or g[reached].max() < unknown:
            break
    return cast(AnyCosts, np.where(reached, g, unknown).astype(dtype))


def _compress_costs(costs: AnyCosts, compress: int) -> AnyCosts:
    """Return the least cost of each run of so many elements."""
    if compress == 1:
        return costs
    # In int64, -1 marks states that were not reached, and is the largest number without a sign.
    found: NDArray[Any] = costs.view(np.uint64) if costs.dtype == np.int64 else costs
    whole = len(found) // compress * compress
    runs, rest = found[:whole].reshape(-1, compress), found[whole:]
    least = np.concatenate((runs.min(axis=1), rest.min(keepdims=True) if len(rest) else rest))
    return cast(AnyCosts, least.view(costs.dtype))
