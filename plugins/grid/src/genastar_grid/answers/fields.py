"""Distance fields: the lengths of the cheapest paths between given cells and all others, as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import Limits, Workspace
from genastar.authoring import check_cancelled
from genastar.values.arguments import expect_number
from genastar_grid.info import Options
from genastar_grid.rules.prices import compute_prices
from genastar_grid.steps.problem_choice import make_dijkstra_problem
from genastar_grid.steps.turning import AnyState
from genastar_grid.world import GridWorld


@frozen(eq=False)
class DistanceField:
    """A distance field; see `Grid.compute_distances`."""

    lengths: NDArray[np.float64] = field(repr=False)
    """Lengths of the cheapest paths, shape (height, width). Infinite where there is no path or the search did not go."""
    towards: NDArray[np.int32] = field(repr=False)
    """The next cell on the path to the nearest given cell, shape (height, width, 2), as x, y. A given cell has itself; a cell
    without a path has -1, -1. With turn costs, optimal only for a start from standstill."""


def compute_field(
    world: GridWorld,
    options: Options,
    sources: Sequence[AnyState],
    *,
    backwards: bool,
    within: float | None,
    engine: str,
    workspace: Workspace | None,
) -> DistanceField:
    """Compute the distance field of these states, up to the length ``within`` if it is given.

    Raises:
        Cancelled: the token that governs this work was cancelled; see `CancelToken.govern`.
    """
    if within is not None:
        expect_number("within", within, 0)
    height, width = world.costs.shape
    prices = compute_prices(world, options)
    problem = make_dijkstra_problem(world, options, backwards)
    limits = Limits(cost=within).convert_cost(prices.limit)
    travelled, parent, settled = problem.explore(*sources, engine=engine, limits=limits, workspace=workspace).to_arrays()
    check_cancelled()  # a cancelled search is incomplete
    states = settled.size // world.costs.size
    if states > 1:  # take the cheapest state of each cell
        costs = np.where(settled, travelled, np.inf).reshape(-1, states)
        least = costs.argmin(axis=1) + np.arange(0, settled.size, states)
        travelled, parent, settled = travelled[least], parent[least] // states, settled[least]
    lengths, pairs = np.empty((2, settled.size))  # one allocation is faster than two
    np.divide(travelled, prices.unit, out=lengths)
    np.putmask(lengths, ~settled, np.inf)
    towards = pairs.view(np.int32).reshape(height, width, 2)
    x, y = towards.reshape(-1, 2).T
    np.floor_divide(parent, width, out=y, casting="unsafe")
    np.maximum(y, 0, out=x)
    x *= -width
    np.add(x, parent, out=x, casting="unsafe")  # -1 stays -1, -1
    return DistanceField(lengths.reshape(height, width), towards)
